/// Two series of days, compared on the days that are known of both.
public struct DayPair: Sendable {
  /// The days of the later one.
  public let met: DayMask
  public let days: Int
  /// Spearman's rho of what weekday and slow trend do not explain.
  public let rho: Double
  /// How many independent days that is worth, with what the fit of the pattern took.
  public let independent: Double
  /// How rare such a rho is among as many independent days, by Student's t.
  public let expected: Double
  private let left: Deviations
  private let right: Deviations

  /// `lag` is how many days the cause comes before the effect. Nil for fewer days in common than the least, or when one
  /// does not change on them.
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

  /// The question to shuffling: how often do these days in any order reach the rho that would be as rare, were they
  /// independent? So what days owe to the days before them is not counted twice.
  public func permuting(_ dice: Dice) -> Permuting? {
    Permuting(left, right, asFarAs: Tail.correlation(asRareAs: expected, pairs: days), dice)
  }

  public var interval: ClosedRange<Double> { Statistics.interval(of: rho, days: independent) }
}
