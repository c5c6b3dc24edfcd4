internal import Days
internal import Measures
internal import Statistics

/// The questions about a person's own measures: each with what may change it, and with what it may change.
enum OwnAsking {
  private struct Pair {
    let measure: Measure
    let isCause: Bool
    let lags: ClosedRange<Int>
  }

  /// On the same day a correlation is asked in one direction only.
  private static let pairs: [Pair] =
    [Measure.sleepMinutes, .sleepQuality, .stress, .steps, .workoutMinutes, .water, .calories]
    .map { Pair(measure: $0, isCause: false, lags: 0...2) }
    // What is noted by day cannot affect the night before.
    + [Measure.mood, .energy, .sleepMinutes, .sleepQuality]
    .map { Pair(measure: $0, isCause: true, lags: $0.isOfTheNight ? 1...2 : 0...2) }

  // MARK: Series

  /// The series with enough days, those with the most days first, so that the search can still find something.
  static func chosen(_ own: [OwnSeries], in range: ClosedRange<CalendarDay>, leastDays: Int) -> [OwnSeries] {
    own.map { (series: $0, days: $0.values.keys.count { range.contains($0) }) }
      .filter { $0.days >= leastDays }
      .sorted { ($1.days, $0.series.id) < ($0.days, $1.series.id) }
      .prefix(OwnSeries.most).map(\.series)
  }

  static func column(_ series: OwnSeries, in range: ClosedRange<CalendarDay>) -> Column {
    var values = [Double](repeating: .nan, count: range.upperBound.days(since: range.lowerBound) + 1)
    for (day, value) in series.values where range.contains(day) { values[day.days(since: range.lowerBound)] = value }
    return Column(name: series.id, values: values)
  }

  /// The columns of the person's own series follow those of the measures.
  static func questions(among measures: [Measure], own count: Int) -> [Question] {
    (measures.count..<measures.count + count).flatMap { own in
      pairs.flatMap { pair -> [Question] in
        guard let other = measures.firstIndex(of: pair.measure) else { return [] }
        return pair.lags.map { lag in
          Question(cause: pair.isCause ? own : other, effect: pair.isCause ? other : own, lag: lag)
        }
      }
    }
  }

  // MARK: Findings

  /// The finding of a result; nil where the unadjusted values disagree, or differ by nothing as they are said.
  static func finding(
    _ looked: Looked, _ measures: [Measure], _ own: [OwnSeries], _ columns: [Column], from first: CalendarDay
  ) -> OwnFinding? {
    let question = looked.question
    let isCause = question.cause >= measures.count
    let (place, other) = isCause ? (question.cause, question.effect) : (question.effect, question.cause)
    let points = Insights.points(of: question, columns).map { day, cause, effect in
      Finding.Point(day: first.following(day), cause: cause, effect: effect)
    }
    let finding = OwnFinding(
      own: own[place - measures.count].id, measure: measures[other], isCause: isCause, lag: question.lag,
      strength: looked.rho, chance: looked.corrected, points: points)
    guard let plain = spearman(points.map(\.cause), points.map(\.effect)), plain * looked.rho > 0, finding.holds else {
      return nil
    }
    return finding
  }

  /// Keeps the strongest of related findings: other lags, and measures that are closely related.
  static func told(_ found: [OwnFinding]) -> [OwnFinding] {
    struct Sense: Hashable {
      let own: String
      let kin: Int
      let isCause: Bool
    }
    var told: Set<Sense> = []
    return found.sorted { ($1.strength.magnitude, $0.id) < ($0.strength.magnitude, $1.id) }
      .filter { told.insert(Sense(own: $0.own, kin: $0.measure.kin, isCause: $0.isCause)).inserted }
  }
}
