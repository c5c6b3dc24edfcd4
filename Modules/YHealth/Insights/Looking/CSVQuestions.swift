internal import Days
internal import Measures
internal import Statistics

extension DayCSV {
  /// The questions to ask about the table: for columns named like measures, those asked about measures; for all others
  /// every pair in both directions.
  public var questions: [Question] {
    let measures = columns.map { Measure(rawValue: $0.name) }
    let asked = Dictionary(
      Asking.pairs.map { (Ends(cause: $0.cause, effect: $0.effect), $0.lags) }, uniquingKeysWith: { first, _ in first })
    return columns.indices.flatMap { cause in
      columns.indices.flatMap { effect -> [Question] in
        guard cause != effect else { return [] }
        let lags: ClosedRange<Int>
        if let from = measures[cause], let to = measures[effect] {
          guard let known = asked[Ends(cause: from, effect: to)] else { return [] }
          lags = known
        } else {
          // On the same day the direction is unknown, so the pair is tested once.
          lags = cause < effect ? 0...2 : 1...2
        }
        return lags.map { Question(cause: cause, effect: effect, lag: $0) }
      }
    }
  }

  private struct Ends: Hashable {
    let cause: Measure
    let effect: Measure
  }

  /// Spearman's rho of the raw values, with weekday and trend effects.
  public func plainRho(_ question: Question) -> Double? {
    let points = Insights.points(of: question, columns)
    return spearman(points.map(\.cause), points.map(\.effect))
  }

  /// The results for all questions.
  public func answers(bounds: CorrelationSearch.Bounds = CorrelationSearch.Bounds(), seed: UInt64 = 1) -> [Looked] {
    CorrelationSearch(columns, weekday: first.weekday, bounds: bounds, seed: seed).answers(to: questions)
  }
}
