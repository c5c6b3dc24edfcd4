/// Validates UTF-8 incrementally (RFC 3629): no overlong form, no surrogate, nothing past U+10FFFF. The first invalid
/// byte is reported at once, even if megabytes follow.
struct UTF8Check: Sendable {
  private var left = 0
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  /// Whether the input so far ends at a character boundary.
  var isWhole: Bool { left == 0 }

  /// Returns false when these bytes cannot follow the earlier ones.
  mutating func accepts(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes {
      if left > 0 {
        guard byte >= lowest, byte <= highest else { return false }
        (lowest, highest) = (0x80, 0xBF)
        left -= 1
      } else if byte >= 0x80 {
        guard begin(byte) else { return false }
      }
    }
    return true
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: left = 1
    case 0xE0: (left, lowest) = (2, 0xA0)
    case 0xED: (left, highest) = (2, 0x9F)
    case 0xE1...0xEF: left = 2
    case 0xF0: (left, lowest) = (3, 0x90)
    case 0xF1...0xF3: left = 3
    case 0xF4: (left, highest) = (3, 0x8F)
    default: return false
    }
    return true
  }
}
