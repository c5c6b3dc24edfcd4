internal import Kernel
internal import Platform

/// A thread that runs one function until it returns, for work that blocks on a disk, a socket or a library and must not
/// hold one of the few threads that all tasks share.
public final class OwnThread: Sendable {
  private struct Held {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Locked(Held())

  /// Returns nil when the system cannot create another thread.
  public init?(_ body: @escaping @Sendable () -> Void) {
    let start = Start(body, held)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(start)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Returns when the thread has ended.
  public func ended() async {
    await withCheckedContinuation { continuation in
      let isOver = held.withLock { held in
        if !held.isOver { held.waiting.append(continuation) }
        return held.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  private final class Start: Sendable {
    private let body: Locked<(@Sendable () -> Void)?>
    private let held: Locked<Held>

    init(_ body: @escaping @Sendable () -> Void, _ held: Locked<Held>) {
      self.body = Locked(body)
      self.held = held
    }

    func run() {
      carryOut()
      let waiting = held.withLock { held in
        held.isOver = true
        defer { held.waiting = [] }
        return held.waiting
      }
      for one in waiting { one.resume() }
    }

    /// Releases what the body holds, such as a file or a connection, before those waiting in `ended` are resumed.
    private func carryOut() {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }
}
