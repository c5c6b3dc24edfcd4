public import Sync

/// An answer, and how long it was on its way.
public struct Met<Value: Sendable & Hashable>: Sendable, Hashable {
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

  /// Nobody has taken what was sent, or said anything of use.
  var isUnanswered: Bool {
    switch answer.result {
    case .failure(.unreachable), .failure(.later): true
    default: false
    }
  }
}

/// What the server says without being asked: never the truth, only that it is time to ask.
public enum Hint: Sendable, Hashable {
  /// From now on it tells of changes.
  case ready
  case changed
  /// It tells no more, for now.
  case gone
}
