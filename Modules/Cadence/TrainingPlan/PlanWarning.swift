internal import Days

extension PlanRunner {
  /// The pain that a plan counts with: an injury that stands counts as the one at which nothing hard is planned, also without pain.
  public static func countedPain(_ pain: Int, injury: String?) -> Int {
    injury == nil ? pain : max(pain, carefulPain)
  }

  /// The sign in the injury that was named; nil without one.
  public var injurySign: WarningSigns.Sign? { injury.flatMap { WarningSigns.sign(in: $0) } }
}

/// A sentence that belongs in front of a plan, with a code that stays the same.
public struct PlanWarning: Sendable, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The injury that was named has a sign that a doctor has to see.
    case injury
    /// The race is on a day that is blocked.
    case blockedRace = "blocked-race"
    /// The goal contradicts the runner's weekly distance or longest run.
    case goal
    /// Says that a plan is no medical advice, and when to stop.
    case wellness
  }

  public let code: Code
  public let words: String

  init(_ code: Code, _ words: String) {
    self.code = code
    self.words = words
  }

  /// The warnings of a plan, the gravest first. The last one stands with every plan.
  public static func all(in plan: RunnerPlan) -> [PlanWarning] {
    [injury(in: plan), blockedRace(in: plan), goal(in: plan), PlanWarning(.wellness, PlanText.caution)].compactMap(
      \.self)
  }

  public static func injury(in plan: RunnerPlan) -> PlanWarning? {
    guard let injury = plan.runner.injury, let sign = plan.runner.injurySign else { return nil }
    return PlanWarning(.injury, "\(sign.advice) You named: \(injury).")
  }

  public static func blockedRace(in plan: RunnerPlan) -> PlanWarning? {
    guard case .race(_, let day, _) = plan.runner.goal, plan.runner.blockedDays.contains(day) else { return nil }
    return PlanWarning(
      .blockedRace, "The race is on \(day.text), a day that you blocked. Free that day, or choose another race.")
  }

  private static func goal(in plan: RunnerPlan) -> PlanWarning? {
    guard let conflict = GoalConflict(in: plan) else { return nil }
    return PlanWarning(.goal, "\(conflict.sentence(PlanWords(plan.runner.units))) \(conflict.advice)")
  }
}
