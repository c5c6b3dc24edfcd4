internal import Measures

/// How one part of a score is made from a person's days.
struct PartFormula: Sendable {
  let id: String
  let title: String
  let weight: Double
  let find: @Sendable (Window) -> Found

  /// What a part came to.
  struct Found: Sendable {
    /// Nil when too little is known.
    var points: Double?
    var coverage: Coverage
    var says: String

    static let tooLittle = "Too little is known yet"
  }

  /// What some days of a week came to.
  struct Week {
    let known: Int
    let points: Double
    let says: String
  }

  func part(of window: Window) -> ScorePart {
    let found = find(window)
    return ScorePart(
      id: id, title: title, weight: weight, points: found.points.map { min(100, max(0, $0)) },
      coverage: found.coverage, says: found.points == nil && found.says.isEmpty ? Found.tooLittle : found.says)
  }
}

extension PartFormula.Found {
  /// Of the week that ends with the day. One that is not over counts where it helps: a morning's few steps are no fault.
  static func week(
    _ window: Window, _ counted: String = "days", isTotal: Bool,
    _ look: (Range<Int>) -> PartFormula.Week?
  ) -> PartFormula.Found {
    let whole = look(0..<Window.week)
    var ways = [whole]
    if isTotal, window.isUnfinished { ways.append(look(1..<Window.week)) }
    let best = ways.compactMap { $0 }.filter { $0.known >= Window.leastOfAWeek }.max { $0.points < $1.points }
    return PartFormula.Found(
      points: best?.points, coverage: Coverage(whole?.known ?? 0, of: Window.week, counted),
      says: best?.says ?? PartFormula.Found.tooLittle)
  }

  /// By the mean of a measure over the days of which it is known.
  static func mean(
    _ window: Window, _ measure: Measure, _ curve: Curve, _ says: (Double) -> String
  ) -> PartFormula.Found {
    week(window, isTotal: measure.kind == .total) { backs in
      let values = window.values(measure, backs)
      return PartFormula.Week(known: values.count, points: curve(values.mean), says: says(values.mean))
    }
  }
}

extension [ScorePart] {
  /// A score needs parts that weigh half of it.
  static var leastWeight: Double { 0.5 }

  /// The parts of which enough is known, weighed among themselves; nil when they weigh too little.
  var points: Double? {
    var (sum, weight) = (0.0, 0.0)
    for part in self {
      guard let points = part.points else { continue }
      sum += part.weight * points
      weight += part.weight
    }
    // Weights are hundredths, of which few have an exact Double.
    return weight >= [ScorePart].leastWeight - 1e-9 ? sum / weight : nil
  }
}
