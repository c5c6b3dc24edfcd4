public import AppleHealth
public import Kernel
public import Storage

/// What the world must do for it.
public struct ConnectorsNeeds: Sendable {
  /// Everything that is connected.
  public var load: @Sendable () async throws(Problem) -> [Connection]
  public var keep: @Sendable (Connection) async throws(Problem) -> Void
  public var forget: @Sendable (Connector) async throws(Problem) -> Void
  /// How large the file there is, once it is clear that it can be read.
  public var size: @Sendable (_ path: String) throws(Problem) -> Int
  /// All of it or nothing; says now and then how far it has come. Whoever cancels the task ends it.
  public var read:
    @Sendable (_ path: String, _ progress: @escaping @Sendable (ReadingProgress) -> Void)
      async throws(Problem) -> ReadExport
  /// Some days of what was read, whole days at a time, to whoever keeps them. What comes again for the same connector,
  /// day, measure and source takes the place of what was there.
  public var deliver: @Sendable (Connector, [ReadDay]) async throws(Problem) -> Void
  /// Everything that came from it is taken away again.
  public var remove: @Sendable (Connector) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [Connection],
    keep: @escaping @Sendable (Connection) async throws(Problem) -> Void,
    forget: @escaping @Sendable (Connector) async throws(Problem) -> Void,
    size: @escaping @Sendable (_ path: String) throws(Problem) -> Int,
    read:
      @escaping @Sendable (_ path: String, _ progress: @escaping @Sendable (ReadingProgress) -> Void)
      async throws(Problem) -> ReadExport,
    deliver: @escaping @Sendable (Connector, [ReadDay]) async throws(Problem) -> Void,
    remove: @escaping @Sendable (Connector) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
    self.forget = forget
    self.size = size
    self.read = read
    self.deliver = deliver
    self.remove = remove
  }

  /// What is connected lies in the person's store and stays on the device; files are those of this machine.
  public init(
    _ store: Store, deliver: @escaping @Sendable (Connector, [ReadDay]) async throws(Problem) -> Void,
    remove: @escaping @Sendable (Connector) async throws(Problem) -> Void
  ) {
    let shelf = Shelf<Connection>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records(newest: 100) },
      keep: { connection throws(Problem) in try await shelf.collection().save(connection, over: .anything) },
      forget: { connector throws(Problem) in try await shelf.collection().delete(ID(named: connector.rawValue)) },
      size: { path throws(Problem) in try ExportFile(path).size() },
      read: { path, progress throws(Problem) in try await ExportFile(path).read(progress: progress) },
      deliver: deliver, remove: remove)
  }
}
