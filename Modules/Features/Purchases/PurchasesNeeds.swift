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
  /// The list of features that need a purchase, from elsewhere; nil for a product whose list comes with the app.
  public var gates: GateSource?
  /// The server that verifies what was bought; nil for a product whose device alone does.
  public var server: PurchaseServer?

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
  /// Keeps the rows in the person's store. They go with the account, once there is one, unless the holding is local.
  public init(
    _ store: Store, _ holding: Holding = .owned(.done), port: StorePort,
    contact: @escaping @Sendable () async throws(Problem) -> StoreContact?,
    remember: @escaping @Sendable (StoreContact) async throws(Problem) -> Void
  ) {
    let shelf = Shelf<StoredTransaction>(store, holding)
    self.init(
      store: port, load: { () throws(Problem) in try await shelf.collection().records() },
      keep: { rows throws(Problem) in
        let collection = try await shelf.collection()
        for row in rows { try await collection.save(row) }
      }, changes: { shelf.changes() }, contact: contact, remember: remember)
  }
}

/// Where the list of features that need a purchase is fetched, and where the last good one is kept.
public struct GateSource: Sendable {
  public var fetch: @Sendable () async throws(Problem) -> [UInt8]
  public var load: @Sendable () async throws(Problem) -> [UInt8]?
  public var keep: @Sendable ([UInt8]) async throws(Problem) -> Void

  public init(
    fetch: @escaping @Sendable () async throws(Problem) -> [UInt8],
    load: @escaping @Sendable () async throws(Problem) -> [UInt8]?,
    keep: @escaping @Sendable ([UInt8]) async throws(Problem) -> Void
  ) {
    self.fetch = fetch
    self.load = load
    self.keep = keep
  }
}
