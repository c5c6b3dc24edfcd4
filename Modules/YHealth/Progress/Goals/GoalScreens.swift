internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Mode
internal import Numbers
internal import Pillar
internal import Platform
internal import Plot
internal import Units

// The list of goals and achievements.
extension ProgressState {
  func goalList(_ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    var nodes: [Node<ProgressWindowAction>] = [.heading("Goals", level: 1)] + standing(local)
    nodes.append(
      .group(
        "Set a goal", id: "set",
        pillarsInOrder.map { pillar in
          .link(
            "Set a goal for \(pillar.title)", to: GoalFormName.new(pillar).route, id: pillar.rawValue, icon: .add)
        }))
    if goalsReading == .done {
      nodes += lists(surroundings)
    } else if !goalsReading.isFailed {
      nodes.append(.skeleton("Loading your goals"))
    }
    nodes.append(milestones(surroundings))
    return ShownContent(title: "Goals", nodes: nodes)
  }

  private func lists(_ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    if goals.isEmpty {
      return [
        .empty(
          "No goals yet.", because: "Goals are tracked from your entries and your devices.", icon: .flag)
      ]
    }
    var numbers: [String: Int] = [:]
    let names = goals.map { kept -> String in
      let name = kept.goal.name.brief(60)
      numbers[name, default: 0] += 1
      let number = numbers[name] ?? 1
      return number == 1 ? name : "\(name), number \(number)"
    }
    let sections: [(Goal.Status, String)] = [(.active, "Active"), (.reached, "Reached"), (.givenUp, "Given up")]
    return sections.compactMap { status, title in
      let all = zip(goals, names).filter { $0.0.goal.status == status }
      // Goals of the pillar in focus come first, otherwise the newest.
      let ordered = all.filter { $0.0.goal.pillar == focus } + all.filter { $0.0.goal.pillar != focus }
      let rows = ordered.map { row($0, named: $1, surroundings) }
      return rows.isEmpty ? nil : .section(title, id: status.rawValue, [.list(title, id: "goals", rows)])
    }
  }

  private func row(
    _ kept: KeptGoal, named name: String, _ surroundings: Surroundings
  ) -> Node<ProgressWindowAction> {
    let goal = kept.goal
    let amounts = AmountNotation(of: surroundings.locale)
    var children: [Node<ProgressWindowAction>] = []
    if goal.status == .active, let ring = ring(of: goal, named: name, amounts) {
      children.append(.chart(ring, id: "ring", in: view(nil, surroundings), says: ring.text))
    }
    if let streak = progress(of: goal, saying: amounts)?.streak, streak > 1, goal.status == .active {
      children.append(.note("\(streak) days in a row", icon: .medal, id: "streak"))
    }
    if kept.isWaiting, surroundings.hasAccount { children.append(.note("Waiting to sync", icon: .waiting, id: "sync")) }
    children.append(.menu("More for \(name)", id: "menu", menu(goal)))
    return .row(
      name, id: "\(goal.id)", value: says(goal, in: amounts), to: GoalFormName.editing(goal.id).route, children
    ).with {
      $0.icon = goal.pillar.icon
    }
  }

  private func menu(_ goal: Goal) -> [Node<ProgressWindowAction>] {
    var items: [Node<ProgressWindowAction>] = []
    if goal.status == .active {
      if Aim(goal) == nil {
        items.append(.menuItem("Mark as reached", id: "reached", icon: .success, does: .give(goal.id, .reached)))
      }
      items.append(.menuItem("Give up", id: "give-up", icon: .close, does: .give(goal.id, .givenUp)))
    } else if goal.status == .givenUp || Aim(goal) == nil {
      items.append(.menuItem("Resume", id: "take-up", icon: .undo, does: .give(goal.id, .active)))
    }
    return items + [.menuItem("Delete", id: "delete", icon: .remove, does: .delete(goal.id))]
  }

