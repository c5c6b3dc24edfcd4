public import Days
internal import TrainingPlan

/// A race goal that contradicts what the runner does now, with the figures that say so.
///
/// The rule is a heuristic: runners who finish in a given time usually run a given distance a week, and a week's distance grows by
/// about a twelfth a week at most. Only a goal far outside of that is talked about.
public struct GoalConflict: Sendable, Hashable {
  public let metres: Double
  public let weeks: Int
  /// Kilometres a week, now, usual for the goal, and in reach by then.
  public let current: Double
  public let usual: Double
  public let reachable: Double
  public let target: Double?

  /// Nil for a goal that fits, and for one that is not known whole.
  public init?(_ runner: Runner, on today: CalendarDay) {
    guard runner[.goalType] == "race", runner[.goalTalk] == nil,
      let metres = runner[.raceDistance].flatMap({ Double($0) }),
      let day = runner[.raceDate].flatMap({ CalendarDay($0) })
    else { return nil }
    let volume = runner[.experience] == "beginner" ? "0" : runner[.volume]
    guard let weekly = volume.flatMap({ Double($0) }) else { return nil }
    self.metres = metres
    weeks = max(0, day.days(since: today) / 7)
    current = weekly / 1000
    target = runner[.targetTime].flatMap { Double($0) }
    usual = GoalConflict.usual(metres, target)
    var reachable = max(current, 8)
    for _ in 0..<max(0, min(weeks, 52) - 2) { reachable *= 13.0 / 12 }
    self.reachable = reachable
    guard reachable < 0.75 * usual else { return nil }
  }

  /// Kilometres a week that are usual for a distance and a time, from the speed needed.
  static func usual(_ metres: Double, _ target: Double?) -> Double {
    let kilometres = metres / 1000
    // A finish needs about as much a week as the race is long, and less than that for the marathon.
    let finish = min(35, 8 + kilometres * 0.75)
    guard let target, target > 0 else { return finish }
    let fitness = RaceResult(metres: metres, seconds: target).fitness.value
    // About 40 for a marathon in 3:50, and 80 for one in 3:00.
    return max(finish, (fitness - 23) * 2.6 * min(1, kilometres / 42.195 + 0.25))
  }
}
