public import Platform

/// All that a store has signed for one person. What the person is entitled to follows from it alone: from any order of
/// the entries, and from any repetition.
public struct StoreLedger: Sendable, Hashable {
  private(set) var transactions: [String: StoreTransaction] = [:]
  private(set) var renewals: [String: StoreRenewal] = [:]
  /// The latest time that the store has signed, by which a clock that was set back is known.
  public private(set) var latest = Date.distantPast

  public init() {}

  /// Among two versions of a transaction the one that was signed later counts.
  public mutating func take(_ transaction: StoreTransaction) {
    latest = max(latest, transaction.signed)
    guard let known = transactions[transaction.id] else {
      transactions[transaction.id] = transaction
      return
    }
    if StoreLedger.goesBefore(known, transaction) { transactions[transaction.id] = transaction }
  }

  public mutating func take(_ renewal: StoreRenewal) {
    latest = max(latest, renewal.signed)
    guard let known = renewals[renewal.original] else {
      renewals[renewal.original] = renewal
      return
    }
    if known.signed < renewal.signed
      || known.signed == renewal.signed && (known.graceUntil ?? .distantPast) < (renewal.graceUntil ?? .distantPast)
    {
      renewals[renewal.original] = renewal
    }
  }

  /// Versions that were signed in the same moment are told apart by what matters, so that the order of arrival does not.
  private static func goesBefore(_ known: StoreTransaction, _ other: StoreTransaction) -> Bool {
    if known.signed != other.signed { return known.signed < other.signed }
    let (mine, its) = (known.revoked ?? .distantPast, other.revoked ?? .distantPast)
    if mine != its { return mine < its }
    return (known.expires ?? .distantFuture) < (other.expires ?? .distantFuture)
  }
}

/// The state of one product or subscription.
public struct StoreStanding: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// Bought for good.
    case owned
    case trial(until: Date)
    case active(until: Date)
    /// The payment failed, and the store keeps the subscription alive until then.
    case grace(until: Date)
    /// The payment failed, and the store tries again without keeping it alive.
    case retry(since: Date)
    case expired(at: Date)
    /// Refunded, or no longer shared.
    case revoked(at: Date)
  }

  public let product: String
  /// The first transaction.
  public let original: String
  public let state: State
  /// Whether it goes on by itself at the end of its term, and to which product.
  public let renews: Bool
  public let next: String?
  public let ownership: StoreTransaction.Ownership

  /// Whether it gives its rights now.
  public var isEntitled: Bool {
    switch state {
    case .owned, .trial, .active, .grace: true
    case .retry, .expired, .revoked: false
    }
  }
}

extension StoreLedger {
  /// The standing of each product or subscription at a time, the newest first. A clock that is before what the store has
  /// signed is taken as that time: setting it back wins nothing.
  public func standings(at clock: Date) -> [StoreStanding] {
    let now = max(clock, latest)
    let groups = Dictionary(grouping: transactions.values, by: \.original)
    let found = groups.compactMap { original, all -> (Date, StoreStanding)? in
      guard let standing = standing(original, all, now) else { return nil }
      return (all.map(\.purchased).max() ?? .distantPast, standing)
    }
    return found.sorted { left, right in
      left.0 != right.0 ? left.0 > right.0 : left.1.original < right.1.original
    }.map(\.1)
  }

  /// The products that give their rights at a time.
  public func entitled(at clock: Date) -> Set<String> {
    Set(standings(at: clock).filter(\.isEntitled).map(\.product))
  }

  /// All transactions, the newest first: the history of payments.
  public var history: [StoreTransaction] {
    transactions.values.sorted { ($0.purchased, $0.id) > ($1.purchased, $1.id) }
  }

  /// When a product or subscription was bought first, by the store's date.
  public func purchased(_ original: String) -> Date? {
    transactions.values.lazy.filter { $0.original == original }.map(\.purchased).min()
  }

  /// Whether a trial of the group was ever begun. It is told by the store's date, so that an installation anew begins
  /// none.
  public func hasUsedTrial(group: String?) -> Bool {
    transactions.values.contains { $0.group == group && ($0.isFree || $0.offer == .introductory) }
  }

  private func standing(_ original: String, _ all: [StoreTransaction], _ now: Date) -> StoreStanding? {
    // The term that lasts longest speaks for the subscription; what was taken back or replaced speaks last.
    func rank(_ one: StoreTransaction) -> (Int, Date, Date, String) {
      (one.revoked == nil && !one.isUpgraded ? 1 : 0, one.expires ?? .distantFuture, one.purchased, one.id)
    }
    guard let present = all.max(by: { rank($0) < rank($1) }) else { return nil }
    let renewal = renewals[original]
    return StoreStanding(
      product: present.product, original: original, state: state(present, renewal, now),
      renews: renewal?.renews ?? (present.expires != nil && present.revoked == nil), next: renewal?.next,
      ownership: present.ownership)
  }

  private func state(_ present: StoreTransaction, _ renewal: StoreRenewal?, _ now: Date) -> StoreStanding.State {
    if let revoked = present.revoked { return .revoked(at: revoked) }
    guard let expires = present.expires else { return .owned }
    if now < expires { return present.isFree ? .trial(until: expires) : .active(until: expires) }
    if let grace = renewal?.graceUntil, now < grace { return .grace(until: grace) }
    if renewal?.isInRetry == true { return .retry(since: expires) }
    return .expired(at: expires)
  }
}

/// Rule for a device without a network: how long it believes what it last verified.
public struct OfflineGrace: Sendable, Hashable {
  /// The most time without a word from the store.
  public static let longest = Duration.seconds(7 * 86_400)

  /// When the store was last asked, and what the steady clock said then, which nobody can set.
  public var asked: Date
  public var steadyAtAsking: Duration

  public init(asked: Date, steadyAtAsking: Duration) {
    self.asked = asked
    self.steadyAtAsking = steadyAtAsking
  }

  /// The time that has passed at least: the greater of both clocks, so that setting the one back wins nothing. A steady
  /// clock that is behind was started anew.
  public func passed(now: Date, steady: Duration) -> Duration {
    let wall = Duration.seconds(max(0, now.timeIntervalSince(asked)))
    return max(wall, steady - steadyAtAsking, .zero)
  }

  public func holds(now: Date, steady: Duration) -> Bool { passed(now: now, steady: steady) <= OfflineGrace.longest }
}
