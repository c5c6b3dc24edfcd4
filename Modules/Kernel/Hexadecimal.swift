extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits for each byte.
  public var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      digits.append((byte >> 4).hexadecimalDigit)
      digits.append((byte & 15).hexadecimalDigit)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension UInt8 {
  /// The lower-case digit of a number below 16, in ASCII.
  fileprivate var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
}
