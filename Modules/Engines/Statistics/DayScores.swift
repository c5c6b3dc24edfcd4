/// A series of days as it is compared with others: its ranks, without what weekday and slow trend explain of them, and how
/// much each day is like those before it.
public struct DayScores: Sendable {
  public let known: DayMask
  public let count: Int
  /// One a day; 0 where nothing is known.
  public let values: [Double]
  /// Which share of the days is left after fitting the calendar's pattern.
  public let kept: Double
  /// How alike days are that lie 0, 1, 2 ... days apart, from -1 to 1.
  public let autocorrelation: [Double]

  /// One value a day, which is no number where nothing is known; the pattern is that of those days. Nil where nothing is
  /// left: too few days, or always the same.
  public init?(_ series: [Double], pattern: DayPattern) {
    let known = pattern.known
    guard known.days == series.count, known.count > pattern.fitted + 2, known.count >= 8,
      let (first, last) = known.firstAndLast
    else { return nil }
    let days = (first...last).filter { known.contains($0) }
    let rest = pattern.rest(of: ranks(of: days.map { series[$0] }))
    let spread = rest.reduce(0) { $0 + $1 * $1 }
    // Ranks go up to the count of days: what is less than this is rounding.
    guard spread.isFinite, spread > 1e-9 * Double(days.count) else { return nil }
    var values = [Double](repeating: 0, count: series.count)
    for (place, day) in days.enumerated() { values[day] = rest[place] }
    self.known = known
    self.values = values
    count = days.count
    kept = 1 - Double(pattern.fitted) / Double(days.count)
    autocorrelation = DayScores.likeness(values, known, upTo: (last - first + 1) / 3)
  }

  /// Days so far apart must come up a few times, before anything is said of them.
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

  /// How many independent days the days that are known of both are worth: fewer, when each of the two takes after the day
  /// before (Pyper and Peterman, 1998, on days some of which are missing).
  public static func independent(_ met: DayMask, _ one: DayScores, _ other: DayScores) -> Double {
    let days = met.count
    guard days > 0 else { return 0 }
    // Independent days have products of about one by their count; those would only add up to noise, and would do so most
    // where the two do go together.
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
    // Never worth more than they are.
    return Double(days) / max(1, 1 + 2 * sum)
  }
}
