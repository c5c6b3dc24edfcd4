internal import Days
internal import Measures

/// How far somebody has come with a goal, as the days show it.
public struct GoalProgress: Sendable, Equatable {
  /// From 0 to 1; nil while nothing is known.
  public let share: Double?
  /// "12 of 30 days with 8,000 steps or more".
  public let says: String
  /// How many days it was reached in a row, up to today or yesterday; only where each day counts.
  public let streak: Int
  /// The longest that there was.
  public let longest: Int

  /// Whole per cent, rounded down: nothing is at 100 before it is there.
  public var percent: Int? { share.map { Int(($0 * 100 + 1e-9).rounded(.down)) } }

  static let none = GoalProgress(share: nil, says: "You tell when it is reached.", streak: 0, longest: 0)
}

extension GoalProgress {
  /// A goal without an end is looked at in stretches of this many days.
  static let openDays = 30
  /// Days that speak for a level: a mean over them is calmer than one value.
  static let week = 7

  init(of goal: Goal, in table: DayTable, on today: CalendarDay) {
    guard let aim = Aim(goal), let target = goal.target, target > 0 else {
      self = .none
      return
    }
    let last = min(goal.endsOn ?? today, today)
    guard goal.beginsOn <= last else {
      self.init(share: nil, says: "Begins on \(goal.beginsOn.long).", streak: 0, longest: 0)
      return
    }
    // A goal that came from elsewhere may have begun with the calendar; only days of which something is known are walked.
    let range = min(last, max(goal.beginsOn, table.range?.lowerBound ?? last))...last
    switch aim.way {
    case .daily: self.init(eachDay: aim.measure, goal, target, range, table, today)
    case .sum: self.init(sumOf: aim.measure, target, table.series(aim.measure, range))
    case .level: self.init(levelOf: aim.measure, goal.beginsOn, target, range, table)
    }
  }

  private init(
    eachDay measure: Measure, _ goal: Goal, _ target: Double, _ range: ClosedRange<CalendarDay>, _ table: DayTable,
    _ today: CalendarDay
  ) {
    let days = table.series(measure, range).map { $0.map { $0 >= target } }
    let reached = days.count { $0 == true }
    let whole = goal.endsOn.map { $0.days(since: goal.beginsOn) + 1 } ?? GoalProgress.openDays
    let runs = Streak(days, lastIsToday: range.upperBound == today)
    self.init(
      share: days.contains { $0 != nil } ? min(1, Double(reached) / Double(max(1, whole))) : nil,
      says: "\(min(reached, whole)) of \(whole) \(whole == 1 ? "day" : "days") with \(measure.said(target)) or more",
      streak: runs.current, longest: runs.longest)
  }

  private init(sumOf measure: Measure, _ target: Double, _ days: [Double?]) {
    let known = days.compactMap(\.self)
    let sum = known.reduce(0, +)
    self.init(
      share: known.isEmpty ? nil : min(1, max(0, sum / target)),
      says: known.isEmpty
        ? "Nothing is known yet of \(measure.said(target))" : "\(measure.said(sum)) of \(measure.said(target))",
      streak: 0, longest: 0)
  }

  /// From the mean of the week in which it began to the mean of the last week.
  private init(
    levelOf measure: Measure, _ first: CalendarDay, _ target: Double, _ range: ClosedRange<CalendarDay>,
    _ table: DayTable
  ) {
    let before = table.last(GoalProgress.week, to: first).compactMap { $0[measure] }
    let since = table.series(measure, range).compactMap(\.self)
    let recent = table.series(measure, range).suffix(GoalProgress.week).compactMap(\.self)
    guard let start = before.mean ?? since.first, let now = recent.mean else {
      self.init(
        share: nil, says: "Not known in the last \(GoalProgress.week) days; the goal is \(measure.said(target))",
        streak: 0, longest: 0)
      return
    }
    let way = target - start
    let share = abs(way) < 1e-9 ? 1 : min(1, max(0, (now - start) / way))
    self.init(
      share: share,
      says: "\(measure.said(now)) now, \(measure.said(start)) at first; the goal is \(measure.said(target))",
      streak: 0, longest: 0)
  }
}

extension [Double] {
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
