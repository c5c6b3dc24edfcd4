public import Kernel
public import Storage

/// The dependencies of consent.
public struct ConsentNeeds: Sendable {
  /// All decisions of the person, in any order.
  public var load: @Sendable () async throws(Problem) -> [ConsentRecord]
  /// Returns when the decision is on disk.
  public var save: @Sendable (ConsentRecord) async throws(Problem) -> Void
  /// Tells of each change of the stored decisions, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [ConsentRecord],
    save: @escaping @Sendable (ConsentRecord) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>
  ) {
    self.load = load
    self.save = save
    self.changes = changes
  }
}

extension ConsentNeeds {
  /// Keeps the decisions in the person's store. They go with the account, once there is one, unless the holding is local.
  public init(_ store: Store, _ holding: Holding = .owned(.done)) {
    let shelf = Shelf<ConsentRecord>(store, holding)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records() },
      save: { record throws(Problem) in try await shelf.collection().save(record) },
      changes: { shelf.changes() })
  }
}
