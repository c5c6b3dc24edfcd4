internal import Kernel

/// A queue of hints for one listener. It is bounded and loses nothing: a hint already pending is not queued twice, and
/// a loss removes the hints before it.
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

  /// Returns nil when the queue has ended or the calling task is cancelled.
  func next() async -> Hint? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (hint, isNow) = held.withLock { held -> (Hint?, Bool) in
          if held.isOver { return (nil, true) }
          guard held.pending.isEmpty else { return (held.pending.removeFirst(), true) }
          // Only one listener is served; a second caller gets nil.
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
