internal import HTTP
internal import Kernel

/// Tells the caller of one request its outcome exactly once, with whichever comes first: the response, the end of the thread, or
/// cancellation, which may come even before the caller waits.
final class Ticket: Sendable {
  typealias Outcome = Result<Incoming, Problem>

  private enum Held {
    case open
    case waiting(@Sendable (Outcome) -> Void)
    case settled(Outcome)
    case done
  }

  private let held = Locked(Held.open)

  /// Calls `body` with the outcome, at once or when it is known.
  func wait(_ body: @escaping @Sendable (Outcome) -> Void) {
    let outcome = held.withLock { held -> Outcome? in
      guard case .settled(let outcome) = held else {
        held = .waiting(body)
        return nil
      }
      held = .done
      return outcome
    }
    if let outcome { body(outcome) }
  }

  func settle(_ outcome: Outcome) {
    let waiting = held.withLock { held -> (@Sendable (Outcome) -> Void)? in
      switch held {
      case .open:
        held = .settled(outcome)
        return nil
      case .waiting(let body):
        held = .done
        return body
      case .settled, .done: return nil
      }
    }
    waiting?(outcome)
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
  /// Takes the parts of the response as they arrive; nil when the whole is wanted.
  var take: (@Sendable (IncomingPart) -> Void)?
}
