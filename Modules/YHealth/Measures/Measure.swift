public import Pillar

/// A quantity that describes one day of a person in a single number. The raw values are stored and sent, so they never
/// change.
public enum Measure: String, Sendable, Hashable, Codable, CaseIterable {
  // Movement, counted by a device or logged.
  case steps
  case distance = "distance_metres"
  case activeMinutes = "active_minutes"
  case activeEnergy = "active_energy_kcal"
  case workouts
  case workoutMinutes = "workout_minutes"
  /// The hardest effort of the day, from 1 to 10.
  case effort
  case restingHeartRate = "resting_heart_rate"
  case heartRateVariability = "heart_rate_variability_ms"
  case weight = "weight_kg"

  // The night that ended on this day.
  case sleepMinutes = "sleep_minutes"
  case deepMinutes = "deep_sleep_minutes"
  case remMinutes = "rem_sleep_minutes"
  case awakeMinutes = "awake_minutes"
  case awakenings
  /// Minutes after noon of the day before: 690 is 23:30.
  case bedtime = "bedtime_minutes_after_noon"
  case sleepQuality = "sleep_quality"

  // Nutrition.
  case meals
  case calories = "calories_kcal"
  case protein = "protein_grams"
  case carbohydrate = "carbohydrate_grams"
  case fat = "fat_grams"
  case fibre = "fibre_grams"
  case water = "water_millilitres"

  // Self-reported levels, from 1 to 10: the mean of what was logged.
  case mood, energy, stress
  case journal = "journal_entries"
  case habitsDone = "habits_done"
  case habitsDue = "habits_due"

  /// The way in which several sources of one day are combined, and the meaning of the day's value in a chart.
  public enum Kind: Sendable {
    /// Accumulated over the day; sources that saw the same minutes must not be added.
    case total
    /// Measured once or several times; the day has their mean, or the last.
    case level
  }

  public var kind: Kind {
    switch self {
    case .steps, .distance, .activeMinutes, .activeEnergy, .workouts, .workoutMinutes, .sleepMinutes, .deepMinutes,
      .remMinutes, .awakeMinutes, .awakenings, .meals, .calories, .protein, .carbohydrate, .fat, .fibre, .water,
      .journal,
      .habitsDone, .habitsDue:
      .total
    case .effort, .restingHeartRate, .heartRateVariability, .weight, .bedtime, .sleepQuality, .mood, .energy, .stress:
      .level
    }
  }

  public var pillar: Pillar {
    switch self {
    case .steps, .distance, .activeMinutes, .activeEnergy, .workouts, .workoutMinutes, .effort, .restingHeartRate,
      .heartRateVariability, .weight, .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings, .bedtime,
      .sleepQuality:
      .fitness
    case .meals, .calories, .protein, .carbohydrate, .fat, .fibre, .water: .nutrition
    case .mood, .energy, .stress, .journal, .habitsDone, .habitsDue: .wellbeing
    }
  }
}
