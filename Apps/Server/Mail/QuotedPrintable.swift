/// Quoted-printable encoding (RFC 2045, 6.7): lines of at most 76 ASCII characters that stay readable.
enum QuotedPrintable {
  static func encoded(_ text: String) -> String {
    var out: [UInt8] = []
    var column = 0
    func put(_ piece: [UInt8]) {
      if column + piece.count > 75 {
        out += [UInt8(ascii: "="), 0x0D, 0x0A]
        column = 0
      }
      out += piece
      column += piece.count
    }
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x0D, 0x0A:
        if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
        out += [0x0D, 0x0A]
        column = 0
      case 0x20, 0x09:
        // Mail servers may strip a space at the end of a line.
        let isLast = index == bytes.count || bytes[index] == 0x0D || bytes[index] == 0x0A
        put(isLast ? hex(byte) : [byte])
      case UInt8(ascii: "="): put(hex(byte))
      case 0x21...0x7E: put([byte])
      default: put(hex(byte))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Decodes what `encoded` writes; malformed escapes are kept as they are.
  static func decoded(_ text: Substring) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        if byte != 0x0D { out.append(byte) }
        continue
      }
      guard index + 1 < bytes.count else { break }
      if bytes[index] == 0x0D {
        index += 2
      } else if let high = value(bytes[index]), let low = value(bytes[index + 1]) {
        out.append(high << 4 | low)
        index += 2
      } else {
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func hex(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func value(_ digit: UInt8) -> UInt8? { digits.firstIndex(of: digit).map(UInt8.init) }
}
