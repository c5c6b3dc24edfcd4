internal import Dispatch
internal import Kernel
internal import Platform
internal import Shell

/// The sending side of a socket, one message a line. A thread of its own writes, so a slow reader blocks no other work.
/// The queue is bounded, and a peer that reads nothing for too long is disconnected.
final class LineSender: Sendable {
  private struct Held {
    var pending = 0
    var isClosed = false
    var waiting: [Waiting] = []

    /// Removes and returns the waiters whose limit is met; all of them once nothing is sent any more.
    mutating func free() -> [Waiting] {
      let isFree = { [self] (one: Waiting) in isClosed || pending <= one.most }
      let free = waiting.filter(isFree)
      waiting.removeAll(where: isFree)
      return free
    }
  }

  private struct Waiting {
    let most: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let socket: Socket
  private let most: Int
  private let queue = DispatchQueue(label: "outgoing")
  private let held = Locked(Held())
  private let failed: @Sendable () -> Void

  /// More than `most` bytes may not be queued when another message is added; a single message may be longer. `failed`
  /// is called when sending has become impossible, because the peer does not read.
  init(
    on socket: Socket, most: Int, patience: Duration, failed: @escaping @Sendable () -> Void = {}
  ) {
    self.socket = socket
    self.most = most
    self.failed = failed
    let (seconds, fraction) = patience.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(fraction / 1_000_000_000_000))
    setsockopt(socket.file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    let fits = held.withLock { held -> Bool? in
      guard !held.isClosed else { return nil }
      guard held.pending <= most else { return false }
      held.pending += bytes.count
      return true
    }
    guard let fits else { return }
    guard fits else { return close() }
    queue.async { self.write(bytes) }
  }

  /// Ends the connection after everything queued has been written.
  func finish() { queue.async { [socket] in socket.end() } }

  /// Returns when at most `most` bytes are queued, or nothing is sent any more.
  func pending(atMost most: Int) async {
    await withCheckedContinuation { continuation in
      let atOnce = held.withLock { held in
        if held.isClosed || held.pending <= most { return true }
        held.waiting.append(Waiting(most: most, continuation: continuation))
        return false
      }
      if atOnce { continuation.resume() }
    }
  }

  private func write(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty, !held.withLock({ $0.isClosed }) {
      let count = left.withUnsafeBytes { LocalSocket.send($0, to: socket.file) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return close() }
      left = left.dropFirst(count)
    }
    let free = held.withLock { held in
      held.pending -= bytes.count
      return held.free()
    }
    for waiting in free { waiting.continuation.resume() }
  }

  /// Drops what is queued, since the peer does not read it.
  private func close() {
    let free = held.withLock { held in
      held.isClosed = true
      return held.free()
    }
    // The socket stays open for reading: the peer's last line may give the reason.
    for waiting in free { waiting.continuation.resume() }
    failed()
  }
}
