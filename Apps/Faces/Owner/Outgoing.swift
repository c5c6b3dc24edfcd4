internal import Dispatch
internal import Glibc
internal import Kernel
internal import Shell

/// What goes out on a socket, one message a line. A thread of its own writes it, so a slow reader holds up nobody; what
/// waits is bounded, and a reader who reads nothing for too long is parted with.
final class Outgoing: Sendable {
  private struct Held {
    var pending = 0
    var isClosed = false
    var waiting: [Waiting] = []

    /// Those who wait for no more than is there now; everybody when nothing goes out any more.
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

  /// `most` bytes may wait before another message is too much. One message alone may be longer. `failed` is called when
  /// nothing more can go out, because nobody reads it.
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

  /// The other side comes to the end once it has read what waits.
  func finish() { queue.async { [socket] in socket.end() } }

  /// Returns when no more than that waits to be read by the other side, or nothing goes out any more.
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
      let count = left.withUnsafeBytes { Glibc.send(socket.file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
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

  /// What waits is dropped: nobody reads it.
  private func close() {
    let free = held.withLock { held in
      held.isClosed = true
      return held.free()
    }
    // What comes in can still be read: why nobody reads here may be the last that is said.
    for waiting in free { waiting.continuation.resume() }
    failed()
  }
}
