import Days
import Kernel
import Measures

@testable import Scores

/// Random days: plausible, typical and impossible ones.
struct SomeDays {
  static let last = CalendarDay(number: 20_000)

  /// The typical value of each measure, and how far days deviate from it.
  static let middling: [Measure: (Double, Double)] = [
    .steps: (7500, 4000), .activeMinutes: (25, 20), .workouts: (0.5, 0.5), .workoutMinutes: (20, 20), .effort: (5, 3),
    .restingHeartRate: (60, 5), .heartRateVariability: (45, 12), .weight: (70, 1), .sleepMinutes: (430, 90),
    .deepMinutes: (80, 30), .remMinutes: (90, 30), .awakeMinutes: (35, 30), .awakenings: (2, 2), .bedtime: (680, 60),
    .meals: (2.5, 1), .calories: (2000, 500), .protein: (60, 25), .fibre: (22, 9), .water: (1500, 500),
    .mood: (6, 2), .energy: (6, 2), .stress: (5, 2), .journal: (0.5, 0.5), .habitsDone: (2, 2), .habitsDue: (4, 1),
  ]

  /// Forty days up to `last`, some of them missing, the others with some measures missing.
  static func table(_ random: inout Seeded, known: Double = 0.8) -> DayTable {
    let measures = middling.keys.sorted { $0.rawValue < $1.rawValue }
    let kept = measures.filter { _ in Double.random(in: 0...1, using: &random) < 0.9 }
    return DayTable(
      (0..<40).map { back in
        var figures = DayFigures(last.following(-back))
        guard Double.random(in: 0...1, using: &random) < known else { return figures }
        for measure in kept where Double.random(in: 0...1, using: &random) < known {
          let (middle, spread) = middling[measure] ?? (0, 0)
          let value = middle + spread * Double.random(in: -1.5...1.5, using: &random)
          figures[measure] = min(max(value, measure.plausible.lowerBound), measure.plausible.upperBound)
        }
        return figures
      })
  }

  /// Days with the same values.
  static func alike(_ values: [Measure: Double], days: Int = 40) -> DayTable {
    DayTable((0..<days).map { DayFigures(last.following(-$0), values) })
  }
}

extension DayTable {
  /// A copy with one value of one day replaced.
  func with(_ measure: Measure, _ value: Double?, on day: CalendarDay) -> DayTable {
    var changed = self
    var figures = self[day] ?? DayFigures(day)
    figures[measure] = value
    changed.take([figures])
    return changed
  }
}

/// The score of parts with these weights and points.
func weighed(_ parts: (Double, Double)...) -> Int { Int(parts.reduce(0) { $0 + $1.0 * $1.1 }.rounded()) }
