internal import Dispatch
internal import Kernel

/// The events on their way to one window's callback. They are delivered one after another on a queue of its own, so a callback
/// that takes long holds up no work of the window. The queue is bounded: if the callback never returns, the window ends.
final class EventQueue: Sendable {
  /// The most events, and bytes of them, that may wait for the callback.
  static let most = 4096
  static let mostBytes = 64 << 20

  private struct Held {
    /// The events before `begin`; nil afterwards.
    var early: [WindowEvent]? = []
    var count = 0
    var bytes = 0
    var isOver = false
  }

  private static let mark = DispatchSpecificKey<Bool>()

  private let queue = DispatchQueue(label: "troupe.events")
  private let held = Locked(Held())
  private let callback: EventCallback

  init(_ callback: EventCallback) {
    self.callback = callback
    queue.setSpecific(key: EventQueue.mark, value: true)
  }

  /// Whether the calling thread is within a callback.
  static var isCallingBack: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Delivers what was added, and from now on everything at once.
  func begin() {
    held.withLock { held in
      for event in held.early ?? [] { enqueue(event) }
      held.early = nil
    }
  }

  func add(_ event: WindowEvent) {
    held.withLock { held in
      guard !held.isOver else { return }
      let isFull = held.count >= EventQueue.most || held.bytes + event.size > EventQueue.mostBytes
      let next = isFull ? WindowEvent.end(.unreadEvents) : event
      held.isOver = isFull
      held.count += 1
      held.bytes += next.size
      // Within the lock, so that events stay in the order in which they were added.
      if held.early == nil { enqueue(next) } else { held.early?.append(next) }
    }
  }

  /// Adds an event and returns when the callback has returned from it, or none takes events any more.
  func deliver(_ event: WindowEvent) async {
    add(event)
    await delivered()
  }

  /// Adds no further event. Returns when the last callback has returned.
  func finish() async {
    held.withLock { $0.isOver = true }
    await delivered()
  }

  private func delivered() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func enqueue(_ event: WindowEvent) {
    queue.async { [self] in
      callback(event)
      held.withLock { held in
        held.count -= 1
        held.bytes -= event.size
      }
    }
  }
}

extension Problem {
  fileprivate static let unreadEvents = Problem(
    "unread-events", "Too many events waited for the program that shows the window.",
    safe: "What was entered is kept.", remedy: "Close the window and open another.")
}
