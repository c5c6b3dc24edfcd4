/// Limits of a store on PostgreSQL.
public struct PostgresLimits: Sendable {
  /// The largest number of connections.
  public var connections = 8
  /// The largest number of callers waiting for a connection, and their longest wait.
  public var waiting = 1024
  public var wait = Duration.seconds(10)
  public var connecting = Duration.seconds(5)
  /// The time for which opening retries a database that is starting or has no free connection.
  public var opening = Duration.seconds(15)
  /// The time limit of a statement, and of an idle transaction.
  public var statement = Duration.seconds(30)
  public var idle = Duration.seconds(30)

  public init() {}
}

extension Duration {
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
