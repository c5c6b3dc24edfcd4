internal import Days
internal import Interface
internal import Measures
internal import Pillar
internal import Plot
internal import Scores
internal import Units

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

  /// The score from which the level applies, or the next better one for the lowest.
  var threshold: String {
    switch self {
    case .excellent, .needsAttention: "\(Level.excellent.title) from \(Level.excellent.least)"
    case .priorityFocus: "\(Level.needsAttention.title) from \(Level.needsAttention.least)"
    }
  }
}

// Nodes for a score and its parts.
extension PillarScore {
  /// "Fitness, 81, Excellent", or the reason why there is no number.
  func node<Action>(to route: Route? = nil, hasThreshold: Bool = false) -> Node<Action> {
    guard let value, let level else {
      return .note("No score yet: \(coverage.sentence) are known.", icon: .info, id: "score")
    }
    return .score(
      "\(pillar.title) score", id: "score", number: Double(min(max(value, 0), 100)), word: level.title,
      tone: level.tone, icon: pillar.icon, to: route, hint: hasThreshold ? level.threshold : nil)
  }

  var isThin: Bool { value == nil }

  /// The data that is missing for a score.
  var lacks: String {
    let missing = parts.filter { $0.points == nil }
    guard !missing.isEmpty else { return "A few more days are needed." }
    let words = missing.map { "\($0.title.lowerFirst) (\($0.coverage.sentence))" }
    return "Not enough data: \(words.joined(separator: ", "))."
  }

  /// The factors as rows, with points and the measured value at the end. Deep mode adds their weight and coverage.
  func partsList<Action>(isDeep: Bool, in amounts: AmountNotation) -> Node<Action> {
    .list("Score factors", id: "parts", parts.map { $0.row(of: pillar, isDeep: isDeep, in: amounts) })
  }

  /// The names of the factors in a sentence: "sleep and steps".
  var made: String {
    let names = parts.map(\.title.lowerFirst)
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension ScorePart {
  fileprivate func row<Action>(of pillar: Pillar, isDeep: Bool, in amounts: AmountNotation) -> Node<Action> {
    let points = points.map { "\(Int($0.rounded())) of 100" } ?? "No data"
    let about = isDeep ? "\(Int((weight * 100).rounded())) % of the score, \(coverage.sentence)" : nil
    return .row(
      title, id: id, value: about, to: chart(of: pillar)?.route,
      [Node(.paragraph, says.text(in: amounts), id: "measured", value: points)])
  }

  /// The chart of what the factor measures.
  func chart(of pillar: Pillar) -> ProgressChart? {
    let measure: Measure
    switch (pillar, id) {
    case (.fitness, "movement"): measure = .activeMinutes
    case (.fitness, "steps"): measure = .steps
    case (.fitness, "workouts"): measure = .workoutMinutes
    case (.fitness, "sleep"): measure = .sleepMinutes
    case (.fitness, "heart"): measure = .restingHeartRate
    case (.nutrition, "meals"): measure = .meals
    case (.nutrition, "protein"): measure = .protein
    case (.nutrition, "fibre"): measure = .fibre
    case (.nutrition, "water"): measure = .water
    case (.nutrition, "energy"): measure = .calories
    case (.wellbeing, "mood"): measure = .mood
    case (.wellbeing, "energy"): measure = .energy
    case (.wellbeing, "stress"): measure = .stress
    case (.wellbeing, "habits"): return ProgressChart(.wellbeing, .kept)
    case (.wellbeing, "journal"): measure = .journal
    default: return nil
    }
    return .of(measure)
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
      id: pillar.rawValue, name: "\(pillar.title) score", hue: Hue(pillar), shape: .init(pillar),
      points: points(values))
  }

  static func sparkline(_ pillar: Pillar, _ week: [PillarScore]) -> ChartSpec {
    let series = score(pillar, week.map { ($0.day, $0.value.map(Double.init)) })
    return ChartSpec(
      title: "\(pillar.title) score, 7 days", kind: .sparkline(Sparkline(series, noise: Double(Scores.noise))))
  }
}
