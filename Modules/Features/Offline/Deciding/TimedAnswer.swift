public import Sync

/// An answer with its round-trip time.
public struct TimedAnswer<Value: Sendable & Hashable>: Sendable, Hashable {
  public let answer: Answered<Value>
  public let seconds: Double

  public init(_ answer: Answered<Value>, in seconds: Double) {
    self.answer = answer
    self.seconds = seconds
  }

  var meeting: Line.Meeting {
    switch answer.result {
    case .success, .failure(.refused): .answered(seconds.isFinite ? max(0, seconds) : 0)
    case .failure(.later): .busy
    case .failure(.unreachable): .unreachable
    case .failure(.unauthorized): .unauthorized
    }
  }

  /// Whether the request failed because the server was unreachable or asked to try later.
  var isUnanswered: Bool {
    switch answer.result {
    case .failure(.unreachable), .failure(.later): true
    default: false
    }
  }
}

/// An unsolicited notice from the server. It carries no data, and only says that it is time to ask.
public enum ServerNotice: Sendable, Hashable {
  /// The server reports changes from now on.
  case ready
  case changed
  /// The server stops reporting changes for now.
  case gone
}
