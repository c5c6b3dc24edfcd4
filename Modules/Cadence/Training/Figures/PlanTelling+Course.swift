internal import Days
public import Kernel
internal import Platform
internal import Storage
public import TrainingPlan

extension TrainingState {
  /// The proposed plan as a coach can tell it; nil without one.
  public func telling(at now: Moment) -> PlanTelling? {
    guard reading == .done, let proposal else { return nil }
    let words = RunWords(now)
    var telling = PlanTelling(proposal, book(on: now.day), words)
    if let course { telling.tellChange(to: proposal, from: course, words) }
    return telling
  }
}

extension PlanTelling {
  init(_ course: PlanCourse, _ book: RunBook, _ words: RunWords) {
    let plan = course.plan
    self.init(id: course.kept.record.id.uuid.uuidString.lowercased(), kind: plan.kind)
    goal = words.goal(plan.runner)
    unit = words.unit
    decisions = PlanDecision.allCases.compactMap { decision in
      let grounds = TrainingState.grounds(of: decision, course, from: words.today)
      guard !grounds.isEmpty else { return nil }
      return Decision(decision.title, grounds.map { Reason(words.entry($0, plan.runner)) })
    }
    tellProfile(course, book)
    tellWeeks(plan, words)
    tellDays(plan, words)
    tellOutlook(plan, words)
    tellFirst(plan, words)
    thoughts = thinking(course, book, words)
  }

  /// Adds the differences from the plan in use, and the place at which the proposed one begins.
  fileprivate mutating func tellChange(to proposal: PlanCourse, from course: PlanCourse, _ words: RunWords) {
    let (old, new) = (course.plan.runner, proposal.plan.runner)
    if new.days != old.days {
      let named = (1...7).map { $0 % 7 }.filter(new.days.contains).map { RunWords.weekday($0) }.joined(separator: ", ")
      changes.append("\(new.days.count) days a week, \(named)")
    }
    if new.goal != old.goal { changes.append(words.goal(new).lowercasedStart) }
    if proposal.plan.kind == .comeback, course.plan.kind != .comeback, new.goal == old.goal {
      changes.append("run and walk, with nothing hard")
    } else if new.pain > 0, old.pain == 0 {
      changes.append("nothing hard while it hurts")
    }
    if new.race != old.race { changes.append("paces by \(new.race.map(words.said) ?? "effort")") }
    if changes.isEmpty { changes.append("from what you have told me and run since") }
    let (was, now) = (course.plan.weeks.first?.first, proposal.plan.weeks.first?.first)
    let week = proposal.plan.weeks.first { words.today <= $0.last }
    let place = week.map { "week \($0.number) of \(proposal.plan.weeks.count), \(words.phase($0).lowercased())" }
    let start = place.map { was == now ? "It goes on in \($0); what you have done stays." : "It begins anew in \($0)." }
    progress = [start, expected(proposal.plan, course.plan, words)].compactMap(\.self).joined(separator: " ")
  }

  private func expected(_ plan: RunnerPlan, _ before: RunnerPlan, _ words: RunWords) -> String? {
    guard let now = plan.prediction?.seconds, let then = before.prediction?.seconds,
      plan.runner.goal == before.runner.goal
    else { return nil }
    let (one, other) = (words.time(Int(now.rounded())), words.time(Int(then.rounded())))
    return one == other ? "The time to expect stays \(one)." : "The time to expect is \(one) instead of \(other)."
  }

  private mutating func tellProfile(_ course: PlanCourse, _ book: RunBook) {
    let profile = RunnerProfile(course, book)
    axes = profile.axes.map { Axis($0.name.title, $0.value, formula: $0.name.formula) }
    let known = profile.axes.compactMap { axis in axis.value.map { (axis.name.title.lowercased(), $0) } }
    guard known.count >= 2 else { return }
    strength = known.max { $0.1 < $1.1 }?.0
    weakness = known.min { $0.1 < $1.1 }?.0
  }

