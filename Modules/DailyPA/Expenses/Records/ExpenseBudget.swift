public import Kernel
public import Money
public import Platform
public import Storage

/// The most that a person wants to spend in one category and currency in each month. There is one for each pair, so its
/// identifier is made from both.
public struct ExpenseBudget: Syncable {
  public static let collection = "expense_budgets"

  public let id: ID<ExpenseBudget>
  public let category: String
  /// A code of ISO 4217.
  public let currency: String
  /// In the smallest unit of the currency.
  public var amount: Int

  public var when: Date { Date(timeIntervalSince1970: 0) }

  /// Nil for a currency that is not known here.
  public var money: Money? { Currency(currency).flatMap { Money(minor: amount, $0) } }

  public init(category: String, _ money: Money) {
    id = ID(named: "\(money.currency.code) \(category)")
    self.category = category
    currency = money.currency.code
    amount = money.minor
  }

  public enum CodingKeys: String, ColumnKey {
    case id, category, currency, amount
  }
}
