public import Kernel
public import Numbers

extension Money {
  /// The amount with its sign, as the notation writes it: "1.234,50 €", "$1,234.50", "CHF 12.50".
  public func text(_ notation: NumberNotation) -> String {
    let amount = digits(notation)
    // The sign stands behind where the comma is the decimal sign, and before elsewhere.
    let isBehind = notation.decimal == ","
    if isBehind { return "\(amount)\u{A0}\(currency.sign)" }
    let gap = currency.sign.last?.isLetter == true ? "\u{A0}" : ""
    return minor < 0 ? "-\(currency.sign)\(gap)\(amount.dropFirst())" : "\(currency.sign)\(gap)\(amount)"
  }

  /// The amount without its sign, with all digits of its currency: "1.234,50".
  public func digits(_ notation: NumberNotation) -> String {
    let scale = UInt(currency.scale)
    let (whole, part) = minor.magnitude.quotientAndRemainder(dividingBy: scale)
    let text = notation.grouped(Double(whole))
    guard currency.digits > 0 else { return (minor < 0 ? "-" : "") + text }
    var digits = String(part)
    digits = String(repeating: "0", count: currency.digits - digits.count) + digits
    return (minor < 0 ? "-" : "") + text + String(notation.decimal) + notation.respelledDigits(digits)
  }

  /// Reads an amount as people type it: "12,50 €", "$1,234.5", "1.234", "EUR 7", "7". Without a currency it is the usual
  /// one. Throws what is wrong in a sentence.
  public init(typed text: String, in notation: NumberNotation, usual: Currency) throws(Problem) {
    let (number, word) = Money.parts(text)
    var currency = usual
    if !word.isEmpty {
      guard let named = Currency(typed: word) else {
        throw Problem(
          "unknown-currency", "“\(word.prefix(20))” is not a currency that is known here.",
          remedy: "Write its code, such as \(usual.code).")
      }
      currency = named
    }
    let digits: TypedDigits
    switch notation.readDigits(number) {
    case .digits(let typed): digits = typed
    case .ambiguous(let decimal, let grouped):
      // Three digits behind a sign are thousands where a currency has only two.
      guard currency.digits == 3 else {
        digits = grouped
        break
      }
      throw .ambiguous(text, decimal, grouped, notation)
    case .unreadable:
      throw Problem(
        "bad-amount", "“\(text.prefix(40))” is not an amount.", remedy: "Write it as \(notation.text(12.5)).")
    }
    self = try Money(digits, currency)
  }

  /// The amount of these digits, exactly.
  private init(_ typed: TypedDigits, _ currency: Currency) throws(Problem) {
    var fraction = typed.fraction
    while fraction.last == "0" { fraction.removeLast() }
    guard fraction.count <= currency.digits else {
      let digits = currency.digits == 0 ? "no" : "at most \(currency.digits)"
      throw Problem(
        "amount-digits", "\(currency.code) has \(digits) digits after the decimal sign.",
        remedy: "Leave out the others.")
    }
    let padded = fraction + String(repeating: "0", count: currency.digits - fraction.count)
    guard let minor = Int("0" + typed.whole + padded),
      let money = Money(minor: typed.isNegative ? -minor : minor, currency)
    else {
      throw Problem("amount-limit", "The amount is larger than can be kept.", remedy: "Check the number of digits.")
    }
    self = money
  }

  /// The number from its first to its last digit with its sign, and the word before or behind it.
  private static func parts(_ text: String) -> (number: String, word: String) {
    guard let first = text.firstIndex(where: \.isNumber), let last = text.lastIndex(where: \.isNumber) else {
      return ("", text.filter { !$0.isWhitespace })
    }
    let around = String(text[..<first]) + text[text.index(after: last)...]
    let isNegative = around.contains { "-−".contains($0) }
    let word = around.filter { !$0.isWhitespace && !"+-−".contains($0) }
    let isOnlySigns = word.allSatisfy { ".,'’".contains($0) }
    return ((isNegative ? "-" : "") + String(text[first...last]), isOnlySigns ? "" : word)
  }
}

extension Problem {
  fileprivate static func ambiguous(
    _ text: String, _ decimal: TypedDigits, _ grouped: TypedDigits, _ notation: NumberNotation
  ) -> Problem {
    let both = [decimal, grouped].map { digits in
      notation.respelled("\(digits.whole).\(digits.fraction.isEmpty ? "0" : digits.fraction)")
    }
    return Problem(
      "ambiguous-amount", "“\(text.prefix(40))” can be \(both[0]) or \(both[1]).",
      remedy: "Write it without a sign between thousands.")
  }
}

extension NumberNotation {
  /// Digits in the digits of the notation.
  fileprivate func respelledDigits(_ digits: String) -> String {
    String(
      digits.map { character in
        guard let digit = character.wholeNumberValue else { return character }
        return Unicode.Scalar(zero.value + UInt32(digit)).map(Character.init) ?? character
      })
  }
}
