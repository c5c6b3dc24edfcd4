internal import Kernel
internal import Shell

/// The messages on their way to one window. A bounded number may wait; a message frees its slot when it is answered, or waits
/// for something to be shown.
final class MessageQueue: Sendable {
  static let most = 64

  enum Outcome {
    case taken, full, closed
  }

  struct Message: Sendable {
    /// Nil for a message that was too long.
    let bytes: [UInt8]?
    fileprivate let slot: Slot
  }

  fileprivate struct Held {
    var count = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Frees its place in the queue when it is released.
  fileprivate final class Slot: Sendable {
    private let held: Locked<Held>
    init(_ held: Locked<Held>) { self.held = held }

    deinit {
      let waiting = held.withLock { held -> [CheckedContinuation<Void, Never>] in
        held.count -= 1
        guard held.count == 0 else { return [] }
        defer { held.waiting = [] }
        return held.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  let messages: AsyncStream<Message>
  private let continuation: AsyncStream<Message>.Continuation
  private let held = Locked(Held())

  init() { (messages, continuation) = AsyncStream.makeStream() }

  func add(_ bytes: [UInt8]?) -> Outcome {
    held.withLock { held in
      guard !held.isClosed else { return .closed }
      guard held.count < MessageQueue.most else { return .full }
      held.count += 1
      continuation.yield(Message(bytes: bytes, slot: Slot(self.held)))
      return .taken
    }
  }

  /// Takes no further message. Returns when all of them are answered, or wait.
  func finish() async {
    await withCheckedContinuation { waiting in
      let isEmpty = held.withLock { held in
        held.isClosed = true
        continuation.finish()
        if held.count > 0 { held.waiting.append(waiting) }
        return held.count == 0
      }
      if isEmpty { waiting.resume() }
    }
  }
}
