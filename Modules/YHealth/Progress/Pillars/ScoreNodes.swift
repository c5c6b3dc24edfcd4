internal import Days
internal import Interface
internal import Measures
internal import Pillar
internal import Plot
internal import Scores

extension Level {
  var tone: Tone {
    switch self {
    case .excellent: .excellent
    case .needsAttention: .needsAttention
    case .priorityFocus: .priorityFocus
    }
  }

  var icon: Icon {
    switch self {
    case .excellent: .success
    case .needsAttention: .info
    case .priorityFocus: .flag
    }
  }
}

// Nodes for a score and its parts.
extension PillarScore {
  /// "Fitness, 81, Excellent", or the reason why there is no number.
  func node<Action>(to route: Route? = nil) -> Node<Action> {
    guard let value, let level else {
      return .note("No score yet: \(coverage.sentence) are known.", icon: .info, id: "score")
    }
    return .score(
      "\(pillar.title) score", id: "score", number: Double(min(max(value, 0), 100)), word: level.title,
      tone: level.tone, icon: pillar.icon, to: route)
  }

  var isThin: Bool { value == nil }

  /// The data that is missing for a score.
  var lacks: String {
    let missing = parts.filter { $0.points == nil }
    guard !missing.isEmpty else { return "A few more days are needed." }
    let words = missing.map { "\($0.title.lowerFirst) (\($0.coverage.sentence))" }
    return "Not enough data: \(words.joined(separator: ", "))."
  }

  /// The heading above its parts.
  static let made = "Score factors"

  func partsTable<Action>() -> Node<Action> {
    .table(
      PillarScore.made, id: "table", columns: ["Factor", "Points", "Weight", "Measured", "Known"],
      rows: parts.map { $0.row })
  }

  func partsList<Action>() -> Node<Action> {
    .list(
      PillarScore.made, id: "list",
      parts.map { .row($0.title, id: $0.id, value: "\($0.said), \($0.says.lowerFirst)") })
  }
}

extension ScorePart {
  fileprivate var said: String { points.map { "\(Int($0.rounded())) of 100 points" } ?? "no data" }

  fileprivate var row: [String] {
    [
      title, points.map { "\(Int($0.rounded())) of 100" } ?? "No data", "\(Int((weight * 100).rounded())) %", says,
      coverage.sentence,
    ]
  }
}

extension Lever {
  var sentence: String { gain > 0 && !says.contains("+") ? "\(says): +\(gain)" : says }
}

// The points of a chart, day by day.
enum ChartDays {
  static func points(_ values: [(day: CalendarDay, value: Double?)]) -> [Point] {
    values.compactMap { day, value in Day(number: day.number).map { Point(.day($0), value.map(asRead)) } }
  }

  /// Rounds means and shares for display: to tenths, and to whole numbers from a thousand on.
  private static func asRead(_ value: Double) -> Double {
    value.magnitude < 1_000 ? (value * 10).rounded() / 10 : value.rounded()
  }

  static func score(_ pillar: Pillar, _ values: [(day: CalendarDay, value: Double?)]) -> Series {
    Series(
      id: pillar.rawValue, name: "\(pillar.title) score", hue: Hue(pillar), dash: .init(pillar), shape: .init(pillar),
      points: points(values))
  }

  static func sparkline(_ pillar: Pillar, _ week: [PillarScore]) -> ChartSpec {
    let series = score(pillar, week.map { ($0.day, $0.value.map(Double.init)) })
    return ChartSpec(title: "\(pillar.title) score, 7 days", kind: .sparkline(Sparkline(series)))
  }
}
