internal import Days
internal import Measures
internal import Units

/// A person's progress towards a goal, computed from the days.
public struct GoalProgress: Sendable, Equatable {
  /// From 0 to 1; nil while nothing is known.
  public let share: Double?
  /// "12 of 30 days with 8,000 steps or more".
  public let says: String
  /// Number of consecutive days on which it was reached, up to today or yesterday; only for daily goals.
  public let streak: Int
  /// The longest such streak.
  public let longest: Int

  /// The share in whole per cent, rounded down, so that 100 means reached.
  public var percent: Int? { share.map { Int(($0 * 100 + 1e-9).rounded(.down)) } }

  static let none = GoalProgress(share: nil, says: "You mark it as reached yourself.", streak: 0, longest: 0)
}

extension GoalProgress {
  /// Number of recent days that count for a goal without an end.
  static let openDays = 30
  /// Number of days averaged for a level, since a mean varies less than one value.
  static let week = 7

  init(
    of goal: Goal, in table: DayTable, on today: CalendarDay, saying amounts: AmountNotation = .plain
  ) {
    guard let aim = Aim(goal), let target = goal.target, target > 0 else {
      self = .none
      return
    }
    let last = min(goal.endsOn ?? today, today)
    guard goal.beginsOn <= last else {
      self.init(share: nil, says: "Begins on \(goal.beginsOn.long).", streak: 0, longest: 0)
      return
    }
    // A synced goal may begin in the distant past; only days with data are visited.
    let range = min(last, max(goal.beginsOn, table.range?.lowerBound ?? last))...last
    switch aim.way {
    case .daily: self.init(eachDay: aim.measure, goal, target, range, table, today, amounts)
    case .sum: self.init(sumOf: aim.measure, target, table.series(aim.measure, range), amounts)
    case .level: self.init(levelOf: aim.measure, goal.beginsOn, target, range, table, amounts)
    }
  }

  private init(
    eachDay measure: Measure, _ goal: Goal, _ target: Double, _ range: ClosedRange<CalendarDay>, _ table: DayTable,
    _ today: CalendarDay, _ amounts: AmountNotation
  ) {
    let days = table.series(measure, range).map { $0.map { $0 >= target } }
    let reached = days.count { $0 == true }
    let whole = goal.endsOn.map { $0.days(since: goal.beginsOn) + 1 } ?? GoalProgress.openDays
    let runs = DayStreak(days, lastIsToday: range.upperBound == today)
    self.init(
      share: days.contains { $0 != nil } ? min(1, Double(reached) / Double(max(1, whole))) : nil,
      says:
        "\(min(reached, whole)) of \(whole) \(whole == 1 ? "day" : "days") with \(measure.said(target, in: amounts)) or more",
      streak: runs.current, longest: runs.longest)
  }

  private init(sumOf measure: Measure, _ target: Double, _ days: [Double?], _ amounts: AmountNotation) {
    let known = days.compactMap(\.self)
    let sum = known.reduce(0, +)
    self.init(
      share: known.isEmpty ? nil : min(1, max(0, sum / target)),
      says: known.isEmpty
        ? "No data yet; the goal is \(measure.said(target, in: amounts))"
        : "\(measure.said(sum, in: amounts)) of \(measure.said(target, in: amounts))",
      streak: 0, longest: 0)
  }

  /// Compares the mean of the week in which it began with the mean of the last week.
  private init(
    levelOf measure: Measure, _ first: CalendarDay, _ target: Double, _ range: ClosedRange<CalendarDay>,
    _ table: DayTable, _ amounts: AmountNotation
  ) {
    let before = table.last(GoalProgress.week, to: first).compactMap { $0[measure] }
    let since = table.series(measure, range).compactMap(\.self)
    let recent = table.series(measure, range).suffix(GoalProgress.week).compactMap(\.self)
    guard let start = before.mean ?? since.first, let now = recent.mean else {
      self.init(
        share: nil,
        says: "No data in the last \(GoalProgress.week) days; the goal is \(measure.said(target, in: amounts))",
        streak: 0, longest: 0)
      return
    }
    let way = target - start
    let share = abs(way) < 1e-9 ? 1 : min(1, max(0, (now - start) / way))
    self.init(
      share: share,
      says:
        "\(measure.said(now, in: amounts)) now, \(measure.said(start, in: amounts)) at first; the goal is \(measure.said(target, in: amounts))",
      streak: 0, longest: 0)
  }
}

extension [Double] {
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
