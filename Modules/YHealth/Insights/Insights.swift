public import Days
public import Measures
internal import Statistics

/// Finds correlations between the measures of a person's days, and reports only the significant ones.
public enum Insights {
  /// Fewest days with both measures.
  public static let leastDays = CorrelationSearch.Bounds().leastDays
  /// Number of most recent days that are analysed.
  public static let mostDays = CorrelationSearch.mostDays
  /// The least absolute correlation that is reported, however certain it is.
  public static let leastStrength = 0.15

  /// Analyses the days up to and including `day`, with the measures that the person has defined. The same days and seed
  /// give the same findings. All questions are corrected together, so that no part of the search adds false findings.
  public static func run(
    _ table: DayTable, own: [OwnSeries] = [], to day: CalendarDay, seed: UInt64 = 1,
    bounds: CorrelationSearch.Bounds = CorrelationSearch.Bounds()
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
    let chosen = OwnAsking.chosen(own, in: first...day, leastDays: bounds.leastDays)
    let columns =
      zip(measures, values).map { Column(name: $0.rawValue, values: $1) }
      + chosen.map { OwnAsking.column($0, in: first...day) }
    let looked = CorrelationSearch(columns, weekday: first.weekday, bounds: bounds, seed: seed)
      .answers(to: questions(among: measures) + OwnAsking.questions(among: measures, own: chosen.count))
    let held = looked.filter { $0.corrected <= bounds.level && $0.rho.magnitude >= leastStrength }
    func isOwn(_ question: Question) -> Bool { max(question.cause, question.effect) >= measures.count }
    let found = held.filter { !isOwn($0.question) }.compactMap { finding($0, measures, columns, from: first) }
    let ownFound = held.filter { isOwn($0.question) }
      .compactMap { OwnAsking.finding($0, measures, chosen, columns, from: first) }
    return InsightRun(
      findings: told(found), looked: looked.count, days: known.count, own: OwnAsking.told(ownFound))
  }

  /// The questions to ask about these measures.
  static func questions(among measures: [Measure]) -> [Question] {
    let places = Dictionary(measures.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return Asking.pairs.flatMap { pair -> [Question] in
      guard let cause = places[pair.cause], let effect = places[pair.effect] else { return [] }
      return pair.lags.map { Question(cause: cause, effect: effect, lag: $0) }
    }
  }

  /// The finding of a result; nil where the unadjusted values disagree, or differ by nothing in the measure's units.
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

  /// The days with both values: the effect's day, and both values.
  static func points(of question: Question, _ columns: [Column]) -> [(day: Int, cause: Double, effect: Double)] {
    let (cause, effect) = (columns[question.cause].values, columns[question.effect].values)
    return effect.indices.compactMap { day in
      guard day >= question.lag, day - question.lag < cause.count, cause[day - question.lag].isFinite,
        effect[day].isFinite
      else { return nil }
      return (day, cause[day - question.lag], effect[day])
    }
  }

  /// The priority from 1, shown first, to 5: changeable causes first, then strong, then certain correlations.
  static func priority(_ cause: Measure, strength: Double, chance: Double) -> Int {
    5 - cause.changeable - (strength.magnitude >= 0.3 ? 1 : 0) - (chance <= 0.01 ? 1 : 0)
  }

  /// Keeps the strongest of related findings: other lags of the same two measures, and causes that are closely related.
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
