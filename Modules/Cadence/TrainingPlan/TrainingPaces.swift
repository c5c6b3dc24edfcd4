/// The paces of each effort in seconds for a kilometre, as the third edition of Daniels' Running Formula derives them from the
/// fitness.
///
/// Unrounded they are within 0.5 % of its tables for a VDOT of 30 to 85. Beyond those an effort keeps its share of the greatest
/// uptake.
public struct TrainingPaces: Sendable, Hashable {
  /// From the fastest to the slowest pace of the effort. Equal for all but easy runs.
  public let ranges: [Effort: ClosedRange<Int>]

  public init(_ fitness: VDOT) {
    var ranges: [Effort: ClosedRange<Int>] = [:]
    for effort in Effort.allCases {
      let exact = TrainingPaces.exact(effort, fitness)
      ranges[effort] = Int(exact.lowerBound.rounded())...Int(exact.upperBound.rounded())
    }
    self.ranges = ranges
  }

  public subscript(_ effort: Effort) -> ClosedRange<Int> { ranges[effort] ?? 0...0 }

  /// The paces of an effort before they are rounded.
  static func exact(_ effort: Effort, _ fitness: VDOT) -> ClosedRange<Double> {
    // The shares of the tables differ little with the fitness: polynomials, fitted to the rows.
    let tens = (tabled(fitness) - 50) / 10
    func pace(_ share: Double) -> Double { fitness.secondsPerKilometre(at: share) }
    switch effort {
    case .easy:
      return pace(0.73075 + 0.0026 * tens)...pace(0.62974 - 0.00115 * tens + 0.00036 * tens * tens)
    case .marathon:
      let pace = pace(0.81577 + 0.01089 * tens - 0.00299 * tens * tens + 0.00058 * tens * tens * tens)
      return pace...pace
    case .threshold: return pace(0.88)...pace(0.88)
    case .interval: return pace(0.97471 - 0.0003 * tens)...pace(0.97471 - 0.0003 * tens)
    case .repetition:
      let share = VDOT.uptake(at: 60 * 400 / lap(fitness)) / tabled(fitness)
      return pace(share)...pace(share)
    }
  }

  private static func tabled(_ fitness: VDOT) -> Double { min(max(fitness.value, 30), 85) }

  /// Seconds of a lap of 400 m in repetitions, which no formula gives: those of the table for a VDOT of 30, 31 and so on, below 34
  /// twice those of 200 m.
  private static let laps: [Double] = [
    134, 130, 126, 122, 120, 117, 114, 111, 108, 106, 104, 102, 100, 98, 96, 94, 92, 90, 89, 88, 87, 86, 85, 84, 82, 81,
    80, 79,
    77, 76, 75, 74, 73, 72, 71, 70, 69, 68, 67, 66, 65, 64, 63, 63, 62, 61, 60, 59, 59, 58, 58, 57, 56, 56, 55, 55,
  ]

  private static func lap(_ fitness: VDOT) -> Double {
    let place = tabled(fitness) - 30
    let row = min(Int(place), laps.count - 2)
    return laps[row] + (laps[row + 1] - laps[row]) * (place - Double(row))
  }
}
