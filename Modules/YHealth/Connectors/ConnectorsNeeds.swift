public import AppleHealth
public import Kernel
public import Storage

/// The dependencies of connectors.
public struct ConnectorsNeeds: Sendable {
  /// All connections.
  public var load: @Sendable () async throws(Problem) -> [ConnectedSource]
  public var keep: @Sendable (ConnectedSource) async throws(Problem) -> Void
  public var forget: @Sendable (Connector) async throws(Problem) -> Void
  /// The size of a file. Throws when it cannot be read.
  public var size: @Sendable (_ path: String) throws(Problem) -> Int
  /// Reads a whole file or nothing, and reports progress. Cancelling the task ends it.
  public var read:
    @Sendable (_ path: String, _ progress: @escaping @Sendable (ReadingProgress) -> Void)
      async throws(Problem) -> ReadExport
  /// Delivers figures in whole days to be stored. A repeated connector, day, measure and source replaces the earlier
  /// figure.
  public var deliver: @Sendable (Connector, [ReadDay]) async throws(Problem) -> Void
  /// Removes everything that a connector delivered.
  public var remove: @Sendable (Connector) async throws(Problem) -> Void
}

extension ConnectorsNeeds {
  /// Keeps connections in the person's store on the device; files are read from this machine.
  public init(
    _ store: Store, deliver: @escaping @Sendable (Connector, [ReadDay]) async throws(Problem) -> Void,
    remove: @escaping @Sendable (Connector) async throws(Problem) -> Void
  ) {
    let shelf = Shelf<ConnectedSource>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records(newest: 100) },
      keep: { connection throws(Problem) in try await shelf.collection().save(connection, over: .anything) },
      forget: { connector throws(Problem) in try await shelf.collection().delete(ID(named: connector.rawValue)) },
      size: { path throws(Problem) in try ExportFile(path).size() },
      read: { path, progress throws(Problem) in try await ExportFile(path).read(progress: progress) },
      deliver: deliver, remove: remove)
  }
}
