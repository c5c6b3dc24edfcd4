internal import Days

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

  /// Nil for a goal that fits.
  /// - Parameters:
  ///   - weekly: Metres a week, now.
  ///   - target: Seconds that the runner hopes for.
  public init?(metres: Double, weeks: Int, weekly: Double, target: Double?) {
    self.metres = metres
    self.weeks = max(0, weeks)
    self.target = target
    current = weekly / 1000
    usual = GoalConflict.usual(metres, target)
    var reachable = max(current, 8)
    for _ in 0..<max(0, min(weeks, 52) - 2) { reachable *= 13.0 / 12 }
    self.reachable = reachable
    guard reachable < 0.75 * usual else { return nil }
  }

  /// The conflict in the goal of a plan, from its first day; nil for a goal that fits, and without a race that is planned for.
  public init?(in plan: RunnerPlan) {
    guard plan.kind == .race, case .race(let metres, let day, let target) = plan.runner.goal else { return nil }
    self.init(
      metres: metres, weeks: day.days(since: plan.runner.today) / 7, weekly: Double(plan.runner.weekly), target: target)
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

  /// The contradiction in a sentence, in the units of the reader.
  public func sentence(_ words: PlanWords) -> String {
    func weekly(_ kilometres: Double) -> String { words.whole(kilometres * 1000) }
    let goal = "\(words.distance(Int(metres.rounded())))" + (target.map { " in \(words.time(Int($0)))" } ?? "")
    let away = weeks == 1 ? "1 week" : "\(weeks) weeks"
    return
      "This plan has \(away) to \(goal), and begins with \(weekly(current)) a week. Runners with that goal usually run "
      + "about \(weekly(usual)) a week; growing safely you can reach about \(weekly(reachable)) by then."
  }
}
