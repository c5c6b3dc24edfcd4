internal import Measures
internal import Units

// The words for a measure as a cause and as an effect.
extension Measure {
  /// Whether the text counts nights instead of days.
  var isOfSleep: Bool {
    switch self {
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings, .bedtime, .sleepQuality: true
    default: false
    }
  }

  /// "your mood was", "your number of steps was".
  var name: String {
    switch self {
    case .steps: "number of steps"
    case .workouts: "number of workouts"
    case .awakenings: "number of awakenings"
    case .meals: "number of meals"
    case .journal: "number of journal entries"
    case .habitsDone: "number of habits kept"
    case .habitsDue: "number of habits due"
    case .activeMinutes: "active time"
    case .calories: "intake"
    case .remMinutes: "REM sleep"
    default: title.lowercasedFirst
    }
  }

  /// "more steps", "longer sleep".
  var more: String {
    switch self {
    case .steps: "more steps"
    case .distance: "more distance"
    case .activeMinutes: "more active minutes"
    case .activeEnergy: "more active energy"
    case .workouts: "more workouts"
    case .workoutMinutes: "longer workouts"
    case .effort: "harder effort"
    case .restingHeartRate: "a higher resting heart rate"
    case .heartRateVariability: "a higher heart rate variability"
    case .weight: "a higher weight"
    case .sleepMinutes: "longer sleep"
    case .deepMinutes: "more deep sleep"
    case .remMinutes: "more REM sleep"
    case .awakeMinutes: "more time awake at night"
    case .awakenings: "more awakenings"
    case .bedtime: "a later bedtime"
    case .sleepQuality: "better sleep"
    case .meals: "more meals"
    case .calories: "more calories"
    case .protein: "more protein"
    case .carbohydrate: "more carbohydrate"
    case .fat: "more fat"
    case .fibre: "more fibre"
    case .water: "more water"
    case .mood: "a better mood"
    case .energy: "more energy"
    case .stress: "more stress"
    case .journal: "more journal entries"
    case .habitsDone: "more habits kept"
    case .habitsDue: "more habits due"
    }
  }

  /// "more than 8,412 steps", "at least 7 h 30 min of sleep".
  func amount(_ bound: Double, isAtLeast: Bool, in amounts: AmountNotation = .plain) -> String {
    let than = isAtLeast ? "at least" : "more than"
    let said = said(bound, in: amounts)
    switch self {
    case .bedtime: return isAtLeast ? "a bedtime of \(said) or later" : "a bedtime after \(said)"
    case .mood, .energy, .stress, .effort, .sleepQuality, .restingHeartRate, .heartRateVariability, .weight:
      return isAtLeast ? "\(article) \(name) of \(said) or more" : "\(article) \(name) above \(said)"
    case .workouts, .awakenings, .meals, .journal, .habitsDone, .habitsDue:
      if bound == 0, !isAtLeast { return "any \(several)" }
      return "\(than) \(said) \(Int(said) == 1 ? one : several)"
    case .steps: return "\(than) \(said)"
    case .distance: return "\(than) \(said) covered"
    case .activeMinutes: return "\(than) \(said) of moving"
    case .activeEnergy: return "\(than) \(said) of activity"
    case .workoutMinutes: return bound == 0 && !isAtLeast ? "any workout" : "\(than) \(said) of workouts"
    case .awakeMinutes: return "\(than) \(said) awake"
    case .calories: return "\(than) \(said) eaten"
    case .sleepMinutes, .deepMinutes, .remMinutes, .protein, .carbohydrate, .fat, .fibre, .water:
      return "\(than) \(said) of \(name)"
    }
  }

  /// The value without its scale, for a second mention.
  func saidAgain(_ value: Double, in amounts: AmountNotation = .plain) -> String {
    let said = said(value, in: amounts)
    return said.hasSuffix(" of 10") ? String(said.dropLast(6)) : said
  }

  private var article: String { self == .energy || self == .effort ? "an" : "a" }

  private var one: String {
    switch self {
    case .workouts: "workout"
    case .awakenings: "awakening"
    case .meals: "meal"
    case .journal: "journal entry"
    case .habitsDone: "habit kept"
    default: "habit due"
    }
  }

  private var several: String {
    switch self {
    case .workouts: "workouts"
    case .awakenings: "awakenings"
    case .meals: "meals"
    case .journal: "journal entries"
    case .habitsDone: "habits kept"
    default: "habits due"
    }
  }

  /// "Mood is better", "You walk more".
  var rising: String { said(rising: true) }
  /// "Mood is worse", "You walk less".
  var falling: String { said(rising: false) }

  private func said(rising: Bool) -> String {
    switch self {
    case .steps, .distance: "You walk \(rising ? "more" : "less")"
    case .activeMinutes, .activeEnergy: "You are \(rising ? "more" : "less") active"
    case .workouts: "You work out \(rising ? "more" : "less") often"
    case .awakenings: "You wake \(rising ? "more" : "less") often"
    case .meals: "You eat \(rising ? "more" : "less") often"
    case .calories: "You eat \(rising ? "more" : "less")"
    case .water: "You drink \(rising ? "more" : "less")"
    case .journal: "You write \(rising ? "more" : "less")"
    case .habitsDone: "You keep \(rising ? "more" : "fewer") habits"
    case .habitsDue: "\(rising ? "More" : "Fewer") habits are due"
    case .workoutMinutes: "Workouts are \(rising ? "longer" : "shorter")"
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes: "\(title) is \(rising ? "longer" : "shorter")"
    case .bedtime: "Bedtime is \(rising ? "later" : "earlier")"
    case .mood, .sleepQuality: "\(title) is \(rising ? "better" : "worse")"
    case .effort, .restingHeartRate, .heartRateVariability, .weight, .protein, .carbohydrate, .fat, .fibre, .energy,
      .stress:
      "\(title) is \(rising ? "higher" : "lower")"
    }
  }
}
