internal import Kernel

/// How long to wait before the next try: twice as long each time, and never two devices the same.
struct HintWaits: Sendable {
  private let first: Duration
  private let most: Duration
  private var next: Duration

  init(_ timing: HintTiming) {
    first = timing.firstWait
    most = max(timing.firstWait, timing.longestWait)
    next = timing.firstWait
  }

  mutating func reset() { next = first }

  /// Between half of the wait and the whole of it.
  mutating func wait(_ random: inout some RandomNumberGenerator) -> Duration {
    let whole = next
    next = min(most, next * 2)
    return .seconds(Double.random(in: whole.seconds / 2...max(whole.seconds / 2, whole.seconds), using: &random))
  }
}
