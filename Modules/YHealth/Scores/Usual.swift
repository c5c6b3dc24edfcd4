internal import Measures

/// What is usual for this person: the median of some days, and how far days commonly lie from it.
struct Usual: Sendable {
  let median: Double
  let spread: Double

  /// Nil when too few days are known. The spread is at least `least`, and at least that share of the median, so that a
  /// person whose days are all alike is not alarmed by a small change.
  init?(_ values: [Double], least: Double, share: Double) {
    guard values.count >= Window.leastOfUsual else { return nil }
    let middle = values.median
    median = middle
    // Of what is spread as a bell is, 1.4826 medians of the distances make a standard deviation.
    spread = max(1.4826 * values.map { abs($0 - middle) }.median, least, share * abs(middle))
  }

  static func restingHeartRate(_ values: [Double]) -> Usual? { Usual(values, least: 2, share: 0) }
  static func variability(_ values: [Double]) -> Usual? { Usual(values, least: 1, share: 0.1) }

  /// How many spreads above the median.
  func above(_ value: Double) -> Double { (value - median) / spread }

  /// Points for how many spreads a sign of the body is worse than usual.
  static let points = Curve((-1, 100), (0, 85), (1, 60), (2, 30), (3, 0))
  /// From here on a sign is well off.
  static let wellOff = 1.5
}
