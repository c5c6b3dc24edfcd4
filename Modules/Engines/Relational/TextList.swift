internal import JSON

/// A list of texts, in the two forms that clients send: `{a,"b c"}` and `["a","b c"]`.
public struct TextList: Sendable, Hashable {
  public let texts: [String]

  public init(texts: [String]) { self.texts = texts }

  public init(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    switch bytes.first {
    case UInt8(ascii: "{"):
      var reader = ArrayLiteral(bytes)
      guard let read = reader.read() else { throw Self.malformed(text) }
      texts = read
    case UInt8(ascii: "["):
      do throws(JSONFlaw) { texts = try Self.texts(in: bytes) } catch { throw Self.malformed(text, error.sentence) }
    default: throw Self.malformed(text)
    }
    if texts.contains(where: { $0.utf8.contains(0) }) {
      throw Failure("22021", "invalid byte sequence for encoding \"UTF8\": 0x00")
    }
  }

  /// The list as compact JSON, which both stores use.
  public var json: String {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONBytes.append(string: text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The list as PostgreSQL's array literal.
  public var literal: String {
    var literal = "{"
    for (index, text) in texts.enumerated() {
      literal += index > 0 ? ",\"" : "\""
      for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { literal += "\\" }
        literal.unicodeScalars.append(scalar)
      }
      literal += "\""
    }
    return literal + "}"
  }

  private static func texts(in bytes: [UInt8]) throws(JSONFlaw) -> [String] {
    var texts: [String] = []
    var reader = JSONReader(bytes, deepest: 1)
    try reader.openArray()
    while try reader.nextItem() {
      switch try reader.peek() {
      case .string: texts.append(try reader.string())
      case .number: texts.append(reader.string(try reader.number()))
      case .bool: texts.append(try reader.bool() ? "true" : "false")
      case .null, .array, .object: throw reader.flaw("holds something other than texts")
      }
    }
    try reader.finish()
    return texts
  }

  private static func malformed(_ text: String, _ details: String? = nil) -> Failure {
    Failure("22P02", "malformed array literal: \"\(text.prefix(100))\"", details: details)
  }
}

/// Parses `{a,"b c","d\"e"}`: one dimension, without nulls.
private struct ArrayLiteral {
  private let bytes: [UInt8]
  private var position = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> [String]? {
    var texts: [String] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return isAtEnd ? texts : nil }
    while true {
      skipSpace()
      guard let text = position < bytes.count && bytes[position] == UInt8(ascii: "\"") ? quoted() : plain() else {
        return nil
      }
      texts.append(text)
      skipSpace()
      if take(UInt8(ascii: "}")) { return isAtEnd ? texts : nil }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func quoted() -> String? {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      var byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard position < bytes.count else { return nil }
        byte = bytes[position]
        position += 1
      }
      text.append(byte)
    }
    return nil
  }

  private mutating func plain() -> String? {
    var text: [UInt8] = []
    /// The length without trailing white space.
    var kept = 0
    var hasEscapes = false
    while position < bytes.count {
      var byte = bytes[position]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") { break }
      guard byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\"") else { return nil }
      let isEscape = byte == UInt8(ascii: "\\")
      if isEscape {
        hasEscapes = true
        position += 1
        guard position < bytes.count else { return nil }
        byte = bytes[position]
      }
      position += 1
      text.append(byte)
      if isEscape || !Self.isSpace(byte) { kept = text.count }
    }
    let word = String(decoding: text.prefix(kept), as: UTF8.self)
    guard kept > 0, hasEscapes || word.lowercased() != "null" else { return nil }
    return word
  }

  private var isAtEnd: Bool { position == bytes.count }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
