internal import Measures

/// The usual value of a person: the median of some days, and their typical deviation from it.
struct Usual: Sendable {
  let median: Double
  let spread: Double

  /// Nil when too few days are known. The spread is at least `least`, and at least that share of the median, so that a
  /// person with very regular days is not warned about a small change.
  init?(_ values: [Double], least: Double, share: Double) {
    guard values.count >= ScoringWindow.leastOfUsual else { return nil }
    let middle = values.median
    median = middle
    // For a normal distribution, 1.4826 times the median absolute deviation is the standard deviation.
    spread = max(1.4826 * values.map { abs($0 - middle) }.median, least, share * abs(middle))
  }

  static func restingHeartRate(_ values: [Double]) -> Usual? { Usual(values, least: 2, share: 0) }
  static func variability(_ values: [Double]) -> Usual? { Usual(values, least: 1, share: 0.1) }

  /// Number of spreads above the median.
  func above(_ value: Double) -> Double { (value - median) / spread }

  /// Points by the number of spreads by which a vital sign is worse than usual.
  static let points = ScoringCurve((-1, 100), (0, 85), (1, 60), (2, 30), (3, 0))
  /// The number of spreads from which a deviation is significant.
  static let wellOff = 1.5
}
