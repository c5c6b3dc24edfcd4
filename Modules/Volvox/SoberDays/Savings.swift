/// A person's former spending a day, from which their savings are estimated.
public struct DailySpending: Sendable, Hashable {
  /// Hundredths of the currency's unit.
  public let hundredths: Int
  /// An ISO 4217 code such as "EUR".
  public let currency: String

  public static let most = 100_000_000

  /// Nil unless the amount is positive and at most a million, and the code is of three capital letters.
  public init?(hundredths: Int, currency: String) {
    guard (1...DailySpending.most).contains(hundredths), DailySpending.isCode(currency) else { return nil }
    self.hundredths = hundredths
    self.currency = currency
  }

  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// The estimate in whole units, for so many sober days.
  public func saved(in days: Int) -> Int {
    let (product, overflows) = hundredths.multipliedReportingOverflow(by: max(0, days))
    return (overflows ? Int.max : product) / 100
  }
}
