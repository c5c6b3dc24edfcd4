internal import Days
public import FoundationEssentials
public import Kernel
internal import Mode

/// What is known of a person's day, how old it is, and what is asked for.
public struct DashboardState: Deciding {
  public enum Origin: Sendable, Hashable {
    case nothing, cache, shell
  }

  public enum Refresh: Sendable, Hashable {
    case still, underWay
    /// What is there stays, and is asked for again when the dashboard is next shown.
    case failed(Problem)
  }

  enum Cache: Sendable, Hashable {
    case unread, underWay, done
  }

  public let plan: DashboardPlan
  public internal(set) var facts: DashboardFacts?
  /// The instant up to which they hold.
  public internal(set) var asOf: Date?
  public internal(set) var origin = Origin.nothing
  public internal(set) var refresh = Refresh.still
  /// When the insights that are shown were made; older than the rest where newer ones could not be made.
  var insightsAt: Date?
  var cache = Cache.unread
  /// What was kept is shown, if anything was.
  public var knowsKept: Bool { cache == .done }
  /// When the facts were kept last.
  var keptAt: Date?
  public internal(set) var desks: [DashboardDesk.Name: DashboardDesk] = [:]
  var mode: Mode?
  /// Where the person is in their day. It stands here so that every window is told when it changes.
  var band: TimeBand?
  var day: CalendarDay?
  var turn: Date?

  public init(_ plan: DashboardPlan) { self.plan = plan }

  public func desks(changedSince older: Self) -> Desks? { changed(\.desks, since: older) }

  /// How long the shell may gather before it counts as failed.
  static let patience = Duration.seconds(30)
  /// What is older is asked for again when the dashboard is next shown.
  static let fresh = 15 * 60.0
  /// The same facts are not kept again sooner.
  static let keeping = 10 * 60.0
  /// Windows that were never closed are bounded.
  static let mostDesks = 64
}
