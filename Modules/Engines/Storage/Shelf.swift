public import Kernel

/// A collection that is opened on first use, since features are created before anything is read.
public struct Shelf<Record: Kept>: Sendable {
  private let store: Store
  private let holding: Holding
  private let known = Locked<Collection<Record>?>(nil)

  public init(_ store: Store, _ holding: Holding) {
    self.store = store
    self.holding = holding
    store.announce(Record.collection) { store throws(Problem) in _ = try await store.collection(Record.self, holding) }
  }

  public func collection() async throws(Problem) -> Collection<Record> {
    if let collection = known.withLock({ $0 }) { return collection }
    // Two concurrent calls get the same collection from the store.
    let collection = try await store.collection(Record.self, holding)
    known.withLock { $0 = collection }
    return collection
  }

  /// Applies several changes, possibly of several collections, in one transaction.
  public func write(_ build: (inout Batch) throws(Problem) -> Void) async throws(Problem) {
    try await store.write(build)
  }
}
