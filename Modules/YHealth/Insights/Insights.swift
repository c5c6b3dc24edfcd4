public import Days
public import Measures
internal import Statistics

/// Finds which measures of a person went together over their days, and says only what holds up.
public enum Insights {
  /// So many days must be known of two measures.
  public static let leastDays = Looking.Bounds().leastDays
  /// Days before that are not looked at.
  public static let mostDays = Looking.mostDays
  /// A weaker link is not worth telling, however sure it is.
  public static let leastStrength = 0.15

  /// Over the days up to that one. The same days and the same seed give the same findings.
  public static func run(
    _ table: DayTable, to day: CalendarDay, seed: UInt64 = 1, bounds: Looking.Bounds = Looking.Bounds()
  ) -> InsightRun {
    let known = table.days.filter { $0.day <= day && day.days(since: $0.day) < mostDays }
    guard let first = known.first?.day else { return .none }
    let measures = Measure.allCases
    var values = [[Double]](
      repeating: [Double](repeating: .nan, count: day.days(since: first) + 1), count: measures.count)
    for (place, measure) in measures.enumerated() {
      for figures in known {
        if let value = figures[measure] { values[place][figures.day.days(since: first)] = value }
      }
    }
    let columns = zip(measures, values).map { Column(name: $0.rawValue, values: $1) }
    let looked = Looking(columns, weekday: first.weekday, bounds: bounds, seed: seed)
      .answers(to: questions(among: measures))
    let found = looked.filter { $0.corrected <= bounds.level && $0.rho.magnitude >= leastStrength }
      .compactMap { finding($0, measures, columns, from: first) }
    return InsightRun(findings: told(found), looked: looked.count, days: known.count)
  }

  /// What is asked of columns that are measures.
  static func questions(among measures: [Measure]) -> [Question] {
    let places = Dictionary(measures.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return Asking.pairs.flatMap { pair -> [Question] in
      guard let cause = places[pair.cause], let effect = places[pair.effect] else { return [] }
      return pair.lags.map { Question(cause: cause, effect: effect, lag: $0) }
    }
  }

  /// Nil where the days as they were say otherwise, or nothing in the units a person knows.
  private static func finding(
    _ looked: Looked, _ measures: [Measure], _ columns: [Column], from first: CalendarDay
  ) -> Finding? {
    let question = looked.question
    let points = points(of: question, columns).map { day, cause, effect in
      Finding.Point(day: first.following(day), cause: cause, effect: effect)
    }
    let (cause, effect) = (measures[question.cause], measures[question.effect])
    let finding = Finding(
      cause: cause, effect: effect, lag: question.lag, strength: looked.rho, interval: looked.interval,
      chance: looked.corrected, points: points,
      priority: priority(cause, strength: looked.rho, chance: looked.corrected))
    guard let plain = spearman(points.map(\.cause), points.map(\.effect)), plain * looked.rho > 0,
      let halves = finding.halves, (halves.high - halves.low) * looked.rho > 0,
      effect.said(halves.high) != effect.said(halves.low)
    else { return nil }
    return finding
  }

  /// The days on which both are known: the effect's day, and both values.
  static func points(of question: Question, _ columns: [Column]) -> [(day: Int, cause: Double, effect: Double)] {
    let (cause, effect) = (columns[question.cause].values, columns[question.effect].values)
    return effect.indices.compactMap { day in
      guard day >= question.lag, day - question.lag < cause.count, cause[day - question.lag].isFinite,
        effect[day].isFinite
      else { return nil }
      return (day, cause[day - question.lag], effect[day])
    }
  }

  /// From 1, shown first, to 5: first what a person can change, then what is strong, then what is sure.
  static func priority(_ cause: Measure, strength: Double, chance: Double) -> Int {
    5 - cause.changeable - (strength.magnitude >= 0.3 ? 1 : 0) - (chance <= 0.01 ? 1 : 0)
  }

  /// Of one thing said in several ways the strongest: other lags of the same two, and causes that are kin.
  private static func told(_ found: [Finding]) -> [Finding] {
    struct Sense: Hashable {
      let kin: Int
      let effect: Measure
    }
    var told: Set<Sense> = []
    return found.sorted { ($1.strength.magnitude, $0.id) < ($0.strength.magnitude, $1.id) }
      .filter { told.insert(Sense(kin: $0.cause.kin, effect: $0.effect)).inserted }
      .sorted { ($0.priority, -$0.strength.magnitude, $0.id) < ($1.priority, -$1.strength.magnitude, $1.id) }
  }
}
