internal import Days
internal import Interface
internal import Kernel
internal import Storage
internal import TrainingPlan

// A change of the plan as a difference, before it is accepted.
extension TrainingState {
  func changeScreen(
    _ kind: ChangeKind, _ route: Route, _ local: TrainingWindowState, _ words: RunWords
  ) -> Screen<TrainingWindowAction> {
    var nodes: [TrainingNode] = [.heading(kind.title, level: 1)] + standing(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if course == nil {
      nodes += withoutPlan()
    } else if let revising = local.revising, revising.kind == kind {
      nodes += question(revising, words) + outcome(revising, words)
      if kind == .ill { nodes.append(.note(TrainingState.illness, icon: .info, id: "caution")) }
    }
    return Screen(route, title: kind.title, nodes: nodes)
  }

  private static let illness =
    "With fever, chest pain or breathlessness do not run at all, and see a doctor. Begin again when you have felt well for a day. "
    + "With pain begin again when it does not hurt in everyday life; a pain that changes how you walk or lasts longer than a week "
    + "belongs before a doctor or physiotherapist."

  private func question(_ revising: TrainingWindowState.Revising, _ words: RunWords) -> [TrainingNode] {
    switch revising.kind {
    case .ill, .travelling:
      let usual = [1, 2, 3, 5, 7, 10, 14, 21]
      return [
        .choice(
          "Days without running, from \(words.day(start(revising) ?? words.today).lowercasedStart)", id: "days",
          usual.map { ("\($0)", $0 == 1 ? "1 day" : "\($0) days") }, selected: "\(revising.days)", isFolded: true
        ) { .revise(.days(Int($0) ?? 3)) }
      ]
    case .missed:
      let days = missedDays(on: words.today)
      guard !days.isEmpty else { return [.text("Every run of the last seven days is marked as done.", id: "none")] }
      return [
        .choice(
          "The run that was missed", id: "missed",
          days.reversed().map { day in
            (
              "\(day.number)",
              course?.run(on: day).map { "\(words.day(day)), \(words.title(of: $0).lowercasedStart)" } ?? day.text
            )
          }, selected: revising.missed.map { "\($0.number)" }
        ) { .revise(.missed(Int($0) ?? 0)) }
      ]
    case .race:
      return [
        .field(
          "New day of the race", id: "race", holds: revising.race, role: .datefield, draft: { .revise(.race($0)) },
          commit: { .revise(.race($0)) }
        ) { $0.longest = 16 }
      ]
    }
  }

  private func start(_ revising: TrainingWindowState.Revising) -> CalendarDay? {
    switch revising.change {
    case .ill(let day, _), .travelling(let day, _): day
    default: nil
    }
  }

  private func outcome(_ revising: TrainingWindowState.Revising, _ words: RunWords) -> [TrainingNode] {
    let keep: TrainingNode = .link("Keep the plan as it is", to: TrainingPlaces.today, id: "keep", icon: .close)
    switch revising.outcome {
    case .open: return [keep]
    case .refused(let problem):
      var ways: [TrainingNode] = []
      if problem.code == "needs-new-plan" {
        ways = [.button("Make a new plan from today", id: "anew", icon: .add, does: .planAnew)]
      }
      return [.notice(problem.sentence, id: "refused", tone: .warning, icon: .warning, ways), keep]
    case .revised(let revision):
      guard !revision.differences.isEmpty else {
        return [.text("Nothing changes: no run is planned on these days.", id: "same"), keep]
      }
      let days = revision.differences.count
      return [
        .heading(days == 1 ? "1 day changes" : "\(days) days change", level: 2, id: "count"),
        .group(id: "answers", use(revising.kind, words) + [keep]),
        .list("Differences", id: "days", revision.differences.map { difference($0, words) }),
        .note("Everything else stays as it is, and every rule of the plan is still kept.", icon: .success, id: "rest"),
      ]
    }
  }

  /// The button that uses the changed plan, or the reason for which it waits.
  private func use(_ kind: ChangeKind, _ words: RunWords) -> [TrainingNode] {
    guard let allowance, let next = nextFree(kind, on: words.today) else {
      return [
        .button("Use the changed plan", id: "use", icon: .success, isProminent: true, does: .approveRevision)
      ]
    }
    let free = "the next is free from \(words.dates.day(next))"
    return [
      .disabledButton(
        "Use the changed plan", id: "use", icon: .success,
        because: "Without \(allowance.offer) one change in four weeks is free: \(free). An illness always is."),
      .link("See \(allowance.offer)", to: allowance.route, id: "offer", icon: .upgrade),
    ]
  }

  /// "Sunday 8 March: Long run, 14.2 km → rest", with the reason below it.
  func difference(_ difference: PlanDifference, _ words: RunWords) -> TrainingNode {
    let before = difference.before.map { words.title(of: $0) } ?? "Rest"
    let after = difference.after.map { words.title(of: $0) } ?? "Rest"
    return .row(
      words.day(difference.day), id: difference.day.text, value: "\(before) → \(after)",
      [.note(difference.reason, id: "reason")])
  }
}

extension String {
  var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
