/// Limits of a store.
public struct StoreLimits: Sendable, Hashable {
  /// The largest number of waiting writes, and of waiting reads.
  public var writes = 4096
  public var reads = 4096
  /// The largest number of writes in one commit.
  public var group = 256
  /// The time limit of one statement.
  public var statement = Duration.seconds(8)
  /// The number of commits that a listener of changes may lag behind.
  public var changes = 4096
  /// The time for which deletions are kept for devices, and that for their operations.
  public var tombstones = Duration.seconds(90 * 86_400)
  public var operations = Duration.seconds(180 * 86_400)

  public init() {}
}
