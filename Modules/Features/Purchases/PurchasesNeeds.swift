public import Kernel
public import Storage
public import StoreTransactions

/// The dependencies of purchases: the store, and where its transactions are kept.
public struct PurchasesNeeds: Sendable {
  public var store: StorePort
  /// All kept rows, in any order.
  public var load: @Sendable () async throws(Problem) -> [StoredTransaction]
  /// Returns when the rows are on disk.
  public var keep: @Sendable ([StoredTransaction]) async throws(Problem) -> Void
  /// Tells of each change of the rows, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var contact: @Sendable () async throws(Problem) -> StoreContact?
  public var remember: @Sendable (StoreContact) async throws(Problem) -> Void

  public init(
    store: StorePort, load: @escaping @Sendable () async throws(Problem) -> [StoredTransaction],
    keep: @escaping @Sendable ([StoredTransaction]) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>,
    contact: @escaping @Sendable () async throws(Problem) -> StoreContact?,
    remember: @escaping @Sendable (StoreContact) async throws(Problem) -> Void
  ) {
    self.store = store
    self.load = load
    self.keep = keep
    self.changes = changes
    self.contact = contact
    self.remember = remember
  }
}

extension PurchasesNeeds {
  /// Keeps the rows in the person's store. They go with the account, once there is one.
  public init(
    _ store: Store, port: StorePort, contact: @escaping @Sendable () async throws(Problem) -> StoreContact?,
    remember: @escaping @Sendable (StoreContact) async throws(Problem) -> Void
  ) {
    let shelf = Shelf<StoredTransaction>(store, .owned(.done))
    self.init(
      store: port, load: { () throws(Problem) in try await shelf.collection().records() },
      keep: { rows throws(Problem) in
        let collection = try await shelf.collection()
        for row in rows { try await collection.save(row) }
      }, changes: { shelf.changes() }, contact: contact, remember: remember)
  }
}
