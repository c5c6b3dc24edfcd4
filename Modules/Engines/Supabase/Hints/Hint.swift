/// What the server says of changes while they happen. Never the truth itself: whoever hears one pulls.
public enum Hint: Sendable, Hashable {
  /// From now on changes are told; what happened before is to be pulled. Also after a new token.
  case ready
  /// Something has changed there.
  case changed(String)
  /// Nothing is told for now.
  case gone
}

/// How long each step of listening may take.
public struct HintTiming: Sendable, Hashable {
  public var connect = Duration.seconds(10)
  /// From the join, or from a loss that was told, until changes are told.
  public var ready = Duration.seconds(30)
  /// How often the server is asked whether it is there, and how long it may take to say so.
  public var beat = Duration.seconds(25)
  public var answer = Duration.seconds(10)
  /// After the first failure, and at most after many.
  public var firstWait = Duration.seconds(1)
  public var longestWait = Duration.seconds(60)

  public init() {}
}
