public import FoundationEssentials
public import Kernel

/// What the world must do for it. Every setting is a record of its own, so that two who change different ones at the
/// same time both keep what they chose.
public struct SettingsNeeds: Sendable {
  /// Everything that is kept, by key. Keys of a newer version may be among them.
  public var load: @Sendable () async throws(Problem) -> [String: Data]
  /// Returns when the value is on disk.
  public var save: @Sendable (_ key: String, _ value: Data) async throws(Problem) -> Void
  /// What others change: another device, another process. What comes back of one's own saves does no harm.
  public var changes: @Sendable () -> AsyncStream<Heard<Change>>

  public struct Change: Sendable, Hashable {
    public let key: String
    /// Nil when it was taken away.
    public let value: Data?

    public init(_ key: String, _ value: Data?) {
      self.key = key
      self.value = value
    }
  }

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [String: Data],
    save: @escaping @Sendable (_ key: String, _ value: Data) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Change>>
  ) {
    self.load = load
    self.save = save
    self.changes = changes
  }
}
