public import Kernel
public import Platform

/// The dependencies of settings. Every setting is a record of its own, so that two devices that change different
/// settings at the same time both keep their changes.
public struct SettingsNeeds: Sendable {
  /// All stored values by key, possibly with keys of a newer version.
  public var load: @Sendable () async throws(Problem) -> Kept
  /// Stores a value; returns when it is on disk, with its position in the order of all writes.
  public var save: @Sendable (_ key: String, _ value: Data) async throws(Problem) -> Order
  /// Changes made by other devices and processes. Echoes of own saves may be among them, however late.
  public var changes: @Sendable () -> AsyncStream<Heard<Change>>

  /// The position of a write in the order of all writes to the disk, whatever their origin: the greater holds.
  public typealias Order = Int64

  /// The stored values as of one position in the order of writes.
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
    /// Nil when it was removed.
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
