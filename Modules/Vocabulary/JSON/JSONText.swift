/// Helpers for the content of JSON strings.
enum JSONText {
  /// The UTF-16 code unit of four hexadecimal digits, as in `\u00e4`.
  static func unit(_ bytes: [UInt8], at start: Int, before end: Int) -> UInt16? {
    guard start + 4 <= end else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension JSONReader {
  public func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The value of a string with its escapes resolved.
  public func string(_ text: Text) -> String {
    guard text.hasEscapes else { return string(text.range) }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.range.count)
    var index = text.range.lowerBound
    while index < text.range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        let end = text.range.upperBound
        let unit = JSONText.unit(bytes, at: index, before: end) ?? 0
        index += 4
        var scalar = UInt32(unit)
        // The reader has checked that the low surrogate is there.
        if 0xD800...0xDBFF ~= unit, let low = JSONText.unit(bytes, at: index + 2, before: end) {
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (UInt32(low) &- 0xDC00)
          index += 6
        }
        plain.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      default: plain.append(bytes[index - 1])
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Returns true if the string equals these UTF-8 bytes.
  public func says(_ text: Text, _ other: [UInt8]) -> Bool {
    guard !text.hasEscapes else { return string(text).utf8.elementsEqual(other) }
    return other.count == text.range.count && bytes[text.range].elementsEqual(other)
  }

  /// Returns true if the string equals this literal.
  public func says(_ text: Text, _ word: StaticString) -> Bool {
    guard !text.hasEscapes else { return string(text) == word.description }
    return word.withUTF8Buffer { word in
      word.count == text.range.count && bytes[text.range].elementsEqual(word)
    }
  }

  /// Reads the next value as a tree. The last of duplicate keys wins.
  public mutating func tree() throws(JSONFlaw) -> JSON {
    switch try peek() {
    case .null:
      try null()
      return .null
    case .bool: return .bool(try bool())
    case .string: return .string(try string())
    case .number:
      let range = try number()
      guard let number = Double(string(range)), number.isFinite else { throw flaw("has a number without bounds") }
      return .number(number)
    case .array:
      var items: [JSON] = []
      try openArray()
      while try nextItem() { items.append(try tree()) }
      return .array(items)
    case .object:
      var members: [String: JSON] = [:]
      try openObject()
      while let key = try nextKey() {
        let name = string(key)
        members[name] = try tree()
      }
      return .object(members)
    }
  }
}

extension JSON {
  /// Parses one JSON value and nothing else.
  public init(bytes: [UInt8], deepest: Int = 128) throws(JSONFlaw) {
    var reader = JSONReader(bytes, deepest: deepest)
    self = try reader.tree()
    try reader.finish()
  }
}

extension JSONReader {
  /// Returns true if valid JSON contains the escape `\u0000`, which databases do not store.
  public static func escapesNull(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      if bytes[found...].starts(with: #"\u0000"#.utf8) { return true }
      index = min(found + 2, bytes.count)
    }
    return false
  }
}
