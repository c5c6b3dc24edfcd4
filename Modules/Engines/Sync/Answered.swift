public import FoundationEssentials

/// What came back from the server, and what is to be learned of the way there.
public struct Answered<Value: Sendable & Hashable>: Sendable, Hashable {
  public let result: Result<Value, SyncFailure>
  /// The server's clock, when it said so.
  public let serverTime: Date?

  public init(_ result: Result<Value, SyncFailure>, serverTime: Date? = nil) {
    self.result = result
    self.serverTime = serverTime
  }
}

/// Why there is no answer, sorted by what is to be done.
public enum SyncFailure: Error, Sendable, Hashable {
  /// No network, no server, too late: nothing is known of what it did.
  case unreachable
  /// The session is over; it was renewed in vain.
  case unauthorized
  /// Busy or broken, for now.
  case later(after: Double?)
  /// The whole of it is refused for good.
  case refused(code: String, reason: String)
}
