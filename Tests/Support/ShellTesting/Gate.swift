internal import Kernel

/// Suspends its callers until it is opened.
package final class Gate: Sendable {
  private struct Held {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Locked(Held())

  package init() {}

  package func passed() async {
    await withCheckedContinuation { continuation in
      let isOpen = held.withLock { held in
        if !held.isOpen { held.waiting.append(continuation) }
        return held.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  package func open() {
    let waiting = held.withLock { held in
      defer { held.waiting = [] }
      held.isOpen = true
      return held.waiting
    }
    for one in waiting { one.resume() }
  }
}
