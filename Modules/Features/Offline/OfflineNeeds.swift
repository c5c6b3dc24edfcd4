public import Kernel
public import Platform
public import Storage
public import Sync
public import SyncWire

/// The dependencies of sync: the device's own disk, the server, and the machine.
public struct OfflineNeeds: Sendable {
  /// Sends one request; it ends when it is answered, given up, or the calling task is cancelled.
  public var push: @Sendable (Push) async -> TimedAnswer<PushAnswer>
  public var pull: @Sendable (Pull) async -> TimedAnswer<PullAnswer>
  /// The server's hints to that account's devices, until the stream is no longer followed.
  public var hints: @Sendable (_ owner: UUID) -> AsyncStream<Heard<ServerNotice>>
  /// The machine's network state, then every change.
  public var network: @Sendable () -> AsyncStream<Heard<Bool>>
  /// Runs `body` to its end, and asks the platform for background time when the user leaves the app meanwhile.
  public var background: @Sendable (_ body: @escaping @Sendable () async -> Void) async -> Void
  public var disk: Disk

  public init(
    disk: Disk,
    push: @escaping @Sendable (Push) async -> TimedAnswer<PushAnswer>,
    pull: @escaping @Sendable (Pull) async -> TimedAnswer<PullAnswer>,
    hints: @escaping @Sendable (_ owner: UUID) -> AsyncStream<Heard<ServerNotice>> = { _ in AsyncStream { nil } },
    network: @escaping @Sendable () -> AsyncStream<Heard<Bool>>,
    background: @escaping @Sendable (_ body: @escaping @Sendable () async -> Void) async -> Void = { await $0() }
  ) {
    self.disk = disk
    self.push = push
    self.pull = pull
    self.hints = hints
    self.network = network
    self.background = background
  }

  /// The device's own disk.
  public struct Disk: Sendable {
    /// Carries out the planner's orders that concern the disk.
    public var perform: @Sendable (Planner.Order) async -> Planner.Input?
    public var queue: @Sendable (_ pages: Set<Int>, _ changes: Set<UUID>) async throws(Problem) -> Waiting
    /// Reports each change of the queue, whatever its origin.
    public var changes: @Sendable () -> AsyncStream<Heard<Revision>>
    public var losers: @Sendable () async throws(Problem) -> [Lost]
    public var use: @Sendable () async throws(Problem) -> StorageUse
    public var work: @Sendable (Work) async throws(Problem) -> Void
    /// Deletes old and surplus cached data.
    public var tidy: @Sendable () async throws(Problem) -> Void
    public var lastSynced: @Sendable () async throws(Problem) -> Date?
    public var keepSynced: @Sendable (Date) async throws(Problem) -> Void
    /// Number of times that a full disk reduced caches below their limits, then every change.
    public var reductions: @Sendable () -> AsyncStream<Heard<Int>>
  }
}
