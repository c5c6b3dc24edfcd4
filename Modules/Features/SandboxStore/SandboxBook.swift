internal import Kernel
public import Platform
internal import StoreTransactions

/// The sandbox store's record of one customer: every transaction, the renewal of every subscription, and the orders that
/// wait for approval. Its time never goes back, whatever the device's clock is set to.
public struct SandboxBook: Sendable, Hashable, Codable {
  /// The most transactions of one customer.
  static let most = 500
  /// Time for which a subscription lives on after a failed payment, and for which the store tries again.
  static let grace = 16.0 * 86_400
  static let retry = 60.0 * 86_400

  struct Entry: Sendable, Hashable, Codable, Identifiable {
    let id: String
    let original: String
    let item: StoreItem.ID
    let group: String?
    let purchased: Date
    var expires: Date?
    var revoked: Date?
    var isUpgraded = false
    var isTrial = false
    let account: UUID?
    let price: StorePrice
  }

  struct Renewal: Sendable, Hashable, Codable {
    var renews = true
    /// The plan from the next renewal on.
    var next: StoreItem.ID?
    var isFailing = false
  }

  struct Waiting: Sendable, Hashable, Codable, Identifiable {
    let id: UUID
    let item: StoreItem.ID
    let account: UUID?
  }

  private(set) var entries: [Entry] = []
  /// By the subscription's first transaction.
  private(set) var renewals: [String: Renewal] = [:]
  private(set) var waiting: [Waiting] = []
  public private(set) var clock = Date(timeIntervalSince1970: 0)
  private var given = 1000

  public init() {}

  // MARK: Queries

  /// The transaction that a subscription stands on, or of what was bought for good.
  func present(of original: String) -> Entry? {
    entries.filter { $0.original == original && $0.revoked == nil && !$0.isUpgraded }
      .max { ($0.expires ?? .distantFuture) < ($1.expires ?? .distantFuture) }
  }

  /// The present transactions, the newest first.
  var standing: [Entry] {
    var seen: Set<String> = []
    return entries.reversed().compactMap { entry in
      seen.insert(entry.original).inserted ? present(of: entry.original) : nil
    }
  }

  func runs(_ entry: Entry) -> Bool { entry.revoked == nil && (entry.expires.map { clock < $0 } ?? true) }

  /// Until when a subscription with a failed payment lives on.
  func graceEnd(of original: String) -> Date? {
    guard renewals[original]?.isFailing == true, let expires = present(of: original)?.expires, expires <= clock else {
      return nil
    }
    return expires.addingTimeInterval(SandboxBook.grace)
  }

  /// Whether the store still tries to charge for a term that has ended.
  func isInRetry(_ original: String) -> Bool {
    guard let renewal = renewals[original], renewal.isFailing, renewal.renews,
      let expires = present(of: original)?.expires, expires <= clock
    else { return false }
    return clock < expires.addingTimeInterval(SandboxBook.retry)
  }

  /// Moves on by a millisecond, so that what changes now is signed later than what was signed before.
  mutating func stamp() { clock = clock.addingTimeInterval(0.001) }

  // MARK: Orders

  /// Sells an item. What is owned already, or is the running plan, is not sold again.
  mutating func sell(_ item: StoreItem, among items: [StoreItem], account: UUID?) {
    guard entries.count < SandboxBook.most else { return }
    guard let group = item.group else {
      if entries.contains(where: { $0.item == item.id && $0.revoked == nil }) { return }
      return add(item, original: nil, from: clock, isTrial: false, account: account)
    }
    let running = entries.last { $0.group == group && runs($0) && !$0.isUpgraded }
    guard let running else {
      let isNew = !entries.contains { $0.group == group }
      // A lapsed subscription of the group does not come back beside the new one.
      for entry in entries where entry.group == group { renewals[entry.original] = Renewal(renews: false) }
      return add(item, original: nil, from: clock, isTrial: isNew && item.trialDays != nil, account: account)
    }
    let present = items.first { $0.id == running.item }
    if running.item == item.id {
      renewals[running.original, default: Renewal()].next = nil
      renewals[running.original, default: Renewal()].renews = true
    } else if item.level > (present?.level ?? 0) {
      if let index = entries.firstIndex(of: running) { entries[index].isUpgraded = true }
      add(item, original: running.original, from: clock, isTrial: false, account: account)
    } else {
      renewals[running.original, default: Renewal()].next = item.id
      renewals[running.original, default: Renewal()].renews = true
    }
  }

