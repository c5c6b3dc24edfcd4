internal import Days
public import FoundationEssentials
public import Kernel
internal import Mode

/// The facts of a person's day, their age, and the refresh under way.
public struct DashboardState: WindowedDeciding {
  public enum Origin: Sendable, Hashable {
    case nothing, cache, shell
  }

  public enum Refresh: Sendable, Hashable {
    case still, underWay
    /// The content stays, and is requested again when the dashboard is next shown.
    case failed(Problem)
  }

  enum Cache: Sendable, Hashable {
    case unread, underWay, done
  }

  public let plan: DashboardPlan
  public internal(set) var facts: DashboardFacts?
  /// The instant up to which the facts hold.
  public internal(set) var asOf: Date?
  public internal(set) var origin = Origin.nothing
  public internal(set) var refresh = Refresh.still
  /// The time at which the shown insights were made; older than the other facts where newer ones could not be made.
  var insightsAt: Date?
  var cache = Cache.unread
  /// Whether reading the cache has ended.
  public var knowsKept: Bool { cache == .done }
  /// The time at which the facts were last stored.
  var keptAt: Date?
  public var windows = WindowStates<DashboardWindowState>()
  var mode: Mode?
  /// The current part of the day. It is part of the state so that every window is told when it changes.
  var band: TimeBand?
  var day: CalendarDay?
  var turn: Date?

  public init(_ plan: DashboardPlan) { self.plan = plan }

  /// The time that the shell may take before the refresh counts as failed.
  static let patience = Duration.seconds(30)
  /// Age in seconds after which the facts are requested again when the dashboard is next shown.
  static let fresh = 15 * 60.0
  /// Shortest time in seconds before the same facts are stored again.
  static let keeping = 10 * 60.0
  /// Number of windows whose state is kept, since some are never closed.
  static let mostWindows = 64
}
