public import Kernel
public import Platform

/// A price in thousandths of its currency's unit, as stores sign it: 9990 of "EUR" are 9.99 €.
public struct StorePrice: Sendable, Hashable, Codable {
  public let thousandths: Int
  public let currency: String

  public init(_ thousandths: Int, _ currency: String) {
    self.thousandths = thousandths
    self.currency = currency
  }
}

/// A product that an app sells in a store.
public struct StoreItem: Sendable, Hashable, Identifiable {
  public enum Term: String, Sendable, Hashable, Codable {
    case month, year
    /// Bought once, for good.
    case lifetime
  }

  /// The product's identifier in the store.
  public let id: String
  public let title: String
  public let term: Term
  /// Subscriptions of one group take each other's place; nil for what is bought once.
  public let group: String?
  /// A change to a greater level holds at once, any other at the next renewal.
  public let level: Int
  /// The days of a free trial, for whoever has not used one of the group.
  public let trialDays: Int?
  /// The price where the store does not answer with its own.
  public let price: StorePrice
  /// The number of others with whom it may be shared.
  public let places: Int

  public init(
    _ id: String, _ title: String, term: Term, group: String? = nil, level: Int = 1, trialDays: Int? = nil,
    price: StorePrice, places: Int = 0
  ) {
    self.places = places
    self.id = id
    self.title = title
    self.term = term
    self.group = group
    self.level = level
    self.trialDays = trialDays
    self.price = price
  }
}

/// A purchase that a person asks for at one window.
public struct StoreOrder: Sendable, Hashable, Identifiable {
  public let id: UUID
  public let item: StoreItem.ID
  /// The account of the app, which the store signs with the transaction.
  public let account: UUID?
  public let window: WindowID

  public init(id: UUID, item: StoreItem.ID, account: UUID?, window: WindowID) {
    self.id = id
    self.item = item
    self.account = account
    self.window = window
  }
}

/// A store's answer to an order.
public enum StoreAnswer: Sendable, Hashable {
  /// Bought; the signed texts are still to be verified.
  case purchased([String])
  /// Waits for somebody's approval. A later purchase comes as news.
  case pending
  /// The payment was declined.
  case declined
  /// The person changed their mind.
  case cancelled
}

/// A store, as the app uses it. Nothing that it returns is trusted before it is verified against `roots`.
public struct StorePort: Sendable {
  /// The pinned root certificates, as DER; none for a store that has signed nothing yet.
  public var roots: @Sendable () async throws(Problem) -> [[UInt8]]
  /// The prices of items, of those that the store knows.
  public var prices: @Sendable () async throws(Problem) -> [StoreItem.ID: StorePrice]
  /// Returns when the store has answered, which may take days. It waits in `Receipt.aside`, so that settling does not.
  public var buy: @Sendable (StoreOrder) async throws(Problem) -> StoreAnswer
  /// All signed transactions and renewals of the store's customer.
  public var all: @Sendable () async throws(Problem) -> [String]
  /// Turns the renewal of a subscription, named by its first transaction, off or on again.
  public var setRenewal: @Sendable (_ original: String, _ renews: Bool) async throws(Problem) -> Void
  /// Tells that something has changed. Nothing says how often, or that it is new.
  public var news: @Sendable () -> AsyncStream<Heard<Bool>>
  /// Shares a purchase with others; nil for a store that knows no invitations.
  public var families: FamilyPort?

  public init(
    roots: @escaping @Sendable () async throws(Problem) -> [[UInt8]],
    prices: @escaping @Sendable () async throws(Problem) -> [StoreItem.ID: StorePrice],
    buy: @escaping @Sendable (StoreOrder) async throws(Problem) -> StoreAnswer,
    all: @escaping @Sendable () async throws(Problem) -> [String],
    setRenewal: @escaping @Sendable (_ original: String, _ renews: Bool) async throws(Problem) -> Void,
    news: @escaping @Sendable () -> AsyncStream<Heard<Bool>>
  ) {
    self.roots = roots
    self.prices = prices
    self.buy = buy
    self.all = all
    self.setRenewal = setRenewal
    self.news = news
  }
}

extension Problem {
  /// The store could not be reached.
  public static let storeUnreachable = Problem(
    "store-unreachable", "The store cannot be reached.", safe: "What you have bought stays yours.",
    remedy: "Connect, and try again.")
}
