/// Sending to many sockets without waiting for the slowest.
extension WebSocket {
  /// Sends without suspending and returns the number of pending bytes. Returns nil, and sends nothing, when more than
  /// `bound` were pending or the socket is closed.
  public func offer(_ message: PreparedMessage, whileWaiting bound: Int) -> Int? {
    guard isOpen, waiting <= bound else { return nil }
    put(message.bytes)
    return waiting
  }

  /// The number of bytes that the peer has not read yet.
  public var waiting: Int { connection.assumeIsolated { $0.link.pending } }
}
