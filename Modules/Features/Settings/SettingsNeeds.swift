public import FoundationEssentials
public import Kernel

/// What the world must do for it. Every setting is a record of its own, so that two who change different ones at the
/// same time both keep what they chose.
public struct SettingsNeeds: Sendable {
  /// Everything that is kept, by key. Keys of a newer version may be among them.
  public var load: @Sendable () async throws(Problem) -> Kept
  /// Returns when the value is on disk, with its place in the order of all that came there.
  public var save: @Sendable (_ key: String, _ value: Data) async throws(Problem) -> Order
  /// What others change: another device, another process. What comes back of one's own saves, however late, does no harm.
  public var changes: @Sendable () -> AsyncStream<Heard<Change>>

  /// Grows with everything that comes to the disk, whoever brings it: of two, the greater holds.
  public typealias Order = Int64

  /// What was kept when at least so much had come to the disk.
  public struct Kept: Sendable, Hashable {
    public let values: [String: Data]
    public let order: Order

    public init(_ values: [String: Data], order: Order) {
      self.values = values
      self.order = order
    }
  }

  public struct Change: Sendable, Hashable {
    public let key: String
    /// Nil when it was taken away.
    public let value: Data?
    public let order: Order

    public init(_ key: String, _ value: Data?, order: Order) {
      self.key = key
      self.value = value
      self.order = order
    }
  }

  public init(
    load: @escaping @Sendable () async throws(Problem) -> Kept,
    save: @escaping @Sendable (_ key: String, _ value: Data) async throws(Problem) -> Order,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Change>>
  ) {
    self.load = load
    self.save = save
    self.changes = changes
  }
}
