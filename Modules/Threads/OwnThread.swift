internal import Glibc
internal import Kernel

/// A thread that does one thing until it returns: what waits for a disk, a socket or a library must not hold one of the
/// few threads that all tasks share.
public final class OwnThread: Sendable {
  private struct Held {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Locked(Held())

  /// Nil when the system has no thread left.
  public init?(_ body: @escaping @Sendable () -> Void) {
    let held = held
    let start = Start {
      body()
      let waiting = held.withLock { held in
        held.isOver = true
        defer { held.waiting = [] }
        return held.waiting
      }
      for one in waiting { one.resume() }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(start)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        // Let go of before the thread ends, and so before anybody who waits is told.
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Returns when it is over.
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
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
