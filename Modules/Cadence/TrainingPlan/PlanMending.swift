internal import Days
internal import Kernel

/// Goes through a plan once and changes no more than the rules demand.
struct PlanMending {
  private let plan: RunnerPlan
  private let change: PlanChange
  private let move: PlanMove?
  private let builder: PlanBuilder
  private var window = RunWindow()
  private var weeks: [PlannedWeek] = []
  private var lastRun: Int
  private var easyUntil = Int.min
  /// The reason of the change by the number of its day.
  private(set) var reasons: [Int: String] = [:]

  init(_ plan: RunnerPlan, _ change: PlanChange, _ move: PlanMove?) {
    self.plan = plan
    self.change = change
    self.move = move
    lastRun = plan.runner.today.number
    builder = PlanBuilder(plan.runner, kind: plan.kind, paces: plan.paces, seed: plan.seed)
    if plan.runner.longest > 0 { window.add(plan.runner.longest, on: plan.runner.longestDay.number) }
  }

  /// The plan with the change, or nil if running would follow 30 days without a run.
  mutating func mended() -> RunnerPlan? {
    for week in plan.weeks {
      var runs: [PlannedRun] = []
      let before = window
      for wish in wished(in: week) {
        guard let kept = capped(afterBreak(wish)) else { return nil }
        runs.append(kept)
        window.add(kept.metres, on: kept.day.number)
      }
      let limited = limited(week, runs)
      weeks.append(limited)
      window = before
      for run in limited.runs { window.add(run.metres, on: run.day.number) }
    }
    var lost = plan.runner
    for day in change.days { lost.blockedDays.insert(CalendarDay(number: day)) }
    return plan.revised(lost, weeks)
  }

  /// The runs of the week without the lost ones, and with the long run that moves.
  private mutating func wished(in week: PlannedWeek) -> [PlannedRun] {
    var runs = week.runs.filter { run in
      guard change.days.contains(run.day.number) else { return true }
      reasons[run.day.number] = change.words
      return false
    }
    if let move, week.first.number...week.last.number ~= move.day {
      runs.removeAll { $0.day.number == move.day }
      let grounds = move.run.grounds.filter { $0.subject != .duration && $0.rule != .longRunDay }
      runs.append(
        builder.run(
          move.day, .long, move.run.segments, grounds + [PlanGround(.day, .movedRun, move.run.day.number)]))
      runs.sort { $0.day < $1.day }
      reasons[move.day] = "The long run moves here, to the nearest day that leaves an easy day on either side."
    }
    return runs.map { eased($0) }
  }

  /// Easy running for as many days as the illness took, at most a week.
  private mutating func eased(_ run: PlannedRun) -> PlannedRun {
    guard case .ill = change, run.isHard, run.kind != .race else { return run }
    let end = change.days.upperBound
    guard end..<end + min(7, change.days.count) ~= run.day.number else { return run }
    reasons[run.day.number] = "Easy for as many days as you rested, at most a week."
    return easy(run, run.metres, [PlanGround(.kind, .afterIllness, min(7, change.days.count))])
  }

  /// Easy running for two weeks after two weeks without a run.
  private mutating func afterBreak(_ run: PlannedRun) -> PlannedRun {
    let day = run.day.number
    if day - lastRun >= PlanBuilder.gapDays { easyUntil = day + PlanBuilder.gapDays }
    lastRun = day
    guard run.isFast, day < easyUntil else { return run }
    reasons[day] = "Easy for two weeks, since there was no run for two."
    return easy(run, run.metres, [PlanGround(.kind, .mostlyEasy)])
  }

  private func easy(_ run: PlannedRun, _ metres: Int, _ more: [PlanGround] = []) -> PlannedRun {
    let pace = plan.paces?[.easy]
    let grounds = run.grounds.filter { ![.duration, .work, .kind].contains($0.subject) }
    return builder.run(
      run.day.number, .easy, [RunSegment(kind: .steady, repeats: 1, metres: metres, effort: .easy, pace: pace)],
      grounds + (more.isEmpty ? [PlanGround(.kind, .mostlyEasy)] : more))
  }

