public import Days
public import FoundationEssentials
public import Kernel
public import Money
public import Storage

/// An expense of a person.
public struct Expense: Syncable {
  public static let collection = "expenses"

  /// The bounds of the server's column.
  public static let mostAmount = 1_000_000_000_000
  static let longestCategory = 100
  static let longestMerchant = 500
  static let longestDescription = 5_000

  public let id: ID<Expense>
  /// In the smallest unit of the currency; negative for a refund of another program.
  public var amount: Int
  /// A code of ISO 4217, or whatever another program wrote.
  public var currency: String
  /// The name of an `ExpenseCategory`, or a word of another program.
  public var category: String
  public var spentOn: CalendarDay
  public var merchant: String?
  public var description: String?
  /// The identifier of the receipt's picture, which is on the device that took it.
  public var receipt: String?

  public var when: Date { Date(timeIntervalSince1970: Double(spentOn.number) * 86_400) }

  /// Nil for a currency that is not known here.
  public var money: Money? { Currency(currency).flatMap { Money(minor: amount, $0) } }

  public init(
    id: ID<Expense>, amount: Int, currency: String, category: String, spentOn: CalendarDay, merchant: String? = nil,
    description: String? = nil, receipt: String? = nil
  ) {
    self.id = id
    self.amount = amount
    self.currency = currency
    self.category = category
    self.spentOn = spentOn
    self.merchant = merchant
    self.description = description
    self.receipt = receipt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, amount, currency, category, merchant, description
    case spentOn = "spent_on"
    case receipt = "receipt_path"
  }

  /// The words of its category.
  public var categoryTitle: String { ExpenseCategory.title(of: category) }

  /// The newest day first, and of one day what was added last.
  static func isNewer(_ one: Opened<Expense>, _ other: Opened<Expense>) -> Bool {
    if one.record.spentOn != other.record.spentOn { return one.record.spentOn > other.record.spentOn }
    return one.record.id.uuid > other.record.id.uuid
  }
}
