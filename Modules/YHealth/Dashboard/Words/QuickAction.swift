public import Interface

/// The five actions that are always shown, in this order.
public enum QuickAction: String, Sendable, Hashable, Codable, CaseIterable {
  case logMeal = "log-meal"
  case logMood = "log-mood"
  case startVoiceCoaching = "start-voice-coaching"
  case viewFullInsights = "view-full-insights"
  case logWorkout = "log-workout"

  public var title: String {
    switch self {
    case .logMeal: "Log Meal"
    case .logMood: "Log Mood"
    case .startVoiceCoaching: "Start Voice Coaching"
    case .viewFullInsights: "View Full Insights"
    case .logWorkout: "Log Workout"
    }
  }

  /// The name of the function, for the message that it is unavailable.
  public var feature: String {
    switch self {
    case .logMeal: "Meal logging"
    case .logMood: "Mood check-in"
    case .startVoiceCoaching: "Voice coaching"
    case .viewFullInsights: "The Insights tab"
    case .logWorkout: "Workout logging"
    }
  }

  /// Nil for a voice session, which has no screen.
  public var route: Route? {
    switch self {
    case .logMeal: Ways.meal
    case .logMood: Ways.mood
    case .startVoiceCoaching: nil
    case .viewFullInsights: Ways.insights
    case .logWorkout: Ways.log("workout")
    }
  }

  var icon: Icon {
    switch self {
    case .logMeal: .food
    case .logMood: .faceGood
    case .startVoiceCoaching: .microphone
    case .viewFullInsights: .lightbulb
    case .logWorkout: .activity
    }
  }
}

/// The further actions of Deep mode.
public enum SecondaryAction: String, Sendable, Hashable, Codable, CaseIterable {
  case water, energy, journal, weight, sleep, habits

  public var title: String {
    switch self {
    case .water: "Log Water"
    case .energy: "Log Energy"
    case .journal: "Write Journal"
    case .weight: "Log Weight"
    case .sleep: "Log Sleep"
    case .habits: "Check Habits"
    }
  }

  public var route: Route { self == .habits ? Ways.habits : Ways.log(rawValue) }

  var icon: Icon {
    switch self {
    case .water: .water
    case .energy: .sun
    case .journal: .book
    case .weight: .weight
    case .sleep: .sleep
    case .habits: .success
    }
  }
}
