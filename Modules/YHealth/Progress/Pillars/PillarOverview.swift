internal import Interface
internal import Kernel
internal import Measures
internal import Pillar
internal import Platform
internal import Plot
internal import Scores

// The overview of all three pillars, with equal weight.
extension ProgressState {
  func all(_ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    var nodes: [Node<ProgressWindowAction>] = [.heading("Pillars", level: 1)] + standing(local)
    if isEmpty { nodes.append(nothingYet(because: "Scores are calculated from your entries and your devices.")) }
    nodes += Pillar.allCases.map { pillar in
      .section(pillar.title, id: pillar.rawValue, summary(of: pillar, surroundings))
    }
    let active = goals.count { $0.goal.status == .active }
    let words = goalsReading == .done ? "Goals (\(active) active)" : "Goals"
    nodes.append(.link(words, to: ProgressPlaces.goals, id: "goals", icon: .flag))
    return ShownContent(title: "Pillars", nodes: nodes)
  }

  private func summary(of pillar: Pillar, _ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    let link = Node<ProgressWindowAction>.link(
      "See \(pillar.title)", to: ProgressPlaces.pillar(pillar), id: "open", icon: .forward)
    guard let score = scores[pillar] else {
      return days.isFailed
        ? [.text("Not available at the moment.", id: "unknown"), link] : [.skeleton("Loading \(pillar.title)"), link]
    }
    let spec = ChartDays.sparkline(pillar, week[pillar] ?? [])
    let known = (week[pillar] ?? []).count { $0.value != nil }
    let course: Node<ProgressWindowAction> =
      known > 1
      ? .chart(spec, id: "course", in: view(nil, surroundings), says: spec.text)
      : .note("The trend is shown when at least two of the last seven days have a score.", id: "no-course")
    var tile: Node<ProgressWindowAction> = score.node(to: ProgressPlaces.pillar(pillar))
    if score.isThin { return [tile, .text(score.lacks, id: "lacks"), course, link] }
    // The trend is part of the score's tile.
    tile.children.append(course)
    return [tile, .note("From \(score.coverage.sentence)", icon: .info, id: "coverage"), link]
  }

  // MARK: Empty state

  /// Whether there is no data at all.
  var isEmpty: Bool { days == .done && table?.isEmpty == true }

  func nothingYet(because reason: String) -> Node<ProgressWindowAction> {
    .empty(
      "No data yet.", because: reason, icon: .layers,
      .link("Log something", to: ProgressPlaces.log, icon: .add))
  }
}

extension ProgressState.Reading {
  var isFailed: Bool { if case .failed = self { true } else { false } }
}
