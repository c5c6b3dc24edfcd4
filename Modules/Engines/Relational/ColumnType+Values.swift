internal import JSON

/// Normalises values to one spelling per type, so that both stores keep, compare and return the same.
extension ColumnType {
  /// PostgreSQL's name of the type, for its messages.
  public var name: String {
    switch self {
    case .uuid: "uuid"
    case .text: "text"
    case .boolean: "boolean"
    case .integer: "integer"
    case .bigint, .revision: "bigint"
    case .double: "double precision"
    case .timestamp: "timestamp with time zone"
    case .date: "date"
    case .json: "json"
    case .texts: "text[]"
    }
  }

  /// Returns the value as a column of this type stores it: an identifier in lower case, a moment in UTC with fixed
  /// width, a list of texts as compact JSON. Throws PostgreSQL's code and message for a value that the type cannot
  /// hold.
  public func normalised(_ value: Value) throws(Failure) -> Value {
    switch (self, value) {
    case (_, .null), (_, .usual): return value
    case (_, .bytes): throw Failure("42804", "column is of type \(name) but expression is of type bytea")
    case (.boolean, .bool), (.bigint, .int), (.revision, .int): return value
    case (.integer, .int(let number)):
      guard Int32(exactly: number) != nil else { throw outOfRange("\(number)") }
      return value
    case (.double, .int(let number)): return .real(Double(number))
    case (.double, .real(let number)):
      guard number.isFinite else { throw invalid("\(number)") }
      return value
    case (.json, .text(let text)), (.json, .json(let text)): return .json(try Self.compact(text))
    case (.json, _): return .json(value.spelling)
    case (.texts, .text(let text)), (.texts, .json(let text)): return .json(try TextList(text).json)
    case (.text, .text(let text)):
      try Self.refuseNull(text)
      return value
    default: return try read(value)
    }
  }

  private func read(_ value: Value) throws(Failure) -> Value {
    let text = value.spelling
    switch self {
    case .uuid:
      guard let uuid = Self.uuid(text) else { throw invalid(text) }
      return uuid == text ? value : .text(uuid)
    case .text:
      try Self.refuseNull(text)
      return .text(text)
    case .boolean:
      guard let flag = Self.flag(text) else { throw invalid(text) }
      return .bool(flag)
    case .integer, .bigint, .revision: return .int(try whole(text))
    case .double: return .real(try fraction(text))
    case .timestamp, .date:
      switch DateText.read(text, isDate: self == .date) {
      case .written(let written): return written == text ? value : .text(written)
      case .unreadable: throw Failure("22007", "invalid input syntax for type \(name): \"\(Self.short(text))\"")
      case .impossible: throw Failure("22008", "date/time field value out of range: \"\(Self.short(text))\"")
      }
    case .json, .texts: throw invalid(text)
    }
  }

  // MARK: - Errors

  private func invalid(_ text: String) -> Failure {
    Failure("22P02", "invalid input syntax for type \(name): \"\(Self.short(text))\"")
  }

  private func outOfRange(_ text: String) -> Failure {
    Failure("22003", "value \"\(Self.short(text))\" is out of range for type \(name)")
  }

  /// Shortens input for an error message.
  private static func short(_ text: String) -> String { text.utf8.count <= 200 ? text : "\(text.prefix(100))..." }

  private static func refuseNull(_ text: String) throws(Failure) {
    // One pass over the bytes, since every incoming text is checked.
    let holdsNull = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
    if holdsNull { throw Failure("22021", "invalid byte sequence for encoding \"UTF8\": 0x00") }
  }

  // MARK: - Parsing and normalization

  /// Accepts what PostgreSQL accepts: braces around it, hyphens after any four digits or none, either case.
  private static func uuid(_ text: String) -> String? {
    if isPlain(uuid: text) { return text }
    var bytes = Array(text.utf8)
    guard bytes.count <= 45 else { return nil }
    if bytes.first == UInt8(ascii: "{") {
      guard bytes.last == UInt8(ascii: "}") else { return nil }
      bytes = Array(bytes.dropFirst().dropLast())
    }
    var digits: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39, 0x61...0x66: digits.append(byte)
      case 0x41...0x46: digits.append(byte | 0x20)
      case UInt8(ascii: "-"):
        guard !digits.isEmpty, digits.count % 4 == 0, index + 1 < bytes.count, bytes[index - 1] != byte else {
          return nil
        }
      default: return nil
      }
    }
    guard digits.count == 32 else { return nil }
    for place in [8, 13, 18, 23] { digits.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func isPlain(uuid text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    var index = 0
    for byte in text.utf8 {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
      default: guard 0x30...0x39 ~= byte || 0x61...0x66 ~= byte else { return false }
      }
      index += 1
    }
    return true
  }

  /// Accepts what PostgreSQL accepts: any unambiguous prefix of these words, in either case.
  private static func flag(_ text: String) -> Bool? {
    let word = trimmed(text).lowercased()
    guard !word.isEmpty else { return nil }
    if word == "1" || "true".hasPrefix(word) || "yes".hasPrefix(word) || word == "on" { return true }
    if word == "0" || "false".hasPrefix(word) || "no".hasPrefix(word) || word == "of" || word == "off" { return false }
    return nil
  }

  private func whole(_ text: String) throws(Failure) -> Int64 {
    let digits = Self.trimmed(text)
    let body =
      digits.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true
      ? digits.utf8.dropFirst() : digits.utf8[...]
    guard !body.isEmpty, body.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw invalid(text) }
    guard let number = Int64(digits), self != .integer || Int32(exactly: number) != nil else { throw outOfRange(text) }
    return number
  }

  private func fraction(_ text: String) throws(Failure) -> Double {
    let digits = Self.trimmed(text)
    let isPlain = digits.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, digits.utf8.count <= 400, let number = Double(digits) else { throw invalid(text) }
    guard number.isFinite else { throw Failure("22003", "\"\(Self.short(text))\" is out of range for type \(name)") }
    return number
  }

  private static func trimmed(_ text: String) -> Substring {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    let utf8 = text.utf8
    guard let start = utf8.firstIndex(where: { !isSpace($0) }) else { return "" }
    let end = utf8.lastIndex { !isSpace($0) } ?? start
    return text[start...end]
  }

  /// Validates JSON and removes white space.
  private static func compact(_ text: String) throws(Failure) -> String {
    var reader = JSONReader(Array(text.utf8))
    do throws(JSONFlaw) {
      try reader.skip()
      try reader.finish()
    } catch {
      throw Failure("22P02", "invalid input syntax for type json", details: error.sentence)
    }
    guard !JSONReader.escapesNull(reader.bytes) else {
      throw Failure("22P05", "unsupported Unicode escape sequence", details: "\\u0000 cannot be converted to text.")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reader.bytes.count)
    JSONBytes.append(compact: reader.bytes, to: &bytes)
    return bytes.count == reader.bytes.count ? text : String(decoding: bytes, as: UTF8.self)
  }
}

extension Value {
  /// The text form of the value.
  fileprivate var spelling: String {
    switch self {
    case .null, .usual, .bytes: ""
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .real(let number): number == number.rounded() && number.magnitude < 1e15 ? String(Int64(number)) : "\(number)"
    case .text(let text), .json(let text): text
    }
  }
}
