/// A series of days prepared for comparison: the residuals of its ranks after removing weekday and slow trend, and
/// their autocorrelation.
public struct DayScores: Sendable {
  public let known: DayMask
  public let count: Int
  /// One value for each day; 0 where the day is unknown.
  public let values: [Double]
  /// The fraction of degrees of freedom left after fitting the calendar's pattern.
  public let kept: Double
  /// The autocorrelation at lags 0, 1, 2 ... days, from -1 to 1.
  public let autocorrelation: [Double]

  /// `series` has one value for each day, NaN where unknown; `pattern` must be that of the known days. Nil if nothing
  /// remains: too few days, or constant values.
  public init?(_ series: [Double], pattern: DayPattern) {
    let known = pattern.known
    guard known.days == series.count, known.count > pattern.fitted + 2, known.count >= 8,
      let (first, last) = known.firstAndLast
    else { return nil }
    let days = (first...last).filter { known.contains($0) }
    let rest = pattern.rest(of: ranks(of: days.map { series[$0] }))
    let spread = rest.reduce(0) { $0 + $1 * $1 }
    // Ranks go up to the number of days: a sum of squares below this is rounding.
    guard spread.isFinite, spread > 1e-9 * Double(days.count) else { return nil }
    var values = [Double](repeating: 0, count: series.count)
    for (place, day) in days.enumerated() { values[day] = rest[place] }
    self.known = known
    self.values = values
    count = days.count
    kept = 1 - Double(pattern.fitted) / Double(days.count)
    autocorrelation = DayScores.likeness(values, known, upTo: (last - first + 1) / 3)
  }

  /// The number of pairs required before the autocorrelation at a lag is estimated.
  private static let leastPairs = 8

  private static func likeness(_ values: [Double], _ known: DayMask, upTo farthest: Int) -> [Double] {
    let spread = values.reduce(0) { $0 + $1 * $1 } / Double(max(1, known.count))
    return [1]
      + (0..<max(0, farthest)).map { before in
        let lag = before + 1
        let pairs = known.pairs(apart: lag)
        guard pairs >= leastPairs, spread > 0 else { return 0 }
        var sum = 0.0
        values.withUnsafeBufferPointer { values in
          var day = lag
          while day < values.count {
            sum += values[day] * values[day &- lag]
            day &+= 1
          }
        }
        return sum / Double(pairs) / spread
      }
  }

  /// The effective number of independent days among those known in both: fewer if both series are autocorrelated (Pyper
  /// and Peterman, 1998, for series with missing days).
  public static func independent(_ met: DayMask, _ one: DayScores, _ other: DayScores) -> Double {
    let days = met.count
    guard days > 0 else { return 0 }
    // The products of independent series are about one by the number of days; adding those would only add noise, most
    // of all where the two are correlated.
    let least = 4 / Double(days)
    var sum = 0.0
    let end = min(one.autocorrelation.count, other.autocorrelation.count)
    one.autocorrelation.withUnsafeBufferPointer { one in
      other.autocorrelation.withUnsafeBufferPointer { other in
        var lag = 1
        while lag < end {
          let product = one[lag] * other[lag]
          if product.magnitude > least { sum += product * Double(met.pairs(apart: lag)) / Double(days) }
          lag &+= 1
        }
      }
    }
    // At most the number of days.
    return Double(days) / max(1, 1 + 2 * sum)
  }
}
