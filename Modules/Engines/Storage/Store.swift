public import Kernel
internal import Platform

/// All stored data of one person, sealed in one SQLite file, or in memory. When a save returns, it is durable.
public final class Store: Sendable {
  let keeper: Keeper
  let context: FeatureContext
  let board = RevisionBoard()
  private let registered = Locked<[String: Registered]>([:])
  private let openers = Locked<[String: @Sendable (Store) async throws(Problem) -> Void]>([:])

  private let shelf: BlobShelf
  /// The store's own copy of the key, which ends with `close`; nil for a store whose rows are not sealed.
  let key: MasterKey?

  /// Makes another sealer with the same key, for opening rows outside the keeper.
  func sealer() -> Sealer { Sealer(key) }

  init(_ keeper: Keeper, _ context: FeatureContext, _ shelf: BlobShelf, _ key: MasterKey?) {
    self.key = key
    self.keeper = keeper
    self.context = context
    self.shelf = shelf
  }

  /// Pictures and files, stored beside the records.
  public var blobs: Blobs { Blobs(store: self, shelf: shelf) }

  /// Returns a store in memory that behaves like one on disk, and ends when it is closed. Its rows are not sealed.
  public static func memory(_ context: FeatureContext = FeatureContext()) async throws(Problem) -> Store {
    try await open(context, key: nil, blobs: BlobShelf(.random(), folder: nil, context.time)) { () throws(Problem) in
      let tables = try SQLiteTables(SQLiteTables.memory, vfs: nil)
      try StoreSchema.migrate(tables.database)
      return tables
    }
  }

  /// Returns a store that was never opened and refuses every call, for features that are only displayed.
  public static func closed(_ context: FeatureContext = FeatureContext()) -> Store {
    Store(Keeper("troupe.store"), context, BlobShelf(.random(), folder: nil, context.time), nil)
  }

  static func open(
    _ context: FeatureContext, key: MasterKey?, blobs shelf: BlobShelf,
    _ tables: @escaping @Sendable () throws(Problem) -> SQLiteTables
  ) async throws(Problem) -> Store {
    let keeper = Keeper("troupe.store")
    let store = Store(keeper, context, shelf, key)
    let board = store.board
    try await keeper.open { () throws(Problem) in
      try Ledger(try tables(), Sealer(key), context, board)
    }
    return store
  }

  /// Closes the store and wipes its key from memory. Everything saved stays; later calls are refused.
  public func close() async {
    await keeper.close()
    await shelf.close()
    key?.wipe()
  }

  /// Registers a collection for that type. Its holding is set once, by the shell.
  public func collection<Record: Kept>(
    _ type: Record.Type = Record.self, _ holding: Holding
  ) async throws(Problem) -> Collection<Record> {
    let name = Record.collection
    guard (1...Bounds.collectionName).contains(name.utf8.count) else {
      throw Problem(
        "bad-collection", "“\(name.prefix(80))” cannot be the name of a collection.", safe: "Nothing was changed.",
        remedy: "Use up to \(Bounds.collectionName) bytes.")
    }
    if let known = registered.withLock({ $0[name] }) {
      guard known.holding == holding else {
        throw Problem(
          "two-holdings", "The collection \(name) is kept in another way already.", safe: "Nothing was changed.",
          remedy: "Ask for it in one way only.")
      }
      return Collection(store: self, registered: known, revision: await revision(of: known))
    }
    let made = try await keeper.write { ledger throws(Problem) in
      let made = Registered(
        number: try ledger.tables.number(of: name), name: name, holding: holding, form: Record.form,
        row: { id, fields in
          let row = try Row(fields, form: Record.form)
          let record = try row.decode(Record.self)
          guard record.id.uuid == id, record.when.timeIntervalSinceReferenceDate.isFinite else {
            throw Unreadable("it is not the record it is said to be")
          }
          return (row, record.when.timeIntervalSinceReferenceDate)
        },
        decoded: { row in
          let record = try row.decode(Record.self)
          guard record.when.timeIntervalSinceReferenceDate.isFinite else {
            throw Unreadable("its instant is no number")
          }
          return record.id.uuid
        }, group: Groups.reading(of: Record.self),
        upgraded: { try Ledger.upgraded($0, from: $0.form(), to: Record.self) })
      try ledger.remember(made)
      try ledger.groupOlder(made)
      if case .cached = holding { ledger.tables.layReserve() }
      ledger.names[made.number] = made
      return made
    }
    registered.withLock { $0[name] = made }
    return Collection(store: self, registered: made, revision: await revision(of: made))
  }

  /// The collection that was opened under that name.
  func known(_ collection: String) -> Registered? { registered.withLock { $0[collection] } }

  /// Remembers that a collection will be opened, with what opens it.
  func announce(_ collection: String, _ open: @escaping @Sendable (Store) async throws(Problem) -> Void) {
    openers.withLock { $0[collection] = open }
  }

  var announced: [@Sendable (Store) async throws(Problem) -> Void] { openers.withLock { Array($0.values) } }

  private func revision(of collection: Registered) async -> Current<Revision> {
    let number = try? await keeper.read { ledger throws(Problem) in ledger.version }
    return board.revision(of: collection.number, at: Revision(number ?? 0))
  }

  /// Applies several changes, possibly of several collections, in one transaction: all of them or none.
  @discardableResult
  public func write(_ build: (inout Batch) throws(Problem) -> Void) async throws(Problem) -> [Version?] {
    var batch = Batch(store: self)
    try build(&batch)
    let steps = batch.steps
    guard !steps.isEmpty else { return [] }
    return try await keeper.write { ledger throws(Problem) in
      var versions: [Version?] = []
      for step in steps {
        switch step {
        case .save(let draft): versions.append(try ledger.save(draft))
        case .delete(let collection, let id, let over):
          try ledger.delete(collection, id, over)
          versions.append(nil)
        }
      }
      return versions
    }
  }
}

/// Changes to be made together. Records are encoded here, on the caller's thread.
public struct Batch {
  enum Step: Sendable {
    case save(Draft)
    case delete(Registered, UUID, Over)
  }

  fileprivate let store: Store
  fileprivate(set) var steps: [Step] = []

  public mutating func save<Record: Kept>(
    _ record: Record, over: Over = .nothing, in collection: Collection<Record>
  ) throws(Problem) {
    try add(.save(try collection.draft(record, over)), collection)
  }

  public mutating func delete<Record: Kept>(
    _ id: ID<Record>, over: Over = .anything, in collection: Collection<Record>
  ) throws(Problem) {
    try add(.delete(collection.registered, id.uuid, over), collection)
  }

  private mutating func add<Record: Kept>(_ step: Step, _ collection: Collection<Record>) throws(Problem) {
    guard collection.store === store else {
      throw Problem(
        "two-stores", "One transaction cannot change two stores.", safe: StoreProblem.kept,
        remedy: "Write to each store by itself.")
    }
    guard steps.count < Bounds.changes else { throw StoreProblem.tooLarge("One transaction") }
    steps.append(step)
  }
}
