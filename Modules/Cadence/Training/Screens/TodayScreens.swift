internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import TrainingPlan

// Today: the run of the day with its reasons, and what is done about it.
extension TrainingState {
  func todayScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = [.heading("Today", level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let course {
      nodes += today(course, local, words)
    } else {
      if let pain = painNotice(words) { nodes.append(pain) }
      nodes += withoutPlan()
      if !runs.isEmpty { nodes.append(recent(words)) }
      nodes.append(.link("Mark a run", to: TrainingPlaces.runForm, id: "add", icon: .add))
    }
    return Screen(route, title: "Today", nodes: nodes, refresh: .refresh)
  }

  private func today(
    _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords
  ) -> [TrainingNode] {
    let day = words.today
    var nodes: [TrainingNode] = []
    if let pain = painNotice(words) { nodes.append(pain) }
    let isWarned = openSign(on: day) != nil
    if proposal != nil, !isWarned {
      nodes.append(
        .notice(
          "A new plan is ready.", id: "proposal", tone: .info, icon: .calendar,
          [.link("Look at the plan", to: TrainingPlaces.plan, id: "look")]))
    }
    let done = runs.map(\.record).filter { $0.day == day }
    if isWarned {
      nodes.append(.text("No run is shown until this is settled.", id: "waiting"))
    } else if let run = course.run(on: day) {
      nodes.append(
        done.first(where: \.activity.isRunning).map { finished(run, $0, course, local, words) }
          ?? self.run(run, course, local, words, done: nil))
    } else if day > course.last {
      nodes.append(
        .empty(
          "This plan is over.", because: "A new one begins with what you have run.", icon: .flag,
          .button("Make a new plan", id: "anew", icon: .add, isProminent: true, does: .planAnew)))
    } else {
      nodes.append(rest(course, words))
    }
    if !done.isEmpty { nodes.append(list(done, "Done today", "done", words)) }
    let missed = missedDays(on: day).filter { $0 < day }
    if !missed.isEmpty { nodes.append(unmarked(missed, course, words)) }
    if let week = course.week(of: day) { nodes.append(progress(week, words)) }
    if day <= course.last { nodes.append(changes(course)) }
    return nodes + [
      .group(
        "More", id: "more",
        [
          .link("Other run or training", to: TrainingPlaces.runForm, id: "add", icon: .add),
          .link("Why this plan", to: TrainingPlaces.why, id: "why", icon: .lightbulb),
        ]), .note(TrainingState.caution, icon: .info, id: "caution"),
    ]
  }

  /// A run: its figures in one line, the button that marks it, its parts, and the reasons folded below.
  func run(
    _ run: PlannedRun, _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords, done: RunDone?
  ) -> TrainingNode {
    var nodes: [TrainingNode] = [.text(figures(of: run, words), id: "line")]
    if done == nil, run.day <= words.today {
      nodes.append(
        TrainingNode.link("Mark as done", to: TrainingPlaces.mark(run.day), id: "mark", icon: .success)
          .with { $0.isProminent = true })
    }
    if run.segments.count > 1 {
      nodes.append(
        .list(
          "Parts", id: "parts",
          words.parts(of: run).enumerated().map { .row($1, id: "part-\($0 + 1)") }))
    }
    if course.plan.kind == .comeback {
      nodes.append(.note("Stop whenever you want to: a run that ends early counts as done.", icon: .heart, id: "stop"))
    }
    return .section(words.title(of: run), id: "run", nodes + why(run, course, local, words))
  }

  /// "18.8 km · about 1 h 52 min · 5:52 to 6:23 /km".
  private func figures(of run: PlannedRun, _ words: RunWords) -> String {
    let pace = words.main(of: run)?.pace.map { words.pace($0) } ?? words.effort(of: run).lowercasedStart
    return [words.distance(run.metres), words.about(run.seconds), pace].joined(separator: " · ")
  }

  /// The reasons of a run, folded: each figure with its rule and the strength of the evidence.
  private func why(
    _ run: PlannedRun, _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords
  ) -> [TrainingNode] {
    let isOpen = local.opened.contains("run")
    let fold = TrainingNode.button("Why this run", id: "open", does: .toggle("run")).with { $0.isExpanded = isOpen }
    guard isOpen else { return [.group("Why this run", id: "why-run", [fold])] }
    let reasons = RunReasons(run, course.plan.runner, words)
    var rows: [TrainingNode] = [
      .row("Distance", id: "distance", value: words.distance(run.metres), reasons.notes(.distance)),
      .row("Time", id: "time", value: words.about(run.seconds).capitalisedStart, reasons.notes(.duration)),
    ]
    if let pace = words.main(of: run)?.pace {
      rows.append(.row("Pace", id: "pace", value: words.pace(pace), reasons.notes(.pace)))
    } else if run.kind != .race {
      rows.append(.row("Pace", id: "pace", value: "By effort", reasons.notes(.pace)))
    }
    rows.append(.row("Effort", id: "effort", value: words.effort(of: run), reasons.notes(.kind, .work, .steps)))
    rows.append(.row("Day", id: "day", value: words.day(run.day), reasons.notes(.day)))
    return [.group("Why this run", id: "why-run", [fold, .list("The run", id: "figures", rows)])]
  }

  /// The run of today once it is done: what follows, and a line of the coach.
  private func finished(
    _ run: PlannedRun, _ done: RunDone, _ course: PlanCourse, _ local: TrainingWindowState, _ words: RunWords
  ) -> TrainingNode {
    let metres = done.metres > 0 ? done.metres : run.metres
    var nodes: [TrainingNode] = [.text(TrainingState.praise(done, run), id: "praise")]
    if let next = course.next(after: words.today) {
      nodes.append(
        .list(
          "Next", id: "next",
          [.row(words.title(of: next), id: next.day.text, value: words.day(next.day), to: TrainingPlaces.run(next.day))]
        ))
    }
    return .section("Done: \(words.distance(metres))", id: "run", nodes + why(run, course, local, words))
  }

  /// The coach's line about a run that was done.
  private static func praise(_ done: RunDone, _ run: PlannedRun) -> String {
    if done.pain > 0 { return "Done, and the pain is noted. Take the next days easy." }
    if run.kind == .race { return "You have raced. Rest, eat, and be proud of it." }
    guard done.metres > 0 else { return "Done. Rest now: that is when training takes effect." }
    if done.metres * 10 < run.metres * 9 {
      return "Shorter than planned, and that is fine: nothing has to be made up for."
    }
    return done.metres * 10 > run.metres * 11
      ? "Farther than planned. Keep the next run easy." : "As planned. Rest now: that is when training takes effect."
  }

  private func rest(_ course: PlanCourse, _ words: RunWords) -> TrainingNode {
    let day = words.today
    var nodes: [TrainingNode] = [.text(restReason(course, day), id: "reason")]
    if let next = course.next(after: day) {
      nodes.append(
        .list(
          "Next", id: "next",
          [.row(words.title(of: next), id: next.day.text, value: words.day(next.day), to: TrainingPlaces.run(next.day))]
        ))
    }
    let title = day < (course.plan.weeks.first?.first ?? day) ? "The plan has not begun" : "Rest day"
    return .section(title, id: "rest", nodes)
  }

  private func restReason(_ course: PlanCourse, _ day: CalendarDay) -> String {
    let runner = course.plan.runner
    if let mended = course.mended.last(where: { $0.differences.contains { $0.day == day && $0.after == nil } }) {
      return mended.differences.first { $0.day == day }?.reason ?? mended.change.words
    }
    if runner.blockedDays.contains(day) { return "You have blocked this day." }
    if !runner.days.contains(day.weekday) { return "\(RunWords.weekday(day.weekday)) is not one of your running days." }
    return "Training takes effect in rest. Nothing is planned, so that the next hard day finds you fresh."
  }

  // MARK: Below the run

  private func unmarked(_ days: [CalendarDay], _ course: PlanCourse, _ words: RunWords) -> TrainingNode {
    .list(
      "Not marked yet", id: "unmarked",
      days.compactMap { day in
        course.run(on: day).map {
          .row(words.title(of: $0), id: day.text, value: words.day(day), to: TrainingPlaces.mark(day))
        }
      })
  }

  private func progress(_ week: PlannedWeek, _ words: RunWords) -> TrainingNode {
    let metres = book(on: words.today).metres(in: week.days)
    let all = week.metres + (week.runs.first { $0.kind == .race }?.metres ?? 0)
    let done = week.runs.count { run in
      runs.contains { $0.record.day == run.day && $0.record.activity.isRunning }
    }
    return .list(
      "This week", id: "week",
      [
        .row(
          "Week \(week.number), \(words.phase(week).lowercased())", id: "sum",
          value: "\(words.distance(metres)) of \(words.distance(all)), \(done) of \(week.runs.count) runs",
          to: TrainingPlaces.week(week.first))
      ])
  }

  private func changes(_ course: PlanCourse) -> TrainingNode {
    let kinds = ChangeKind.allCases.filter { $0 != .race || course.plan.kind == .race }
    return .group(
      "Something changed?", id: "changes",
      kinds.map { .link($0.title, to: TrainingPlaces.change($0), id: $0.rawValue) })
  }

  func recent(_ words: RunWords) -> TrainingNode { list(runs.prefix(7).map(\.record), "Last runs", "recent", words) }

  /// Runs that were done, planned beside done.
  func list(_ done: [RunDone], _ title: String, _ id: String, _ words: RunWords) -> TrainingNode {
    .list(
      title, id: id,
      done.map { run in
        .row(
          "\(run.activity.title), \(words.day(run.day))", id: run.id.description, value: words.said(run),
          to: TrainingPlaces.edit(run.id.uuid),
          menu: [.menuItem("Delete", icon: .remove, does: .deleteRun(run.id.uuid))])
      })
  }
}

extension RunWords {
  /// "8.0 km in 46:10, effort 4 of 10, no pain; planned: 8.2 km".
  func said(_ run: RunDone) -> String {
    var parts: [String] = []
    let distance = run.metres > 0 ? self.distance(run.metres) : nil
    if let seconds = run.seconds {
      parts.append([distance, time(seconds)].compactMap(\.self).joined(separator: " in "))
    } else if let distance {
      parts.append(distance)
    }
    parts +=
      run.saidEffort.map { ["effort \($0) of 10", run.pain == 0 ? "no pain" : "pain \(run.pain) of 10"] }
      ?? ["from a file"]
    let said = parts.joined(separator: ", ")
    return run.plannedMetres.map { "\(said); planned: \(self.distance($0))" } ?? said
  }
}

/// The reasons of the numbers of a run, as notes below them.
struct RunReasons {
  private let run: PlannedRun
  private let runner: PlanRunner
  private let words: RunWords

  init(_ run: PlannedRun, _ runner: PlanRunner, _ words: RunWords) {
    (self.run, self.runner, self.words) = (run, runner, words)
  }

  func notes(_ subjects: PlanGround.Subject...) -> [TrainingNode] {
    run.grounds.filter { subjects.contains($0.subject) }.enumerated().map { index, ground in
      let entry = words.entry(ground, runner)
      return .note(
        "\(entry.figure.capitalisedStart). \(RunWords.strength(entry.strength)).", id: "why-\(index + 1)")
    }
  }
}

extension RunWords {
  static func strength(_ strength: PlanRule.Strength) -> String {
    switch strength {
    case .strong: "Strong evidence"
    case .mixed: "Mixed evidence"
    case .heuristic: "Coaching practice"
    }
  }
}