  private mutating func tellWeeks(_ plan: RunnerPlan, _ words: RunWords) {
    weeks = plan.weeks.map { week in
      Week(
        "Week \(week.number)", volume: words.number(week.metres), intensity: VolumeChart.intensity(of: week),
        mark: week.runs.contains { $0.kind == .race } ? .race : week.isRecovery ? .recovery : nil)
    }
    if let most = plan.weeks.max(by: { $0.metres < $1.metres }) {
      peak = "\(words.distance(most.metres)) in week \(most.number)"
    }
    let rests = plan.weeks.filter(\.isRecovery).map { "\($0.number)" }
    recovery = rests.isEmpty ? nil : "\(rests.count == 1 ? "Week" : "Weeks") \(rests.joined(separator: ", "))"
    let tapers = plan.weeks.filter { $0.phase == .taper }
    if let first = tapers.first, let last = tapers.last {
      let amounts = tapers.map { words.distance($0.metres) }.joined(separator: ", then ")
      taper =
        (first.number == last.number ? "Week \(first.number)" : "Weeks \(first.number) to \(last.number)")
        + ": \(amounts)"
    }
  }

  private mutating func tellDays(_ plan: RunnerPlan, _ words: RunWords) {
    // A part of a week is not what a week looks like.
    let whole = plan.weeks.first { $0.isWhole && $0.first >= plan.runner.today && !$0.runs.isEmpty }
    guard let week = whole ?? plan.weeks.first(where: { !$0.runs.isEmpty }) else { return }
    isFirstWeekPart = plan.weeks.first.map { $0.number < week.number && !$0.runs.isEmpty } ?? false
    days = (week.first.number...week.last.number).map { CalendarDay(number: $0) }.map { day in
      let weekday = RunWords.weekday(day.weekday)
      guard let run = week.runs.first(where: { $0.day == day }) else { return OneDay(day.text, weekday) }
      return OneDay(
        day.text, weekday, entry: run.kind.words.capitalisedStart, detail: words.distance(run.metres),
        minutes: min(1440, (run.seconds + 30) / 60), isKey: run.isHard, parts: words.parts(of: run))
    }
    placements = week.runs.filter(\.isHard).prefix(3).compactMap { run in
      run.grounds.first { $0.subject == .day }.map { ground in
        let entry = words.entry(ground, plan.runner)
        return
          "\(run.kind.words.capitalisedStart) on \(RunWords.weekday(run.day.weekday)): \(entry.figure) (\(entry.told))."
      }
    }
  }

  private mutating func tellOutlook(_ plan: RunnerPlan, _ words: RunWords) {
    milestones = plan.milestones.map { "Week \($0.week): \(words.milestone($0))" }
    guard let prediction = plan.prediction, case .race(_, _, let target) = plan.runner.goal else { return }
    func time(_ seconds: Double) -> String { words.time(Int(seconds.rounded())) }
    func range(_ range: ClosedRange<Double>) -> String { "\(time(range.lowerBound)) to \(time(range.upperBound))" }
    expectation = Expectation(
      today: time(prediction.seconds), half: range(prediction.interval(.half)),
      wide: range(prediction.interval(.fourOfFive)), target: target.map { time($0) },
      gap: target.map { target in
        let gap = prediction.seconds - target
        return gap >= 1
          ? "\(time(gap)) faster than expected today"
          : gap <= -1 ? "\(time(-gap)) slower than expected today" : "what is expected today"
      }, achievability: target.map { prediction.achievability(of: $0).words })
  }

  private mutating func tellFirst(_ plan: RunnerPlan, _ words: RunWords) {
    guard let run = plan.runs.first(where: { $0.day >= words.today }) else { return }
    firstRun = words.title(of: run).lowercasedStart
    firstDay = words.dates.day(run.day)
    daysAway = run.day.days(since: words.today)
  }

  // MARK: Thoughts

  /// The lines of the thinking stream. Each is an entry of the trail, a pattern of the runs, or something that is missing.
  private func thinking(_ course: PlanCourse, _ book: RunBook, _ words: RunWords) -> [String] {
    let (plan, runner) = (course.plan, course.plan.runner)
    var lines = ["Goal: \(goal)."]
    lines += patterns(book, plan, words)
    lines += reasons(of: [.startVolume, .longestRun, .firstRun, .ladder], plan, words)
    lines.append(rest(runner))
    lines += reasons(of: [.paceOfRace, .marathonPace, .effortOnly], plan, words)
    lines += gaps(course, book) + risks(runner)
    lines += reasons(of: [.weeksToRace, .openCycle, .comebackWeeks, .recoveryWeek, .taper, .shortTaper], plan, words)
    lines.append(phases(plan))
    return lines
  }

