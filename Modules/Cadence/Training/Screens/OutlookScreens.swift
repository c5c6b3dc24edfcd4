internal import Days
internal import Interface
internal import Kernel
internal import Storage
internal import TrainingPlan

// What a plan can be expected to lead to.
extension TrainingState {
  /// The time to expect with its intervals and the target beside it; without a race the milestones.
  func outlook(_ plan: RunnerPlan, _ words: RunWords) -> [TrainingNode] {
    warnings(plan) + conflict(plan, words) + expectation(plan, words)
  }

  /// The notices about an injury with a sign for a doctor, and about a race on a blocked day.
  private func warnings(_ plan: RunnerPlan) -> [TrainingNode] {
    [PlanWarning.injury(in: plan), PlanWarning.blockedRace(in: plan)].compactMap(\.self).map { warning in
      .notice(
        warning.words, id: warning.code.rawValue, tone: .warning, icon: .warning,
        [.link("Change your answers", to: TrainingPlaces.runner, id: "change", icon: .edit)])
    }
  }

  /// The notice about a goal that contradicts the runner's volume, with three ways out; nothing for a goal that fits.
  private func conflict(_ plan: RunnerPlan, _ words: RunWords) -> [TrainingNode] {
    guard let conflict = GoalConflict(in: plan) else { return [] }
    var ways: [TrainingNode] = []
    if conflict.target != nil {
      ways.append(.button("Keep the race, drop the time", id: "time", icon: .close, does: .planWithoutTarget))
    }
    ways += [
      .link("Choose a later race", to: TrainingPlaces.runner, id: "later", icon: .calendar),
      .link("Choose a shorter race", to: TrainingPlaces.runner, id: "shorter", icon: .edit),
    ]
    return [
      .notice(
        "\(words.sentence(conflict)) \(conflict.advice)\(conflict.isOfLongest ? "" : " It is your goal, so you decide.")",
        id: "conflict", tone: .warning, icon: .warning, ways)
    ]
  }

  private func expectation(_ plan: RunnerPlan, _ words: RunWords) -> [TrainingNode] {
    if let prediction = plan.prediction, case .race(_, _, let target) = plan.runner.goal {
      return [.section("Expected time", id: "outlook", expected(prediction, target, words))]
    }
    if plan.kind == .race {
      return [
        .section(
          "Expected time", id: "outlook",
          [
            .text("A recent race is needed to expect a time. Until then the plan goes by effort.", id: "none"),
            .link("Add a race", to: TrainingPlaces.runner, id: "race", icon: .edit),
          ])
      ]
    }
    guard !plan.milestones.isEmpty else { return [] }
    let weeks = Set(runs.map(\.record).filter(\.activity.isRunning).map(\.day))
    let all = plan.runs.filter { $0.day <= words.today }
    let done = all.count { weeks.contains($0.day) }
    var nodes: [TrainingNode] = [
      .list(
        "Milestones", id: "milestones",
        plan.milestones.enumerated().map { index, milestone in
          .row(
            words.milestone(milestone), id: "milestone-\(index + 1)", value: "Week \(milestone.week)")
        })
    ]
    if proposal == nil, !all.isEmpty {
      nodes.append(
        .list(
          "How it goes", id: "success",
          [.row("Runs done so far", id: "done", value: "\(done) of \(all.count)")]))
    }
    let text =
      plan.kind == .comeback
      ? "What counts is that running feels safe again. There is no pace to reach."
      : "From cycle to cycle the longest run and the week grow as far as they safely can."
    return [.section("What you can look forward to", id: "outlook", [.text(text, id: "about")] + nodes)]
  }

  private func expected(_ prediction: RacePrediction, _ target: Double?, _ words: RunWords) -> [TrainingNode] {
    let (half, wide) = (prediction.interval(.half), prediction.interval(.fourOfFive))
    func time(_ seconds: Double) -> String { words.time(Int(seconds.rounded())) }
    func range(_ range: ClosedRange<Double>) -> String { "\(time(range.lowerBound)) to \(time(range.upperBound))" }
    var rows: [TrainingNode] = [
      .row("As of today", id: "today", value: time(prediction.seconds)),
      .row("Half of runners", id: "half", value: range(half)),
      .row("Four of five", id: "wide", value: range(wide)),
    ]
    var nodes: [TrainingNode] = []
    if let target {
      let gap = prediction.seconds - target
      let apart =
        gap >= 1
        ? "\(time(gap)) faster than expected today"
        : gap <= -1 ? "\(time(-gap)) slower than expected today" : "what is expected today"
      let word = prediction.achievability(of: target)
      rows += [
        .row("Your target", id: "target", value: time(target)), .row("Gap", id: "gap", value: apart),
        .row("The target is", id: "achievable", value: word.words),
      ]
      nodes.append(.text(TrainingState.advice(word, half, words), id: "advice"))
    }
    let from = "\(words.distance(Int(prediction.from.metres.rounded()))) in \(time(prediction.from.seconds))"
    return [.list("Expected time", id: "times", rows)] + nodes + [
      .note("From \(from), before the training of this plan. It is not a promise.", icon: .info, id: "from")
    ]
  }

  private static func advice(
    _ word: RacePrediction.Achievability, _ half: ClosedRange<Double>, _ words: RunWords
  ) -> String {
    let aim = "\(words.time(Int(half.lowerBound.rounded()))) to \(words.time(Int(half.upperBound.rounded())))"
    return switch word {
    case .likely: "Three of four such runners reach it today. You may aim higher."
    case .withinReach: "Half of such runners are this fast today, give or take. Training makes it likelier."
    case .ambitious: "Few such runners reach it today. Train on, and decide with a race a month before."
    case .outOfReach: "Hardly any such runner reaches it today. A first aim within reach is \(aim)."
    }
  }
}

extension RunWords {
  /// The milestone in the units of the reader.
  func milestone(_ milestone: PlanMilestone) -> String {
    let metres = milestone.ground.first
    if milestone.ground.second == 0 { return "\(distance(metres)) without walking" }
    return milestone.words.hasPrefix("A week") ? "A week of \(distance(metres))" : "A run of \(distance(metres))"
  }
}
