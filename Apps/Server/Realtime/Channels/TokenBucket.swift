/// How many messages somebody may still send: a bucket that fills steadily, up to its brim.
struct TokenBucket: Hashable {
  let rate: Double
  let brim: Double
  private var level: Double
  private var filled: Double

  /// `now` and all instants after it are seconds of the same clock.
  init(rate: Double, brim: Double, at now: Double) {
    self.rate = rate
    self.brim = brim
    level = brim
    filled = now
  }

  /// False when it is empty. A clock that was put back fills nothing.
  mutating func take(at now: Double) -> Bool {
    level = min(brim, level + max(0, now - filled) * rate)
    filled = now
    guard level >= 1 else { return false }
    level -= 1
    return true
  }
}
