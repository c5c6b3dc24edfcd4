internal import Kernel
public import Storage

/// Performs the planner's orders that concern the local store, and returns their outcome.
public struct Courier: Sendable {
  private let store: Store
  private let kinds: [String: SyncedKind]

  public init(_ store: Store, _ kinds: [SyncedKind]) {
    self.store = store
    self.kinds = Dictionary(kinds.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns nil for orders that are not the store's: requests, timers, notes.
  public func perform(_ order: Planner.Order) async -> Planner.Input? {
    do throws(Problem) {
      switch order {
      case .look: return .looked(try await store.heading())
      case .letGo:
        try await store.outbox.letGo()
        return .looked(try await store.heading())
      case .draw(let limit, let bytes): return .drawn(try await store.outbox.draw(limit, bytes: bytes))
      case .settle(let rulings, let epoch, let judging):
        let kinds = kinds
        return .settled(
          try await store.outbox.settle(rulings.map { ($0.op, $0.verdict) }, epoch: epoch) { conflict in
            (kinds[conflict.collection]?.policy ?? .ask).resolution(of: conflict, judging)
          })
      case .take(let page): return .took(try await store.take(page))
      case .push, .pull, .abandon, .wake, .rest, .note: return nil
      }
    } catch {
      return .failed(error)
    }
  }
}
