public import Days
public import Kernel
public import Money
public import Platform
internal import Recurrence
public import Storage

/// An expense of a person.
public struct Expense: Syncable {
  public static let collection = "expenses"

  /// The bounds of the server's column.
  public static let mostAmount = 1_000_000_000_000
  static let longestCategory = 100
  static let longestMerchant = 500
  static let longestDescription = 5_000
  public static let longestRule = 1_000
  /// The most of a receipt's text that is kept.
  public static let longestReceiptText = 5_000

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
  /// The text of the receipt, by which it is found.
  public var receiptText: String?
  /// The others that it is shared with; nil for an expense of one's own.
  public var shares: [ExpenseShare]?
  /// The name of the one who paid, if that is one of the others.
  public var payer: String?
  /// The rule of RFC 5545 by which it repeats, counted from its day. The newest of a series has it.
  public var repeats: String?

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
    case receiptText = "receipt_text"
    case shares, repeats
    case payer = "paid_by"
  }

  /// The part of it that is the person's own; all of it unless it is shared.
  public var own: Money? { money.map { split($0).own } }

  /// The next one of a series that is due by a day. Its identifier follows from this one, so that two devices make the
  /// same expense.
  func next(upTo today: CalendarDay) -> Expense? {
    guard let repeats, let next = DayRule.next(after: spentOn, by: repeats, beyond: spentOn), next.day <= today else {
      return nil
    }
    var expense = Expense(
      id: ID(named: "after \(id)"), amount: amount, currency: currency, category: category, spentOn: next.day,
      merchant: merchant, description: description)
    (expense.shares, expense.payer, expense.repeats) = (shares, payer, next.rule)
    return expense
  }

  /// The words of its category.
  public var categoryTitle: String { ExpenseCategory.title(of: category) }

  /// The newest day first, and of one day what was added last.
  static func isNewer(_ one: Opened<Expense>, _ other: Opened<Expense>) -> Bool {
    if one.record.spentOn != other.record.spentOn { return one.record.spentOn > other.record.spentOn }
    return one.record.id.uuid > other.record.id.uuid
  }
}
