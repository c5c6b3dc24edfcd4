/// A meal that a time of day asks for.
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
