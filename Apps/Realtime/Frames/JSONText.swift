/// What is no JSON, or not what was asked for, in a few words.
struct Malformed: Error, Hashable {
  let what: String
}

/// Reads JSON where it stands: what is only passed on is checked, and never made into values. What has passed here is
/// safe to stand inside a frame for somebody else.
struct JSONText {
  struct Member {
    let name: String
    let value: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// How many more lists and objects may stand in one another.
  private var depth = 64

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  // MARK: What can be asked of a text

  /// The members of an object, in their order.
  static func members(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [Member] {
    var reader = JSONText(bytes)
    var members: [Member] = []
    try reader.object { (name, value) throws(Malformed) in members.append(Member(name: name, value: value)) }
    try reader.end()
    return members
  }

  static func items(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [ArraySlice<UInt8>] {
    var reader = JSONText(bytes)
    var items: [ArraySlice<UInt8>] = []
    try reader.list { items.append($0) }
    try reader.end()
    return items
  }

  /// Whether one value stands there and nothing else.
  static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = JSONText(bytes)
    do {
      _ = try reader.value()
      try reader.end()
      return true
    } catch {
      return false
    }
  }

  /// The text, without its quotation marks; nil for any other value.
  static func string(_ bytes: ArraySlice<UInt8>) -> String? {
    var reader = JSONText(bytes)
    guard bytes.first == UInt8(ascii: "\""), let text = try? reader.text(), reader.isAtEnd else { return nil }
    return text
  }

  static func bool(_ bytes: ArraySlice<UInt8>) -> Bool? {
    bytes.elementsEqual("true".utf8) ? true : bytes.elementsEqual("false".utf8) ? false : nil
  }

  static func isNull(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.elementsEqual("null".utf8) }

  static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first == UInt8(ascii: "{") }

  // MARK: Reading

  private var isAtEnd: Bool { index == bytes.endIndex }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func end() throws(Malformed) {
    skipBlanks()
    guard isAtEnd else { throw Malformed(what: "something stands behind the JSON") }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// Checks one value, and says where it stands.
  private mutating func value() throws(Malformed) -> ArraySlice<UInt8> {
    skipBlanks()
    let start = index
    switch next {
    case UInt8(ascii: "{"): try object { _, _ in }
    case UInt8(ascii: "["): try list { _ in }
    case UInt8(ascii: "\""): _ = try skipText()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
    return bytes[start..<index]
  }

  private mutating func object(
    _ body: (String, ArraySlice<UInt8>) throws(Malformed) -> Void
  ) throws(Malformed) {
    try enter("{")
    skipBlanks()
    if !take("}") {
      repeat {
        skipBlanks()
        let name = try text()
        skipBlanks()
        guard take(":") else { throw Malformed(what: "a colon is missing") }
        try body(name, try value())
        skipBlanks()
      } while take(",")
      guard take("}") else { throw Malformed(what: "an object does not end") }
    }
    depth += 1
  }

  private mutating func list(_ body: (ArraySlice<UInt8>) throws(Malformed) -> Void) throws(Malformed) {
    try enter("[")
    skipBlanks()
    if !take("]") {
      repeat {
        try body(try value())
        skipBlanks()
      } while take(",")
      guard take("]") else { throw Malformed(what: "a list does not end") }
    }
    depth += 1
  }

  private mutating func enter(_ sign: Unicode.Scalar) throws(Malformed) {
    skipBlanks()
    guard take(sign) else { throw Malformed(what: sign == "{" ? "no object" : "no list") }
    depth -= 1
    guard depth > 0 else { throw Malformed(what: "too many things in one another") }
  }

  private mutating func word(_ word: StaticString) throws(Malformed) {
    let count = word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { bytes[index...].prefix(count).elementsEqual($0) }
    guard isThere else { throw Malformed(what: "no value") }
    index += count
  }

  private mutating func number() throws(Malformed) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Malformed) {
    let start = index
    while let byte = next, 0x30...0x39 ~= byte { index += 1 }
    guard index > start else { throw Malformed(what: "no value") }
  }

  private mutating func text() throws(Malformed) -> String {
    let start = index + 1
    let isPlain = try skipText()
    let inside = bytes[start..<(index - 1)]
    return isPlain ? String(decoding: inside, as: UTF8.self) : JSONText.unescaped(inside)
  }

  /// False when it has escapes.
  private mutating func skipText() throws(Malformed) -> Bool {
    guard take("\"") else { throw Malformed(what: "no text") }
    var isPlain = true
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return isPlain
      case ..<0x20: throw Malformed(what: "a control character in a text")
      case UInt8(ascii: "\\"):
        isPlain = false
        try skipEscape()
      default: break
      }
    }
    throw Malformed(what: "a text does not end")
  }

  private mutating func skipEscape() throws(Malformed) {
    guard let sign = next else { throw Malformed(what: "half an escape") }
    index += 1
    switch sign {
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      guard 0xD800...0xDFFF ~= unit else { return }
      // Half a character: many readers refuse the whole text for it.
      guard unit < 0xDC00, take("\\"), take("u"), 0xDC00...0xDFFF ~= (try codeUnit()) else {
        throw Malformed(what: "half a character")
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      break
    default: throw Malformed(what: "an unknown escape")
    }
  }

  private mutating func codeUnit() throws(Malformed) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ JSONText.hex($0) != nil }) else {
      throw Malformed(what: "half an escape")
    }
    index += 4
    return digits.reduce(0) { $0 << 4 | UInt16(JSONText.hex($1) ?? 0) }
  }
}
