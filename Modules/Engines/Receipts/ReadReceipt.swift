public import Days
public import Money

/// The values of a receipt. What was not found is nil, and empties nothing else.
public struct ReadReceipt: Sendable, Hashable {
  /// An article.
  public struct Line: Sendable, Hashable {
    public let name: String
    public let amount: ReceiptAmount
  }

  /// The comparison of the articles and the tax with the total.
  public enum Sum: String, Sendable, Hashable {
    /// The articles, the tax where it is added, and a rounding make the total.
    case agrees
    case differs
    /// There is no total or no article.
    case unknown
  }

  public internal(set) var merchant: ReceiptField<String>?
  public internal(set) var address: ReceiptField<String>?
  public internal(set) var date: ReceiptField<CalendarDay>?
  public internal(set) var total: ReceiptField<ReceiptAmount>?
  public internal(set) var tax: ReceiptField<ReceiptAmount>?
  public internal(set) var lines: [ReceiptField<Line>] = []
  public internal(set) var category: ReceiptField<String>?
  public internal(set) var currency: ReceiptField<Currency>?
  /// The printed sign of a currency that is not known, or that several share; nil where there is none.
  public internal(set) var unknownCurrency: String?
  public internal(set) var sum = Sum.unknown
  /// The recognised text, line by line.
  public internal(set) var text = ""

  public init() {}

  /// The total in the receipt's own currency; nil where either is missing.
  public var money: Money? { total.flatMap { total in currency.flatMap { total.value.money($0.value) } } }
}
