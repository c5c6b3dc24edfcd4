/// Appends compact JSON to a byte buffer and escapes only what must be escaped.
public enum JSONBytes {
  /// Appends a string with its quotation marks.
  public static func append(string text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Appends a string given as UTF-8 bytes.
  public static func append(utf8 text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Runs that need no escape are copied in one piece.
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      if index > start { bytes.append(contentsOf: text[start..<index]) }
      start = index + 1
      escape(byte, to: &bytes)
    }
    if start < text.count { bytes.append(contentsOf: text[start...]) }
    bytes.append(UInt8(ascii: "\""))
  }

  public static func append(_ number: Int64, to bytes: inout [UInt8]) {
    guard number != .min else { return bytes.append(contentsOf: "\(number)".utf8) }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a number; integers without a fraction, NaN and infinities as null.
  public static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    if let whole = Int64(exactly: number), number.magnitude < 1e15 { return append(whole, to: &bytes) }
    bytes.append(contentsOf: number.description.utf8)
  }

  public static func append(_ flag: Bool, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
  }

  /// Appends existing JSON without the white space between its tokens.
  public static func append(compact json: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    var isText = false
    var isEscaped = false
    for byte in json {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      }
      bytes.append(byte)
    }
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: [
        UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
      ])
    }
  }
}
