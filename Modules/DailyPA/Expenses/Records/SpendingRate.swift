public import Days
public import Kernel
public import Money
public import Platform
public import Storage

/// A rate that the person gave for a day. There is one for each day and pair of currencies, so its identifier is made
/// from the three.
public struct SpendingRate: Syncable, Hashable {
  public static let collection = "exchange_rates"
  /// Millionths of the largest rate, a million.
  public static let most = 1_000_000_000_000

  public let id: ID<SpendingRate>
  /// Codes of ISO 4217.
  public let from: String
  public let to: String
  public var millionths: Int
  public let day: CalendarDay

  public var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }

  /// Nil for a currency that is not known here, and beyond the bounds.
  public var rate: ExchangeRate? {
    guard let one = Currency(from), let other = Currency(to) else { return nil }
    return ExchangeRate(from: one, to: other, millionths: millionths, day: day.text)
  }

  public init(from: Currency, to: Currency, millionths: Int, day: CalendarDay) {
    id = ID(named: "\(from.code) \(to.code) \(day.text)")
    (self.from, self.to, self.millionths, self.day) = (from.code, to.code, millionths, day)
  }

  public enum CodingKeys: String, ColumnKey {
    case id, millionths
    case from = "from_currency"
    case to = "to_currency"
    case day = "valid_on"
  }
}
