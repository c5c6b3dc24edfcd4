internal import Days
internal import Interface
internal import Kernel
internal import Storage
internal import TrainingPlan

// The runner: six axes, the patterns of the last weeks, and fitness.
extension TrainingState {
  func profileScreen(
    _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = [.heading("Your profile as a runner", level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if let course = course ?? proposal {
      let book = book(on: words.today)
      nodes.append(axes(RunnerProfile(course, book), words))
      nodes.append(patterns(RunPatterns(book, easy: course.plan.paces?[.easy]), words))
      nodes.append(fitness(RunFitness(book), course, words))
    } else {
      nodes += withoutPlan()
    }
    return Screen(route, title: "Your profile as a runner", nodes: nodes)
  }

  private func axes(_ profile: RunnerProfile, _ words: RunWords) -> TrainingNode {
    var nodes: [TrainingNode] = []
    if let chart = ProfileChart(profile).spec { nodes.append(.chart(chart, id: "radar", for: words)) }
    if ProfileChart.headline(of: profile) == nil {
      nodes.append(
        .text("Mark a few runs, and this shows where you are strong and where there is room.", id: "summary"))
    }
    nodes.append(
      .list(
        "The six axes", id: "list",
        profile.axes.map { axis in
          let value = axis.value.map { "\($0) of 100, from \(axis.coverage) % of what it needs" } ?? "–"
          return .row(
            axis.name.title, id: axis.name.rawValue, value: value,
            [.note(axis.name.formula.capitalisedStart, id: "formula")])
        }))
    return .section("Where you stand", id: "axes", nodes)
  }

  private func patterns(_ patterns: RunPatterns, _ words: RunWords) -> TrainingNode {
    guard patterns.runs > 0 else {
      return .section(
        "The last 28 days", id: "patterns",
        [
          .text("Nothing marked yet.", id: "none"),
          .link("Mark a run", to: TrainingPlaces.runForm, id: "add", icon: .add),
        ])
    }
    let (least, most) = (patterns.weeks.min() ?? 0, patterns.weeks.max() ?? 0)
    var rows: [TrainingNode] = [
      .row("Volume a week", id: "volume", value: "\(words.distance(least)) to \(words.distance(most))"),
      .row("Runs", id: "runs", value: "\(patterns.runs), longest \(words.distance(patterns.longest))"),
      .row("Easy pace", id: "pace", value: patterns.easyPace.map { words.pace($0...$0) } ?? "–"),
      .row("Rest days", id: "rest", value: "\(patterns.restDays)"),
    ]
    if patterns.crossDays > 0 {
      rows.append(.row("Days of other training", id: "cross", value: "\(patterns.crossDays)"))
    }
    var nodes: [TrainingNode] = [.list("Patterns", id: "list", rows)]
    nodes.append(
      patterns.issues.isEmpty
        ? .note("Nothing in it is a cause for concern.", tone: .success, icon: .success, id: "fine")
        : .list(
          "Worth a look", id: "issues",
          patterns.issues.enumerated().map { index, issue in
            TrainingNode.row(words.issue(issue), id: "issue-\(index + 1)", value: RunWords.advice(issue))
              .with { $0.icon = .warning }
          }))
    return .section("The last 28 days", id: "patterns", nodes)
  }

  private func fitness(_ found: RunFitness?, _ course: PlanCourse, _ words: RunWords) -> TrainingNode {
    guard let found else {
      return .section(
        "Fitness", id: "fitness",
        [.text("A run of 3 km or more with a time is needed to estimate it.", id: "none")])
    }
    let runner = book(on: words.today).runner(like: course.plan.runner)
    let known = course.plan.runner.race
    let isNews = found.exceeds(known)
    let basis = isNews ? found.result : known ?? found.result
    let rows = RunFitness.predictions(from: basis, weekly: runner.weekly).map { prediction -> TrainingNode in
      let metres = Int(prediction.metres.rounded())
      let range = prediction.interval(.fourOfFive)
      func time(_ seconds: Double) -> String { words.time(Int(seconds.rounded())) }
      return .row(
        RunWords.race(metres) ?? words.distance(metres), id: "\(metres)", value: time(prediction.seconds),
        [.note("Four of five: \(time(range.lowerBound)) to \(time(range.upperBound))", id: "range")])
    }
    var nodes: [TrainingNode] = [
      .text(isNews ? words.source(found) : words.source(basis), id: "source"),
      .list("Times to expect today", id: "times", rows),
    ]
    if let load = found.load, let trend = found.trend {
      nodes.append(
        .text(
          "\(words.distance(load.now)) in the last four weeks, \(RunWords.trend(trend)) the four weeks before (\(words.distance(load.before))).",
          id: "trend"))
    }
    if isNews {
      nodes.append(
        .button(
          "Plan anew by this fitness", id: "use", icon: .refresh,
          hint: "Proposes a plan; the one that you have stays until you use it.", does: .planByFitness))
      nodes.append(.link("Correct it by hand", to: TrainingPlaces.runner, id: "correct", icon: .edit))
    }
    return .section("Fitness", id: "fitness", nodes)
  }
}

extension RunWords {
  func source(_ race: RaceResult) -> String {
    "From the race that your plan goes by: \(distance(Int(race.metres.rounded()))) in \(time(Int(race.seconds))). "
      + "No run since shows more."
  }

  func source(_ fitness: RunFitness) -> String {
    let run = "\(distance(fitness.best.metres)) in \(time(fitness.best.seconds ?? 0)) on \(dates.day(fitness.best.day))"
    return switch fitness.source {
    case .race: "From your race over \(run)."
    case .training: "From your training run over \(run). In a race you would be faster, so these times are cautious."
    }
  }

  static func trend(_ trend: RunFitness.Trend) -> String {
    switch trend {
    case .more: "more than in"
    case .same: "about as much as in"
    case .less: "less than in"
    }
  }

  func issue(_ issue: RunPatterns.Issue) -> String {
    switch issue {
    case .easyTooFast(let count, let all, let fastest):
      "\(count) of \(all) easy runs were faster than \(pace(fastest...fastest))"
    case .fewRestDays(let days): days == 1 ? "1 rest day in 28 days" : "\(days) rest days in 28 days"
    case .jump(let day, let metres, let longest):
      "\(distance(metres)) on \(dates.day(day)), after at most \(distance(longest)) in the 30 days before"
    case .mostlyHard(let hard, let all): "\(hard) of \(all) runs at an effort of 7 or more"
    case .pain(let sore, let all): "Pain in \(sore) of \(all) runs"
    }
  }

  static func advice(_ issue: RunPatterns.Issue) -> String {
    switch issue {
    case .easyTooFast: "Easy runs work best when you can talk in whole sentences."
    case .fewRestDays: "That is not many. Training takes effect in rest."
    case .jump: "Runs of more than 110 % of the longest of 30 days raise the risk of an injury."
    case .mostlyHard: "About four of five runs are meant to be easy."
    case .pain: "If it stays or grows, stop, and see a doctor."
    }
  }
}
