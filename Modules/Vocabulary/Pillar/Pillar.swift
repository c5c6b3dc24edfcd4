/// One of the three sides of a person's health that yHealth weighs alike.
public enum Pillar: String, Sendable, Hashable, Codable, CaseIterable {
  case fitness, nutrition, wellbeing

  /// The name as a person reads it.
  public var title: String {
    switch self {
    case .fitness: "Fitness"
    case .nutrition: "Nutrition"
    case .wellbeing: "Wellbeing"
    }
  }
}
