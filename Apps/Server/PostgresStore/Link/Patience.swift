/// How long a database is waited for, and how much of it is used.
public struct PostgresLimits: Sendable {
  /// How many connections there are at most.
  public var connections = 8
  /// How many may wait for one, and how long.
  public var waiting = 1024
  public var wait = Duration.seconds(10)
  public var connecting = Duration.seconds(5)
  /// How long a database that is just starting, or has no seat free, is asked again before opening it fails.
  public var opening = Duration.seconds(15)
  /// How long one statement may take, and how long a transaction may lie idle.
  public var statement = Duration.seconds(30)
  public var idle = Duration.seconds(30)

  public init() {}
}

extension Duration {
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
