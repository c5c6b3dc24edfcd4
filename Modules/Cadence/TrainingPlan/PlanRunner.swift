public import Days

/// A runner as the plan knows one: what was said, and what was run. `PlanRunner.init(json:)` reads it strictly.
public struct PlanRunner: Sendable, Hashable {
  public enum Experience: String, Sendable, Hashable, CaseIterable {
    case beginner, returning, casual, serious
  }

  public enum RunningGoal: Sendable, Hashable {
    case race(metres: Double, on: CalendarDay, seconds: Double?)
    case open(weeks: Int)
    case comeback

    /// Moves a race to another day; other goals have none.
    public mutating func move(to day: CalendarDay) {
      if case .race(let metres, _, let seconds) = self { self = .race(metres: metres, on: day, seconds: seconds) }
    }

    /// Forgets the time that the runner hopes for.
    public mutating func dropTarget() {
      if case .race(let metres, let day, _) = self { self = .race(metres: metres, on: day, seconds: nil) }
    }
  }

  public enum RunUnit: String, Sendable, Hashable, CaseIterable {
    case km, miles
  }

  public var today: CalendarDay
  public var experience: Experience
  /// Metres a week of the last weeks.
  public var weekly: Int
  /// Weekdays on which the runner can run; Sunday is 0.
  public var days: Set<Int>
  public var blockedDays: Set<CalendarDay>
  public var longRunDay: Int
  /// Metres of the longest run of the last 30 days; 0 for whoever has not run.
  public var longest: Int
  /// The day of that run; the day before the plan if it was not said.
  public var longestDay: CalendarDay
  public var saidLongestDay: Bool
  public var race: RaceResult?
  public var goal: RunningGoal
  /// 0 to 10 in running, now.
  public var pain: Int
  /// An injury that stands: with it nothing hard is planned.
  public var injury: String?
  /// Injuries that are over, to watch.
  public var pastInjury: String?
  public var units: RunUnit

  public init(
    today: CalendarDay, experience: Experience, weekly: Int, days: Set<Int>, blockedDays: Set<CalendarDay> = [],
    longRunDay: Int? = nil, longest: Int, longestDay: CalendarDay? = nil, race: RaceResult? = nil, goal: RunningGoal,
    pain: Int = 0, injury: String? = nil, units: RunUnit = .km
  ) {
    self.today = today
    self.experience = experience
    self.weekly = weekly
    self.days = days
    self.blockedDays = blockedDays
    self.longRunDay = longRunDay ?? PlanRunner.usualLongDay(of: days)
    self.longest = longest
    self.longestDay = longestDay ?? today.following(-1)
    saidLongestDay = longestDay != nil
    self.race = race
    self.goal = goal
    self.pain = pain
    self.injury = injury
    self.units = units
  }

  /// Sunday if the runner can run then, else Saturday, else the last of the days.
  static func usualLongDay(of days: Set<Int>) -> Int {
    days.contains(0) ? 0 : days.contains(6) ? 6 : days.max() ?? 0
  }

  /// Pain at which nothing hard is planned.
  public static let carefulPain = 1
  /// Pain at which every plan becomes a comeback.
  public static let comebackPain = 4
}
