public import Platform

/// A server's answer to one request, with its clock.
public struct Answered<Value: Sendable & Hashable>: Sendable, Hashable {
  public let result: Result<Value, SyncFailure>
  /// The server's clock, if the answer carried it.
  public let serverTime: Date?

  public init(_ result: Result<Value, SyncFailure>, serverTime: Date? = nil) {
    self.result = result
    self.serverTime = serverTime
  }
}

/// The reason for a missing answer, classified by the next step.
public enum SyncFailure: Error, Sendable, Hashable {
  /// No network, no server, or a timeout. Whether the server has acted is not known.
  case unreachable
  /// The session has ended; renewing it failed.
  case unauthorized
  /// The server is busy or failing for now.
  case later(after: Double?)
  /// The whole request is refused for good.
  case refused(code: String, reason: String)
}
