internal import FoundationEssentials
public import Kernel
public import Storage

/// What the world must do for it: keep the last facts.
public struct DashboardNeeds: Sendable {
  /// Nil when nothing is kept. Throws when something is, and cannot be read.
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

  /// Sealed, for seven days, in the room that the dashboard has.
  public init(_ store: Store) {
    let shelf = Shelf<CachedDashboard>(store, .cached(.dashboard, window: CachedDashboard.lasts))
    self.init(
      load: { () throws(Problem) in
        let collection = try await shelf.collection()
        // A row that does not open is set aside as it is read, so the rows are counted before.
        let isKept = try await collection.count() > 0
        let kept = try await collection.record(CachedDashboard.name)
        if kept == nil, isKept { throw .unreadableCache }
        return kept
      },
      keep: { cached throws(Problem) in try await shelf.collection().save(cached, over: .anything) },
      clear: { () throws(Problem) in try await shelf.collection().delete(CachedDashboard.name) })
  }
}
