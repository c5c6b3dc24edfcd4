internal import Days

/// A rule that a plan breaks, and where.
public struct PlanFault: Sendable, Hashable, CustomStringConvertible {
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    case longestRun, ladderFirst, hardDaysApart, blockedDay, recoveryWeek, taperLength, taperVolume, taperIntensity,
      taperFrequency, freeBeforeRace, painEasy, painGrowth, weekGrowth, earlyFast, warmUp, emptyWeek, paceOrder, sums,
      order, reasons
  }

  public let rule: Rule
  public let words: String

  public var description: String { "\(rule.rawValue): \(words)" }
}

/// Checks a finished plan against its rules. Shares no code with the builder, and reads nothing but the plan.
public struct PlanCheck {
  let plan: RunnerPlan
  let runs: [PlannedRun]
  /// Metres of the longest run of the 30 days before each run.
  private let longestBefore: [Int]
  private var found: [PlanFault] = []

  /// All faults of the plan; none if it keeps every rule.
  public static func faults(in plan: RunnerPlan) -> [PlanFault] {
    var check = PlanCheck(plan)
    check.order()
    check.distances()
    check.hardDays()
    check.pain()
    check.fastWork()
    check.volumes()
    check.recoveryWeeks()
    check.tapers()
    check.paces()
    check.sums()
    check.reasons()
    return check.found
  }

  private init(_ plan: RunnerPlan) {
    self.plan = plan
    runs = plan.runs
    var history = [(day: Int, metres: Int)]()
    if plan.runner.longest > 0 { history.append((plan.runner.longestDay.number, plan.runner.longest)) }
    var (start, before) = (0, [Int]())
    for run in plan.runs {
      while start < history.count, history[start].day < run.day.number - 30 { start += 1 }
      var longest = 0
      for index in start..<history.count where history[index].metres > longest { longest = history[index].metres }
      before.append(longest)
      history.append((run.day.number, run.metres))
    }
    longestBefore = before
  }

  mutating func hold(_ condition: Bool, _ rule: PlanFault.Rule, _ words: @autoclosure () -> String) {
    if !condition { found.append(PlanFault(rule: rule, words: words())) }
  }

  // MARK: Single runs

  private mutating func order() {
    let days = runs.map(\.day.number)
    hold(zip(days, days.dropFirst()).allSatisfy { $0 < $1 }, .order, "two runs on a day, or days out of order")
    hold(plan.weeks.map(\.number) == Array(1...max(1, plan.weeks.count)), .order, "weeks are not numbered")
    let runner = plan.runner
    for run in runs where run.kind != .race {
      hold(run.day >= runner.today, .order, "\(run.day.text) is before the plan")
      hold(
        (runner.days.contains(run.day.weekday) || run.day < plan.daysFrom ?? runner.today)
          && !runner.blockedDays.contains(run.day), .blockedDay,
        "\(run.day.text) is blocked")
    }
  }

  private mutating func distances() {
    for (run, longest) in zip(runs, longestBefore) {
      if longest == 0 {
        hold(run.kind == .runWalk || run.kind == .race, .ladderFirst, "\(run.day.text) follows 30 days without a run")
      } else if run.kind != .race {
        hold(run.metres * 10 <= longest * 11, .longestRun, "\(run.day.text): \(run.metres) m after \(longest) m")
      }
    }
  }

  private mutating func hardDays() {
    let hard = zip(runs, longestBefore).map { $0.isHard || $0.isFastByEffort || $0.isLong(after: $1) }
    for index in runs.indices.dropFirst() where hard[index - 1] && hard[index] {
      let (run, next) = (runs[index - 1], runs[index])
      hold(next.day.days(since: run.day) >= 2, .hardDaysApart, "\(run.day.text) and the day after are hard")
    }
    guard let race = raceDay else { return }
    for (index, run) in runs.enumerated() where run.kind != .race && 1...2 ~= race - run.day.number {
      hold(!hard[index], .freeBeforeRace, "\(run.day.text) is hard right before the race")
      hold(
        run.metres <= max(longestBefore[index] * 34 / 100, 3000), .freeBeforeRace,
        "\(run.day.text): \(run.metres) m right before the race")
    }
  }

  var raceDay: Int? { runs.last { $0.kind == .race }?.day.number }

  private mutating func paces() {
    if let paces = plan.paces {
      let order: [Effort] = [.repetition, .interval, .threshold, .marathon, .easy]
      for (fast, slow) in zip(order, order.dropFirst()) {
        hold(
          paces[fast].upperBound < paces[slow].lowerBound, .paceOrder,
          "\(fast.rawValue) is not faster than \(slow.rawValue)")
      }
    }
    for run in runs {
      for segment in run.segments {
        guard let effort = segment.effort, segment.pace != nil else { continue }
        hold(segment.pace == plan.paces?[effort], .paceOrder, "\(run.day.text) has a pace of its own")
      }
    }
  }

