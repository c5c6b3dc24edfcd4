/// A meal that belongs to a time of day.
public enum MainMeal: String, Sendable, Hashable, Codable, CaseIterable {
  case breakfast, lunch, dinner

  var title: String {
    switch self {
    case .breakfast: "Breakfast"
    case .lunch: "Lunch"
    case .dinner: "Dinner"
    }
  }
}
