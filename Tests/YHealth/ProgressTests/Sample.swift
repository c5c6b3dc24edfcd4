import Days
import FoundationEssentials
import Insights
import Kernel
import Measures
import Pillar
import Scores

@testable import Progress

/// Days that are the same for the same seed.
enum Sample {
  static func table(
    _ count: Int, to day: CalendarDay = Bench.today, seed: UInt64 = 1, missing: Int = 0
  ) -> DayTable {
    var random = Seeded(seed)
    return DayTable(
      (0..<count).map { back in
        var figures = DayFigures(day.following(-back))
        for (measure, range) in ranges where missing == 0 || Int.random(in: 0..<missing, using: &random) > 0 {
          figures[measure] = Double.random(in: range, using: &random).rounded()
        }
        return figures
      })
  }

  static let ranges: [(Measure, ClosedRange<Double>)] = [
    (.steps, 2_000...14_000), (.activeMinutes, 5...90), (.workouts, 0...2), (.workoutMinutes, 0...60),
    (.sleepMinutes, 300...540), (.restingHeartRate, 52...66), (.heartRateVariability, 35...80), (.weight, 70...73),
    (.meals, 1...5), (.calories, 1_400...2_800), (.protein, 40...140), (.carbohydrate, 120...320), (.fat, 40...110),
    (.fibre, 10...40), (.water, 800...3_000), (.mood, 2...9), (.energy, 2...9), (.stress, 1...9), (.journal, 0...1),
    (.habitsDone, 0...4), (.habitsDue, 4...4),
  ]

  static func finding(
    _ cause: Measure = .sleepMinutes, _ effect: Measure = .mood, lag: Int = 0, strength: Double = 0.5,
    priority: Int = 2, days: Int = 60
  ) -> Finding {
    var random = Seeded(7)
    let points = (0..<days).map { back in
      let cause = Double.random(in: 300...540, using: &random)
      return Finding.Point(
        day: Bench.today.following(back - days), cause: cause,
        effect: min(10, max(1, (cause / 60 - 2) * (strength < 0 ? -1 : 1) + Double.random(in: -1...1, using: &random))))
    }
    return Finding(
      cause: cause, effect: effect, lag: lag, strength: strength, interval: strength - 0.2...strength + 0.2,
      chance: 0.005, points: points, priority: priority)
  }

  static let run = InsightRun(
    findings: [
      finding(.steps, .mood, priority: 1), finding(.sleepMinutes, .mood), finding(.water, .energy, lag: 1),
      finding(.bedtime, .stress, lag: 2, strength: -0.4, priority: 3),
    ], looked: 312, days: 61)

  static let empty = InsightRun(findings: [], looked: 312, days: 61)
}

extension ProgressNeeds.Weighing {
  /// A simple score: the mean of one measure over seven days, as a share of a high value.
  static let sample = ProgressNeeds.Weighing(
    score: { pillar, day, table in Sample.score(pillar, day, table) },
    history: { pillar, range, table in
      (range.lowerBound.number...range.upperBound.number).map {
        Sample.score(pillar, CalendarDay(number: $0), table)
      }
    },
    recovery: { day, table in
      let known = table[day, .sleepMinutes]
      return Recovery(
        day: day, value: known.map { Int(min(100, $0 / 5)) },
        parts: [
          ScorePart(
            id: "sleep", title: "Sleep", weight: 1, points: known.map { min(100, $0 / 5) },
            coverage: Coverage(known == nil ? 0 : 1, of: 1, "nights"), says: "Last night")
        ],
        coverage: Coverage(known == nil ? 0 : 1, of: 1, "nights"),
        alert: (known ?? 500) < 320 ? "You slept little. Take it easy today." : nil,
        advice: known == nil ? "Log your sleep to get advice." : "A moderate workout suits today.")
    })
}

extension Sample {
  static func score(_ pillar: Pillar, _ day: CalendarDay, _ table: DayTable) -> PillarScore {
    let (measure, much): (Measure, Double) =
      switch pillar {
      case .fitness: (.steps, 10_000)
      case .nutrition: (.water, 2_500)
      case .wellbeing: (.mood, 9)
      }
    let known = table.last(7, to: day).compactMap { $0[measure] }
    let coverage = Coverage(known.count, of: 7, "days")
    let points = known.count < 3 ? nil : known.mean.map { min(100, $0 / much * 100) }
    let part = ScorePart(
      id: measure.rawValue, title: measure.title, weight: 0.6, points: points, coverage: coverage,
      says: known.mean.map { "\(measure.said($0)) a day" } ?? "Nothing")
    let other = ScorePart(
      id: "other", title: "Regularity", weight: 0.4, points: points, coverage: coverage, says: "On \(known.count) days")
    return PillarScore(
      pillar: pillar, day: day, value: points.map { Int($0.rounded()) }, parts: [part, other], coverage: coverage,
      levers: points == nil ? [] : [Lever(measure, says: "A little more \(measure.title.lowercased()) a day", gain: 4)])
  }
}
