internal import Measures
internal import Pillar

/// The form of a chart of one measure, or of several related ones.
enum ChartForm: Sendable, Hashable {
  case bars(Measure)
  case line(Measure)
  case lines(String, [Measure])
  case grouped(String, [Measure])
  /// Habits done as a percentage of those due.
  case kept

  static func forms(of pillar: Pillar, isDeep: Bool) -> [ChartForm] {
    switch (pillar, isDeep) {
    case (.fitness, false): [.bars(.steps), .bars(.sleepMinutes)]
    case (.fitness, true):
      [
        .bars(.steps), .bars(.activeMinutes), .bars(.sleepMinutes), .line(.restingHeartRate),
        .line(.heartRateVariability), .bars(.workoutMinutes), .line(.weight),
      ]
    case (.nutrition, false): [.bars(.calories), .bars(.water)]
    case (.nutrition, true):
      [
        .bars(.calories), .grouped("Macronutrients", [.protein, .carbohydrate, .fat]), .bars(.water), .bars(.meals),
        .bars(.fibre),
      ]
    case (.wellbeing, false): [.line(.mood), .kept]
    case (.wellbeing, true):
      [.lines("Mood, energy and stress", [.mood, .energy, .stress]), .kept, .bars(.journal)]
    }
  }

  /// Charts that a pillar's screen shows only combined with others, and that can also be opened alone.
  static func more(of pillar: Pillar) -> [ChartForm] {
    switch pillar {
    case .fitness: []
    case .nutrition: [.bars(.protein)]
    case .wellbeing: [.line(.energy), .line(.stress)]
    }
  }

  var title: String {
    switch self {
    case .bars(let measure), .line(let measure): measure.title
    case .lines(let title, _), .grouped(let title, _): title
    case .kept: "Habits"
    }
  }

  var kind: String {
    switch self {
    case .bars, .kept: "bar"
    case .grouped: "grouped-bar"
    case .line, .lines: "line"
    }
  }

  var measures: [Measure] {
    switch self {
    case .bars(let measure), .line(let measure): [measure]
    case .lines(_, let measures), .grouped(_, let measures): measures
    case .kept: [.habitsDone, .habitsDue]
    }
  }

  /// The identifier of its node.
  var node: String {
    switch self {
    case .bars(let measure), .line(let measure): measure.rawValue
    case .lines: "several"
    case .grouped: "grouped"
    case .kept: "habits"
    }
  }

  /// The measure of a chart with only one.
  var only: Measure? { measures.count == 1 ? measures.first : nil }
}
