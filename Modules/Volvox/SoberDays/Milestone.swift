public import Days

/// A number of days, or of calendar months, after a beginning.
public struct Milestone: Sendable, Hashable {
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case day, month
  }

  public let count: Int
  public let unit: Unit

  public init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }

  public static func days(_ count: Int) -> Milestone { Milestone(count, .day) }
  public static func months(_ count: Int) -> Milestone { Milestone(count, .month) }

  /// The day on which it is reached. Nil beyond the calendar.
  public func day(from beginning: CalendarDay) -> CalendarDay? {
    switch unit {
    case .day: beginning.following(count)
    case .month: beginning.following(months: count)
    }
  }

  /// "24 hours", "90 days", "6 months", "18 months", "2 years".
  public var title: String {
    switch (unit, count) {
    case (.day, 1): "24 hours"
    case (.day, _): "\(count) days"
    case (.month, 1): "1 month"
    case (.month, 12): "1 year"
    case (.month, _) where count % 12 == 0: "\(count / 12) years"
    case (.month, _): "\(count) months"
    }
  }
}

extension CalendarDay {
  /// The same day of a later month. A day that this month does not have becomes its last: 31 January and one month is 28
  /// or 29 February, and 29 February and one year is 28 February. Nil beyond the calendar.
  public func following(months: Int) -> CalendarDay? {
    let all = year * 12 + (month - 1) + months
    let (year, month) = (all >= 0 ? all / 12 : (all - 11) / 12, ((all % 12) + 12) % 12 + 1)
    for day in stride(from: self.day, through: 28, by: -1) {
      if let found = CalendarDay(year: year, month: month, day: day) { return found }
    }
    return CalendarDay(year: year, month: month, day: self.day)
  }
}

/// A milestone that a run has reached.
public struct ReachedMilestone: Sendable, Hashable {
  public let milestone: Milestone
  public let beginning: SobrietyBeginning
  public let day: CalendarDay
}

/// The milestones that a recovery programme marks: some at first, then one each year.
public struct MilestoneProgramme: Sendable, Hashable, Identifiable {
  public let id: String
  public let title: String
  /// In the order in which they are reached, the last of them after whole years.
  public let milestones: [Milestone]

  public init(_ id: String, _ title: String, _ milestones: [Milestone]) {
    self.id = id
    self.title = title
    self.milestones = milestones
  }

  private static let mostYears = 100

  /// The milestones, then those of every following year.
  public var all: [Milestone] {
    let years = milestones.last { $0.unit == .month && $0.count % 12 == 0 }.map { $0.count / 12 } ?? 0
    return milestones + ((years + 1)...max(years + 1, MilestoneProgramme.mostYears)).map { .months($0 * 12) }
  }

  /// The milestones that a run has reached, by day.
  public func reached(in run: SoberRun) -> [ReachedMilestone] {
    var reached: [ReachedMilestone] = []
    for milestone in all {
      guard let day = milestone.day(from: run.beginning.day), day <= run.last else { break }
      reached.append(ReachedMilestone(milestone: milestone, beginning: run.beginning, day: day))
    }
    return reached
  }

  /// The first milestone of the run after that day.
  public func next(in run: SoberRun, after day: CalendarDay) -> ReachedMilestone? {
    for milestone in all {
      guard let reached = milestone.day(from: run.beginning.day), reached > max(day, run.beginning.day) else {
        continue
      }
      return ReachedMilestone(milestone: milestone, beginning: run.beginning, day: reached)
    }
    return nil
  }
}
