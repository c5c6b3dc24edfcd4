internal import Glibc

/// A socket with its pending output and, optionally, TLS.
final class BufferedSocket {
  enum Reading {
    case bytes([UInt8])
    case nothing
    /// The peer has closed its sending side; it may still read.
    case end
    case broken
  }

  /// Bytes that the system takes before it sends them.
  private static let mostUnsent: Int32 = 131_072

  let socket: Int32
  private let session: TLSSession?
  private let scratch: ReceiveBuffer
  private var waiting: [UInt8] = []
  private var sent = 0
  /// All bytes that the system has taken.
  private(set) var sentTotal = 0
  private var isOpen = true
  private var isShut = false

  init(_ socket: Int32, _ session: TLSSession?, _ scratch: ReceiveBuffer) {
    self.socket = socket
    self.scratch = scratch
    self.session = session
    // A response is written in one piece; waiting for more data would only delay it.
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    // The system would otherwise hold megabytes for a client that does not read.
    var unsent = BufferedSocket.mostUnsent
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close() }

  /// Closes at once. The descriptor is not used afterwards, since the system reuses it for another connection.
  func close() {
    guard isOpen else { return }
    (isOpen, isShut) = (false, true)
    waiting = []
    sent = 0
    Glibc.close(socket)
  }

  var pending: Int { waiting.count - sent }
  var isEstablished: Bool { session?.isEstablished ?? true }

  /// Reads up to 64 KB, so that one busy client does not keep the loop from the others.
  func read() -> Reading {
    guard isOpen else { return .broken }
    let count = recv(socket, scratch.room.baseAddress, scratch.room.count, 0)
    guard count > 0 else {
      if count == 0 { return .end }
      return errno == EAGAIN || errno == EINTR ? .nothing : .broken
    }
    let bytes = UnsafeRawBufferPointer(rebasing: scratch.room[..<count])
    guard let session else { return .bytes(Array(bytes)) }
    let opened = session.open(bytes)
    push(session.takeOutgoing())
    switch opened {
    case .bytes(let plain): return plain.isEmpty ? .nothing : .bytes(plain)
    case .end: return .end
    case .broken: return .broken
    }
  }

  /// Returns false when the peer is gone.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    guard !isShut else { return false }
    guard let session else { return push(bytes) }
    return session.seal(bytes) && push(session.takeOutgoing())
  }

  /// Sends as much pending output as the system takes. Returns false when the peer is gone.
  @discardableResult
  func flush() -> Bool {
    guard isOpen else { return false }
    while pending > 0 {
      let count = waiting.withUnsafeBytes { bytes in
        // Without MSG_NOSIGNAL a client that has left would end the program.
        bytes.baseAddress.map { send(socket, $0 + sent, pending, Int32(MSG_NOSIGNAL)) } ?? 0
      }
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      sent += count
      sentTotal += count
    }
    // Freed, since keeping the capacity would cost every idle client that much memory.
    waiting = []
    sent = 0
    if isShut { shutdown(socket, Int32(SHUT_WR)) }
    return true
  }

  /// Closes the sending side once the pending output is sent. Further input must still be read, or the system would
  /// reset the connection and drop the output.
  func shut() {
    guard !isShut else { return }
    session?.sayEnd()
    isShut = true
    push(session?.takeOutgoing() ?? [])
  }

  @discardableResult
  private func push(_ bytes: [UInt8]) -> Bool {
    guard pending == 0 else {
      if sent > 65_536 {
        waiting.removeSubrange(..<sent)
        sent = 0
      }
      waiting.append(contentsOf: bytes)
      return flush()
    }
    waiting = bytes
    sent = 0
    return flush()
  }
}
