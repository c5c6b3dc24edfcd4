/// Measures a rate in windows. A burst earns no time beyond its window, so a client cannot stall after it.
struct Pace: Sendable {
  private var began: Instant
  /// The number of bytes when the window began.
  private var before: Int
  private var pausedAt: Instant?

  init(at now: Instant, from count: Int = 0) { (began, before) = (now, count) }

  /// Begins a new window when this one has brought enough.
  mutating func note(_ count: Int, at now: Instant, least: Int) {
    guard count - before >= least else { return }
    (began, before) = (now, count)
  }

  /// Stops the time, while the server itself is not ready for more.
  mutating func pause(at now: Instant) { pausedAt = now }

  mutating func resume(at now: Instant) {
    guard let pausedAt else { return }
    began.nanoseconds += now.nanoseconds - pausedAt.nanoseconds
    self.pausedAt = nil
  }

  /// The end of the window, when the client is late.
  func deadline(_ window: Duration) -> Instant { began + window }
}

extension ServerLimits {
  /// The number of bytes that a window of a body must bring.
  var leastReceived: Int { ServerLimits.least(bodyRate, in: bodyTime) }
  /// The number of bytes of pending output that a client must take in a window.
  var leastSent: Int { ServerLimits.least(sendRate, in: sendTime) }

  private static func least(_ rate: Int, in window: Duration) -> Int {
    let (seconds, attoseconds) = window.components
    return max(1, rate * (Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)) / 1_000)
  }
}
