internal import Board
internal import Days
internal import Interface
internal import Measures
internal import Scores
internal import Units

// The focus card for the part of the day.
extension BoardView<DashboardCards> {
  var focus: [Leaf] {
    // The rest card needs no facts.
    if part == .night { return [section(rest)] }
    if isLoading { return [section([.skeleton("Loading what matters now", id: "loading", lines: 3)])] }
    guard let facts else { return [] }
    switch part {
    case .morning: return [section(recovery(facts))]
    case .afternoon: return [section(activity(facts))]
    case .evening: return [section(day(facts))]
    case .night: return []
    }
  }

  private func section(_ nodes: [Leaf]) -> Leaf { .section(part.focus, id: "focus", nodes) }

  private var amounts: AmountNotation { AmountNotation(of: surroundings.locale) }

  /// Figures of another day do not apply to this one.
  private func isOfToday(_ facts: DashboardFacts) -> Bool { facts.today.day == today }

  // MARK: Morning

  private func recovery(_ facts: DashboardFacts) -> [Leaf] {
    let recovery = facts.recovery?.day == today ? facts.recovery : nil
    return [.list("Last night", id: "night", sleep(facts) + [recovered(recovery)])] + advice(recovery)
  }

  private func sleep(_ facts: DashboardFacts) -> [Leaf] {
    let night = facts.lastNight
    func value(_ measure: Measure) -> String? {
      night.day == today ? night[measure].map { measure.saidBesideTitle($0, in: amounts) } : nil
    }
    let parts = [Measure.deepMinutes, .remMinutes, .awakeMinutes].compactMap { measure in
      value(measure).map { row(measure, $0) }
    }
    return [row(.sleepMinutes, value(.sleepMinutes) ?? "No data yet")] + (isDeep ? parts : [])
  }

  private func recovered(_ recovery: Recovery?) -> Leaf {
    guard let recovery, let value = recovery.value.map({ min(max($0, 0), 100) }) else {
      let words = recovery?.lack == .comparison ? "Needs a few more recent days" : "Needs last night’s sleep"
      return Leaf.row("Recovery score", id: "recovery", value: words).with { $0.icon = .heart }
    }
    let coverage = ", from \(recovery.coverage.sentence)"
    let level = Level(value)
    return Leaf.row("Recovery score", id: "recovery", value: "\(value), \(level.title)\(coverage)").with { state in
      state.icon = .heart
      state.tone = level.tone
    }
  }

  private func advice(_ recovery: Recovery?) -> [Leaf] {
    guard let recovery else { return [] }
    let alert: [Leaf] = recovery.alert.map { [.note($0, tone: .warning, icon: .warning, id: "alert")] } ?? []
    return alert
      + (recovery.value == nil || recovery.advice.isEmpty
        ? [] : [.text(recovery.advised.text(in: amounts), id: "advice")])
  }

  // MARK: Afternoon

  private func activity(_ facts: DashboardFacts) -> [Leaf] {
    let steps = isOfToday(facts) ? facts.today[.steps] : nil
    return [
      .list(
        "So far", id: "so-far",
        [row(.steps, steps.map { Measure.steps.saidBesideTitle($0, in: amounts) } ?? "No data yet")])
    ]
      + energy(facts)
  }

  private func energy(_ facts: DashboardFacts) -> [Leaf] {
    if isOfToday(facts), let energy = facts.today[.energy] {
      return [.text("Your energy today: \(Measure.energy.said(energy, in: amounts)).", id: "energy")]
    }
    return [
      .text("How is your energy this afternoon?", id: "energy"),
      .link("Check your energy", to: Ways.energy, id: "check-energy", icon: .sun),
    ]
  }

  // MARK: Evening

  private func day(_ facts: DashboardFacts) -> [Leaf] {
    let reached = isOfToday(facts) ? facts.achievements : []
    let achievements: [Leaf] =
      reached.isEmpty
      ? []
      : [
        .list(
          "Achievements of today", id: "achievements",
          reached.map { one in Leaf.row(one.title, id: one.id).with { $0.icon = .medal } })
      ]
    return achievements + reflection(facts)
  }

  private func reflection(_ facts: DashboardFacts) -> [Leaf] {
    let mood = isOfToday(facts) ? facts.today[.mood].map { Measure.mood.said($0, in: amounts) } : nil
    return [
      .text(mood.map { "Your mood today: \($0). How was the evening?" } ?? "How was your day?", id: "mood"),
      .link("Reflect on your mood", to: Ways.mood, id: "reflect", icon: .faceGood),
    ]
  }

  // MARK: Night

  private var rest: [Leaf] {
    [
      .list(
        "Getting ready to sleep", id: "tips",
        [
          Leaf.row("Dim the lights, and put screens away", id: "light").with { $0.icon = .moon },
          Leaf.row("Keep the room cool, dark and quiet", id: "room").with { $0.icon = .home },
          Leaf.row("Go to bed at your usual time", id: "time").with { $0.icon = .sleep },
        ])
    ]
  }
}
