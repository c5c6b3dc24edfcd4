public import Days
public import Kernel
public import Money
public import Platform
public import Storage

/// A payment between the person and somebody with whom expenses are shared.
public struct ExpenseSettlement: Syncable {
  public static let collection = "expense_settlements"

  public let id: ID<ExpenseSettlement>
  public let person: String
  /// In the smallest unit of the currency: received from that person, or paid to them when it is negative.
  public let amount: Int
  public let currency: String
  public let settledOn: CalendarDay

  public var when: Date { Date(timeIntervalSince1970: Double(settledOn.number) * 86_400) }
  /// Nil for a currency that is not known here.
  public var money: Money? { Currency(currency).flatMap { Money(minor: amount, $0) } }

  public init(id: ID<ExpenseSettlement>, person: String, _ money: Money, on day: CalendarDay) {
    (self.id, self.person, settledOn) = (id, person, day)
    (amount, currency) = (money.minor, money.currency.code)
  }

  public enum CodingKeys: String, ColumnKey {
    case id, person, amount, currency
    case settledOn = "settled_on"
  }
}
