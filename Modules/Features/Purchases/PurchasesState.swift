public import Entitlement
internal import Interface
public import Kernel
public import Platform
public import StoreTransactions

/// The purchase that a window waits for, and the question in front of it.
public struct PurchasesWindowState: LocalState {
  /// The order whose answer is awaited.
  public internal(set) var order: StoreOrder?
  /// Whether the person had a right already when they ordered.
  var hadRight = false
  public internal(set) var isRestoring = false
  /// The subscription that is about to be cancelled, by its first transaction.
  public internal(set) var cancelling: String?
  public internal(set) var isChanging = false
  public internal(set) var problem: Problem?
  /// Stands before the sentence of the problem.
  var failure: String?
  /// Result of the last request, in a sentence.
  public internal(set) var said: String?
  var hasDismissedWarning = false
  /// The feature whose sheet is shown, until the person goes on to the offers.
  var gate: FeatureGate.ID?
  /// The code of the invitation that was made last.
  public internal(set) var invitation: StoreFamily.Place?
  /// The code that is typed to accept an invitation.
  var code = ""
  var name = ""
  /// Whether the person was asked whether to leave a family.
  var isLeaving = false
  /// Whether the store is asked to change the family.
  public internal(set) var isSharing = false

  public init() {}
}

/// Purchases of a person. Every right follows from verified transactions alone, in whatever order and however often
/// they come.
public struct PurchasesState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// Interval at which the store is asked again during a term.
  static let pause = 6.0 * 3600
  /// The trusted time is remembered when it is so much later than remembered.
  static let memory = 3600.0
  /// Time before the end of a trial at which the person is warned.
  public static let warning = 3.0 * 86_400

  public let plan: PurchasePlan
  public internal(set) var reading = Reading.unread
  /// The verified texts that are kept here.
  private(set) var entries: [SignedEntry] = []
  public internal(set) var ledger = StoreLedger()
  /// Whether the store knows purchases that belong to another account.
  public internal(set) var isForeign = false
  public internal(set) var account: UUID?
  public internal(set) var contact: StoreContact?
  /// The time by which terms are judged; nil before the rows were read.
  public internal(set) var clock: TrustedClock?
  public internal(set) var prices: [StoreItem.ID: StorePrice] = [:]
  /// Why the store did not answer last.
  public internal(set) var unreachable: Problem?
  public internal(set) var entitlements: Set<Entitlement> = []
  /// Number of orders so far, which their identifiers are made of.
  var orders = 0
  /// Whether the hourly look and the news of the store are followed.
  private var isTicking = false
  private var isFollowing = false
  private var woken: Date?
  public var windows = WindowStates<PurchasesWindowState>()

  let hasRemoteGates: Bool
  /// Whether the store knows invitations.
  let hasFamilies: Bool
  /// Whether a server may verify what was bought.
  let hasServer: Bool
  /// The server's last answer.
  public internal(set) var rights: ServerRights?
  /// The people with whom the person's plan is shared; nil if none is.
  public internal(set) var family: StoreFamily?
  /// The features that a list from elsewhere has opened for everybody.
  private var openedGates = OpenedGates()

  public init(
    _ plan: PurchasePlan, hasRemoteGates: Bool = false, hasFamilies: Bool = false, hasServer: Bool = false
  ) {
    self.hasFamilies = hasFamilies
    self.hasServer = hasServer
    self.plan = plan
    self.hasRemoteGates = hasRemoteGates
  }

  public typealias Steps = [Step<PurchasesEffect, PurchasesEvent>]

  // MARK: Queries

  /// The standing of each product, the newest first, by the trusted time.
  public var standings: [StoreStanding] { clock.map { ledger.standings(at: $0.date) } ?? [] }

  /// The standing that gives the rights now, or else the newest.
  public var standing: StoreStanding? { standings.first(where: gives) ?? standings.first }

  /// Whether a standing gives its rights. A term that has ended since the store was last asked is believed to be renewed
  /// for as long as the offline grace lasts.
  public func gives(_ standing: StoreStanding) -> Bool {
    if let end = passEnd(of: standing) { return standing.isEntitled && clock.map { $0.date < end } ?? false }
    return standing.isEntitled || isAwaitingNews(standing)
  }

  /// The end of an item that gives its rights for some days only; nil for any other.
  public func passEnd(of standing: StoreStanding) -> Date? {
    guard let days = plan.passes[standing.product], let bought = ledger.purchased(standing.original) else { return nil }
    return bought.addingTimeInterval(Double(days) * 86_400)
  }

  /// The standing of the person's trial among the plan's passes.
  public enum Pass: Sendable, Hashable {
    case unused
    case running(until: Date)
    case over
  }

  public var pass: Pass {
    let all = standings.filter { plan.passes[$0.product] != nil }
    if let running = all.first(where: gives), let end = passEnd(of: running) { return .running(until: end) }
    return all.isEmpty ? .unused : .over
  }

  /// Whether something was bought that gives its rights now, in contrast to a trial.
  public var isOwner: Bool { standings.contains { gives($0) && plan.passes[$0.product] == nil } }

  /// Whether the term has ended while the store could not be asked, and is believed for a while.
  public func isAwaitingNews(_ standing: StoreStanding) -> Bool {
    guard case .expired(let end) = standing.state, standing.renews, let contact, let clock, contact.asked < end else {
      return false
    }
    return OfflineGrace(asked: contact.asked, steadyAtAsking: .zero).holds(now: clock.date, steady: .zero)
  }

  /// The end of a trial that is near.
  public var endingTrial: (standing: StoreStanding, until: Date)? {
    guard let clock else { return nil }
    for standing in standings {
      if case .trial(let until) = standing.state, until.timeIntervalSince(clock.date) <= PurchasesState.warning {
        return (standing, until)
      }
    }
    guard !isOwner, case .running(let until) = pass, until.timeIntervalSince(clock.date) <= PurchasesState.warning,
      let standing = standings.first(where: { plan.passes[$0.product] != nil && gives($0) })
    else { return nil }
    return (standing, until)
  }

  /// The days of the trial that an item would begin with.
  public func trialDays(of item: StoreItem) -> Int? {
    guard let group = item.group, !ledger.hasUsedTrial(group: group) else { return nil }
    return item.trialDays
  }

  // MARK: Decisions

  public mutating func receive(_ action: PurchasesAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      // The server's answer is read before the rows, which would give what it has refused.
      return (hasServer ? [.run(.loadRights, .latest("rights"))] : [.run(.load, .latest("load"))])
        + [.run(.listen, .standing("rows")), .run(.price, .latest("price"))]
        + (hasRemoteGates ? [.run(.loadGates, .latest("gates"))] : [])
    case .rightsLoaded(let rights):
      self.rights = rights
      return [.run(.load, .latest("load"))]
    case .verified(let rights): return rightsAnswered(rights)
    case .loaded(let loaded, let contact, let steady):
      let isFirst = reading != .done
      reading = .done
      if isFirst {
        self.contact = contact
        clock = TrustedClock(max(now.date, contact?.trusted ?? .distantPast), steady: steady)
      } else {
        clock?.read(now.date, steady: steady)
      }
      add(loaded)
      return settled() + (isFirst ? hear() + ask() : [])
    case .notLoaded(let problem):
      reading = .failed(problem)
      return []
    case .changed: return reading == .unread ? [] : [.run(.load, .latest("load"))]
    case .account(let account):
      guard account != self.account else { return [] }
      self.account = account
      judge()
      return settled() + confirm
    case .news: return reading == .done ? ask() : []
    case .rang(let steady):
      clock?.read(now.date, steady: steady)
      if rights != nil { judge() }
      let isDue =
        clock.map { $0.date.timeIntervalSince(contact?.asked ?? .distantPast) >= PurchasesState.pause } ?? false
      let hasEnded = standings.contains { if case .expired = $0.state { $0.renews } else { false } }
      return settled() + (isDue || hasEnded ? ask() : [])
    case .priced(let prices):
      self.prices = prices
      return []
    case .answered(let found, let steady, let restoring):
      return answered(found, steady: steady, restoring: restoring, at: now)
    case .unanswered(let problem, let steady, let restoring):
      unreachable = problem
      clock?.read(now.date, steady: steady)
      if let restoring {
        windows[restoring].isRestoring = false
        windows[restoring].problem = problem
      }
      return settled() + confirm
    case .bought(let outcome, let order, let steady): return bought(outcome, order, steady: steady, at: now)
    case .renewalSet(let renews, let window):
      windows[window].isChanging = false
      let words = renews ? "Your subscription renews again." : "Your subscription is cancelled."
      return [.tell(.told(Toast(words, tone: .success)), window)] + ask()
    case .notDone(let problem, let window):
      windows[window].isChanging = false
      windows[window].problem = problem
      return []
    case .notKept(let problem): return [.say(.told(Toast(problem)))]
    case .gatesLoaded(let bytes):
      if let bytes { openedGates.take(bytes, plan) }
      return settled() + [.run(.fetchGates, .latest("gates"))]
    case .familyLoaded(let family):
      self.family = family
      return []
    case .invited, .familyChanged, .joined, .familyLeft, .familyNotDone: return familyAnswered(action)
    case .gatesReceived(let bytes):
      guard openedGates.take(bytes, plan) else { return [] }
      return settled() + [.run(.keepGates(bytes), .newest("gates"))]
    }
  }

  /// Follows what the store reports by itself.
  private mutating func hear() -> Steps {
    guard !isFollowing else { return [] }
    isFollowing = true
    return [.run(.hear, .standing("news"))]
  }

  func ask(restoring window: WindowID? = nil) -> Steps {
    window == nil
      ? [.run(.ask(restoring: nil), .newest("ask"))] : [.run(.ask(restoring: window), .inOrder("restore"))]
  }

  private mutating func answered(
    _ found: [SignedEntry], steady: Duration, restoring: WindowID?, at now: Moment
  ) -> Steps {
    unreachable = nil
    let before = Set(standings.filter(gives).map(\.original))
    let steps = take(found, steady: steady, at: now)
    guard let window = restoring else { return steps }
    windows[window].isRestoring = false
    windows[window].problem = nil
    let all = standings.filter { gives($0) && plan.passes[$0.product] == nil }
    if all.isEmpty {
      windows[window].said =
        hasForeign(found)
        ? "The purchases of this store account belong to another \(plan.name) account. Sign in with that account to use them."
        : plan.words.nothingFound
      return steps + [.tell(.nothingToRestore, window)]
    }
    let isNew = !Set(all.map(\.original)).isSubset(of: before)
    windows[window].said =
      isNew ? "Your purchases are restored." : "Everything that you have bought is already here."
    return steps + [.tell(.restored, window)] + (isNew ? [.tell(.unlocked, window)] : [])
  }

  /// Takes over what the store has signed, and keeps what is new.
  private mutating func take(_ found: [SignedEntry], steady: Duration, at now: Moment) -> Steps {
    let fresh = news(in: found)
    add(found.filter { isOwn($0, among: found) })
    isForeign = hasForeign(found)
    clock?.confirm(now.date, signed: ledger.latest, steady: steady)
    let contact = StoreContact(asked: now.date, trusted: clock?.date ?? now.date)
    self.contact = contact
    // Nothing is remembered of a store in which nothing was bought.
    let remember: Steps = ledger == StoreLedger() ? [] : [.run(.remember(contact), .newest("contact"))]
    return (fresh.isEmpty ? [] : [.run(.keep(fresh), .inOrder("rows"))]) + remember + settled() + confirm
  }

  private mutating func bought(
    _ outcome: PurchaseOutcome, _ order: StoreOrder, steady: Duration, at now: Moment
  ) -> Steps {
    let window = order.window
    let isAwaited = windows[window].order?.id == order.id
    if isAwaited { windows[window].order = nil }
    switch outcome {
    case .purchased(let found):
      let hadRight = windows[window].hadRight
      let steps = take(found, steady: steady, at: now)
      guard isAwaited else { return steps }
      let item = plan.item(order.item)
      guard item.map({ !plan.rights(of: $0.id).isDisjoint(with: entitlements) }) ?? false else {
        windows[window].problem = .notVerified
        return steps + [.tell(.failed(order.item, code: Problem.notVerified.code), window), .tell(.ended, window)]
      }
      let words =
        plan.passes[order.item] != nil
        ? "Your free trial has begun."
        : hadRight ? "Your plan is changed." : "\(plan.entitlement.title) is yours. Thank you."
      let price = prices[order.item] ?? item?.price
      return steps
        + (price.map { [.tell(.bought(order.item, price: $0), window)] } ?? [])
        + [
          .tell(.told(Toast(words, tone: .success)), window),
          .tell(hasFamilies && item?.places ?? 0 > 0 ? .familyBegun : .unlocked, window),
        ]
    case .pending:
      if isAwaited {
        windows[window].said =
          "Your purchase waits for approval. \(plan.entitlement.title) opens by itself once it is approved."
      }
    case .declined: return isAwaited ? fail(order, .declined) : []
    case .cancelled: break
    case .failed(let problem): return isAwaited ? fail(order, problem) : []
    }
    return isAwaited ? [.tell(.ended, window)] : []
  }

  private mutating func fail(_ order: StoreOrder, _ problem: Problem) -> Steps {
    windows[order.window].problem = problem
    windows[order.window].failure = plan.words.failed
    return [.tell(.failed(order.item, code: problem.code), order.window), .tell(.ended, order.window)]
  }

  // MARK: What follows from the transactions

  /// The texts that say something new. Purchases of other accounts are not kept.
  private func news(in found: [SignedEntry]) -> [SignedEntry] {
    let own = found.filter { isOwn($0, among: found) }
    var known = Set(entries.map(\.saying))
    return own.filter { known.insert($0.saying).inserted }
  }

  private func isOwn(_ entry: SignedEntry, among all: [SignedEntry]) -> Bool {
    switch entry.content {
    case .transaction(let one): return one.account == nil || one.account == account
    case .renewal(let one):
      return all.contains { other in
        if case .transaction(let bought) = other.content {
          bought.original == one.original && (bought.account == nil || bought.account == account)
        } else {
          false
        }
      }
    }
  }

  private func hasForeign(_ found: [SignedEntry]) -> Bool { found.contains { !isOwn($0, among: found) } }

  /// For each statement, keeps in memory the text that was signed last.
  private mutating func add(_ found: [SignedEntry]) {
    var all: [SignedEntry.Content: SignedEntry] = [:]
    for entry in entries + found {
      if let known = all[entry.saying], known.signed >= entry.signed { continue }
      all[entry.saying] = entry
    }
    entries = all.values.sorted { ($0.signed, $0.text) < ($1.signed, $1.text) }
    judge()
  }

  /// Computes the ledger of the present account anew.
  mutating func judge() {
    ledger = StoreLedger()
    let refused = ownRights?.refused ?? [:]
    for entry in entries where isOwn(entry, among: entries) && refused[entry.original] == nil {
      switch entry.content {
      case .transaction(let one): ledger.take(one)
      case .renewal(let one): ledger.take(one)
      }
    }
    let known = Set(entries.map(\.original))
    for one in granted where !known.contains(one.original) { ledger.take(one) }
  }

  /// Computes the rights anew, and when to look again.
  mutating func settled() -> Steps {
    var steps: Steps = []
    let rights = standings.filter(gives).reduce(into: openedGates.entitlements) {
      $0.formUnion(plan.rights(of: $1.product))
    }
    if rights != entitlements {
      entitlements = rights
      steps.append(.say(.entitled(rights)))
    }
    guard let clock, ledger != StoreLedger() else { return steps }
    if let known = contact, clock.date.timeIntervalSince(known.trusted) >= PurchasesState.memory {
      contact?.trusted = clock.date
      steps.append(.run(.remember(StoreContact(asked: known.asked, trusted: clock.date)), .newest("contact")))
    }
    if !isTicking {
      isTicking = true
      steps.append(.run(.tick, .standing("tick")))
    }
    let ends = standings.compactMap(passEnd).flatMap { [$0.addingTimeInterval(-PurchasesState.warning), $0] }
    let next = (standings.flatMap(\.turns) + ends).filter { $0 > clock.date }.min()
    if next != woken {
      woken = next
      steps.append(next.map { .run(.wake($0), .standing("wake")) } ?? .stop(.standing("wake")))
    }
    return steps
  }
}

extension StoreStanding {
  /// The times at which the standing changes by itself.
  fileprivate var turns: [Date] {
    switch state {
    case .trial(let until): [until.addingTimeInterval(-PurchasesState.warning), until]
    case .active(let until), .grace(let until): [until]
    case .owned, .retry, .expired, .revoked: []
    }
  }
}
