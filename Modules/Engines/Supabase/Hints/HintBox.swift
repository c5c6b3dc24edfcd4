internal import Kernel

/// Hints on their way to whoever listens. Slow listeners lose nothing and pile up nothing: what was said already and not
/// heard yet is not said twice, and what was said before a loss is not worth hearing after it.
final class HintBox: Sendable {
  private struct Held {
    var pending: [Hint] = []
    var waiter: CheckedContinuation<Hint?, Never>?
    var isOver = false
  }

  private let held = Locked(Held())

  func put(_ hint: Hint) {
    let waiter = held.withLock { held -> CheckedContinuation<Hint?, Never>? in
      guard !held.isOver else { return nil }
      if let waiter = held.waiter {
        held.waiter = nil
        return waiter
      }
      if hint == .gone { held.pending = [] }
      if !held.pending.contains(hint) { held.pending.append(hint) }
      return nil
    }
    waiter?.resume(returning: hint)
  }

  /// Nil when it is over, or when whoever asks has gone.
  func next() async -> Hint? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (hint, isNow) = held.withLock { held -> (Hint?, Bool) in
          if held.isOver { return (nil, true) }
          guard held.pending.isEmpty else { return (held.pending.removeFirst(), true) }
          // It is for one listener; another that asks beside it hears nothing.
          guard held.waiter == nil else { return (nil, true) }
          held.waiter = continuation
          return (nil, false)
        }
        if isNow { continuation.resume(returning: hint) }
      }
    } onCancel: {
      end()
    }
  }

  func end() {
    let waiter = held.withLock { held in
      held.isOver = true
      held.pending = []
      defer { held.waiter = nil }
      return held.waiter
    }
    waiter?.resume(returning: nil)
  }
}
