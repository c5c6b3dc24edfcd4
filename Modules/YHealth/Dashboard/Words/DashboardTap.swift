public import Board
public import Pillar

/// A tap on the dashboard, for analytics and for ranking.
public enum DashboardTap: Sendable, Hashable {
  case pillar(Pillar)
  case quickAction(QuickAction)
  case secondaryAction(SecondaryAction)
  /// The identifier of the insight is used only for ranking on this device.
  case insight(InsightCard.ID)

  /// The name for counting: one of a fixed set of words, never personal data.
  public var name: String {
    switch self {
    case .pillar(let pillar): "pillar.\(pillar.rawValue)"
    case .quickAction(let action): "quick-action.\(action.rawValue)"
    case .secondaryAction(let action): "secondary-action.\(action.rawValue)"
    case .insight: "insight"
    }
  }
}