  // MARK: Limits

  /// The run, at most 110 % of the longest of the 30 days before it as they are now.
  private mutating func capped(_ run: PlannedRun) -> PlannedRun? {
    guard let longest = window.longest(before: run.day.number) else {
      guard run.kind == .runWalk else { return run.kind == .race ? run : nil }
      let first = RunWalk.ladder[0].metres
      let grounds = run.grounds.filter { $0.rule != .longestRun }
      if run.metres > first { reasons[run.day.number] = "Shorter: there is no run in the 30 days before it." }
      return shortened(run.with(grounds), to: min(first, run.metres), PlanGround(.distance, .firstRun, first))
    }
    guard run.kind != .race else { return run }
    var ground = PlanGround(.distance, .longestRun, longest.metres, longest.day)
    var (cap, why) = (longest.metres * 11 / 10, "at most 110 % of the longest run of the 30 days before it")
    // No smaller than it has to be, so that few runs change.
    let easy = max(longest.metres * 84 / 100, 5000)
    let isLongInPain = plan.runner.pain >= PlanRunner.carefulPain && run.day.weekday == plan.runner.longRunDay
    if run.kind == .easy, !isLongInPain, cap > easy {
      (cap, why) = (easy, "an easy run stays below the long ones of the 30 days before it")
      if run.metres > cap { ground = PlanGround(.distance, .easyLimit, cap) }
    }
    if builder.isBeforeRace(run.day.number), cap > builder.eveLimit(longest.metres) {
      (cap, why) = (builder.eveLimit(longest.metres), "at most a third of the longest run right before the race")
      if run.metres > cap { ground = PlanGround(.distance, .eveLimit, cap) }
    }
    guard run.metres > cap else { return run.with(run.grounds.map { $0.rule == .longestRun ? ground : $0 }) }
    reasons[run.day.number] = "Shorter: \(why)."
    return shortened(run, to: cap / 50 * 50, ground)
  }

  /// A week of recovery or taper, held to its share of the weeks before it as they are now.
  private mutating func limited(_ week: PlannedWeek, _ runs: [PlannedRun]) -> PlannedWeek {
    guard let ground = week.grounds.first(where: { $0.rule == .recoveryWeek || $0.rule == .taper }) else {
      return grown(week, runs)
    }
    let isTaper = ground.rule == .taper
    let before = isTaper ? weeks.filter { $0.phase != .taper }.suffix(4) : weeks.suffix(3)
    let most = before.map(\.metres).max() ?? 0
    let total = runs.reduce(0) { $0 + ($1.kind == .race ? 0 : $1.metres) }
    // Within four fifths a week still is one of recovery, and a taper with a few hundredths more keeps at most 59 %:
    // nothing in it has to change.
    let bound = isTaper ? ground.first + 4 : 80
    let usual = isTaper ? ground.first : 75
    let share = most > 0 && total * 100 > most * usual ? min(bound, (total * 100 + most - 1) / most) : usual
    let now = isTaper ? PlanGround(.volume, .taper, share, most) : PlanGround(.volume, .recoveryWeek, most, share)
    let grounds = week.grounds.map { $0 == ground ? now : $0 }
    guard most > 0, total * 100 > most * bound else { return week.with(runs, grounds) }
    return week.with(cut(runs, to: most * bound / 100, of: total), grounds)
  }

  /// A usual week, at most some 15 % above the greatest of the four before it as they are now.
  private mutating func grown(_ week: PlannedWeek, _ runs: [PlannedRun]) -> PlannedWeek {
    let said = weeks.count < 4 ? plan.runner.weekly : 0
    let most = max(weeks.suffix(4).map(\.metres).max() ?? 0, said) * 115 / 100
    let total = runs.reduce(0) { $0 + ($1.kind == .race ? 0 : $1.metres) }
    let bound = max(most, runs.allSatisfy { $0.metres <= 5000 } ? 15_000 : 10_000)
    guard total > bound, !weeks.isEmpty else { return week.with(runs, week.grounds) }
    return week.with(cut(runs, to: bound, of: total), week.grounds)
  }

