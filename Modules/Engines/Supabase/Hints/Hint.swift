/// A notification that data has changed on the server. It carries no data; the receiver pulls.
public enum Hint: Sendable, Hashable {
  /// Changes are reported from now on; earlier ones must be pulled. Repeated after a new token.
  case ready
  /// Something in this collection has changed.
  case changed(String)
  /// The connection is lost; nothing is reported for now.
  case gone
}

/// The timeouts of a hint connection.
public struct HintTiming: Sendable, Hashable {
  public var connect = Duration.seconds(10)
  /// From the join, or from a reported loss, until changes are reported.
  public var ready = Duration.seconds(30)
  /// The interval of heartbeats, and the time allowed for the answer to one.
  public var beat = Duration.seconds(25)
  public var answer = Duration.seconds(10)
  /// The wait after the first failure, and the longest wait after many.
  public var firstWait = Duration.seconds(1)
  public var longestWait = Duration.seconds(60)

  public init() {}
}
