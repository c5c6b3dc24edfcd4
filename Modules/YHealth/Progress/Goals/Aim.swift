internal import Measures
internal import Pillar

/// What a goal counts: a measure, and how its values come together.
struct Aim: Sendable, Hashable {
  enum Way: String, Sendable, Hashable, Codable, CaseIterable {
    /// So much on each day.
    case daily
    /// So much over all days together.
    case sum
    /// A level that is to be come to, from wherever one began.
    case level

    var title: String {
      switch self {
      case .daily: "On each day"
      case .sum: "Over all days together"
      case .level: "As a level"
      }
    }
  }

  let measure: Measure
  let way: Way

  /// Nil for what cannot be counted so.
  init?(_ measure: Measure, _ way: Way) {
    guard Aim.measures.contains(measure), Aim.ways(of: measure).contains(way) else { return nil }
    self.measure = measure
    self.way = way
  }

  /// What a goal of that name and unit counts; nil for one of the person's own words, which counts nothing.
  init?(_ goal: Goal) {
    let fitting = Aim.all.first { $0.name == goal.name && $0.unit == goal.unit }
    guard let fitting, fitting.measure.pillar == goal.pillar, goal.target != nil else { return nil }
    self = fitting
  }

  /// What a goal can be set for. What is eaten as a whole is not among it: nobody is told to eat less.
  static let measures: [Measure] = [
    .steps, .activeMinutes, .workouts, .workoutMinutes, .sleepMinutes, .restingHeartRate, .heartRateVariability,
    .weight, .meals, .protein, .fibre, .water, .mood, .energy, .stress, .journal, .habitsDone,
  ]

  static func measures(of pillar: Pillar) -> [Measure] { measures.filter { $0.pillar == pillar } }

  static func ways(of measure: Measure) -> [Way] { measure.kind == .total ? [.daily, .sum] : [.level] }

  private static let all = measures.flatMap { measure in ways(of: measure).compactMap { Aim(measure, $0) } }

  var name: String { measure.title }

  var unit: String {
    let counted = measure.unit.isEmpty ? (way == .level ? "of 10" : "times") : measure.unit
    switch way {
    case .daily: return "\(counted) a day"
    case .sum: return "\(counted) in all"
    case .level: return counted
    }
  }
}
