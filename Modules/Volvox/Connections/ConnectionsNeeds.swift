public import Forms
public import JSON
public import Kernel
public import Peers
public import Platform
public import Storage

/// The dependencies of Connections.
public struct ConnectionsNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> ConnectionsBook
  public var save: @Sendable (ConnectionsChange) async throws(Problem) -> Void
  /// Asks the server for the cards of the people, and keeps them for a time without network.
  public var people: @Sendable () async throws(Problem) -> [PeerCard]
  public var ask: @Sendable (PeerAsk) async throws(Problem) -> JSON
  /// Reports each change of the store that concerns connections.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// The last messages with a person that this device has opened, the newest last; without it none.
  public var messages: @Sendable (_ person: UUID) async -> [ReportedMessage] = { _ in [] }
  /// The drafts of what is written about people; without it none is kept.
  public var drafts: DraftNeeds<PairForm>?

  public init(
    read: @escaping @Sendable () async throws(Problem) -> ConnectionsBook,
    save: @escaping @Sendable (ConnectionsChange) async throws(Problem) -> Void,
    people: @escaping @Sendable () async throws(Problem) -> [PeerCard],
    ask: @escaping @Sendable (PeerAsk) async throws(Problem) -> JSON,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>
  ) {
    self.read = read
    self.save = save
    self.people = people
    self.ask = ask
    self.changes = changes
  }
}

/// Records read from the store.
public struct ConnectionsBook: Sendable, Equatable {
  public var requests: [ConnectionRequest] = []
  public var connections: [SponsorConnection] = []
  public var checkIns: [SharedCheckIn] = []
  public var blocks: [PersonBlock] = []
  public var people: [PeerCard] = []

  public init() {}
}

/// One change of the store; it works without a network.
public enum ConnectionsChange: Sendable, Equatable {
  case block(PersonBlock)
  case unblock(PersonBlock)
  case plan(SharedCheckIn)
  case unplan(SharedCheckIn)
}

/// A person whose card this device has seen. It stays on the device, so that a past connection keeps its name.
public struct KnownPerson: Kept {
  public static let collection = "known_people"

  public let id: ID<KnownPerson>
  let row: JSON

  /// Makes one of a row as the server tells it.
  public init(id: ID<KnownPerson>, row: JSON) {
    self.id = id
    self.row = row
  }

  public var when: Date { Date(timeIntervalSince1970: 0) }

  private enum CodingKeys: String, CodingKey { case id, row }
}

extension ConnectionsNeeds {
  /// Implements storage on the person's store; `ask` calls the server's function.
  public init(_ store: Store, ask: @escaping @Sendable (PeerAsk) async throws(Problem) -> JSON) {
    let shelves = ConnectionsShelves(store)
    self.init(
      read: { () throws(Problem) in try await shelves.read() },
      save: { change throws(Problem) in try await shelves.save(change) },
      people: { () throws(Problem) in try await shelves.keep(try await ask(.people)["people"]?.array ?? []) },
      ask: ask, changes: { shelves.changes() })
    drafts = DraftNeeds(Shelf<FormDraft<PairForm>>(store, .local))
  }
}

private struct ConnectionsShelves: Sendable {
  let requests: Shelf<ConnectionRequest>
  let connections: Shelf<SponsorConnection>
  let checkIns: Shelf<SharedCheckIn>
  let blocks: Shelf<PersonBlock>
  let people: Shelf<KnownPerson>

  init(_ store: Store) {
    requests = Shelf(store, .owned(.background))
    connections = Shelf(store, .owned(.background))
    checkIns = Shelf(store, .owned(.done))
    blocks = Shelf(store, .owned(.done))
    people = Shelf(store, .local)
  }

  func read() async throws(Problem) -> ConnectionsBook {
    var book = ConnectionsBook()
    book.requests = try await requests.collection().records()
    book.connections = try await connections.collection().records()
    book.checkIns = try await checkIns.collection().records()
    book.blocks = try await blocks.collection().records()
    book.people = try await people.collection().records().compactMap { PeerCard($0.row) }
    return book
  }

  func save(_ change: ConnectionsChange) async throws(Problem) {
    switch change {
    case .block(let block):
      let all = try await blocks.collection()
      guard try await !all.records().contains(where: { $0.blocked == block.blocked }) else { return }
      try await all.save(block, over: .nothing)
    case .unblock(let block): try await blocks.collection().delete(block.id)
    case .plan(let checkIn): try await checkIns.collection().save(checkIn, over: .nothing)
    case .unplan(let checkIn): try await checkIns.collection().delete(checkIn.id)
    }
  }

  /// Keeps the rows and returns everybody known. A name that the server alone still tells does not replace a whole card's.
  func keep(_ rows: [JSON]) async throws(Problem) -> [PeerCard] {
    let all = try await people.collection()
    try await people.write { batch throws(Problem) in
      for row in rows.prefix(2_000) {
        guard let card = PeerCard(row), let id = UUID(uuidString: card.id) else { continue }
        try batch.save(KnownPerson(id: ID(id), row: row), over: .anything, in: all)
      }
    }
    return try await all.records().compactMap { PeerCard($0.row) }
  }

  /// Reports only that something changed; a slow reader catches up with one read.
  func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { report in
      let tell: @Sendable () -> Void = { report(Heard(())) }
      await withTaskGroup { group in
        group.addTask { await requests.follow(tell) }
        group.addTask { await connections.follow(tell) }
        group.addTask { await checkIns.follow(tell) }
        group.addTask { await blocks.follow(tell) }
      }
    }
  }
}
