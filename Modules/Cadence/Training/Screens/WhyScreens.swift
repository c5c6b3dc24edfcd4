internal import Days
internal import Interface
internal import Kernel
internal import Storage
internal import TrainingPlan

/// A major decision of a plan, with the rules that made it.
enum PlanDecision: String, CaseIterable {
  case goal, volume, runs, rest, placement, kinds, paces, expectation

  var title: String {
    switch self {
    case .goal: "Goal and phases"
    case .volume: "Volume cap"
    case .runs: "Distance of each run"
    case .rest: "Rest days"
    case .placement: "Session placement"
    case .kinds: "Hard and easy"
    case .paces: "Pace targets"
    case .expectation: "Expected time and milestones"
    }
  }

  var rules: [PlanRule] {
    switch self {
    case .goal: [.raceGoal, .weeksToRace, .openCycle, .comebackWeeks, .phases]
    case .volume: [.startVolume, .weekGrowth, .returnVolume, .painVolume, .recoveryWeek, .taper, .shortTaper]
    case .runs: [.longestRun, .firstRun, .weekShare, .longRunLimit, .easyLimit, .eveLimit, .painDistance]
    case .rest: [.runningDay]
    case .placement: [.longRunDay, .hardDaysApart, .freeBeforeRace, .movedRun]
    case .kinds: [.mostlyEasy, .workLimit, .painEasy, .painComeback, .ladder, .ladderGate, .afterIllness]
    case .paces: [.paceOfRace, .marathonPace, .effortOnly, .assumedPace]
    case .expectation: [.prediction, .milestone]
    }
  }
}

// The reasons of a plan, in sections that open.
extension TrainingState {
  func whyScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = [.heading("Why this plan", level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let course = shown(local) {
      nodes += [
        .text("And here's why I made these choices.", id: "intro"),
        .text(
          "Each number comes from a rule, and from what you said or ran. Nothing is hidden: weak evidence is called so.",
          id: "about"),
      ]
      nodes += PlanDecision.allCases.compactMap { section($0, course, local, words) }
      if !course.mended.isEmpty { nodes.append(changes(course, local, words)) }
      if course.unfit > 0 {
        nodes.append(
          .note(
            "\(course.unfit == 1 ? "1 change" : "\(course.unfit) changes") of another version of this app is not in this plan.",
            tone: .warning, icon: .warning, id: "unfit"))
      }
    } else {
      nodes += withoutPlan()
    }
    return Screen(route, title: "Why this plan", nodes: nodes)
  }

  private func section(
    _ decision: PlanDecision, _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords
  ) -> TrainingNode? {
    let grounds = TrainingState.grounds(of: decision, course, from: words.today)
    guard !grounds.isEmpty else { return nil }
    let isOpen = local.opened.contains(decision.rawValue)
    var nodes: [TrainingNode] = [
      .button(decision.title, id: "open", does: .toggle(decision.rawValue)).with { $0.isExpanded = isOpen }
    ]
    if isOpen {
      if decision == .rest { nodes.append(.text(TrainingState.rest(course.plan.runner), id: "rest")) }
      nodes.append(
        .list(
          decision.title, id: "reasons",
          grounds.enumerated().map { index, ground in
            TrainingState.reason(ground, "reason-\(index + 1)", course.plan.runner, words)
          }))
    }
    return .group(decision.title, id: decision.rawValue, nodes)
  }

  /// The first figure of each rule from a day on, or else the last one before it.
  static func grounds(of decision: PlanDecision, _ course: PlanCourse, from day: CalendarDay) -> [PlanGround] {
    let plan = course.plan
    var all: [(day: CalendarDay, ground: PlanGround)] = plan.grounds.map { (plan.runner.today, $0) }
    for week in plan.weeks {
      all += week.grounds.map { (week.last, $0) }
      for run in week.runs { all += run.grounds.map { (run.day, $0) } }
    }
    if decision == .expectation { all += plan.milestones.map { (plan.runner.today, $0.ground) } }
    return decision.rules.compactMap { rule in
      let found = all.filter { $0.ground.rule == rule }
      return (found.first { $0.day >= day } ?? found.last)?.ground
    }
  }

  private static func rest(_ runner: PlanRunner) -> String {
    let days = (1...7).map { $0 % 7 }.filter { !runner.days.contains($0) }.map { RunWords.weekday($0) }
    guard !days.isEmpty else { return "You can run on every day; easy days stand between the hard ones." }
    return "\(days.joined(separator: ", ")): always free, since you named other days to run."
  }

  /// A reason as a row: the figure, what the runner said, the evidence.
  static func reason(
    _ ground: PlanGround, _ id: String, _ runner: PlanRunner, _ words: RunWords
  ) -> TrainingNode {
    let entry = words.entry(ground, runner)
    return .row(
      entry.figure.capitalisedStart, id: id, value: "You said: \(entry.told)",
      [.note("\(RunWords.strength(entry.strength)): \(entry.source)", id: "source")])
  }

  private func changes(
    _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords
  ) -> TrainingNode {
    let isOpen = local.opened.contains("changes")
    var nodes: [TrainingNode] = [
      .button("Changes so far", id: "open", does: .toggle("changes")).with { $0.isExpanded = isOpen }
    ]
    if isOpen {
      nodes += course.mended.enumerated().map { index, mended in
        .list(
          "\(index + 1). \(mended.change.words)", id: "change-\(index + 1)",
          mended.differences.map { difference($0, words) })
      }
    }
    return .group("Changes so far", id: "changes", nodes)
  }
}