  private mutating func sums() {
    for week in plan.weeks {
      var total = 0
      for run in week.runs {
        var metres = 0
        for segment in run.segments {
          hold(segment.metres > 0 && segment.repeats > 0, .sums, "\(run.day.text) has an empty part")
          metres += segment.repeats * segment.metres
        }
        hold(metres == run.metres, .sums, "\(run.day.text): \(run.metres) m of parts of \(metres) m")
        hold(week.days.contains(run.day), .sums, "\(run.day.text) is not of week \(week.number)")
        if run.kind != .race { total += run.metres }
      }
      hold(total == week.metres, .sums, "week \(week.number)")
    }
  }

  // MARK: Weeks

  /// One of four weeks in a row before the taper has at most four fifths of the most of the three before it.
  private mutating func recoveryWeeks() {
    let volumes = plan.weeks.filter { $0.phase != .taper }.map(\.metres)
    var since = 0
    for index in volumes.indices {
      let before = volumes[max(0, index - 3)..<index].max() ?? 0
      let isEasy = index > 0 && (before == 0 || volumes[index] * 5 <= before * 4)
      since = isEasy ? 0 : since + 1
      hold(since < 4, .recoveryWeek, "weeks up to \(index + 1)")
    }
  }

  private mutating func tapers() {
    let taper = plan.weeks.filter { $0.phase == .taper }
    guard let race = raceDay, let first = taper.first else { return }
    let length = race - first.first.number
    hold(length <= 21, .taperLength, "the taper takes \(length) days")
    let before = plan.weeks.filter { $0.phase != .taper }
    // Without a whole week before it there is nothing to be less than.
    guard let last = before.last, before.count > 1 || first.first.number - last.first.number == 7 else { return }
    let reference = before.suffix(4)
    let most = reference.map(\.metres).max() ?? 0
    guard most > 0 else { return }
    let kept = taper.reduce(0) { $0 + $1.metres } * 100
    let usual = max(1, reference.map { $0.runs.count }.max() ?? 1)
    // A day counts as a usual run, and one right before the race as a third of one.
    let possible = taper.flatMap(\.runs).filter { $0.kind != .race }.reduce(0) { sum, run in
      sum + most * (race - run.day.number > 2 ? 100 : 33) / usual
    }
    hold(kept <= most * taper.count * 59, .taperVolume, "\(kept / (most * taper.count)) % are left")
    // Days that the runner has blocked can make it less, and a run that is not there has no intensity.
    guard !isBlocked(from: reference.first?.first.number ?? 0, to: race) else { return }
    hold(
      kept >= min(most * taper.count * 40, possible * 3 / 4), .taperVolume,
      "only \(kept / (most * taper.count)) % are left")
    frequency(taper, reference)
    intensity(taper, reference, race)
  }

  func isBlocked(from first: Int, to last: Int) -> Bool {
    plan.runner.blockedDays.contains { $0.number >= first && $0.number <= last }
  }

  private mutating func frequency(_ taper: [PlannedWeek], _ reference: ArraySlice<PlannedWeek>) {
    guard let usual = reference.last?.runs.count else { return }
    for week in taper {
      hold(week.runs.count * 5 >= usual * 4 || week.runs.count >= usual - 1, .taperFrequency, "week \(week.number)")
    }
  }

  private mutating func intensity(_ taper: [PlannedWeek], _ reference: ArraySlice<PlannedWeek>, _ race: Int) {
    guard reference.contains(where: { $0.runs.contains(where: \.isFastByEffort) }) else { return }
    let runs = taper.flatMap(\.runs)
    let isPossible = runs.contains { run in
      run.metres >= 2000 && race - run.day.number > 2
        && !self.runs.contains { $0.isHard && abs($0.day.number - run.day.number) == 1 }
    }
    hold(!isPossible || runs.contains(where: \.isFastByEffort), .taperIntensity, "no fast work in the taper")
  }

  // MARK: Reasons

  /// Every number has a reason.
  private mutating func reasons() {
    for run in runs {
      let subjects = Set(run.grounds.map(\.subject))
      for subject in [PlanGround.Subject.distance, .duration, .day, .kind, .pace] {
        hold(subjects.contains(subject), .reasons, "\(run.day.text) has no reason for \(subject.rawValue)")
      }
      if run.segments.contains(where: { $0.kind == .work }) {
        hold(subjects.contains(.work), .reasons, "\(run.day.text) has no reason for its work")
      }
      if run.kind == .runWalk {
        hold(subjects.contains(.steps), .reasons, "\(run.day.text) has no reason for its step")
      }
    }
    for week in plan.weeks {
      let subjects = Set(week.grounds.map(\.subject))
      hold(subjects.isSuperset(of: [.volume, .phase]), .reasons, "week \(week.number) has no reason")
    }
    hold(plan.grounds.contains { $0.subject == .weeks }, .reasons, "the number of weeks has no reason")
    hold(
      plan.prediction == nil || plan.grounds.contains { $0.subject == .projection }, .reasons, "the projection has none"
    )
  }
}
