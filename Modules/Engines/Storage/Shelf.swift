public import Kernel

/// One kind of record in a person's store, asked for when it is first needed: features are made before anything is read.
public struct Shelf<Record: Kept>: Sendable {
  private let store: Store
  private let holding: Holding
  private let known = Locked<Collection<Record>?>(nil)

  public init(_ store: Store, _ holding: Holding) {
    self.store = store
    self.holding = holding
  }

  public func collection() async throws(Problem) -> Collection<Record> {
    if let collection = known.withLock({ $0 }) { return collection }
    // Two that ask at once get the same from the store.
    let collection = try await store.collection(Record.self, holding)
    known.withLock { $0 = collection }
    return collection
  }

  /// Several changes, of several collections, in one transaction.
  public func write(_ build: (inout Batch) throws(Problem) -> Void) async throws(Problem) {
    try await store.write(build)
  }
}
