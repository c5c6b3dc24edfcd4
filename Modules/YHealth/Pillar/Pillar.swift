/// One of the three areas of health that yHealth weighs equally.
public enum Pillar: String, Sendable, Hashable, Codable, CaseIterable {
  case fitness, nutrition, wellbeing

  /// The name for display.
  public var title: String {
    switch self {
    case .fitness: "Fitness"
    case .nutrition: "Nutrition"
    case .wellbeing: "Wellbeing"
    }
  }
}
