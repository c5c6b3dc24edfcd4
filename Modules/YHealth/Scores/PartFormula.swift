internal import Measures

/// The formula for one part of a score.
struct PartFormula: Sendable {
  let id: String
  let title: String
  let weight: Double
  let find: @Sendable (ScoringWindow) -> Found

  /// The result of a part.
  struct Found: Sendable {
    /// Nil when too little is known.
    var points: Double?
    var coverage: Coverage
    var says: PartText

    static let tooLittle: PartText = "Too little is known yet"
  }

  /// The result of some days of a week.
  struct Week {
    let known: Int
    let points: Double
    let says: PartText
  }

  func part(of window: ScoringWindow) -> ScorePart {
    let found = find(window)
    return ScorePart(
      id: id, title: title, weight: weight, points: found.points.map { min(100, max(0, $0)) },
      coverage: found.coverage, says: found.points == nil && found.says.isEmpty ? Found.tooLittle : found.says)
  }
}

extension PartFormula.Found {
  /// Evaluates the week that ends with the day. An unfinished day counts only where it raises the result.
  static func week(
    _ window: ScoringWindow, _ counted: String = "days", isTotal: Bool,
    _ look: (Range<Int>) -> PartFormula.Week?
  ) -> PartFormula.Found {
    let whole = look(0..<ScoringWindow.week)
    var ways = [whole]
    if isTotal, window.isUnfinished { ways.append(look(1..<ScoringWindow.week)) }
    let best = ways.compactMap { $0 }.filter { $0.known >= ScoringWindow.leastOfAWeek }.max { $0.points < $1.points }
    return PartFormula.Found(
      points: best?.points, coverage: Coverage(whole?.known ?? 0, of: ScoringWindow.week, counted),
      says: best?.says ?? PartFormula.Found.tooLittle)
  }

  /// Evaluates the mean of a measure over the days on which it is known.
  static func mean(
    _ window: ScoringWindow, _ measure: Measure, _ curve: ScoringCurve, _ says: (Double) -> PartText
  ) -> PartFormula.Found {
    week(window, isTotal: measure.kind == .total) { backs in
      let values = window.values(measure, backs)
      return PartFormula.Week(known: values.count, points: curve(values.mean), says: says(values.mean))
    }
  }
}

extension ScorePart {
  /// The part as seen beside its pillar: it knows no more days than the pillar, and nothing where the pillar has no day.
  ///
  /// A missing workout or journal entry counts as none on a day with other data. Without any day of the pillar that
  /// would be a guess.
  func within(_ days: Int) -> ScorePart {
    guard coverage.counted == "days", coverage.known > days else { return self }
    return ScorePart(
      id: id, title: title, weight: weight, points: days == 0 ? nil : points,
      coverage: Coverage(days, of: coverage.of, coverage.counted), says: days == 0 ? PartFormula.Found.tooLittle : says)
  }
}

extension [ScorePart] {
  /// The least total weight of known parts for a score.
  static var leastWeight: Double { 0.5 }

  /// The weighted mean of the known parts; nil when their total weight is too small.
  var points: Double? {
    var (sum, weight) = (0.0, 0.0)
    for part in self {
      guard let points = part.points else { continue }
      sum += part.weight * points
      weight += part.weight
    }
    // Weights are hundredths, most of which have no exact Double.
    return weight >= [ScorePart].leastWeight - 1e-9 ? sum / weight : nil
  }
}
