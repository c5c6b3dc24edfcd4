internal import Kernel

/// A signal for one listener. Several rings before it is awaited count as one.
final class Signal: Sendable {
  private struct Held {
    var isRung = false
    var isMuted = false
    var listener: CheckedContinuation<Void, Never>?
  }

  private let held = Locked(Held())

  func ring() {
    let listener = held.withLock { held -> CheckedContinuation<Void, Never>? in
      defer { held.listener = nil }
      if held.listener == nil { held.isRung = true }
      return held.listener
    }
    listener?.resume()
  }

  /// Makes every current and later wait return at once.
  func mute() {
    held.withLock { $0.isMuted = true }
    ring()
  }

  /// Returns at the next ring, at once if it rang since the last wait, and when the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = held.withLock { held -> Bool in
          if held.isRung || held.isMuted || held.listener != nil || Task.isCancelled {
            held.isRung = false
            return true
          }
          held.listener = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
  }
}
