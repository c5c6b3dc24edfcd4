internal import Kernel
internal import MessageSealing
internal import Platform
public import Storage

/// The dependencies of Messaging. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct MessagingNeeds: Sendable {
  /// Everything of a person, with that many of the newest messages of each conversation.
  var read: @Sendable (_ person: UUID, _ wanted: [UUID: Int]) async throws(Problem) -> MessagingRows
  var save: @Sendable (MessagingChange) async throws(Problem) -> Void
  /// Reports each change, whatever its origin, including own ones.
  var changes: @Sendable () -> AsyncStream<Heard<Void>>
}

/// The rows that are read from the store.
struct MessagingRows: Sendable {
  /// By conversation, the newest first.
  var messages: [UUID: [Opened<SealedMessage>]] = [:]
  /// The changes of messages that the server has refused, by message.
  var refused: [UUID: RefusedMessage] = [:]
  var own: [AnnouncedKey] = []
  var peers: [UUID: PeerKeys] = [:]
  var secret: MessagingSecret?
  var drafts: [MessageDraft] = []
}

/// A message that the server has refused.
struct RefusedMessage: Sendable, Hashable {
  /// The change of the sync queue.
  let change: UUID
  let reason: String
}

/// One change of the store.
enum MessagingChange: Sendable, Equatable {
  /// Saves a message and deletes the draft of its connection.
  case send(SealedMessage)
  /// Marks messages that were received as delivered, and as read.
  case mark([UUID], isRead: Bool, at: Date)
  /// Saves the person's phrases, with a new key in the same transaction.
  case secret(MessagingSecret, key: MessageKey?)
  case peer(PeerKeys)
  case draft(MessageDraft)
  case dropDraft(ID<MessageDraft>)
  case retry(UUID)
  case discard(UUID)
}

extension MessagingNeeds {
  /// Implements storage on the person's store. Messages and keys are owned and synced, all else stays on the device.
  public init(_ store: Store) {
    let shelves = MessagingShelves(store)
    self.init(
      read: { person, wanted throws(Problem) in try await shelves.read(person, wanted) },
      save: { change throws(Problem) in try await shelves.save(change) }, changes: { shelves.changes() })
  }
}

/// The collections of Messaging in a person's store.
private struct MessagingShelves: Sendable {
  let store: Store
  let messages: Shelf<SealedMessage>
  let keys: Shelf<MessageKey>
  let peers: Shelf<PeerKeys>
  let secrets: Shelf<MessagingSecret>
  let drafts: Shelf<MessageDraft>

  init(_ store: Store) {
    self.store = store
    messages = Shelf(store, .owned(.entered))
    keys = Shelf(store, .owned(.background))
    peers = Shelf(store, .local)
    secrets = Shelf(store, .local)
    drafts = Shelf(store, .local)
  }

  // MARK: Reading

  func read(_ person: UUID, _ wanted: [UUID: Int]) async throws(Problem) -> MessagingRows {
    var rows = MessagingRows()
    rows.refused = try await refused()
    rows.messages = try await messages.collection().opened(ofEach: wanted)
    let announced = try await keys.collection().records().compactMap(\.genuine)
    rows.own = announced.filter { $0.person == person }
    rows.peers = try await learn(announced.filter { $0.person != person })
    rows.secret = try await secrets.collection().record(MessagingSecret.own)
    rows.drafts = try await drafts.collection().records()
    return rows
  }

  /// The messages that the server has refused. An own key that was refused is discarded: another device was faster, and
  /// its key comes with the sync.
  private func refused() async throws(Problem) -> [UUID: RefusedMessage] {
    var refused: [UUID: RefusedMessage] = [:]
    for change in try await store.outbox.changes() {
      guard case .aside(let reason) = change.state else { continue }
      if change.collection == MessageKey.collection { try await store.outbox.discard(change.op) }
      if change.collection == SealedMessage.collection {
        refused[change.id] = RefusedMessage(change: change.op, reason: reason)
      }
    }
    return refused
  }

  /// Keeps the keys of others, and returns what is known of everybody.
  private func learn(_ announced: [AnnouncedKey]) async throws(Problem) -> [UUID: PeerKeys] {
    let all = try await peers.collection()
    var known: [UUID: PeerKeys] = [:]
    for one in try await all.records() { known[one.id.uuid] = one }
    var changed: [PeerKeys] = []
    for (person, keys) in Dictionary(grouping: announced, by: \.person) {
      var one = known[person] ?? PeerKeys(person)
      one.learn(keys)
      guard one != known[person] else { continue }
      known[person] = one
      changed.append(one)
    }
    if !changed.isEmpty {
      try await peers.write { [changed] batch throws(Problem) in
        for one in changed { try batch.save(one, over: .anything, in: all) }
      }
    }
    return known
  }

  // MARK: Writing

  func save(_ change: MessagingChange) async throws(Problem) {
    switch change {
    case .send(let message):
      let (all, drafts) = (try await messages.collection(), try await drafts.collection())
      try await messages.write { batch throws(Problem) in
        try batch.save(message, over: .nothing, in: all)
        try batch.delete(ID(message.connection), in: drafts)
      }
    case .mark(let ids, let isRead, let now): try await mark(ids, isRead, now)
    case .secret(let secret, let key):
      let (all, keys) = (try await secrets.collection(), try await keys.collection())
      try await secrets.write { batch throws(Problem) in
        try batch.save(secret, over: .anything, in: all)
        if let key { try batch.save(key, over: .nothing, in: keys) }
      }
    case .peer(let one): try await peers.collection().save(one, over: .anything)
    case .draft(let draft): try await drafts.collection().save(draft, over: .anything)
    case .dropDraft(let id): try await drafts.collection().delete(id)
    case .retry(let change): try await store.outbox.retry(change)
    case .discard(let change): try await store.outbox.discard(change)
    }
  }

  private func mark(_ ids: [UUID], _ isRead: Bool, _ now: Date) async throws(Problem) {
    let all = try await messages.collection()
    var marked: [(SealedMessage, Version)] = []
    for id in ids {
      guard let opened = try await all.opened(ID(id)) else { continue }
      var message = opened.record
      if message.deliveredAt == nil { message.deliveredAt = now }
      if isRead, message.readAt == nil { message.readAt = now }
      if message != opened.record { marked.append((message, opened.version)) }
    }
    guard !marked.isEmpty else { return }
    try await messages.write { [marked] batch throws(Problem) in
      for (message, version) in marked { try batch.save(message, over: .version(version), in: all) }
    }
  }

  /// Reports only that something changed; a slow reader catches up with one read.
  func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { report in
      let tell: @Sendable () -> Void = { report(Heard(())) }
      await withTaskGroup { group in
        group.addTask { await messages.follow(tell) }
        group.addTask { await keys.follow(tell) }
        group.addTask { await secrets.follow(tell) }
        group.addTask { await peers.follow(tell) }
      }
    }
  }
}
