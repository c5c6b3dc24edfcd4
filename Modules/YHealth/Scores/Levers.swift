internal import Measures
internal import Pillar

/// A change that a person could make in a week, evaluated by scoring the changed week.
struct LeverFormula: Sendable {
  let measure: Measure
  let says: String
  let change: @Sendable (inout ScoringWindow) -> Void

  /// Increases the measure on each day on which it is known.
  private static func more(_ measure: Measure, _ amount: Double, _ says: String) -> LeverFormula {
    LeverFormula(measure: measure, says: says) { window in
      for back in 0..<ScoringWindow.week {
        if let value = window[back, measure] { window[back, measure] = value + amount }
      }
    }
  }

  /// Adds one occurrence, on the newest complete day without one.
  private static func again(_ measure: Measure, _ says: String) -> LeverFormula {
    LeverFormula(measure: measure, says: says) { window in
      let whole = (window.isUnfinished ? 1 : 0)..<ScoringWindow.week
      let known = whole.filter { window.isKnown($0) }
      guard let back = known.first(where: { (window[$0, measure] ?? 0) == 0 }) ?? known.first else { return }
      window[back, measure] = (window[back, measure] ?? 0) + 1
    }
  }

  private static let usualBedtime = LeverFormula(measure: .bedtime, says: "Going to bed at your usual time") { window in
    let before = window.values(.bedtime, ScoringWindow.week..<2 * ScoringWindow.week)
    guard before.count >= 5 else { return }
    let usual = before.median
    for back in 0..<ScoringWindow.week where window[back, .bedtime] != nil { window[back, .bedtime] = usual }
  }

  private static let oneMoreHabit = LeverFormula(measure: .habitsDone, says: "One more habit kept a day") { window in
    for back in 0..<ScoringWindow.week {
      guard let due = window[back, .habitsDue] else { continue }
      window[back, .habitsDone] = min(due, (window[back, .habitsDone] ?? 0) + 1)
    }
  }

  /// The available changes of a pillar. Feelings and weight cannot be decided, and the product never tells a person to
  /// eat more or less.
  static func all(_ pillar: Pillar) -> [LeverFormula] {
    switch pillar {
    case .fitness:
      [
        more(.sleepMinutes, 30, "30 minutes more sleep a night"), usualBedtime,
        more(.activeMinutes, 10, "10 more active minutes a day"), more(.steps, 1000, "A thousand more steps a day"),
        again(.workouts, "One more workout a week"),
      ]
    case .nutrition:
      [
        more(.meals, 1, "One more meal logged a day"), more(.protein, 15, "15 g more protein a day"),
        more(.fibre, 5, "5 g more fibre a day"), more(.water, 250, "One more glass of water a day"),
      ]
    case .wellbeing: [oneMoreHabit, again(.journal, "One more journal entry a week")]
    }
  }
}