  private func reasons(of rules: [PlanRule], _ plan: RunnerPlan, _ words: RunWords) -> [String] {
    let all = plan.grounds + plan.weeks.flatMap { $0.grounds + $0.runs.flatMap(\.grounds) }
    return rules.compactMap { rule in
      all.first { $0.rule == rule }.map { ground in
        let entry = words.entry(ground, plan.runner)
        return "\(entry.told.capitalisedStart) → \(entry.figure)."
      }
    }
  }

  /// The findings from the runs of the last weeks; nothing while there are none.
  private func patterns(_ book: RunBook, _ plan: RunnerPlan, _ words: RunWords) -> [String] {
    PlanTelling.patterns(RunPatterns(book, easy: plan.paces?[.easy]), words)
  }

  static func patterns(_ found: RunPatterns, _ words: RunWords) -> [String] {
    guard found.runs > 0 else { return [] }
    let (least, most) = (found.weeks.min() ?? 0, found.weeks.max() ?? 0)
    let isConsistent = least * 4 >= most * 3
    var lines = [
      "Weekly volume: \(words.distance(least)) to \(words.distance(most)).\(isConsistent ? " Consistent. Nice." : "")",
      "Frequency: \(found.runs) runs in the last 28 days, the longest \(words.distance(found.longest)).",
    ]
    if let pace = found.easyPace { lines.append("Easy pace: \(words.pace(pace...pace)).") }
    lines.append("Rest days of the last 28: \(found.restDays).\(found.restDays < 4 ? " That's... not many." : "")")
    return lines
      + found.issues.filter { if case .fewRestDays = $0 { false } else { true } }.map {
        "\(words.issue($0)). \(RunWords.advice($0))"
      }
  }

  private func rest(_ runner: PlanRunner) -> String {
    let free = (1...7).map { $0 % 7 }.filter { !runner.days.contains($0) }.map { RunWords.weekday($0) }
    return free.isEmpty ? "Rest days: none is fixed." : "Rest days: \(free.joined(separator: ", "))."
  }

  private func gaps(_ course: PlanCourse, _ book: RunBook) -> [String] {
    let unknown = axes.filter { $0.value == nil }.map { $0.title.lowercased() }
    var lines =
      unknown.isEmpty
      ? [] : ["Gap: \(unknown.joined(separator: ", ")) cannot be known before you have run a few times."]
    if course.runner.race == nil, kind == .race {
      lines.append("Gap: no recent race, so no time can be expected yet.")
    }
    return lines
  }

  private func risks(_ runner: PlanRunner) -> [String] {
    var lines: [String] = []
    if runner.injury != nil, runner.pain == PlanRunner.carefulPain {
      lines.append("Risk: an injury, so nothing hard is planned.")
    } else if runner.pain > 0 {
      lines.append("Risk: pain \(runner.pain) of 10, so nothing hard is planned.")
    }
    if let injury = runner.injury ?? runner.pastInjury {
      lines.append("Risk: \(injury). The longest run grows by a tenth at most.")
    }
    if runner.longest == 0 { lines.append("Risk: no run in the last 30 days, so it begins with run and walk.") }
    return lines.isEmpty ? ["Risk: nothing that you told me stands against it."] : lines
  }

  /// "Phases: base in weeks 1 to 6, build in weeks 7 to 11".
  private func phases(_ plan: RunnerPlan) -> String {
    var parts: [(phase: PlannedWeek.Phase, first: Int, last: Int)] = []
    for week in plan.weeks {
      if let last = parts.last, last.phase == week.phase {
        parts[parts.count - 1].last = week.number
      } else {
        parts.append((week.phase, week.number, week.number))
      }
    }
    let told = parts.map { part in
      let name = part.phase == .ladder ? "run and walk" : part.phase == .cycle ? "training" : part.phase.rawValue
      return part.first == part.last
        ? "\(name) in week \(part.first)" : "\(name) in weeks \(part.first) to \(part.last)"
    }
    return "Phases: \(told.joined(separator: ", "))."
  }
}

extension PlanTelling.Reason {
  init(_ entry: TrailEntry) {
    self.init(
      figure: entry.figure.capitalisedStart, told: entry.told, strength: RunWords.strength(entry.strength),
      source: entry.source)
  }
}
