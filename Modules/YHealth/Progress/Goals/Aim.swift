internal import Measures
internal import Pillar
internal import Units

/// The target of a goal: a measure, and how its values are combined.
struct Aim: Sendable, Hashable {
  enum Way: String, Sendable, Hashable, Codable, CaseIterable {
    /// An amount on each day.
    case daily
    /// An amount over all days together.
    case sum
    /// A level to reach from the starting level.
    case level

    var title: String {
      switch self {
      case .daily: "Each day"
      case .sum: "In total"
      case .level: "Level"
      }
    }
  }

  let measure: Measure
  let way: Way

  /// Nil for a combination that is not supported.
  init?(_ measure: Measure, _ way: Way) {
    guard Aim.measures.contains(measure), Aim.ways(of: measure).contains(way) else { return nil }
    self.measure = measure
    self.way = way
  }

  /// The target given by a goal's name and unit; nil for a goal in the person's own words, which is not measured.
  init?(_ goal: Goal) {
    let fitting = Aim.all.first { $0.name == goal.name && $0.unit == goal.unit }
    guard let fitting, fitting.measure.pillar == goal.pillar, goal.target != nil else { return nil }
    self = fitting
  }

  /// The measures available for goals. Calories are not among them: the product never tells a person to eat less.
  static let measures: [Measure] = [
    .steps, .activeMinutes, .workouts, .workoutMinutes, .sleepMinutes, .restingHeartRate, .heartRateVariability,
    .weight, .meals, .protein, .fibre, .water, .mood, .energy, .stress, .journal, .habitsDone,
  ]

  static func measures(of pillar: Pillar) -> [Measure] { measures.filter { $0.pillar == pillar } }

  static func ways(of measure: Measure) -> [Way] { measure.kind == .total ? [.daily, .sum] : [.level] }

  private static let all = measures.flatMap { measure in ways(of: measure).compactMap { Aim(measure, $0) } }

  var name: String { measure.title }

  /// The unit of the target where people know several.
  func unit(in amounts: AmountNotation) -> MeasuringUnit? { measure.quantity.map { amounts.unit(of: $0) } }

  /// The unit beside the target for a reader.
  func unitText(in amounts: AmountNotation) -> String {
    unit(in: amounts).map { unit.replacing(measure.unit, with: $0.symbol) } ?? unit
  }

  /// The unit as it is stored.
  var unit: String {
    let counted = measure.unit.isEmpty ? (way == .level ? "of 10" : "times") : measure.unit
    switch way {
    case .daily: return "\(counted) a day"
    case .sum: return "\(counted) in all"
    case .level: return counted
    }
  }
}
