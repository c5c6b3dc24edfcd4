public import Pillar

/// What somebody tapped on the dashboard, for whoever counts or learns from it.
public enum DashboardTap: Sendable, Hashable {
  case pillar(Pillar)
  case quickAction(QuickAction)
  case secondaryAction(SecondaryAction)
  /// Which insight is told to the order of cards on this device only.
  case insight(InsightCard.ID)

  /// The name to count it by: one of a few words of the program, never of a person.
  public var name: String {
    switch self {
    case .pillar(let pillar): "pillar.\(pillar.rawValue)"
    case .quickAction(let action): "quick-action.\(action.rawValue)"
    case .secondaryAction(let action): "secondary-action.\(action.rawValue)"
    case .insight: "insight"
    }
  }
}
