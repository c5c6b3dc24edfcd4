internal import Kernel

/// Resumes the caller of one request exactly once, with whichever comes first: the response, the end of the thread, or
/// cancellation, which may come even before the caller waits.
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

/// One load with the ticket to settle and its deadline.
struct TransferOrder: Sendable {
  let load: Load
  let ticket: Ticket
  let due: ContinuousClock.Instant
}
