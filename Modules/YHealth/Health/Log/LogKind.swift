public import Interface
public import Pillar

/// A kind of entry with a form. The raw values are part of routes and drafts, so they never change.
public enum LogKind: String, Sendable, Hashable, Codable, CaseIterable {
  case mood, meal, activity, journal, workout, water, energy, sleep, weight

  /// The singular name for lists and headings.
  var title: String {
    switch self {
    case .mood: "Mood check-in"
    case .meal: "Meal"
    case .activity: "Activity"
    case .journal: "Journal entry"
    case .workout: "Workout"
    case .water: "Water"
    case .energy: "Energy check-in"
    case .sleep: "Night's sleep"
    case .weight: "Weight"
    }
  }

  /// The title of the button that opens its form.
  public var invitation: String {
    switch self {
    case .mood: "Log mood"
    case .meal: "Log meal"
    case .activity: "Log activity"
    case .journal: "Write journal"
    case .workout: "Log workout"
    case .water: "Log water"
    case .energy: "Log energy"
    case .sleep: "Log sleep"
    case .weight: "Log weight"
    }
  }

  public var icon: Icon {
    switch self {
    case .mood: .faceGood
    case .meal: .food
    case .activity: .activity
    case .journal: .book
    case .workout: .run
    case .water: .water
    case .energy: .sun
    case .sleep: .sleep
    case .weight: .weight
    }
  }

  public var pillar: Pillar {
    switch self {
    case .activity, .workout, .sleep, .weight: .fitness
    case .meal, .water: .nutrition
    case .mood, .energy, .journal: .wellbeing
    }
  }

  /// The form's label for the instant of the entry.
  var whenTitle: String { self == .sleep ? "When you woke up" : "When" }

  /// The route for a new entry.
  public var route: Route { FormName(self).route }

  var type: any Logged.Type {
    switch self {
    case .mood: MoodEntry.self
    case .meal: Meal.self
    case .activity: Activity.self
    case .journal: JournalEntry.self
    case .workout: Workout.self
    case .water: WaterEntry.self
    case .energy: EnergyEntry.self
    case .sleep: SleepEntry.self
    case .weight: WeightEntry.self
    }
  }
}
