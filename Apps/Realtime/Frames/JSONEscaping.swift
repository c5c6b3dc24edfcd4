extension JSONText {
  static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Of a text that was checked before.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    func flush() {
      guard !units.isEmpty else { return }
      out.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      units = []
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.endIndex else {
        flush()
        out.append(byte)
        continue
      }
      let sign = bytes[index]
      index += 1
      if sign == UInt8(ascii: "u") {
        units.append(bytes[index...].prefix(4).reduce(0) { $0 << 4 | UInt16(hex($1) ?? 0) })
        index = min(index + 4, bytes.endIndex)
      } else {
        flush()
        out.append(plain(sign))
      }
    }
    flush()
    return String(decoding: out, as: UTF8.self)
  }

  private static func plain(_ sign: UInt8) -> UInt8 {
    switch sign {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: sign
    }
  }

  /// As it stands in JSON, with its quotation marks.
  static func quoted(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 2)
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case ..<0x20: out += "\\u00".utf8 + [digit(byte >> 4), digit(byte & 15)]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
    return out
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension Array where Element == UInt8 {
  static func += (left: inout [UInt8], right: StaticString) {
    right.withUTF8Buffer { left.append(contentsOf: $0) }
  }

  /// JSON in pieces: `\(raw:)` puts in what is JSON already.
  init(_ json: RawJSON) { self = json.bytes }
}

/// JSON put together of words of the program and of what is JSON already; any other text is quoted.
struct RawJSON: ExpressibleByStringInterpolation {
  let bytes: [UInt8]

  init(stringLiteral words: StaticString) {
    var bytes: [UInt8] = []
    bytes += words
    self.bytes = bytes
  }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    mutating func appendLiteral(_ words: StaticString) { bytes += words }
    mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: JSONText.quoted(text)) }
    mutating func appendInterpolation(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }
    mutating func appendInterpolation(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }
  }
}