  /// Shortens the longest easy run, or all runs where that is not enough.
  private mutating func cut(_ runs: [PlannedRun], to most: Int, of total: Int) -> [PlannedRun] {
    func ground(_ run: PlannedRun) -> PlanGround {
      PlanGround(.distance, .weekShare, 100 * run.metres / max(1, total), most)
    }
    let over = (total - most + 49) / 50 * 50
    let longest = runs.filter { !$0.isFast && $0.kind != .race && $0.kind != .runWalk }.max { $0.metres < $1.metres }
    if let longest, longest.metres - over >= longest.metres / 2 {
      reasons[longest.day.number] = "Shorter: the weeks before it have become smaller."
      return runs.map { $0 == longest ? shortened($0, to: longest.metres - over, ground($0)) : $0 }
    }
    return runs.map { run -> PlannedRun in
      guard run.kind != .race else { return run }
      reasons[run.day.number] = "Shorter: the weeks before it have become smaller."
      return shortened(run, to: max(100, run.metres * most / max(1, total) / 50 * 50), ground(run))
    }
  }

  /// The same run over fewer metres: first without some of its warm-up and cool-down, then as an easy run.
  private func shortened(_ run: PlannedRun, to metres: Int, _ ground: PlanGround) -> PlannedRun {
    let grounds = run.grounds.filter { $0.subject != .duration && $0.rule != ground.rule } + [ground]
    var segments = run.segments
    if run.kind == .runWalk {
      let walk = segments.count > 1 ? segments[1].metres : 0
      let step = RunWalk(repeats: segments[0].repeats, run: segments[0].metres, walk: walk).over(metres)
      segments = zip(segments, [step.run, step.walk]).compactMap { part, metres in
        metres > 0
          ? RunSegment(kind: part.kind, repeats: step.repeats, metres: metres, effort: part.effort, pace: part.pace)
          : nil
      }
      return builder.run(run.day.number, run.kind, segments, grounds)
    }
    guard run.isFast else {
      let part = segments[0]
      segments = [RunSegment(kind: part.kind, repeats: 1, metres: metres, effort: part.effort, pace: part.pace)]
      return builder.run(run.day.number, run.kind, segments, grounds)
    }
    let less = run.metres - metres
    let around = [0, segments.count - 1]
    let first = min(less / 2, max(0, segments[0].metres - PlanBuilder.leastWarmUp))
    guard segments[around[1]].metres >= less - first + 300 else { return easy(run.with(grounds), metres) }
    for (index, part) in zip(around, [first, less - first]) where part > 0 {
      let old = segments[index]
      segments[index] = RunSegment(
        kind: old.kind, repeats: 1, metres: old.metres - part, effort: old.effort, pace: old.pace)
    }
    return builder.run(run.day.number, run.kind, segments, grounds)
  }
}

extension RunnerPlan {
  func revised(_ runner: PlanRunner, _ weeks: [PlannedWeek]) -> RunnerPlan {
    var plan = self
    plan.runner = runner
    plan.weeks = weeks
    return plan
  }
}

extension PlannedRun {
  fileprivate func with(_ grounds: [PlanGround]) -> PlannedRun {
    PlannedRun(day: day, kind: kind, metres: metres, seconds: seconds, segments: segments, grounds: grounds)
  }
}

extension PlannedWeek {
  fileprivate func with(_ runs: [PlannedRun], _ grounds: [PlanGround]) -> PlannedWeek {
    PlannedWeek(
      number: number, first: first, last: last, phase: phase, isRecovery: isRecovery, runs: runs, grounds: grounds)
  }
}
