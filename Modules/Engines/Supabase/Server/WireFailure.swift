internal import HTTP
internal import JSON
internal import Kernel
public import Platform
internal import SyncWire

/// A server's answer, its round-trip time, and the server's time.
public struct ServerAnswer<Value: Sendable>: Sendable {
  public let value: Value
  public let roundTrip: Duration
  public let serverTime: Date?

  public init(_ value: Value, roundTrip: Duration, serverTime: Date?) {
    self.value = value
    self.roundTrip = roundTrip
    self.serverTime = serverTime
  }
}

/// The reason for a missing answer, classified by the remedy.
public enum WireFailure: Error, Sendable, Hashable {
  /// No network, no server, or no trusted server. Nothing was sent.
  case unreachable
  /// Whether the server has acted is not known.
  case timedOut
  /// The server does not accept the session, even after a refresh, or nobody is signed in.
  case unauthorized
  /// The server asks for another try, possibly after a delay.
  case later(status: Int, retryAfter: Duration?)
  /// The server will refuse the same request again. The reason is in the server's words.
  case refused(status: Int, code: String, reason: String)
  /// An incomplete or invalid answer.
  case broken(String)

  /// Classifies a problem with the request. A server that could not be trusted or contacted counts as unreachable,
  /// which says nothing about the request.
  init(_ problem: Problem) {
    switch problem.code {
    case "session-none", "session-expired": self = .unauthorized
    case "fetch-timed-out", "fetch-cancelled": self = .timedOut
    case "fetch-broken", "fetch-unreadable", "fetch-too-large", "fetch-malformed", "fetch-redirected":
      self = .broken(problem.sentence)
    default: self = .unreachable
    }
  }

  /// Classifies an unsuccessful response; `now` is by the server's clock.
  init(_ incoming: Incoming, at now: Date) {
    let json = try? JSON(bytes: incoming.body, deepest: 32)
    var status = incoming.status
    // The storage service answers 400 and puts the actual status in the body.
    if status == 400, let inner = json?["statusCode"]?.string.flatMap(Int.init), 400...599 ~= inner { status = inner }
    switch status {
    case 401: self = .unauthorized
    case 408, 425, 429, 500...599:
      self = .later(status: status, retryAfter: HTTPInstant.wait(incoming["retry-after"], at: now))
    case 400...499:
      let code = json?["code"]?.string ?? json?["error_code"]?.string ?? json?["error"]?.string ?? ""
      let reason = json?["message"]?.string ?? json?["msg"]?.string ?? ""
      self = .refused(
        status: status, code: String(code.unicodeScalars.prefix(64)),
        reason: String(reason.unicodeScalars.prefix(WireBounds.reason)))
    default: self = .broken("The server answered with status \(status), which is no answer to this question.")
    }
  }
}
