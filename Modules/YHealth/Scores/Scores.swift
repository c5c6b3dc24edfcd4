public import Days
public import Measures
public import Pillar

/// Scores of a person's days from 0 to 100, by the formulas in Documentation/Scores.md.
///
/// Missing data lowers a score's coverage, never the score: the known parts are weighted among themselves, and when
/// their total weight is less than half there is no score.
public enum Scores {
  /// The least difference of two scores that says something: a smaller one lies within what a single entry moves.
  public static let noise = 3
  /// Number of levers of a score.
  public static let mostLevers = 3

  /// The score of the week that ends with `day`. The counts of `today`, which is not over, are used only where they
  /// raise the score.
  public static func score(
    _ pillar: Pillar, on day: CalendarDay, of table: DayTable, today: CalendarDay? = nil
  ) -> PillarScore {
    let window = ScoringWindow(day, of: table, isUnfinished: day == today)
    return score(pillar, window, levers: levers(pillar, window))
  }

  /// One score per day, in order, without levers.
  public static func history(
    _ pillar: Pillar, _ range: ClosedRange<CalendarDay>, of table: DayTable, today: CalendarDay? = nil
  ) -> [PillarScore] {
    (range.lowerBound.number...range.upperBound.number).map { number in
      let day = CalendarDay(number: number)
      return score(pillar, ScoringWindow(day, of: table, isUnfinished: day == today), levers: [])
    }
  }

  /// The score of the night that ended on a day.
  public static func night(on day: CalendarDay, of table: DayTable) -> SleepScore {
    let night = ScoredNight(window: ScoringWindow(day, of: table), back: 0)
    let parts = night.parts
    return SleepScore(
      day: day, value: night.points.map { Int($0.rounded()) }, parts: parts,
      coverage: Coverage(parts.count { $0.points != nil }, of: parts.count, "parts"))
  }

  // MARK: Formulas

  /// The score before rounding.
  static func exact(_ pillar: Pillar, _ window: ScoringWindow) -> Double? { parts(pillar, window).points }

  private static func parts(_ pillar: Pillar, _ window: ScoringWindow) -> [ScorePart] {
    let known = window.known(measures(pillar), 0..<ScoringWindow.week)
    return formulas(pillar).map { $0.part(of: window).within(known) }
  }

  private static func formulas(_ pillar: Pillar) -> [PartFormula] {
    switch pillar {
    case .fitness: FitnessFormula.parts
    case .nutrition: NutritionFormula.parts
    case .wellbeing: WellbeingFormula.parts
    }
  }

  private static func measures(_ pillar: Pillar) -> [Measure] {
    switch pillar {
    case .fitness: FitnessFormula.measures
    case .nutrition: NutritionFormula.measures
    case .wellbeing: WellbeingFormula.measures
    }
  }

  private static func score(_ pillar: Pillar, _ window: ScoringWindow, levers: [Lever]) -> PillarScore {
    let parts = parts(pillar, window)
    return PillarScore(
      pillar: pillar, day: window.day, value: parts.points.map { Int($0.rounded()) }, parts: parts,
      coverage: Coverage(window.known(measures(pillar), 0..<ScoringWindow.week), of: ScoringWindow.week, "days"),
      levers: levers)
  }

  /// Evaluates each change by scoring the changed week.
  private static func levers(_ pillar: Pillar, _ window: ScoringWindow) -> [Lever] {
    guard let now = exact(pillar, window) else { return [] }
    let gains = LeverFormula.all(pillar).compactMap { formula -> Lever? in
      var changed = window
      formula.change(&changed)
      guard let then = exact(pillar, changed) else { return nil }
      let gain = Int(then.rounded()) - Int(now.rounded())
      return gain > 0 ? Lever(formula.measure, says: formula.says, gain: gain) : nil
    }
    // Equal gains keep the order of their definition.
    let ordered = gains.enumerated().sorted { ($1.element.gain, $0.offset) < ($0.element.gain, $1.offset) }
    return ordered.prefix(mostLevers).map(\.element)
  }
}
