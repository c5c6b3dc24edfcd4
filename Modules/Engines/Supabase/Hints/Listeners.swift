internal import Kernel

/// Everybody who listens by one session, so that its end can wait for theirs.
final class Listeners: Sendable {
  private struct Held {
    var tasks: [Int: Task<Void, Never>] = [:]
    var given = 0
    var isClosed = false
  }

  private let held = Locked(Held())

  /// Nil when it is over.
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

  /// Returns when nobody listens any more.
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
