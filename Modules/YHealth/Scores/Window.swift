internal import Days
internal import Measures

/// The days that a score of one day looks at, the newest first: the week that it weighs, and the four weeks before, which
/// say what is usual for this person.
struct Window: Sendable {
  static let week = 7
  static let usual = 28
  /// Of a week, fewer known days say nothing.
  static let leastOfAWeek = 3
  /// Of four weeks, fewer say nothing of what is usual.
  static let leastOfUsual = 7

  let day: CalendarDay
  /// The day itself is not over: what it has counted so far cannot make anything worse.
  let isUnfinished: Bool
  private var days: [DayFigures?]

  init(_ day: CalendarDay, of table: DayTable, isUnfinished: Bool = false) {
    self.day = day
    self.isUnfinished = isUnfinished
    days = (0..<Window.week + Window.usual).map { table[day.following(-$0)] }
  }

  /// So many days back; nil for what is not known. What no day can have is brought to what one can.
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

  /// Somebody, or a device, has said something of that day. That a habit was due, and nobody ticked it, is not said.
  func isKnown(_ back: Int) -> Bool {
    guard days.indices.contains(back), let figures = days[back] else { return false }
    return figures.values.contains { Window.isSaid($0.key, $0.value) }
  }

  private static func isSaid(_ measure: Measure, _ value: Double) -> Bool {
    measure != .habitsDue && (measure != .habitsDone || value > 0)
  }

  func values(_ measure: Measure, _ backs: Range<Int>) -> [Double] { backs.compactMap { self[$0, measure] } }

  func known(_ measures: [Measure], _ backs: Range<Int>) -> Int {
    backs.count { back in
      measures.contains { measure in self[back, measure].map { Window.isSaid(measure, $0) } ?? false }
    }
  }

  /// How often it happened, a week, and on how many days it could have been seen. Where anything is known of a day, what
  /// is not said to have happened did not.
  func happened(_ measure: Measure, _ backs: Range<Int>) -> (known: Int, aWeek: Double) {
    let known = backs.count { isKnown($0) }
    let times = values(measure, backs).reduce(0, +)
    return (known, known == 0 ? 0 : times * Double(Window.week) / Double(known))
  }
}

extension [Double] {
  /// Of some; nought of none.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// Of some; nought of none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Measure {
  /// What a day can have of it. Beyond that somebody mistyped, or a device is broken.
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
