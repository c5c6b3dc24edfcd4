/// A cursor over one name or value of a query string.
struct QueryText {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  /// The byte after `next`.
  var second: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  func isNext(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    return true
  }

  mutating func take(word: StaticString) -> Bool {
    guard isNext(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  mutating func skipSpace() {
    while next == 0x20 { position += 1 }
  }

  /// Reads a column name: anything in quotation marks, else letters, digits, `_`, `$`, inner spaces, and hyphens that
  /// do not begin an arrow.
  mutating func name() -> String? {
    if next == UInt8(ascii: "\"") { return quoted() }
    let start = position
    while let byte = next, Self.isOfName(byte) || (byte == UInt8(ascii: "-") && second != UInt8(ascii: ">")) {
      position += 1
    }
    var (first, last) = (start, position)
    while first < last, bytes[first] == 0x20 { first += 1 }
    while first < last, bytes[last - 1] == 0x20 { last -= 1 }
    return first == last ? nil : String(decoding: bytes[first..<last], as: UTF8.self)
  }

  /// Reads the letters that come next.
  mutating func word() -> String {
    let start = position
    while let byte = next, 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_") { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads a quoted text with backslash escapes; returns nil and consumes nothing when it is unterminated.
  mutating func quoted() -> String? {
    let start = position
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let literal = next else { break }
        text.append(literal)
        position += 1
      default: text.append(byte)
      }
    }
    position = start
    return nil
  }

  mutating func rest() -> String {
    defer { position = bytes.count }
    return String(decoding: bytes[position...], as: UTF8.self)
  }

  /// Reads an item of a list: a quoted text, or everything up to the next comma or closing bracket.
  mutating func item() -> String {
    let start = position
    if let text = quoted() {
      if isAtEnd || next == UInt8(ascii: ",") || next == UInt8(ascii: ")") { return text }
      position = start
    }
    while let byte = next, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads `{a,b}` with its braces; its commas do not separate items.
  mutating func braces() -> String? {
    guard next == UInt8(ascii: "{"), let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")),
      !bytes[(position + 1)..<end].contains(UInt8(ascii: "{"))
    else { return nil }
    defer { position = end + 1 }
    return String(decoding: bytes[position...end], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: " "): true
    default: false
    }
  }
}
