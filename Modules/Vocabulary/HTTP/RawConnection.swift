/// A connection to a server, encrypted and verified where its address says so, for a protocol of the caller's own such as
/// WebSocket. For use on one thread.
public protocol RawConnection: AnyObject {
  /// Reads what is available; empty when there is nothing, nil when the peer is gone.
  func read() -> [UInt8]?
  /// Returns the number of bytes written; nil when the peer is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int?
  /// Waits until it is readable or, with `writes`, writable, until the descriptor `ear` is readable, or until `due`.
  func wait(ear: Int32, writes: Bool, until due: ContinuousClock.Instant)
}

/// Opens a connection to the host and port of an `https` or `http` address. Blocks its thread; returns nil when no trusted
/// server answers within the time, or `isOver` becomes true.
public typealias RawConnecting =
  @Sendable (_ address: String, _ time: Duration, _ isOver: @escaping () -> Bool) -> (any RawConnection)?
