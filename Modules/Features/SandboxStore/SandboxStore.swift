internal import JSON
public import Kernel
internal import Platform
public import StoreTransactions

/// A store in which everything can be bought and nothing is charged. Its transactions are really signed, by a chain of
/// certificates that it makes at first use.
public actor SandboxStore: Feature {
  public let core: Core<SandboxState>
  public nonisolated let states: Current<SandboxState>
  public nonisolated let events: Broadcast<SandboxEvent>
  let app: String
  private let customer: String
  let needs: SandboxNeeds
  let time: Time
  let identifiers: Identifiers
  private let log: Log
  private var authority: StoreAuthority?

  /// - Parameters:
  ///   - app: The identifier of the app, which every transaction names.
  ///   - customer: The name under which this customer's purchases are kept.
  public init(
    _ items: [StoreItem], of app: String, for customer: String, on context: FeatureContext, needs: SandboxNeeds
  ) {
    core = Core(SandboxState(items), on: context)
    states = core.states
    events = core.events
    self.app = app
    self.customer = customer
    self.needs = needs
    time = context.time
    identifiers = context.identifiers
    log = context.log.from("SandboxStore")
  }

  /// The name under which the chain is kept; customers have other names.
  public static let chain = "chain"

  public func perform(_ effect: SandboxEffect) async -> SandboxAction? {
    do throws(Problem) {
      switch effect {
      case .load:
        guard let bytes = try await needs.load(customer) else { return .loaded(SandboxBook()) }
        guard let book = try? JSONDecoder().decode(SandboxBook.self, from: bytes) else { throw .sandboxUnreadable }
        return .loaded(book)
      case .keep(let book):
        try await keep(book)
        return .kept
      case .sign(let book, let order):
        try await keep(book)
        return .signed(order, try book.signed(for: app, by: try await signer()))
      }
    } catch {
      log.warning("The sandbox store failed (\(code: error)).")
      return effect == .load ? .notLoaded(error) : .failed(error)
    }
  }

  private func keep(_ book: SandboxBook) async throws(Problem) {
    guard let bytes = try? JSON.data(book) else { throw .sandboxUnreadable }
    try await needs.keep(customer, bytes)
    try await publish(book)
  }

  /// The chain of this sandbox, made at first use.
  func signer() async throws(Problem) -> StoreAuthority {
    if let authority { return authority }
    if let found = try await known() { return found }
    guard let bytes = try? JSON.data(try StoreAuthority(at: time.now().date)) else { throw .sandboxUnreadable }
    // Another customer may have made it meanwhile, whose chain holds then.
    _ = try await needs.create(SandboxStore.chain, bytes)
    guard let made = try await known() else { throw .sandboxUnreadable }
    return made
  }

  private func known() async throws(Problem) -> StoreAuthority? {
    if let authority { return authority }
    guard let bytes = try await needs.load(SandboxStore.chain) else { return nil }
    guard let found = try? JSONDecoder().decode(StoreAuthority.self, from: bytes) else { throw .sandboxUnreadable }
    authority = found
    return found
  }

  // MARK: Requests of the app

  /// The root to pin; none before the first sale.
  public func roots() async throws(Problem) -> [[UInt8]] { try await known().map { [$0.rootCertificate] } ?? [] }

  /// All signed texts of this customer, with the store's present time.
  public func all() async throws(Problem) -> [String] {
    await states.wait { $0.reading != .unread && $0.reading != .underWay }
    if states.value.isSilent { throw .storeUnreachable }
    if case .failed(let problem) = states.value.reading { throw problem }
    send(.wake)
    let book = states.value.book
    let shared = try await sharedTexts(at: max(time.now().date, book.clock))
    guard !book.entries.isEmpty else { return shared }
    return try book.signed(for: app, by: try await signer()) + shared
  }
}

extension Problem {
  static let sandboxUnreadable = Problem(
    "sandbox-unreadable", "What the sandbox store keeps cannot be read.", safe: "Nothing was charged.",
    remedy: "Remove the folder of the sandbox store, and begin anew.")
}