  mutating func wait(_ order: StoreOrder) {
    guard waiting.count < 20 else { return }
    waiting.append(Waiting(id: order.id, item: order.item, account: order.account))
  }

  mutating func settle(_ id: UUID, approved: Bool, among items: [StoreItem]) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    let order = waiting.remove(at: index)
    guard approved, let item = items.first(where: { $0.id == order.item }) else { return }
    sell(item, among: items, account: order.account)
  }

  private mutating func add(
    _ item: StoreItem, original: String?, from start: Date, isTrial: Bool, account: UUID?
  ) {
    given += 1
    let id = "\(given)"
    let expires = isTrial ? start.addingTimeInterval(Double(item.trialDays ?? 0) * 86_400) : item.term.end(from: start)
    entries.append(
      Entry(
        id: id, original: original ?? id, item: item.id, group: item.group, purchased: start, expires: expires,
        isTrial: isTrial, account: account, price: isTrial ? StorePrice(0, item.price.currency) : item.price))
    if expires != nil { renewals[original ?? id] = Renewal() }
  }

  // MARK: What happens to a subscription

  mutating func setRenewal(of original: String, _ renews: Bool) {
    guard renewals[original] != nil else { return }
    // What has lapsed is bought anew instead.
    guard !renews || present(of: original).map(runs) == true || isInRetry(original) else { return }
    renewals[original]?.renews = renews
    if !renews { renewals[original]?.next = nil }
  }

  mutating func setFailing(of original: String, _ isFailing: Bool, among items: [StoreItem]) {
    guard renewals[original]?.renews == true else { return }
    renewals[original]?.isFailing = isFailing
    // A recovered payment begins a new term.
    guard !isFailing, let present = present(of: original), let expires = present.expires, expires <= clock else {
      return
    }
    renew(present, from: clock, among: items)
  }

  /// Takes back what was paid for a transaction, with its right.
  mutating func refund(_ id: Entry.ID) {
    guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].revoked == nil else { return }
    entries[index].revoked = clock
    renewals[entries[index].original]?.renews = false
  }

  /// Ends the running term now, as if its last day had come.
  mutating func endTerm(of original: String, among items: [StoreItem]) {
    guard let present = present(of: original), let expires = present.expires, clock < expires,
      let index = entries.firstIndex(of: present)
    else { return }
    entries[index].expires = clock
    advance(to: clock, among: items)
  }

  /// Moves on to a time, and renews what falls due until then.
  mutating func advance(to date: Date, among items: [StoreItem]) {
    clock = max(clock, date)
    for original in renewals.keys.sorted() {
      while let present = present(of: original), let expires = present.expires, expires <= clock,
        let renewal = renewals[original], renewal.renews, !renewal.isFailing, entries.count < SandboxBook.most
      { renew(present, from: expires, among: items) }
      if renewals[original]?.isFailing == true, let expires = present(of: original)?.expires,
        expires.addingTimeInterval(SandboxBook.retry) <= clock
      {
        renewals[original]?.renews = false
      }
    }
  }

  private mutating func renew(_ present: Entry, from start: Date, among items: [StoreItem]) {
    let next = renewals[present.original]?.next ?? present.item
    guard let item = items.first(where: { $0.id == next }) else {
      renewals[present.original]?.renews = false
      return
    }
    add(item, original: present.original, from: start, isTrial: false, account: present.account)
  }
}

extension StoreItem.Term {
  /// The end of a term that begins then; nil for what lasts for good.
  func end(from start: Date) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return switch self {
    case .month: calendar.date(byAdding: .month, value: 1, to: start)
    case .year: calendar.date(byAdding: .year, value: 1, to: start)
    case .lifetime: nil
    }
  }
}
