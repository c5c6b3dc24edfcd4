public import Days
public import Kernel

/// An event that changes a plan under way.
public enum PlanChange: Sendable, Hashable {
  case missed(CalendarDay)
  case ill(from: CalendarDay, days: Int)
  /// On the way, without running.
  case travelling(from: CalendarDay, days: Int)
  /// Known since a day.
  case raceMoved(to: CalendarDay, known: CalendarDay)
  /// Other weekdays to run on, from a day on. Sunday is 0.
  case daysChanged(to: Set<Int>, from: CalendarDay)

  var days: Range<Int> {
    switch self {
    case .missed(let day), .raceMoved(_, let day), .daysChanged(_, let day): day.number..<day.number + 1
    case .ill(let day, let days), .travelling(let day, let days): day.number..<day.number + max(1, days)
    }
  }

  /// The reason that a difference carries.
  public var words: String {
    switch self {
    case .missed: "The run was missed."
    case .ill: "No run while you recover."
    case .travelling: "No run while you travel."
    case .raceMoved(let day, _): "The race is on \(day.long) now."
    case .daysChanged(let days, _): "The days to run on are now: \(PlanWords.weekdays(days))."
    }
  }
}

/// One day on which a revised plan differs, and why.
public struct PlanDifference: Sendable, Hashable {
  public let day: CalendarDay
  public let before: PlannedRun?
  public let after: PlannedRun?
  public let reason: String
}

/// A plan after a change: days that are lost are free, a lost long run is moved if a day near it allows that, and other runs are
/// changed only where a rule would be broken. Where the race is moved, the weeks before both tapers stay.
public struct PlanRevision: Sendable, Hashable {
  public let plan: RunnerPlan
  public let differences: [PlanDifference]

  /// Throws a problem if the change is no part of the plan, or so large that only a new plan keeps the rules. A lost long run
  /// moves to no day before `first`, the first day that can still be changed.
  public init(of plan: RunnerPlan, after change: PlanChange, from first: CalendarDay? = nil) throws(Problem) {
    guard 1...60 ~= change.days.count, plan.runner.today.number <= change.days.lowerBound,
      plan.runs.last.map({ $0.day.number >= change.days.lowerBound }) ?? false
    else {
      throw Problem("bad-change", "The plan has no such days.", remedy: "Name days of the plan, at most 60 of them.")
    }
    if case .raceMoved(let day, let known) = change {
      self.plan = try PlanRevision.moved(plan, to: day, known)
      differences = PlanRevision.differences(plan, self.plan, [:], otherwise: change.words)
      return
    }
    if case .daysChanged(let days, let first) = change {
      self.plan = try PlanRevision.rescheduled(plan, to: days, first)
      differences = PlanRevision.differences(plan, self.plan, [:], otherwise: change.words)
      return
    }
    if plan.runs.contains(where: { $0.kind == .race && change.days.contains($0.day.number) }) {
      throw PlanRevision.needsNewPlan("The race is on one of these days.")
    }
    for move in PlanRevision.moves(in: plan, change, from: first) + [nil] {
      var mending = PlanMending(plan, change, move)
      guard let mended = mending.mended(), PlanCheck.faults(in: mended).isEmpty else { continue }
      self.plan = mended
      differences = PlanRevision.differences(plan, mended, mending.reasons)
      return
    }
    throw PlanRevision.needsNewPlan("So many days are lost that the rest of the plan no longer fits.")
  }

  private static func needsNewPlan(_ what: String) -> Problem {
    Problem("needs-new-plan", what, remedy: "Make a new plan from the day on which you run again.")
  }

