internal import Days
internal import Measures

/// The days that the score of one day uses, the newest first: the week that is scored, and the four weeks before, which
/// define what is usual for the person.
struct ScoringWindow: Sendable {
  static let week = 7
  static let usual = 28
  /// Fewest known days of a week.
  static let leastOfAWeek = 3
  /// Fewest known days of the four weeks before.
  static let leastOfUsual = 7

  let day: CalendarDay
  /// Whether the last day is not over: its counts so far cannot lower a score.
  let isUnfinished: Bool
  private var days: [DayFigures?]

  init(_ day: CalendarDay, of table: DayTable, isUnfinished: Bool = false) {
    self.day = day
    self.isUnfinished = isUnfinished
    days = (0..<ScoringWindow.week + ScoringWindow.usual).map { table[day.following(-$0)] }
  }

  /// The value `back` days before the last one, clamped to the plausible range; nil when unknown.
  subscript(back: Int, measure: Measure) -> Double? {
    get {
      guard days.indices.contains(back), let value = days[back]?[measure] else { return nil }
      return min(max(value, measure.plausible.lowerBound), measure.plausible.upperBound)
    }
    set {
      guard days.indices.contains(back), days[back] != nil else { return }
      days[back]?[measure] = newValue
    }
  }

  /// Whether there is data of that day. A due habit alone is not data.
  func isKnown(_ back: Int) -> Bool {
    guard days.indices.contains(back), let figures = days[back] else { return false }
    return figures.values.contains { ScoringWindow.isSaid($0.key, $0.value) }
  }

  private static func isSaid(_ measure: Measure, _ value: Double) -> Bool {
    measure != .habitsDue && (measure != .habitsDone || value > 0)
  }

  func values(_ measure: Measure, _ backs: Range<Int>) -> [Double] { backs.compactMap { self[$0, measure] } }

  func known(_ measures: [Measure], _ backs: Range<Int>) -> Int {
    backs.count { back in
      measures.contains { measure in self[back, measure].map { ScoringWindow.isSaid(measure, $0) } ?? false }
    }
  }

  /// The weekly frequency of an event, and the number of days on which it could have been recorded. On a day with other
  /// data, a missing event counts as zero.
  func happened(_ measure: Measure, _ backs: Range<Int>) -> (known: Int, aWeek: Double) {
    let known = backs.count { isKnown($0) }
    let times = values(measure, backs).reduce(0, +)
    return (known, known == 0 ? 0 : times * Double(ScoringWindow.week) / Double(known))
  }
}

extension [Double] {
  /// The mean; 0 for an empty array.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The median; 0 for an empty array.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Measure {
  /// The plausible range of one day. Values beyond it are typing errors or device faults.
  var plausible: ClosedRange<Double> {
    switch self {
    case .steps: 0...100_000
    case .distance: 0...300_000
    case .activeMinutes, .workoutMinutes, .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .bedtime: 0...1440
    case .activeEnergy, .calories: 0...15_000
    case .workouts, .meals, .journal, .awakenings, .habitsDone, .habitsDue: 0...100
    case .effort, .sleepQuality, .mood, .energy, .stress: 1...10
    case .restingHeartRate: 25...150
    case .heartRateVariability: 2...400
    case .weight: 1...500
    case .protein, .carbohydrate, .fat, .fibre: 0...2000
    case .water: 0...20_000
    }
  }
}
