/// What a store takes on at most.
public struct StoreLimits: Sendable, Hashable {
  /// How many writes may wait, and how many questions.
  public var writes = 4096
  public var reads = 4096
  /// How many writes are committed together.
  public var group = 256
  /// How long one statement may take.
  public var statement = Duration.seconds(8)
  /// How many commits a listener may be behind.
  public var changes = 4096
  /// How long a deletion is remembered for devices, and how long an operation of theirs.
  public var tombstones = Duration.seconds(90 * 86_400)
  public var operations = Duration.seconds(180 * 86_400)

  public init() {}
}
