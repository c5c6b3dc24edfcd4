/// Speaking to many: nobody waits for the slowest.
extension WebSocket {
  /// Sends it without waiting, and says how many bytes wait for the other end now; nil when more than `bound` waited
  /// before, or the socket is closed: then nothing was sent.
  public func offer(_ message: PreparedMessage, whileWaiting bound: Int) -> Int? {
    guard isOpen, waiting <= bound else { return nil }
    put(message.bytes)
    return waiting
  }

  /// How many bytes the other end has not taken yet.
  public var waiting: Int { connection.assumeIsolated { $0.link.pending } }
}
