public import Forms
public import JSON
public import Kernel
public import Peers
public import Platform
public import Storage

/// The dependencies of Matching.
public struct MatchingNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> MatchingBook
  public var saveCard: @Sendable (MatchingCard) async throws(Problem) -> Void
  public var block: @Sendable (PersonBlock) async throws(Problem) -> Void
  /// Asks the server for the cards of those who may be suggested, and keeps the first of them for a time without network.
  public var fetch: @Sendable (_ zone: String, _ at: Date) async throws(Problem) -> JSON
  public var ask: @Sendable (PeerAsk) async throws(Problem) -> JSON
  public var keepCode: @Sendable (KeptInvitation) async throws(Problem) -> Void
  public var forgetCodes: @Sendable ([ID<KeptInvitation>]) async throws(Problem) -> Void
  /// Reports each change of the store that concerns matching.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// The drafts of requests; without it none is kept.
  public var drafts: DraftNeeds<RequestForm>?

  public init(
    read: @escaping @Sendable () async throws(Problem) -> MatchingBook,
    saveCard: @escaping @Sendable (MatchingCard) async throws(Problem) -> Void,
    block: @escaping @Sendable (PersonBlock) async throws(Problem) -> Void,
    fetch: @escaping @Sendable (_ zone: String, _ at: Date) async throws(Problem) -> JSON,
    ask: @escaping @Sendable (PeerAsk) async throws(Problem) -> JSON,
    keepCode: @escaping @Sendable (KeptInvitation) async throws(Problem) -> Void,
    forgetCodes: @escaping @Sendable ([ID<KeptInvitation>]) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>
  ) {
    self.read = read
    self.saveCard = saveCard
    self.block = block
    self.fetch = fetch
    self.ask = ask
    self.keepCode = keepCode
    self.forgetCodes = forgetCodes
    self.changes = changes
  }
}

/// Records read from the store.
public struct MatchingBook: Sendable, Equatable {
  public var card: MatchingCard?
  public var kept: KeptMatches?
  public var requests: [ConnectionRequest] = []
  public var connections: [SponsorConnection] = []
  public var blocked: Set<UUID> = []
  public var codes: [KeptInvitation] = []

  public init() {}
}

/// The last answer of the server, for a time without network. It stays on the device.
public struct KeptMatches: Kept {
  public static let collection = "kept_matches"
  /// Cards that are kept.
  static let most = 50

  public let at: Date
  public let answer: JSON

  public var id: ID<KeptMatches> { KeptMatches.only }
  public var when: Date { at }
  static var only: ID<KeptMatches> { ID(named: "kept") }

  init(_ answer: JSON, at: Date) {
    self.at = at
    guard case .object(var fields) = answer, let cards = fields["candidates"]?.array else {
      self.answer = answer
      return
    }
    fields["candidates"] = .array(Array(cards.prefix(KeptMatches.most)))
    self.answer = .object(fields)
  }

  private enum CodingKeys: String, CodingKey { case at, answer }
}

extension MatchingNeeds {
  /// Implements storage on the person's store; `matches` and `ask` call the functions of the server.
  public init(
    _ store: Store, matches: @escaping @Sendable (JSON) async throws(Problem) -> JSON,
    ask: @escaping @Sendable (PeerAsk) async throws(Problem) -> JSON
  ) {
    let shelves = MatchingShelves(store)
    self.init(
      read: { () throws(Problem) in try await shelves.read() },
      saveCard: { card throws(Problem) in try await shelves.cards.collection().save(card, over: .anything) },
      block: { block throws(Problem) in try await shelves.block(block) },
      fetch: { zone, at throws(Problem) in
        let answer = try await matches(["zone": .string(zone)])
        try await shelves.kept.collection().save(KeptMatches(answer, at: at), over: .anything)
        return answer
      }, ask: ask,
      keepCode: { kept throws(Problem) in try await shelves.codes.collection().save(kept, over: .anything) },
      forgetCodes: { ids throws(Problem) in
        for id in ids { try await shelves.codes.collection().delete(id) }
      }, changes: { shelves.changes() })
    drafts = DraftNeeds(Shelf<FormDraft<RequestForm>>(store, .local))
  }
}

private struct MatchingShelves: Sendable {
  let cards: Shelf<MatchingCard>
  let kept: Shelf<KeptMatches>
  let requests: Shelf<ConnectionRequest>
  let connections: Shelf<SponsorConnection>
  let blocks: Shelf<PersonBlock>
  let codes: Shelf<KeptInvitation>

  init(_ store: Store) {
    cards = Shelf(store, .owned(.background))
    kept = Shelf(store, .local)
    requests = Shelf(store, .owned(.background))
    connections = Shelf(store, .owned(.background))
    blocks = Shelf(store, .owned(.done))
    codes = Shelf(store, .local)
  }

  func read() async throws(Problem) -> MatchingBook {
    var book = MatchingBook()
    book.card = try await cards.collection().record(MatchingCard.own)
    book.kept = try await kept.collection().record(KeptMatches.only)
    book.requests = try await requests.collection().records()
    book.connections = try await connections.collection().records()
    book.codes = try await codes.collection().records()
    book.blocked = Set(try await blocks.collection().records().map(\.blocked))
    return book
  }

  func block(_ block: PersonBlock) async throws(Problem) {
    let all = try await blocks.collection()
    guard try await !all.records().contains(where: { $0.blocked == block.blocked }) else { return }
    try await all.save(block, over: .nothing)
  }

  /// Reports only that something changed; a slow reader catches up with one read.
  func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { report in
      let tell: @Sendable () -> Void = { report(Heard(())) }
      await withTaskGroup { group in
        group.addTask { await cards.follow(tell) }
        group.addTask { await requests.follow(tell) }
        group.addTask { await connections.follow(tell) }
        group.addTask { await blocks.follow(tell) }
      }
    }
  }
}
