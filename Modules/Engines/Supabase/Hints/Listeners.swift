internal import Kernel

/// The tasks of all listeners of a session, so that closing it can wait for them.
final class Listeners: Sendable {
  private struct Held {
    var tasks: [Int: Task<Void, Never>] = [:]
    var given = 0
    var isClosed = false
  }

  private let held = Locked(Held())

  /// Returns nil after closing.
  func begin(_ listen: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    held.withLock { held in
      guard !held.isClosed else { return nil }
      held.given += 1
      let number = held.given
      let task = Task {
        await listen()
        self.forget(number)
      }
      held.tasks[number] = task
      return task
    }
  }

  /// Cancels all listeners and returns when they have ended.
  func close() async {
    let tasks = held.withLock { held in
      held.isClosed = true
      return Array(held.tasks.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func forget(_ number: Int) {
    let task = held.withLock { $0.tasks.removeValue(forKey: number) }
    withExtendedLifetime(task) {}
  }
}
