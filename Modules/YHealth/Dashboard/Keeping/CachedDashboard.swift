internal import Days
public import FoundationEssentials
public import Kernel
public import Storage

/// The last facts, cached so that a dashboard is shown before anything else is read. Its name is the same for
/// everybody.
public struct CachedDashboard: Kept {
  public static let collection = "dashboards"
  /// The name of the only record.
  public static let name = ID<CachedDashboard>(named: "last")
  static let lasts = Duration.seconds(7 * 86_400)

  public let facts: DashboardFacts
  /// The instant up to which the facts hold.
  public let at: Date
  /// The time at which the insights were made.
  public let insightsAt: Date

  public var id: ID<CachedDashboard> { CachedDashboard.name }
  public var when: Date { at }

  init(_ facts: DashboardFacts, at: Date, insightsAt: Date) {
    self.facts = facts
    self.at = at
    self.insightsAt = insightsAt
  }

  private enum CodingKeys: String, CodingKey {
    case facts, at
    case insightsAt = "insights_at"
  }

  /// Whether the cache may still be shown. A clock that was set back does not make it expire.
  func isAlive(at now: Moment) -> Bool {
    at.isOfOurTimes && insightsAt.isOfOurTimes && now.date.timeIntervalSince(at) <= CachedDashboard.lasts.seconds
  }
}

extension Date {
  /// Beyond these years there is no data, and calendar arithmetic fails.
  var isOfOurTimes: Bool { abs(timeIntervalSince1970) < 250_000_000_000 }
}
