public import Kernel
public import Platform

/// A record as the server sent it.
public struct Pulled: Sendable, Hashable {
  public let id: UUID
  public let rev: String
  /// Nil when the server has deleted it.
  public let fields: Fields?
  /// The time of the last edit by a person, according to the server.
  public let editedAt: Date?

  public init(id: UUID, rev: String, fields: Fields?, editedAt: Date? = nil) {
    self.id = id
    self.rev = rev
    self.fields = fields
    self.editedAt = editedAt
  }
}

extension Pulled {
  /// Marks a record that is missing in a complete pull.
  static func gone(_ id: UUID) -> Pulled { Pulled(id: id, rev: "", fields: nil) }

  /// Whether a device that knows revision `known` of the same epoch has seen `rev`.
  static func isKnown(_ rev: String, at known: String?) -> Bool {
    if rev == known { return true }
    guard let told = Int64(rev), let known = known.flatMap({ Int64($0) }) else { return false }
    return told < known
  }
}

extension HeldRow {
  var isGone: Bool { rev.isEmpty && sealed == nil }
}

/// The pull position of a collection, with the server's epoch.
public struct Cursor: Sendable, Hashable, Codable {
  public let cursor: String?
  public let epoch: String?

  public init(cursor: String?, epoch: String?) {
    self.cursor = cursor
    self.epoch = epoch
  }
}

/// The outcome of storing a page.
public struct Taken: Sendable, Hashable {
  public var saved = 0
  public var deleted = 0
  /// Records with unsent changes: left as they are; the server will report a conflict.
  public var held: [UUID] = []
  /// Records that this version cannot read: kept for one that can.
  public var unreadable: [UUID] = []
  /// The number of records that the server had lost and that are sent again.
  public var sentAgain = 0
  /// A collection was restarted while the page was in transit, and must be pulled again.
  public var isOutrun = false

  public init() {}
}

/// The server's revision of a local record.
public struct Known: Sendable, Hashable {
  public let id: UUID
  public let rev: String?
  public let isDeleted: Bool
  public let state: SyncState
}

extension Collection {
  public func cursor() async throws(Problem) -> Cursor? {
    let number = registered.number
    return try await store.keeper.read { ledger throws(Problem) in
      try ledger.tables.cursor(number).map { Cursor(cursor: $0.cursor, epoch: $0.epoch) }
    }
  }

  /// Stores a page and its cursor, in one transaction. With no cursor, the next pull starts from the beginning; records
  /// and outbox stay.
  @discardableResult
  public func take(_ page: [Pulled], cursor: Cursor?) async throws(Problem) -> Taken {
    guard page.count <= Bounds.changes else { throw StoreProblem.tooLarge("A page from the server") }
    for pulled in page { try Outbox.check(pulled.rev) }
    try Outbox.check(cursor?.cursor)
    try Outbox.check(cursor?.epoch)
    let registered = registered
    return try await store.keeper.write { ledger throws(Problem) in
      var taken = Taken()
      for pulled in page { try ledger.take(pulled, registered, &taken) }
      try ledger.tables.setCursor(
        registered.number, cursor.map { CursorRow(cursor: $0.cursor, epoch: $0.epoch) })
      return taken
    }
  }

  /// Every record and tombstone with its known revision, for comparison in a resync.
  public func known() async throws(Problem) -> [Known] {
    let number = registered.number
    return try await store.keeper.read { ledger throws(Problem) in try ledger.tables.known(number) }
  }

  /// Sends a clean record, or a tombstone, again, because the server was restored and lacks it.
  public func sendAgain(_ id: ID<Record>) async throws(Problem) {
    let registered = registered
    try await store.keeper.write { ledger throws(Problem) in try ledger.sendAgain(id.uuid, registered) }
  }

  /// Deletes a clean record because the server no longer has it.
  public func drop(_ id: ID<Record>) async throws(Problem) {
    let number = registered.number
    try await store.keeper.write { ledger throws(Problem) in
      guard let row = try ledger.tables.record(number, id.uuid), row.state == .clean else { return }
      try ledger.bury(row)
    }
  }
}

extension Ledger {
  func sendAgain(_ id: UUID, _ collection: Registered) throws(Problem) {
    guard try tables.outbox(of: collection.number, id).isEmpty else { return }
    if let record = try tables.record(collection.number, id), let body = open(record) {
      try tables.setSync(collection.number, id, rev: nil, state: .dirty, base: nil)
      var row = record
      row.rev = nil
      try enqueue(.insert, row, (try? collection.upgraded(body).fields()) ?? [:], collection)
    } else if let grave = try tables.tombstone(collection.number, id) {
      let row = RecordRow(
        version: 0, collection: collection.number, id: id, when: 0, editedAt: 0, rev: grave.rev, sealed: [])
      try enqueue(.delete, row, [:], collection)
    }
  }
}