  private static func moved(_ plan: RunnerPlan, to day: CalendarDay, _ known: CalendarDay) throws(Problem) -> RunnerPlan
  {
    guard plan.kind == .race, case .race(let metres, let old, let seconds) = plan.runner.goal else {
      throw Problem("bad-change", "The plan leads to no race.", remedy: "Make a plan for the race.")
    }
    guard day > known, day.days(since: plan.runner.today) <= 364 else {
      throw Problem(
        "bad-change", "The race cannot be on \(day.text).", remedy: "Name a day within a year of the plan's first.")
    }
    var runner = plan.runner
    runner.goal = .race(metres: metres, on: day, seconds: seconds)
    let taper = PlanBuilder(runner, kind: plan.kind, paces: plan.paces, seed: plan.seed).taperWeeks * 7
    let cut = min(day, old).following(1 - taper)
    let kept = plan.weeks.prefix { $0.phase != .taper && $0.last < cut }
    guard kept.last.map({ $0.last.following(1) >= known }) ?? (known <= runner.today) else {
      throw needsNewPlan("The taper for that day would already have begun.")
    }
    var builder = PlanBuilder(runner, after: plan, Array(kept))
    let moved = plan.revised(runner, builder.weeks())
    guard PlanCheck.faults(in: moved).isEmpty else { throw needsNewPlan("The plan does not fit that day.") }
    return moved
  }

  /// The plan on other weekdays from a day on. What was before that day stays; the weeks after that of the day are built anew, in
  /// their phases.
  private static func rescheduled(
    _ plan: RunnerPlan, to days: Set<Int>, _ first: CalendarDay
  ) throws(Problem) -> RunnerPlan {
    guard days.count >= 2, days.isSubset(of: 0...6) else {
      throw Problem(
        "bad-change", "A plan needs at least two days a week.", remedy: "Name two or more days to run on.")
    }
    var runner = plan.runner
    runner.days = days
    if !days.contains(runner.longRunDay) { runner.longRunDay = PlanRunner.usualLongDay(of: days) }
    let kept = plan.weeks.prefix { $0.first <= first && $0.phase != .taper }.map { week in
      var week = week
      week.runs.removeAll { $0.day >= first && !days.contains($0.day.weekday) }
      return week
    }
    guard let last = kept.last, last.last >= first else { throw needsNewPlan("The taper has begun.") }
    var builder = PlanBuilder(runner, after: plan, kept)
    var changed = plan.revised(runner, builder.weeks())
    changed.grounds = plan.grounds.filter { $0.subject != .day } + builder.grounds.filter { $0.subject == .day }
    changed.daysFrom = first
    guard PlanCheck.faults(in: changed).isEmpty else {
      throw needsNewPlan("The rest of the plan does not fit those days.")
    }
    return changed
  }

  /// The days that a lost long run can move to: the next three on which the runner can run. None after an illness.
  private static func moves(
    in plan: RunnerPlan, _ change: PlanChange, from first: CalendarDay?
  ) -> [PlanMove?] {
    if case .ill = change { return [] }
    guard let lost = plan.runs.last(where: { $0.kind == .long && change.days.contains($0.day.number) }) else {
      return []
    }
    let next = change.days.upperBound..<change.days.upperBound + 3
    let week = plan.weeks.last { $0.first <= lost.day }.map { $0.first.number..<$0.last.number + 1 } ?? next
    return next.filter { number in
      let day = CalendarDay(number: number)
      // Within the week of the long run, so that the sums of other weeks stay.
      guard first.map({ $0 <= day }) ?? true else { return false }
      return week.contains(number) && plan.runner.days.contains(day.weekday) && !plan.runner.blockedDays.contains(day)
    }.map { PlanMove(run: lost, day: $0) }
  }

  private static func differences(
    _ before: RunnerPlan, _ after: RunnerPlan, _ reasons: [Int: String], otherwise words: String = ""
  ) -> [PlanDifference] {
    let old = Dictionary(before.runs.map { ($0.day.number, $0) }) { $1 }
    let new = Dictionary(after.runs.map { ($0.day.number, $0) }) { $1 }
    return Set(old.keys).union(new.keys).sorted().compactMap { number in
      guard old[number]?.kind != new[number]?.kind || old[number]?.segments != new[number]?.segments else { return nil }
      return PlanDifference(
        day: CalendarDay(number: number), before: old[number], after: new[number], reason: reasons[number] ?? words)
    }
  }
}

/// A long run on another day.
struct PlanMove: Sendable, Hashable {
  let run: PlannedRun
  let day: Int
}
