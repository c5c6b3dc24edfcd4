public import Kernel
internal import Platform
internal import StoreTransactions

/// Purchases of a person, for all of their windows. It believes a store only what it has verified.
public actor Purchases: Feature {
  public let core: Core<PurchasesState>
  public nonisolated let states: Current<PurchasesState>
  public nonisolated let events: Broadcast<PurchasesEvent>
  private let app: String
  private let needs: PurchasesNeeds
  private let time: Time
  private let identifiers: Identifiers
  private let log: Log
  private var verifier: (roots: [[UInt8]], verifier: TransactionVerifier)?
  /// Texts that were verified before.
  private var verified: [String: SignedEntry] = [:]

  public init(_ plan: PurchasePlan, on context: FeatureContext, needs: PurchasesNeeds) {
    core = Core(
      PurchasesState(
        plan, hasRemoteGates: needs.gates != nil, hasFamilies: needs.store.families != nil,
        hasServer: needs.server != nil), on: context)
    states = core.states
    events = core.events
    app = plan.app
    self.needs = needs
    time = context.time
    identifiers = context.identifiers
    log = context.log.from("Purchases")
  }

  public func perform(_ effect: PurchasesEffect) async -> PurchasesAction? {
    do throws(Problem) {
      switch effect {
      case .listen, .hear, .tick, .wake: return nil
      case .load:
        let rows = try await needs.load()
        return .loaded(try await entries(rows.map(\.text)), try await needs.contact(), steady: time.elapsed())
      case .price: return .priced(try await needs.store.prices())
      case .ask(let restoring):
        let texts = try await needs.store.all()
        return .answered(try await entries(texts), steady: time.elapsed(), restoring: restoring)
      case .buy(let order): return .bought(try await outcome(of: order), of: order, steady: time.elapsed())
      case .keep(let entries):
        let rows = entries.map { StoredTransaction(id: identifiers.next(), text: $0.text, signedAt: $0.signed) }
        try await needs.keep(rows)
        return nil
      case .remember(let contact):
        try await needs.remember(contact)
        return nil
      case .setRenewal(let original, let renews, let window):
        try await needs.store.setRenewal(original, renews)
        return .renewalSet(renews, in: window)
      case .loadGates: return .gatesLoaded(try await needs.gates?.load())
      case .fetchGates:
        guard let gates = needs.gates else { return nil }
        return .gatesReceived(try await gates.fetch())
      case .loadFamily: return .familyLoaded(try await needs.store.families?.load())
      case .invite(let window):
        guard let families = needs.store.families else { return nil }
        return .invited(try await families.invite(), in: window)
      case .removeMember(let code, let window):
        try await needs.store.families?.remove(code)
        return .familyChanged(in: window)
      case .join(let code, let name, let window):
        try await needs.store.families?.join(code, name)
        return .joined(in: window)
      case .leaveFamily(let window):
        try await needs.store.families?.leave()
        return .familyLeft(in: window)
      case .verify(let entries):
        guard let server = needs.server else { return nil }
        return .verified(try await server.verify(entries))
      case .loadRights: return .rightsLoaded(try await needs.server?.load())
      case .keepRights(let rights):
        try await needs.server?.keep(rights)
        return nil
      case .keepGates(let bytes):
        try await needs.gates?.keep(bytes)
        return nil
      }
    } catch {
      log.info("The store or its rows could not be asked (\(code: error)).")
      return failure(of: effect, error)
    }
  }

  private func failure(of effect: PurchasesEffect, _ problem: Problem) -> PurchasesAction? {
    switch effect {
    case .load: .notLoaded(problem)
    case .ask(let restoring): .unanswered(problem, steady: time.elapsed(), restoring: restoring)
    case .buy(let order): .bought(.failed(problem), of: order, steady: time.elapsed())
    case .keep: .notKept(problem)
    case .setRenewal(_, _, let window): .notDone(problem, in: window)
    // Without prices those of the plan are shown, and the store is remembered when it is asked again.
    case .price, .remember, .listen, .hear, .tick, .wake: nil
    case .loadGates: .gatesLoaded(nil)
    case .invite(let window), .removeMember(_, let window), .join(_, _, let window), .leaveFamily(let window):
      .familyNotDone(problem, in: window)
    case .loadRights: .rightsLoaded(nil)
    // What the server said last counts for as long as the offline grace lasts.
    case .verify, .keepRights, .loadFamily, .fetchGates, .keepGates: nil
    }
  }

  private func outcome(of order: StoreOrder) async throws(Problem) -> PurchaseOutcome {
    switch try await needs.store.buy(order) {
    case .pending: return .pending
    case .declined: return .declined
    case .cancelled: return .cancelled
    case .purchased(let texts):
      let entries = try await entries(texts)
      // A store whose texts cannot be verified has sold nothing.
      if entries.isEmpty { throw .notVerified }
      return .purchased(entries)
    }
  }

  /// The texts that the store has signed for this app; the others are left out.
  private func entries(_ texts: [String]) async throws(Problem) -> [SignedEntry] {
    guard !texts.isEmpty else { return [] }
    let roots = try await needs.store.roots()
    guard !roots.isEmpty else { return [] }
    let verifier: TransactionVerifier
    if let known = self.verifier, known.roots == roots {
      verifier = known.verifier
    } else {
      verifier = try TransactionVerifier(roots: roots, app: app)
      self.verifier = (roots, verifier)
      verified = [:]
    }
    var refused = 0
    let entries = texts.prefix(Purchases.most).compactMap { text -> SignedEntry? in
      if let known = verified[text] { return known }
      guard let entry = try? SignedEntry(text, by: verifier) else {
        refused += 1
        return nil
      }
      return entry
    }
    if refused > 0 { log.warning("\(refused) texts of the store could not be verified.") }
    if verified.count > Purchases.most { verified = [:] }
    for entry in entries { verified[entry.text] = entry }
    return entries
  }

  /// The most texts of one person.
  static let most = 2_000

  public func follow(_ effect: PurchasesEffect) -> any Following<PurchasesAction> {
    let time = time
    return switch effect {
    case .listen: needs.changes().map { $0.map({ _ in .changed }, missed: { _ in .changed }) }
    case .hear: needs.store.news().map { $0.map({ _ in .news }, missed: { _ in .news }) }
    case .tick: time.ticks(every: .seconds(3600)).map { $0.map { _ in .rang(steady: time.elapsed()) } }
    case .wake(let date): time.alarm(at: date).map { $0.map { _ in .rang(steady: time.elapsed()) } }
    default: AsyncStream<Heard<PurchasesAction>> { nil }
    }
  }
}

extension Problem {
  static let notVerified = Problem(
    "bad-transaction", "The purchase could not be verified.", safe: "What you have bought before stays yours.",
    remedy: "Try “Restore purchases”. If it stays so, ask for help.")

  static let declined = Problem(
    "purchase-declined", "The payment was declined.", safe: "Nothing was charged.",
    remedy: "Check the payment details of your store account, then try again.")
}
