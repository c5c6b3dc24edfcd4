/// The notation of numbers in one locale: the decimal sign, the sign between groups of digits, and the digits.
///
/// It writes a number for a field, and reads one as people type it. What it writes it reads back as the same number.
public struct NumberNotation: Sendable, Hashable {
  public let decimal: Character
  /// A space, an apostrophe, a comma or a point; nil when groups are not separated.
  public let group: Character?
  /// The digit zero. The other nine follow it in Unicode.
  public let zero: Unicode.Scalar

  init(decimal: Character, group: Character?, zero: Unicode.Scalar = "0") {
    self.decimal = decimal
    self.group = group
    self.zero = zero
  }

  /// The notation of stored values: a decimal point and no groups.
  public static let plain = NumberNotation(decimal: ".", group: nil)

  // MARK: Writing

  /// The shortest decimal text that is read back as the same number, without groups and without an exponent.
  public func text(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    return native(NumberNotation.digits(of: number))
  }

  /// The number with a group sign between thousands, for a list or a sentence.
  public func grouped(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    let plain = NumberNotation.digits(of: number)
    let whole = plain.prefix { $0 != "." }
    let digits = whole.drop { $0 == "-" }
    guard let group, digits.count > 3 else { return native(plain) }
    var text = native(String(whole.prefix { $0 == "-" }))
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(group) }
      text += native(String(digit))
    }
    return text + native(String(plain.dropFirst(whole.count)))
  }

  /// A text in plain notation, such as a stored value, in this one; unchanged if it is no number.
  public func respelled(_ plain: String) -> String { Double(plain).map(text) ?? plain }

  private func native(_ plain: String) -> String {
    if self == .plain { return plain }
    return String(
      plain.map { character in
        guard let digit = character.wholeNumberValue else { return character == "." ? decimal : character }
        return Unicode.Scalar(zero.value + UInt32(digit)).map(Character.init) ?? character
      })
  }

  /// The shortest digits that are read back as the same number, without an exponent: "0.00001" rather than "1e-05".
  private static func digits(of number: Double) -> String {
    let text = String(number)
    guard let mark = text.firstIndex(of: "e") else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let sign = number < 0 ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let parts = mantissa.split(separator: ".")
    let (digits, point) = (parts.joined(), parts[0].count + exponent)
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
