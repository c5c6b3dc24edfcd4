internal import FoundationEssentials
public import Kernel
public import Storage

/// The dependencies of the dashboard: storage for the last facts.
public struct DashboardNeeds: Sendable {
  /// The cached facts; nil when there are none. Throws when they cannot be read.
  public var load: @Sendable () async throws(Problem) -> CachedDashboard?
  public var keep: @Sendable (CachedDashboard) async throws(Problem) -> Void
  public var clear: @Sendable () async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> CachedDashboard?,
    keep: @escaping @Sendable (CachedDashboard) async throws(Problem) -> Void,
    clear: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
    self.clear = clear
  }

  /// Keeps the facts encrypted for seven days, within the dashboard's storage budget.
  public init(_ store: Store) {
    let shelf = Shelf<CachedDashboard>(store, .cached(.dashboard, window: CachedDashboard.lasts))
    self.init(
      load: { () throws(Problem) in
        let collection = try await shelf.collection()
        // Reading sets aside a row that cannot be opened, so the rows are counted first.
        let isKept = try await collection.count() > 0
        let kept = try await collection.record(CachedDashboard.name)
        if kept == nil, isKept { throw .unreadableCache }
        return kept
      },
      keep: { cached throws(Problem) in try await shelf.collection().save(cached, over: .anything) },
      clear: { () throws(Problem) in try await shelf.collection().delete(CachedDashboard.name) })
  }
}
