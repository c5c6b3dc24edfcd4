/// Parses numbers such as "0.0734", "12" and "7.5e-05" from null-terminated bytes.
enum NumberReader {
  private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
  /// Number of digits that fit into an Int; further digits are finer than any measurement.
  private static let mostDigits = 18

  /// The number; nil for anything else, for more than forty characters, or for an implausible exponent.
  static func read(_ text: UnsafePointer<CChar>) -> Double? {
    var place = 0
    let isNegative = text[0] == 45
    if isNegative { place = 1 }
    var mantissa = 0
    var digits = 0
    var exponent = 0
    var hasDigits = false
    var isFraction = false
    while place < 40 {
      let byte = text[place]
      if 48 <= byte, byte <= 57 {
        hasDigits = true
        if digits < mostDigits {
          mantissa = mantissa * 10 + Int(byte - 48)
          if mantissa > 0 { digits += 1 }
          if isFraction { exponent -= 1 }
        } else if !isFraction {
          exponent += 1
        }
      } else if byte == 46, !isFraction {
        isFraction = true
      } else {
        break
      }
      place += 1
    }
    guard hasDigits else { return nil }
    if text[place] == 101 || text[place] == 69 {
      guard let (power, end) = self.exponent(text, place + 1) else { return nil }
      exponent += power
      place = end
    }
    guard text[place] == 0, let number = scaled(mantissa, exponent) else { return nil }
    return isNegative ? -number : number
  }

  private static func exponent(_ text: UnsafePointer<CChar>, _ start: Int) -> (power: Int, end: Int)? {
    var place = start
    let isNegative = text[place] == 45
    if isNegative || text[place] == 43 { place += 1 }
    let first = place
    var power = 0
    while 48 <= text[place], text[place] <= 57, place - first < 4 {
      power = power * 10 + Int(text[place] - 48)
      place += 1
    }
    return place == first ? nil : (isNegative ? -power : power, place)
  }

  private static func scaled(_ mantissa: Int, _ exponent: Int) -> Double? {
    if mantissa == 0 { return 0 }
    if powers.indices.contains(exponent) { return Double(mantissa) * powers[exponent] }
    if powers.indices.contains(-exponent) { return Double(mantissa) / powers[-exponent] }
    // No measure is as large; a value as small is zero.
    return exponent > 0 ? nil : exponent < -40 ? 0 : Double(mantissa) / powers[22] / powers[min(22, -exponent - 22)]
  }
}
