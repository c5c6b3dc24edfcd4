internal import Days
internal import Measures
internal import Units

/// The figures of a period for a doctor: each measure with its mean, its range, and the number of days that are known.
struct DoctorReport: Sendable, Equatable {
  /// One measure over the period.
  struct Line: Sendable, Equatable {
    let measure: Measure
    let mean: Double
    let least: Double
    let greatest: Double
    let known: Int

    func columns(of days: Int, in amounts: AmountNotation) -> [String] {
      [
        measure.title, measure.said(mean, in: amounts), measure.said(least, in: amounts),
        measure.said(greatest, in: amounts), "\(known) of \(days)",
      ]
    }
  }

  let range: ClosedRange<CalendarDay>
  let lines: [Line]

  /// The lengths of period that can be chosen, in days.
  static let periods = [30, 90, 365]

  private static let measures: [Measure] = [
    .weight, .restingHeartRate, .heartRateVariability, .sleepMinutes, .bedtime, .awakeMinutes, .sleepQuality, .steps,
    .activeMinutes, .workoutMinutes, .meals, .calories, .protein, .fibre, .water, .mood, .energy, .stress,
  ]

  /// The charts that the report shows, as far as there is data.
  static let drawn: [ChartForm] = [
    .line(.weight), .line(.restingHeartRate), .bars(.sleepMinutes),
    .lines("Mood, energy and stress", [.mood, .energy, .stress]),
  ]

  /// Today is left out: it is not over, and its sums still grow.
  init(of table: DayTable, to today: CalendarDay, days: Int) {
    let range = today.following(-days)...today.following(-1)
    self.range = range
    lines = DoctorReport.measures.compactMap { measure in
      let values = table.series(measure, range).compactMap(\.self)
      guard let least = values.min(), let greatest = values.max() else { return nil }
      return Line(
        measure: measure, mean: values.reduce(0, +) / Double(values.count), least: least, greatest: greatest,
        known: values.count)
    }
  }
}
