public import Days
public import TrainingPlan

extension GoalConflict {
  /// The conflict in the goal of a runner; nil for a goal that fits, for one that was talked over, and for one that is not known
  /// whole.
  public init?(_ runner: Runner, on today: CalendarDay) {
    guard runner[.goalType] == "race", runner[.goalTalk] == nil,
      let metres = runner[.raceDistance].flatMap({ Double($0) }),
      let day = runner[.raceDate].flatMap({ CalendarDay($0) })
    else { return nil }
    let volume = runner[.experience] == "beginner" ? "0" : runner[.volume]
    guard let weekly = volume.flatMap({ Double($0) }) else { return nil }
    self.init(
      metres: metres, weeks: day.days(since: today) / 7, weekly: weekly,
      longest: Double(runner.longest(Int(weekly))),
      target: runner[.targetTime].flatMap { Double($0) })
  }
}
