internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Plot
internal import Storage
internal import TrainingPlan

// The plan: what it leads to, its volume, this week and all weeks.
extension TrainingState {
  func planScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = [.heading("Plan", level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let shown = shown(local) {
      if proposal != nil { nodes += answer(local) }
      nodes += plan(shown, local, words)
    } else {
      nodes += withoutPlan()
    }
    return Screen(route, title: "Plan", nodes: nodes, refresh: .refresh)
  }

  /// The plan that a window shows: the proposed one, unless the one in use is asked for.
  func shown(_ local: TrainingWindowState) -> PlanCourse? {
    local.showsInUse ? course ?? proposal : proposal ?? course
  }

  /// Whether the plan that a window shows is trained by.
  func showsInUse(_ local: TrainingWindowState) -> Bool { proposal == nil || local.showsInUse && course != nil }

  /// The question about a proposed plan, and beside a plan in use the choice of which one is shown.
  private func answer(_ local: TrainingWindowState) -> [TrainingNode] {
    [question()]
      + (course == nil
        ? []
        : [
          .choice(
            "Shown below", id: "shown", [("proposed", "The changed plan"), ("used", "The plan you train by")],
            selected: local.showsInUse ? "used" : "proposed"
          ) { .showInUse($0 == "used") }
        ])
  }

  private func question() -> TrainingNode {
    let said =
      course == nil
      ? "This is your plan. Look at it; it begins when you use it."
      : "A changed plan waits. You train by the old one until you use it."
    return .notice(
      said, id: "proposal", tone: .info, icon: .calendar,
      [
        .button("Use this plan", id: "use", icon: .success, isProminent: true, does: .approve),
        .link("Change my answers", to: TrainingPlaces.runner, id: "answers", icon: .edit),
        .button(course == nil ? "Remove it" : "Keep the old plan", id: "decline", icon: .close, does: .decline),
      ])
  }

  private func plan(_ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords) -> [TrainingNode] {
    let plan = course.plan
    let now = plan.weeks.first { words.today <= $0.last }
    var nodes: [TrainingNode] = [
      .list(
        "What it leads to", id: "goal",
        [
          .row(
            words.goal(plan.runner), id: "goal",
            value: now.map { "Week \($0.number) of \(plan.weeks.count), \(words.phase($0).lowercased())" }
              ?? "\(plan.weeks.count) weeks")
        ])
    ]
    nodes += outlook(plan, words)
    if let chart = VolumeChart(plan, words, on: words.today).spec {
      nodes.append(.chart(chart, id: "volume", for: words))
    }
    nodes.append(.note(TrainingState.rhythm(plan), icon: .info, id: "rhythm"))
    if let now {
      nodes.append(
        .section(
          now.first <= words.today ? "This week" : "The first week", id: "week",
          week(now, course, words, showsInUse(local))))
    }
    nodes.append(
      .section(
        "All weeks", id: "weeks",
        [.list("All weeks", id: "all", plan.weeks.map { row($0, words, showsInUse(local)) } + race(plan, words))]))
    return nodes + [ways(local)]
  }

  private func ways(_ local: TrainingWindowState) -> TrainingNode {
    var nodes: [TrainingNode] = [
      .link("Why this plan", to: TrainingPlaces.why, id: "why", icon: .lightbulb),
      .link("Your profile as a runner", to: TrainingPlaces.profile, id: "profile", icon: .person),
      .link("Your running", to: TrainingPlaces.runner, id: "runner", icon: .edit),
    ]
    if course != nil {
      nodes += [
        .button("Save as a calendar file", id: "calendar", icon: .calendar, does: .exportCalendar),
        .button("Make a new plan from today", id: "anew", icon: .refresh, does: .planAnew),
      ]
    }
    return .group("More", id: "more", nodes)
  }

  /// The reason of the shape of the volume.
  private static func rhythm(_ plan: RunnerPlan) -> String {
    switch plan.kind {
    case .race:
      return
        "Recovery weeks are on purpose: the body gets stronger in them. The taper before the race does less, and keeps the fast "
        + "work, so that you arrive rested."
    case .open:
      return "Three weeks build, the fourth recovers on purpose. Nothing is lost if you move a run or leave one out."
    case .comeback:
      return "Confidence first: each step is done twice, and none is a duty. Go on only with a pain of at most 2 of 10."
    }
  }

  // MARK: Weeks

  /// The race as the last row; nothing for a plan that leads to none.
  private func race(_ plan: RunnerPlan, _ words: RunWords) -> [TrainingNode] {
    guard let race = plan.runs.last(where: { $0.kind == .race }) else { return [] }
    let name = RunWords.race(race.metres)?.lowercasedStart ?? words.distance(race.metres)
    return [
      .row(
        "Race, \(name)", id: "race", value: words.day(race.day), to: TrainingPlaces.run(race.day),
        [.note("The plan leads here", icon: .flag, id: "goal")])
    ]
  }

  private func row(_ week: PlannedWeek, _ words: RunWords, _ isInUse: Bool) -> TrainingNode {
    let done = week.first <= words.today && isInUse ? book(on: words.today).metres(in: week.days) : nil
    let planned = words.distance(week.metres)
    let isNow = week.days.contains(words.today)
    return TrainingNode.row(
      "Week \(week.number), \(words.phase(week).lowercased())", id: "\(week.number)",
      value: done.map { "\(words.distance($0)) of \(planned)" } ?? planned, to: TrainingPlaces.week(week.first),
      isNow ? [.note("Now", icon: .run, id: "now")] : []
    ).with { $0.isCurrent = isNow }
  }

  /// The calendar of a week and its runs, planned beside done.
  func week(
    _ week: PlannedWeek, _ course: PlanCourse, _ words: RunWords, _ isInUse: Bool
  ) -> [TrainingNode] {
    let done = isInUse ? runs.map(\.record) : []
    let rows = week.runs.map { run -> TrainingNode in
      let mine = done.filter { $0.day == run.day && $0.activity.isRunning }
      let notes = mine.map { TrainingNode.note("Done: \(words.said($0))", icon: .success, id: "done-\($0.id)") }
      return .row(
        words.title(of: run), id: run.day.text, value: words.day(run.day), to: TrainingPlaces.run(run.day), notes)
    }
    return [
      .chart(WeekChart(week, done, words).spec, id: "calendar", for: words),
      rows.isEmpty
        ? .text("Every day of this week is blocked.", id: "empty") : .list("Runs of the week", id: "runs", rows),
    ]
  }

  func weekScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    let course = shown(local)
    // Without a week in the route it is the one of today.
    let week = course?.week(of: TrainingPlaces.day(route) ?? words.today)
    let title = week.map { "Week \($0.number)" } ?? "Week"
    var nodes: [TrainingNode] = [.heading(title, level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let course, let week {
      nodes.append(.text("\(words.phase(week)): \(words.distance(week.metres)) in \(week.runs.count) runs.", id: "sum"))
      nodes += self.week(week, course, words, showsInUse(local))
      nodes.append(
        .list(
          "Why", id: "why",
          week.grounds.enumerated().map { index, ground in
            TrainingState.reason(ground, "reason-\(index + 1)", course.plan.runner, words)
          }))
    } else {
      nodes.append(
        .empty(
          "The plan has no such week.", because: "It may have been changed since.", icon: .calendar,
          .link("Plan", to: TrainingPlaces.plan, id: "plan")))
    }
    return Screen(route, title: title, nodes: nodes)
  }

  func runScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = standing(local)
    let day = TrainingPlaces.day(route)
    let course = shown(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let course, let day, let run = course.run(on: day) {
      let done = runs.map(\.record).filter { $0.day == day }
      if let open = openSign(on: words.today) { nodes.append(notice(about: open, words)) }
      nodes.append(self.run(run, course, local, words, done: done.first(where: \.activity.isRunning)))
      if !done.isEmpty { nodes.append(list(done, "Done", "done", words)) }
      if showsInUse(local), run.kind != .race {
        nodes.append(
          .button("Save as a workout file (FIT)", id: "workout", icon: .device, does: .exportWorkout(day.number)))
      }
      if run.kind == .race, let splits = RaceSplits(course.plan, words) { nodes.append(splits.node) }
    } else {
      nodes.append(
        .empty(
          "No run is planned for this day.", because: "The plan may have been changed since.", icon: .calendar,
          .link("Plan", to: TrainingPlaces.plan, id: "plan")))
    }
    return Screen(route, title: "Run", nodes: [.heading(day.map { words.day($0) } ?? "Run", level: 1)] + nodes)
  }
}
