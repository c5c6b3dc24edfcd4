public import Money

/// An amount as it is printed: digits with a decimal sign, and perhaps the sign of a currency.
public struct ReceiptAmount: Sendable, Hashable {
  /// The printed digits without their decimal sign: 900 for "9.00".
  public let number: Int
  /// Digits behind the decimal sign.
  public let decimals: Int
  let box: ReceiptBox
  let confidence: Double
  /// The index of its first word in the row.
  let place: Int
  /// The currency beside the digits, as it is printed.
  let mark: String?

  /// "9.00".
  public var text: String {
    let digits = String(number.magnitude)
    guard decimals > 0 else { return (number < 0 ? "-" : "") + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// The amount in a currency; nil where the printed digits are more than it has, or beyond the most.
  public func money(_ currency: Currency) -> Money? {
    guard decimals <= currency.digits else { return nil }
    let (minor, overflow) = number.multipliedReportingOverflow(by: ReceiptAmount.power(currency.digits - decimals))
    return overflow ? nil : Money(minor: minor, currency)
  }

  /// Hundredths, by which amounts of a receipt are compared.
  var hundredths: Int {
    decimals <= 2 ? number * ReceiptAmount.power(2 - decimals) : number / ReceiptAmount.power(decimals - 2)
  }

  static func power(_ count: Int) -> Int { [1, 10, 100, 1000, 10_000][min(max(count, 0), 4)] }

  // MARK: Reading

  static let marks: Set<String> = [
    "RM", "MYR", "EUR", "€", "USD", "US$", "$", "S$", "SGD", "A$", "AUD", "CAD", "C$", "GBP", "£", "CHF", "FR", "JPY",
    "¥", "INR", "₹",
    "RS", "IDR", "RP", "THB", "฿", "PHP", "₱", "HK$", "HKD", "NT$", "KRW", "₩", "PLN", "ZŁ", "CZK", "KČ", "SEK", "NOK",
    "DKK", "KR",
    "BRL", "R$", "MXN", "TRY", "₺", "ZAR", "R", "NZ$", "NZD", "VND", "₫", "AED",
  ]

  static func all(in words: [ReceiptWord]) -> [ReceiptAmount] {
    var all: [ReceiptAmount] = []
    var isNegative = false
    for (index, word) in words.enumerated() {
      defer { isNegative = word.text == "-" }
      guard var found = read(word.text) else { continue }
      if isNegative { found.number = -found.number }
      var mark = found.mark
      if mark == nil { mark = near(words, index) }
      all.append(
        ReceiptAmount(
          number: found.number, decimals: found.decimals, box: word.box, confidence: word.confidence, place: index,
          mark: mark))
    }
    return all
  }

  /// The currency in the word before or behind.
  private static func near(_ words: [ReceiptWord], _ index: Int) -> String? {
    for place in [index - 1, index + 1] where words.indices.contains(place) {
      let word = words[place].text.uppercased().filter { !".:()".contains($0) }
      if marks.contains(word), word.count > 1 || !(word.first?.isLetter ?? true) { return word }
    }
    return nil
  }

  /// Reads "9.00", "RM9.00", "1.234,56", "1,234.56-", "9,00€" or "11.45S"; nil for anything else. An amount has a decimal
  /// sign, or groups of thousands behind the sign of a currency.
  static func read(_ text: String) -> (number: Int, decimals: Int, mark: String?)? {
    guard text.utf8.count <= 40, let first = text.firstIndex(where: \.isASCIIDigit),
      let last = text.lastIndex(where: \.isASCIIDigit)
    else { return nil }
    let head = text[..<first].uppercased()
    var tail = text[text.index(after: last)...].uppercased()
    let isNegative = head.contains("-") || head.contains("(") && tail.contains(")") || tail.hasSuffix("-")
    tail.removeAll { "-)*.".contains($0) }
    let before = head.filter { !"-(:=*.".contains($0) }
    guard before.isEmpty || marks.contains(before) else { return nil }
    // A letter behind is the mark of a tax.
    guard tail.isEmpty || marks.contains(tail) || tail.count <= 2 && tail.allSatisfy(\.isLetter) else { return nil }
    let mark = !before.isEmpty ? before : marks.contains(tail) && tail.count > 1 || "€£$¥".contains(tail) ? tail : ""
    guard let digits = digits(text[first...last], isMarked: !mark.isEmpty) else { return nil }
    return (isNegative ? -digits.number : digits.number, digits.decimals, mark.isEmpty ? nil : mark)
  }

  private static func digits(_ text: Substring, isMarked: Bool) -> (number: Int, decimals: Int)? {
    let parts = text.split(omittingEmptySubsequences: false) { ".,'’".contains($0) }
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }), let last = parts.last else { return nil }
    let signs = text.filter { ".,'’".contains($0) }
    guard let sign = signs.last else {
      guard isMarked, let number = Int(text), text.count <= 12 else { return nil }
      return (number, 0)
    }
    let isDecimal = last.count == 2 && (signs.count == 1 || signs.dropLast().last != sign || parts.count == 2)
    let groups = isDecimal ? parts.dropLast() : parts[...]
    guard groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.count == 1 || groups[0].count <= 3 else {
      return nil
    }
    // "1.234" without decimals is a number of thousands only where the currency says so.
    guard isDecimal || isMarked else { return nil }
    guard let number = Int(parts.joined()), number < 1_000_000_000_000_000 else { return nil }
    return (number, isDecimal ? 2 : 0)
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
