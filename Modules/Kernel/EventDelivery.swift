/// Calls a function for each event of a broadcast, one after another, in a task that exists only while events wait.
///
/// A stream needs a task that waits all the time, which takes 3 KB. A window has dozens of listeners, most of which hear nothing for
/// hours.
public final class EventDelivery<Event: Sendable>: Sendable {
  public typealias Body = @Sendable (News<Event>) async -> Void

  private let line: Line
  private let forget: @Sendable () -> Void

  /// `forget` ends the subscription.
  init(_ line: Line, forget: @escaping @Sendable () -> Void) {
    self.line = line
    self.forget = forget
  }

  deinit { cancel() }

  /// Delivers the events that came meanwhile, and from now on each that comes.
  public func start(_ body: @escaping Body) { line.start(body) }

  /// Drops the events that wait, and cancels the call under way.
  public func cancel() {
    forget()
    line.cancel()?.cancel()
  }

  /// Cancels, and returns when the call under way has returned.
  public func end() async {
    forget()
    let task = line.cancel()
    task?.cancel()
    await task?.value
  }

  /// The events on their way.
  final class Line: Sendable {
    private struct Held {
      var waiting: [Heard<Event>] = []
      var body: Body?
      var task: Task<Void, Never>?
      var isOver = false
    }

    private let held = Locked(Held())

    func add(_ heard: Heard<Event>) {
      held.withLock { held in
        guard !held.isOver else { return }
        held.waiting.append(heard)
        carryOn(&held)
      }
    }

    func start(_ body: @escaping Body) {
      held.withLock { held in
        guard !held.isOver else { return }
        held.body = body
        carryOn(&held)
      }
    }

    /// Returns the task that delivers, if there is one.
    func cancel() -> Task<Void, Never>? {
      // Released outside the lock, since the release of an event may add the next one.
      let (dropped, task) = held.withLock { held -> (Held, Task<Void, Never>?) in
        defer { held = Held(task: held.task, isOver: true) }
        return (held, held.task)
      }
      withExtendedLifetime(dropped) {}
      return task
    }

    private func carryOn(_ held: inout Held) {
      guard held.task == nil, held.body != nil, !held.waiting.isEmpty else { return }
      // Detached: the values of the task that told the event, such as its receipt, are none of the listener's.
      held.task = Task.detached { await self.deliver() }
    }

    private func deliver() async {
      while let (heard, body) = next() { await heard.use(body) }
    }

    private func next() -> (Heard<Event>, Body)? {
      held.withLock { held in
        guard let body = held.body, !held.waiting.isEmpty else {
          held.task = nil
          return nil
        }
        return (held.waiting.removeFirst(), body)
      }
    }
  }
}