  /// "12 of 30 days with 8,000 steps or more, 40 %, until 22 December 2026".
  func says(_ goal: Goal, in amounts: AmountNotation) -> String {
    var parts: [String] = []
    if let progress = progress(of: goal, saying: amounts) {
      parts.append(progress.says)
      if let percent = progress.percent { parts.append("\(percent) %") }
    } else if let said = counted?[goal.id], said.has(unitOf: Aim(goal), in: amounts) {
      parts.append(said.says)
      if let percent = said.percent { parts.append("\(percent) %") }
    } else if Aim(goal) != nil {
      parts.append(days.isFailed ? "Not available at the moment" : "Calculating")
    }
    if Aim(goal) == nil, let target = goal.target {
      parts.insert("\(NumberNotation.plain.text(target)) \(goal.unit?.brief(30) ?? "")".trimmed, at: 0)
    }
    if let end = goal.endsOn { parts.append("until \(end.long)") }
    return parts.joined(separator: ", ")
  }

  private func ring(of goal: Goal, named name: String, _ amounts: AmountNotation) -> ChartSpec? {
    guard let progress = progress(of: goal, saying: amounts), let share = progress.share, let percent = progress.percent
    else {
      return nil
    }
    let ring = Rings.Ring(
      id: "goal", name: name, value: Double(percent), of: 100, unit: "%",
      word: share >= 1 ? "reached" : "in progress", hue: .progress)
    return ChartSpec(
      title: "Progress of \(name)", summary: "Progress of \(name): \(percent) %. \(progress.says).",
      kind: .ring(Rings([ring])))
  }

  // MARK: Goals of a pillar

  func goals(of pillar: Pillar, in amounts: AmountNotation) -> [Node<ProgressWindowAction>] {
    let active = goals.map(\.goal).filter { $0.pillar == pillar && $0.status == .active }
    var nodes: [Node<ProgressWindowAction>] = []
    if goalsReading != .done, !goalsReading.isFailed {
      nodes.append(.skeleton("Loading your goals"))
    } else if active.isEmpty {
      nodes.append(.text("No active goal for \(pillar.title).", id: "none"))
    } else {
      nodes.append(
        .list(
          "Goals for \(pillar.title)", id: "list",
          active.enumerated().map { index, goal in
            let isFirst = !active.prefix(index).contains { $0.name.brief(60) == goal.name.brief(60) }
            let name = isFirst ? goal.name.brief(60) : "\(goal.name.brief(60)), number \(index + 1)"
            return .row(name, id: "\(goal.id)", value: says(goal, in: amounts), to: GoalFormName.editing(goal.id).route)
          }))
    }
    nodes.append(
      .link("Set a goal for \(pillar.title)", to: GoalFormName.new(pillar).route, id: "set", icon: .add))
    nodes.append(.link("All goals", to: ProgressPlaces.goals, id: "all", icon: .flag))
    return nodes
  }

  // MARK: Milestones

  private func milestones(_ surroundings: Surroundings) -> Node<ProgressWindowAction> {
    let most = surroundings.mode == .deep ? 50 : 5
    let newest = achievements.sorted { ($0.day, $0.milestone.name) > ($1.day, $1.milestone.name) }.prefix(most)
    var nodes: [Node<ProgressWindowAction>] = []
    if let table, let day {
      let streak = DayStreak.logging(in: table, on: day)
      let next = DayStreak.told.first { $0 > streak }
      let words =
        streak == 0
        ? "Nothing logged today or yesterday."
        : "\(streak) \(streak == 1 ? "day" : "days") in a row with something logged."
      nodes.append(.text(next.map { "\(words) The next milestone is \($0) days." } ?? words, id: "streak"))
    }
    if newest.isEmpty {
      nodes.append(.note("Your milestones will appear here.", icon: .medal, id: "none"))
    } else {
      nodes.append(
        .list(
          "Milestones", id: "list",
          newest.map { achievement in
            .row(
              achievement.words, id: "\(achievement.id)", value: achievement.day.long
            ).with { $0.icon = .medal }
          }))
    }
    return .section("Milestones", nodes)
  }
}

extension Achievement {
  var words: String {
    switch milestone {
    case .logging(let days): "\(days)-day logging streak"
    case .streak(_, let days): "\(title.brief(60)): \(days) days in a row"
    case .share(_, let percent): "\(title.brief(60)): \(percent == 100 ? "reached" : "\(percent) %")"
    }
  }
}
