public import Kernel
public import Storage

/// The dependencies of connectors: where connections are kept.
public struct ConnectorsNeeds: Sendable {
  /// All connections.
  public var load: @Sendable () async throws(Problem) -> [ConnectedSource]
  public var keep: @Sendable (ConnectedSource) async throws(Problem) -> Void
  public var forget: @Sendable (Connector.ID) async throws(Problem) -> Void
}

extension ConnectorsNeeds {
  /// Keeps connections in the person's store, on the device.
  public init(_ store: Store) {
    let shelf = Shelf<ConnectedSource>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records(newest: 100) },
      keep: { connection throws(Problem) in try await shelf.collection().save(connection, over: .anything) },
      forget: { connector throws(Problem) in try await shelf.collection().delete(ID(named: connector.rawValue)) })
  }
}
