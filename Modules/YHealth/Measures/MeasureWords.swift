public import Units

// The names, units and formatted values of measures.
extension Measure {
  /// The title for headings and axes.
  public var title: String {
    switch self {
    case .steps: "Steps"
    case .distance: "Distance"
    case .activeMinutes: "Active minutes"
    case .activeEnergy: "Active energy"
    case .workouts: "Workouts"
    case .workoutMinutes: "Workout time"
    case .effort: "Effort"
    case .restingHeartRate: "Resting heart rate"
    case .heartRateVariability: "Heart rate variability"
    case .weight: "Weight"
    case .sleepMinutes: "Sleep"
    case .deepMinutes: "Deep sleep"
    case .remMinutes: "REM sleep"
    case .awakeMinutes: "Time awake at night"
    case .awakenings: "Awakenings"
    case .bedtime: "Bedtime"
    case .sleepQuality: "Sleep quality"
    case .meals: "Meals"
    case .calories: "Calories"
    case .protein: "Protein"
    case .carbohydrate: "Carbohydrate"
    case .fat: "Fat"
    case .fibre: "Fibre"
    case .water: "Water"
    case .mood: "Mood"
    case .energy: "Energy"
    case .stress: "Stress"
    case .journal: "Journal entries"
    case .habitsDone: "Habits kept"
    case .habitsDue: "Habits due"
    }
  }

  /// The unit; empty for dimensionless measures.
  public var unit: String {
    switch self {
    case .steps: "steps"
    case .distance: "m"
    case .activeMinutes, .workoutMinutes, .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes: "min"
    case .activeEnergy, .calories: "kcal"
    case .restingHeartRate: "bpm"
    case .heartRateVariability: "ms"
    case .weight: "kg"
    case .protein, .carbohydrate, .fat, .fibre: "g"
    case .water: "ml"
    case .workouts, .effort, .awakenings, .bedtime, .sleepQuality, .meals, .mood, .energy, .stress, .journal,
      .habitsDone, .habitsDue:
      ""
    }
  }

  /// The quantity that people know in different units; nil for all other measures.
  public var quantity: Quantity? {
    switch self {
    case .weight: .bodyWeight
    case .distance: .distance
    case .water: .volume
    case .activeEnergy, .calories: .energy
    default: nil
    }
  }

  /// A value in the stored unit of its quantity: a distance is measured in metres, and stored in kilometres.
  private func stored(_ value: Double) -> Double { self == .distance ? value / 1000 : value }

  /// The quantity, for a reader who has it in another unit than the stored one.
  private func converted(in amounts: AmountNotation) -> Quantity? {
    quantity.flatMap { amounts.unit(of: $0) == $0.stored ? nil : $0 }
  }

  /// The sign of the unit in which a reader has the measure; empty for dimensionless measures.
  public func unit(in amounts: AmountNotation) -> String {
    converted(in: amounts).map { amounts.unit(of: $0).symbol } ?? unit
  }

  /// A value of this measure as a chart draws it for a reader.
  public func shown(_ value: Double, in amounts: AmountNotation) -> Double {
    converted(in: amounts).map { amounts.shown(stored(value), $0) } ?? value
  }

  /// "7 h 20 min", "8,412 steps", "23:30", "6.5 of 10", "159.6 lb". The value is always one in `unit`.
  public func said(_ value: Double, in amounts: AmountNotation = .plain) -> String {
    if let quantity = converted(in: amounts) { return amounts.text(stored(value), quantity) }
    switch self {
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .workoutMinutes, .activeMinutes:
      let minutes = Measure.whole(value)
      return minutes < 60
        ? "\(minutes) min" : minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    case .bedtime:
      let minutes = ((Measure.whole(value) + 720) % 1440 + 1440) % 1440
      return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    case .mood, .energy, .stress, .effort, .sleepQuality: return "\(Measure.tenths(value, in: amounts)) of 10"
    case .distance: return value < 1000 ? "\(Measure.whole(value)) m" : amounts.text(value / 1000, .distance)
    case .weight: return amounts.text(value, .bodyWeight)
    case .water: return value < 1000 ? "\(Measure.whole(value)) ml" : "\(Measure.tenths(value / 1000, in: amounts)) l"
    case .heartRateVariability: return "\(Measure.tenths(value, in: amounts)) \(unit)"
    case .steps where Measure.whole(value) == 1: return "1 step"
    default: return Measure.grouped(value, in: amounts) + (unit.isEmpty ? "" : " \(unit)")
    }
  }

  /// The value for a place beside the title, which already names the unit: "Steps: 8,412".
  public func saidBesideTitle(_ value: Double, in amounts: AmountNotation = .plain) -> String {
    switch self {
    case .steps, .activeMinutes: Measure.grouped(value, in: amounts)
    default: said(value, in: amounts)
    }
  }

  static func whole(_ value: Double) -> Int { Int(exactly: min(max(value, -1e15), 1e15).rounded()) ?? 0 }

  /// Formats one decimal, without a trailing zero: 6.5, and 6 for 6.0.
  public static func tenths(_ value: Double, in amounts: AmountNotation = .plain) -> String {
    amounts.number(Double(whole(value * 10)) / 10, decimals: 1)
  }

  /// "12,345".
  static func grouped(_ value: Double, in amounts: AmountNotation) -> String {
    amounts.number(Double(whole(value)))
  }

  /// The verb that goes with the title: "Steps were 8,412", "Sleep was 7 h".
  public var verb: String {
    switch self {
    case .steps, .activeMinutes, .workouts, .awakenings, .meals, .calories, .journal, .habitsDone, .habitsDue: "were"
    default: "was"
    }
  }
}
