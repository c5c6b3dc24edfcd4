internal import Kernel

/// Exponential backoff with jitter between connection attempts.
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

  /// Returns a random wait between half of the current interval and all of it, and doubles the interval.
  mutating func wait(_ random: inout some RandomNumberGenerator) -> Duration {
    let whole = next
    next = min(most, next * 2)
    return .seconds(Double.random(in: whole.seconds / 2...max(whole.seconds / 2, whole.seconds), using: &random))
  }
}
