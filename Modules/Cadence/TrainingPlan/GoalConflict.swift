internal import Days

/// A race goal that contradicts what the runner does now, with the figures that say so.
///
/// The rule is a heuristic: runners who finish in a given time usually run a given distance a week, and a week's distance grows by
/// about a twelfth a week at most; the longest run, which grows by a tenth, should reach a share of the race. Only a goal far
/// outside of that is talked about.
public struct GoalConflict: Sendable, Hashable {
  public let metres: Double
  public let weeks: Int
  /// Kilometres a week, now, usual for the goal, and in reach by then.
  public let current: Double
  public let usual: Double
  public let reachable: Double
  public let target: Double?
  /// Kilometres of the longest run: now, in reach by then, and needed for the race.
  public let longest: Double
  public let reachableLongest: Double
  public let neededLongest: Double
  /// Whether the weekly distance, and whether the longest run, is too far from the goal.
  public let isOfVolume: Bool
  public let isOfLongest: Bool

  /// Nil for a goal that fits.
  /// - Parameters:
  ///   - weekly: Metres a week, now.
  ///   - longest: Metres of the longest run of the last 30 days.
  ///   - target: Seconds that the runner hopes for.
  public init?(metres: Double, weeks: Int, weekly: Double, longest: Double, target: Double?) {
    self.metres = metres
    self.weeks = max(0, weeks)
    self.target = target
    current = weekly / 1000
    usual = GoalConflict.usual(metres, target)
    var reachable = max(current, 8)
    for _ in 0..<max(0, min(weeks, 52) - 2) { reachable *= 13.0 / 12 }
    self.reachable = reachable
    self.longest = longest / 1000
    neededLongest = GoalConflict.needed(metres)
    // The taper has no growth, and whoever has not run begins with a few kilometres of run and walk.
    var reach = max(longest / 1000, GoalConflict.firstLongest)
    for _ in 0..<max(0, min(weeks, 52) - (metres > 15_000 ? 2 : 1)) { reach *= 1.1 }
    reachableLongest = reach
    isOfVolume = reachable < 0.75 * usual
    isOfLongest = reach < neededLongest
    guard isOfVolume || isOfLongest else { return nil }
  }

  /// The conflict in the goal of a plan, from its first day; nil for a goal that fits, and without a race that is planned for.
  public init?(in plan: RunnerPlan) {
    guard plan.kind == .race, case .race(let metres, let day, let target) = plan.runner.goal else { return nil }
    self.init(
      metres: metres, weeks: day.days(since: plan.runner.today) / 7, weekly: Double(plan.runner.weekly),
      longest: Double(plan.runner.longest), target: target)
  }

  private static let firstLongest = 4.0

  /// Kilometres of the longest run that a race needs: half of a short one, and a little more of a long one.
  private static func needed(_ metres: Double) -> Double {
    metres / 1000 * (metres <= 15_000 ? 0.5 : metres <= 25_000 ? 0.6 : 0.55)
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
    let away = weeks == 0 ? "less than a week" : weeks == 1 ? "1 week" : "\(weeks) weeks"
    var sentences = ["This plan has \(away) to \(goal), and begins with \(weekly(current)) a week."]
    if isOfVolume {
      sentences.append(
        "Runners with that goal usually run about \(weekly(usual)) a week; growing safely you can reach about "
          + "\(weekly(reachable)) by then.")
    }
    if isOfLongest {
      sentences.append(
        "It takes a run of about \(weekly(neededLongest)); yours can safely reach about \(weekly(reachableLongest)).")
    }
    return sentences.joined(separator: " ")
  }

  /// The way out in a sentence. Training within limits does not make a race safe that is far longer than any run before it.
  public var advice: String {
    guard !isOfLongest else { return "A later or shorter race would fit; do not race this one in full." }
    let ways = target == nil ? "A later race or a shorter one" : "A later race, a shorter one or no target time"
    return "\(ways) would fit. The training stays within safe limits, and may not lead there."
  }
}
