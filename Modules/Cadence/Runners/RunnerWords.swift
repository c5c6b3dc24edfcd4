/// The answers that the coach offers, by the words that are kept.
public enum RunnerWords {
  public typealias Choice = (id: String, label: String, about: String?)

  /// The answer that brings runs from a file.
  public static let file = "file"

  public static let wearables: [Choice] = [
    ("apple_watch", "Apple Watch", nil), ("health_connect", "Health Connect", nil), ("garmin", "Garmin", nil),
    ("polar", "Polar", nil), ("oura", "Oura", nil), ("google_health", "Google Health", nil),
  ]

  public static let loads: [Choice] = [
    ("rising", "Rising", nil), ("steady", "Steady", nil), ("falling", "Falling", nil),
  ]

  public static let experience: [Choice] = [
    ("beginner", "Beginner", "New to running, or just started"),
    ("returning", "Returning", "Coming back after a break or an injury"),
    ("casual", "Casual", "I run now and then, for myself"),
    ("serious", "Serious", "I train regularly, with goals"),
  ]

  public static let goals: [Choice] = [
    ("race", "A race", nil), ("speed", "Getting faster", nil), ("base", "Base building", nil),
    ("return", "Return to fitness", nil), ("health", "General health", nil),
  ]

  public static let distances: [(id: String, label: String)] = [
    ("5000", "5 km"), ("10000", "10 km"), ("21097.5", "Half marathon"), ("42195", "Marathon"),
  ]

  public static let dayCounts: [Choice] = [
    ("2-3", "2-3 days", nil), ("4-5", "4-5 days", nil), ("6-7", "6-7 days", nil),
  ]

  public static let injuries: [(id: String, label: String)] = [
    ("shin splints", "Shin splints"), ("IT band", "IT band"), ("plantar", "Plantar fasciitis"), ("knee", "Knee"),
    ("achilles", "Achilles"), ("stress fracture", "Stress fracture"), ("hip/glute", "Hip or glute"), ("none", "None"),
  ]

  public static let pain: [Choice] = [
    ("0", "No pain", nil), ("2", "A little (1-3 of 10)", nil), ("5", "Some (4-6 of 10)", nil),
    ("8", "A lot (7-10 of 10)", nil),
  ]

  public static let recovery: [Choice] = [
    ("quick", "I recover quickly", nil), ("slow", "It takes me a while", nil),
    ("push through", "I push through", nil), ("no injuries", "No injuries so far", nil),
  ]

  public static let sleep: [Choice] = [
    ("solid", "Solid", nil), ("inconsistent", "Inconsistent", nil), ("poor", "Poor", nil),
  ]

  public static let stress: [Choice] = [
    ("low", "Low", nil), ("moderate", "Moderate", nil), ("high", "High", nil), ("survival", "Survival mode", nil),
  ]

  public static let challenges: [Choice] = [
    ("consistency", "Consistency", nil), ("time", "Time", nil), ("motivation", "Motivation", nil),
    ("injury fear", "Fear of injury", nil), ("pacing", "Pacing", nil), ("stuck", "Feeling stuck", nil),
  ]

  static func label(_ id: String, of choices: [Choice]) -> String {
    choices.first { $0.id == id }?.label ?? id
  }
}

/// The way a runner wants to be coached.
public enum CoachingVoice: String, Sendable, Hashable, CaseIterable {
  case toughLove = "tough_love"
  case encouraging, analytical, minimalist

  public var title: String {
    switch self {
    case .toughLove: "Tough love"
    case .encouraging: "Encouraging"
    case .analytical: "Analytical"
    case .minimalist: "Minimalist"
    }
  }

  public var about: String {
    switch self {
    case .toughLove: "Straight words, no excuses"
    case .encouraging: "Every step counts, and I say so"
    case .analytical: "Numbers and reasons"
    case .minimalist: "Only what you need"
    }
  }
}
