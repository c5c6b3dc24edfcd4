/// A rate limiter that refills steadily, up to its capacity.
struct TokenBucket: Hashable {
  let rate: Double
  let brim: Double
  private var level: Double
  private var filled: Double

  /// `now` and all later instants are seconds of the same clock.
  init(rate: Double, brim: Double, at now: Double) {
    self.rate = rate
    self.brim = brim
    level = brim
    filled = now
  }

  /// Takes one token; false when the bucket is empty. A clock that is set back refills nothing.
  mutating func take(at now: Double) -> Bool {
    level = min(brim, level + max(0, now - filled) * rate)
    filled = now
    guard level >= 1 else { return false }
    level -= 1
    return true
  }
}
