public import Days
public import Kernel
internal import Measures
public import Platform
public import Storage

/// A milestone, without any text that a person entered.
public enum Milestone: Sendable, Hashable, Codable {
  /// A number of consecutive days with something logged.
  case logging(days: Int)
  /// A number of consecutive days on which a goal was reached.
  case streak(ID<Goal>, days: Int)
  /// A share of a goal, in per cent.
  case share(ID<Goal>, percent: Int)

  /// The goal to link to.
  public var goal: ID<Goal>? {
    switch self {
    case .logging: nil
    case .streak(let goal, _), .share(let goal, _): goal
    }
  }

  /// The message for the person who reached it.
  public var says: String {
    switch self {
    case .logging(let days): "Congrats! \(days)-day logging streak achieved!"
    case .streak(_, let days): "Congrats! You reached your goal \(days) days in a row!"
    case .share(_, 100): "Congrats! You reached your goal!"
    case .share(_, let percent): "Congrats! You are \(percent) % of the way to your goal!"
    }
  }

  /// Whether a greater milestone of the same kind is reached at once; only the greatest is reported.
  func isOutdone(by others: [Achievement]) -> Bool {
    others.contains { other in
      switch (self, other.milestone) {
      case (.logging(let days), .logging(let more)): days < more
      case (.streak(let goal, let days), .streak(let same, let more)): goal == same && days < more
      case (.share(let goal, let percent), .share(let same, let more)): goal == same && percent < more
      default: false
      }
    }
  }

  var name: String {
    switch self {
    case .logging(let days): "logging \(days)"
    case .streak(let goal, let days): "streak \(goal) \(days)"
    case .share(let goal, let percent): "share \(goal) \(percent)"
    }
  }
}

/// A milestone that was reached, stored so that it is reported once.
public struct Achievement: Kept {
  public static let collection = "achievements"

  public let milestone: Milestone
  public let day: CalendarDay
  /// The title of the goal at that time; the goal may have been deleted since.
  public let title: String
  public let at: Date

  public var id: ID<Achievement> { ID(named: milestone.name) }
  public var when: Date { at }
}

extension Achievement {
  static let shares = [25, 50, 75, 100]

  /// All achievements of the goals and days, with the day on which each was reached as far as that is known.
  static func all(of goals: [Goal], in table: DayTable, on today: CalendarDay, at now: Date) -> [Achievement] {
    let logged = Array(DayStreak.loggedDays(of: table))
    let logging = DayStreak.told.compactMap { length in
      DayStreak.firstDay(of: length, among: logged).map {
        Achievement(milestone: .logging(days: length), day: $0, title: "Logging", at: now)
      }
    }
    return logging + goals.filter { $0.status != .givenUp }.flatMap { of($0, in: table, on: today, at: now) }
  }

  private static func of(
    _ goal: Goal, in table: DayTable, on today: CalendarDay, at now: Date
  ) -> [Achievement] {
    func achieved(_ milestone: Milestone, _ day: CalendarDay = today) -> Achievement {
      Achievement(milestone: milestone, day: day, title: goal.name, at: now)
    }
    let progress = GoalProgress(of: goal, in: table, on: today)
    let percent = goal.status == .reached ? 100 : progress.percent ?? 0
    let last = min(goal.endsOn ?? today, today)
    var found = shares.filter { $0 <= percent }.map { achieved(.share(goal.id, percent: $0)) }
    guard let aim = Aim(goal), aim.way == .daily, let target = goal.target, goal.beginsOn <= last else { return found }
    let days = table.days.filter { goal.beginsOn <= $0.day && $0.day <= last && ($0[aim.measure] ?? 0) >= target }
    for length in DayStreak.told {
      if let day = DayStreak.firstDay(of: length, among: days.map(\.day)) {
        found.append(achieved(.streak(goal.id, days: length), day))
      }
    }
    return found
  }
}
