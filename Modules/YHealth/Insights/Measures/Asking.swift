internal import Measures

/// The pairs of measures that are tested: things that a person can change or would ask about, and their possible
/// effects. Never two that are correlated by construction, as sleep and deep sleep, or calories and fat.
enum Asking {
  struct Pair: Hashable {
    let cause: Measure
    let effect: Measure
    let lags: ClosedRange<Int>
  }

  static let pairs: [Pair] =
    pairs(
      [.sleepMinutes, .sleepQuality],
      [
        .mood, .energy, .stress, .heartRateVariability, .restingHeartRate, .steps, .workoutMinutes, .calories,
      ])
    + pairs(
      [.bedtime],
      [
        .mood, .energy, .stress, .heartRateVariability, .restingHeartRate, .steps, .workoutMinutes,
      ])
    // A late bedtime shortens the sleep by construction, but need not affect its quality.
    + [Pair(cause: .bedtime, effect: .sleepQuality, lags: 0...0)]
    + pairs([.deepMinutes, .remMinutes, .awakenings], [.mood, .energy, .stress])
    + pairs(
      [.steps, .activeMinutes, .workouts, .workoutMinutes, .effort],
      [
        .mood, .energy, .stress, .sleepMinutes, .sleepQuality, .deepMinutes, .awakenings, .restingHeartRate,
        .heartRateVariability,
      ])
    + pairs(
      [.meals, .calories, .protein, .carbohydrate, .fat, .fibre, .water],
      [
        .mood, .energy, .stress, .sleepMinutes, .sleepQuality, .restingHeartRate, .heartRateVariability,
      ])
    + pairs([.calories, .carbohydrate], [.weight])
    + pairs([.journal, .habitsDone], [.mood, .energy, .stress, .sleepMinutes, .sleepQuality, .heartRateVariability])
    + pairs(
      [.stress],
      [
        .mood, .energy, .sleepMinutes, .sleepQuality, .awakenings, .restingHeartRate, .heartRateVariability,
      ])
    + pairs([.mood, .energy], [.sleepMinutes, .sleepQuality])
    // On the same day these are asked in the other direction, above.
    + pairs([.mood, .energy], [.steps, .workoutMinutes], lags: 1...2)
    + pairs([.stress], [.calories], lags: 1...2)
    + pairs([.heartRateVariability, .restingHeartRate], [.mood, .energy, .stress, .workoutMinutes])

  private static func pairs(
    _ causes: [Measure], _ effects: [Measure], lags wanted: ClosedRange<Int> = 0...2
  ) -> [Pair] {
    causes.flatMap { cause in
      effects.map { Pair(cause: cause, effect: $0, lags: lags(cause, $0).clamped(to: wanted)) }
    }
  }

  /// The day follows the night that ended on it: what is done by day cannot affect the night before.
  static func lags(_ cause: Measure, _ effect: Measure) -> ClosedRange<Int> {
    !cause.isOfTheNight && effect.isOfTheNight ? 1...2 : 0...2
  }
}

extension Measure {
  /// Whether it belongs to the night that ended on the day, or to the morning after it.
  var isOfTheNight: Bool {
    switch self {
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings, .bedtime, .sleepQuality,
      .restingHeartRate, .heartRateVariability, .weight:
      true
    case .steps, .distance, .activeMinutes, .activeEnergy, .workouts, .workoutMinutes, .effort, .meals, .calories,
      .protein, .carbohydrate, .fat, .fibre, .water, .mood, .energy, .stress, .journal, .habitsDone, .habitsDue:
      false
    }
  }

  /// The degree to which a person can change it: 2 by deciding to, 1 to some degree, 0 hardly.
  var changeable: Int {
    switch self {
    case .steps, .distance, .activeMinutes, .activeEnergy, .workouts, .workoutMinutes, .effort, .bedtime, .meals,
      .calories, .protein, .carbohydrate, .fat, .fibre, .water, .journal, .habitsDone, .sleepMinutes:
      2
    case .sleepQuality, .stress, .mood, .energy, .weight, .habitsDue: 1
    case .restingHeartRate, .heartRateVariability, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings: 0
    }
  }

  /// Groups of closely related measures; only the strongest of a group is reported as a cause.
  var kin: Int {
    switch self {
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings, .sleepQuality, .bedtime: 1
    case .steps, .distance, .activeMinutes, .activeEnergy: 2
    case .workouts, .workoutMinutes, .effort: 3
    case .meals, .calories, .protein, .carbohydrate, .fat, .fibre: 4
    case .water: 5
    case .mood, .energy, .stress: 6
    case .journal: 7
    case .habitsDone, .habitsDue: 8
    case .restingHeartRate, .heartRateVariability: 9
    case .weight: 10
    }
  }
}
