/// A comparison of two series of days on the days known in both.
public struct DayPair: Sendable {
  /// The compared days, as days of the effect.
  public let met: DayMask
  public let days: Int
  /// Spearman's rho of the parts that weekday and slow trend do not explain.
  public let rho: Double
  /// The effective number of independent days, reduced by the degrees of freedom of the fitted pattern.
  public let independent: Double
  /// The two-sided p-value of rho by Student's t for that number of independent days.
  public let expected: Double
  private let left: Deviations
  private let right: Deviations

  /// `lag` is the number of days from cause to effect. Nil if fewer than `least` days are known in both, or if one side
  /// is constant on them.
  public init?(cause: DayScores, effect: DayScores, lag: Int, least: Int = 3) {
    guard lag >= 0, cause.known.days == effect.known.days else { return nil }
    let met = effect.known.meeting(cause.known, earlierBy: lag)
    let days = met.count
    guard days >= max(3, least), let (first, last) = met.firstAndLast else { return nil }
    var before: [Double] = []
    var after: [Double] = []
    before.reserveCapacity(days)
    after.reserveCapacity(days)
    for day in first...last where met.contains(day) {
      before.append(cause.values[day - lag])
      after.append(effect.values[day])
    }
    guard let left = Deviations(before), let right = Deviations(after), let rho = left.product(with: right) else {
      return nil
    }
    self.met = met
    self.days = days
    self.rho = rho
    self.left = left
    self.right = right
    independent = DayScores.independent(met, cause, effect) * min(cause.kept, effect.kept)
    let freedom = max(1, independent - 1)
    let far = rho.magnitude < 1 ? rho.magnitude * (freedom / (1 - rho * rho)).squareRoot() : .infinity
    expected = Tail.t(beyond: far, freedom: freedom)
  }

  /// A permutation test: how often do random orders of these days reach the rho that would be as rare if the days were
  /// independent? Comparing with that rho rather than the found one corrects for autocorrelation.
  public func permuting(_ dice: Dice) -> Permuting? {
    Permuting(left, right, asFarAs: Tail.correlation(asRareAs: expected, pairs: days), dice)
  }

  public var interval: ClosedRange<Double> { Statistics.interval(of: rho, days: independent) }
}
