internal import Days
internal import Measures
internal import Scores
internal import Units

/// A comparison of the last seven days with the seven before, by measure.
struct WeekSummary: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    let measure: Measure
    /// The daily mean, or the sum for measures that are counted over the week.
    let now: Double?
    let before: Double?
    let known: Coverage
    let knownBefore: Coverage
    /// The reader's units.
    let amounts: AmountNotation

    /// The difference; nil when either week has too few days.
    var change: Double? {
      guard let now, let before, known.known >= WeekSummary.least, knownBefore.known >= WeekSummary.least else {
        return nil
      }
      return now - before
    }
  }

  let lines: [Line]

  static let days = 7
  /// Fewest days for a comparison.
  static let least = 3
  /// Measures of a few times a week, for which a daily mean says little.
  static let sums: [Measure] = [.workouts, .workoutMinutes, .journal]
  /// The measures of Light mode.
  static let essential: [Measure] = [.steps, .sleepMinutes, .meals, .mood]
  static let all: [Measure] = [
    .steps, .activeMinutes, .workouts, .sleepMinutes, .restingHeartRate, .heartRateVariability, .weight, .meals,
    .calories, .protein, .water, .mood, .energy, .stress, .journal, .habitsDone,
  ]

  init(of table: DayTable, to today: CalendarDay, _ measures: [Measure], in amounts: AmountNotation = .plain) {
    let start = today.following(1 - WeekSummary.days)
    lines = measures.compactMap { measure in
      let now = table.series(measure, start...today).compactMap(\.self)
      let before = table.series(measure, start.following(-WeekSummary.days)...start.following(-1)).compactMap(\.self)
      guard !now.isEmpty || !before.isEmpty else { return nil }
      let isSum = WeekSummary.sums.contains(measure)
      func value(_ days: [Double]) -> Double? { days.isEmpty ? nil : isSum ? days.reduce(0, +) : days.mean }
      return Line(
        measure: measure, now: value(now), before: value(before),
        known: Coverage(now.count, of: WeekSummary.days, "days"),
        knownBefore: Coverage(before.count, of: WeekSummary.days, "days"), amounts: amounts)
    }
  }
}

extension WeekSummary.Line {
  private var isSum: Bool { WeekSummary.sums.contains(measure) }

  var title: String { isSum ? "\(measure.title) in total" : measure.title }

  private func said(_ value: Double?, _ coverage: Coverage) -> String {
    guard let value else { return "No data" }
    return "\(words(value)) from \(coverage.sentence)"
  }

  /// A small mean of a whole-number measure is shown with a decimal.
  private func words(_ value: Double) -> String {
    guard value < 20, value != value.rounded(), [.meals, .habitsDone, .workouts, .journal].contains(measure) else {
      return measure.saidBesideTitle(value, in: amounts)
    }
    return Measure.tenths(value, in: amounts)
  }

  var saysNow: String { said(now, known) }
  var saysBefore: String { said(before, knownBefore) }

  var saysChange: String {
    guard let change else { return "Too few days to compare" }
    if abs(change) < max(abs(now ?? 0), abs(before ?? 0)) / 50 || change == 0 { return "About the same" }
    if measure == .bedtime { return change > 0 ? "Later" : "Earlier" }
    let more = change > 0 ? "more" : "less"
    if [.mood, .energy, .stress].contains(measure) {
      let points = Measure.tenths(abs(change), in: amounts)
      return "\(points) \(points == "1" ? "point" : "points") \(more)"
    }
    return "\(words(abs(change))) \(more)"
  }
}
