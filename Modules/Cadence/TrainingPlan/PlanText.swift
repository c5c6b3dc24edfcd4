internal import Days

/// A plan as text for a terminal: each week with its runs, then the reasons.
public struct PlanText: Sendable {
  private let plan: RunnerPlan
  private let words: PlanWords

  public init(_ plan: RunnerPlan) {
    self.plan = plan
    words = PlanWords(plan.runner.units)
  }

  public var lines: [String] { heading + plan.weeks.flatMap(week) + milestones + reasons + [PlanText.caution] }

  static let caution =
    "This is wellness, not medicine. Stop and see a doctor with chest pain, fainting, or pain that changes how you walk."

  private var heading: [String] {
    var lines = ["\(title), \(PlanWords.weeks(plan.weeks.count))"]
    if plan.kind == .comeback {
      lines.append("Stop whenever you want to: a run that ends early counts as done.")
      lines.append("Go on to the next step only with a pain of at most 2 of 10, in running and the morning after.")
    }
    if plan.kind == .comeback, case .race = plan.runner.goal {
      lines.append(
        "The race is not planned for while the pain is \(PlanRunner.comebackPain) of 10 or more. Make a new plan when it is less."
      )
    }
    // The last of them ends the text.
    lines += PlanWarning.all(in: plan).dropLast().map(\.words)
    if let paces = plan.paces {
      lines += Effort.allCases.map { "\($0.rawValue): \(words.pace(paces[$0])) (\($0.words))" }
    }
    if let prediction = plan.prediction, case .race(_, _, let target) = plan.runner.goal {
      let document = PredictionDocument(prediction, units: plan.runner.units)
      lines += document.sentences
      if let ground = plan.grounds.first(where: { $0.rule == .marathonPace }) {
        let figure = TrailEntry(ground, for: plan.runner).figure
        lines.append("\(figure.prefix(1).uppercased())\(figure.dropFirst()).")
      }
      if let target { lines.append(document.sentence(for: target)) }
    }
    return lines
  }

  private var title: String {
    switch plan.kind {
    case .race: "Training for \(words.goal(plan.runner.goal))"
    case .comeback: "A comeback by run and walk"
    case .open: "Open training"
    }
  }

  private func week(_ week: PlannedWeek) -> [String] {
    let title =
      "Week \(week.number), \(week.phase.rawValue)\(week.isRecovery ? ", recovery" : ""): \(words.distance(week.metres))"
    let free = week.runs.isEmpty ? ["  no runs: the days to run on are blocked"] : []
    return ["", title] + week.runs.map { "  " + line($0) } + free
  }

  private func line(_ run: PlannedRun) -> String {
    "\(run.day.text) \(run.day.weekdayName.prefix(3))  \(run.kind.words), \(words.distance(run.metres))\(parts(of: run))"
  }

  private func parts(of run: PlannedRun) -> String {
    guard run.segments.count > 1 else {
      if run.kind == .runWalk { return ": without walking" }
      return run.segments.first?.pace.map { ": at \(words.pace($0))" } ?? ""
    }
    let shown = run.segments.filter { ![.warmUp, .coolDown, .recovery].contains($0.kind) }
    return ": "
      + shown.map { part in
        let repeats = part.repeats > 1 ? "\(part.repeats) × " : ""
        return "\(repeats)\(words.short(part.metres)) \(part.kind.rawValue)"
          + (part.pace.map { " at \(words.pace($0))" } ?? "")
      }.joined(separator: ", ")
  }

  private var milestones: [String] {
    plan.milestones.isEmpty ? [] : ["", "Milestones"] + plan.milestones.map { "  week \($0.week): \($0.words)" }
  }

  /// Each rule once, with the figure it had first; --json has those of every number.
  private var reasons: [String] {
    var (seen, lines) = (Set<PlanRule>(), ["", "Why (--json has the reasons of every number)"])
    let all = plan.grounds + plan.weeks.flatMap { $0.grounds + $0.runs.flatMap(\.grounds) }
    for ground in all where seen.insert(ground.rule).inserted {
      let entry = TrailEntry(ground, for: plan.runner)
      lines.append(
        "  \(entry.subject.rawValue): \(entry.figure). You said: \(entry.told). \(entry.strength.rawValue): \(entry.source)"
      )
    }
    return lines + [""]
  }
}
