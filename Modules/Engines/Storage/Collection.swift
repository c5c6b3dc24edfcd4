public import Kernel
public import Platform

/// A stored collection of records of one type.
public struct Collection<Record: Kept>: Sendable {
  let store: Store
  let registered: Registered
  /// Increases with every change of this collection; `changes(since:)` returns what changed.
  public let revision: Current<Revision>

  // MARK: Reading

  /// The newest records of that range, newest first.
  public func records(in range: Range<Date>? = nil, newest: Int = Bounds.rows) async throws(Problem) -> [Record] {
    try await read(in: range, newest) { record, _, _ in record }
  }

  /// As `records`, each with the version to pass when it is saved.
  public func opened(
    in range: Range<Date>? = nil, newest: Int = Bounds.rows
  ) async throws(Problem) -> [Opened<Record>] {
    try await read(in: range, newest) { record, version, state in
      Opened(record: record, version: Version(number: version), state: state)
    }
  }

  public func record(_ id: ID<Record>) async throws(Problem) -> Record? { try await opened(id)?.record }

  public func opened(_ id: ID<Record>) async throws(Problem) -> Opened<Record>? {
    let number = registered.number
    let read = try await store.keeper.read { ledger throws(Problem) in
      try ledger.opened(Record.self, number, id.uuid)
    }
    return try await tidy(read).first
  }

  public func count() async throws(Problem) -> Int {
    let number = registered.number
    return try await store.keeper.read { ledger throws(Problem) in try ledger.tables.usage(number).count }
  }

  /// Returns what changed since a revision, each record once.
  public func changes(since revision: Revision, limit: Int = 10_000) async throws(Problem) -> Changes<Record> {
    let number = registered.number
    let limit = min(max(1, limit), Bounds.rows)
    return try await store.keeper.read { ledger throws(Problem) in
      try ledger.changes(Record.self, number, since: revision, limit: limit)
    }
  }

  private func read<Item: Sendable>(
    in range: Range<Date>?, _ newest: Int, _ make: @escaping @Sendable (Record, Int64, SyncState) -> Item
  ) async throws(Problem) -> [Item] {
    let number = registered.number
    let (few, many) = try await store.keeper.read { ledger throws(Problem) in
      let harvest = try ledger.harvest(number, range, newest: newest)
      guard harvest.stalks.count <= Harvest.few else { return (Ledger.Read<Item>?.none, harvest) }
      return (harvest.open(harvest.stalks.indices, ledger.sealer, make), harvest)
    }
    if let few { return try await tidy(few) }
    let sealer = store.sealer
    return try await tidy(await many.openTogether(sealer, make))
  }

  /// Sets damaged rows aside, then returns the readable ones.
  func tidy<Item: Sendable>(_ read: Ledger.Read<Item>) async throws(Problem) -> [Item] {
    let number = registered.number
    if !read.unreadable.isEmpty {
      store.context.log.warning(
        "\(read.unreadable.count) of \(open: registered.name) are in no form this version reads")
    }
    let damaged = read.damaged
    if !damaged.isEmpty {
      store.context.log.error("\(damaged.count) of \(open: registered.name) do not open and are set aside")
      try await store.keeper.write { ledger throws(Problem) in try ledger.setAside(number, damaged) }
    }
    return read.items
  }

  // MARK: Writing

  /// Saves a record. Returns when the record and its outbox entry are on disk. `over` is the version that the editor
  /// opened: if the record has been saved since, nothing is written, and the problem is `stale`.
  @discardableResult
  public func save(_ record: Record, over: Over = .nothing) async throws(Problem) -> Version {
    let draft = try draft(record, over)
    return try await store.keeper.write { ledger throws(Problem) in try ledger.save(draft) }
  }

  public func delete(_ id: ID<Record>, over: Over = .anything) async throws(Problem) {
    let registered = registered
    try await store.keeper.write { ledger throws(Problem) in try ledger.delete(registered, id.uuid, over) }
  }

  func draft(_ record: Record, _ over: Over) throws(Problem) -> Draft { try Draft(record, in: registered, over: over) }
}

extension Draft {
  init<Record: Kept>(_ record: Record, in collection: Registered, over: Over = .nothing) throws(Problem) {
    let row: Row
    do {
      row = try Row(record, form: Record.form)
    } catch {
      throw StoreProblem.notCoded(Record.collection, error)
    }
    let when = record.when.timeIntervalSinceReferenceDate
    guard when.isFinite else { throw StoreProblem.notCoded(Record.collection, Unreadable("its instant is no number")) }
    self.init(
      collection: collection, id: record.id.uuid, when: when, row: row, over: over,
      upgraded: { try Ledger.upgraded($0, from: $0.form(), to: Record.self) }, asked: { $0.asked(by: Record.self) })
  }
}
