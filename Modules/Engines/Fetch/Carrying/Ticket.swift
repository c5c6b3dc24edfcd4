internal import Kernel

/// Answers exactly once whoever waits for one request, whichever comes first: the answer, the end, or giving up, even
/// before anybody waits.
final class Ticket: Sendable {
  typealias Outcome = Result<Incoming, Problem>

  private enum Held {
    case open
    case waiting(CheckedContinuation<Outcome, Never>)
    case settled(Outcome)
    case done
  }

  private let held = Locked(Held.open)

  func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = held.withLock { held -> Outcome? in
      guard case .settled(let outcome) = held else {
        held = .waiting(continuation)
        return nil
      }
      held = .done
      return outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  func settle(_ outcome: Outcome) {
    let waiting = held.withLock { held -> CheckedContinuation<Outcome, Never>? in
      switch held {
      case .open:
        held = .settled(outcome)
        return nil
      case .waiting(let continuation):
        held = .done
        return continuation
      case .settled, .done: return nil
      }
    }
    waiting?.resume(returning: outcome)
  }

  var isSettled: Bool {
    held.withLock { held in
      switch held {
      case .open, .waiting: false
      case .settled, .done: true
      }
    }
  }
}

enum Load: Sendable {
  case request(Outgoing)
  case mail(Envelope)
}

/// Something to be carried, for whom, and until when.
struct Order: Sendable {
  let load: Load
  let ticket: Ticket
  let due: ContinuousClock.Instant
}
