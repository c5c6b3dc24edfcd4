internal import Days
internal import Interface
internal import Kernel
internal import Measures
internal import Mode
internal import Pillar
internal import Platform
internal import Plot
internal import Scores
internal import Units

// The screen of one pillar: its score, factors and next step, and tabs with charts, entries, goals and recovery.
extension ProgressState {
  func one(_ pillar: Pillar, _ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    let isDeep = surroundings.mode == .deep
    var nodes: [Node<ProgressWindowAction>] = []
    var slot = 1
    if let score = scores[pillar], isEmpty {
      nodes = [.heading(pillar.title, level: 1)] + standing(local)
      slot = nodes.count
      nodes.append(nothingYet(because: "\(pillar.title) is scored from \(score.made)."))
    } else if let score = scores[pillar], table != nil {
      nodes = [head(of: score, surroundings)] + standing(local)
      if pillar == .fitness, let alert = recovery?.alert {
        nodes.append(.notice(alert, id: "alert", tone: .warning, icon: .warning))
      }
      slot = nodes.count
      if !score.parts.isEmpty {
        nodes.append(score.partsList(isDeep: isDeep, in: AmountNotation(of: surroundings.locale)))
      }
    } else {
      nodes = [.heading(pillar.title, level: 1)] + standing(local)
      slot = nodes.count
      nodes.append(
        days.isFailed
          ? .text("Your \(pillar.rawValue) data is not available at the moment.", id: "unknown")
          : .skeleton("Loading \(pillar.title)"))
    }
    let tab = local.tab(of: pillar)
    nodes.append(pillar.tabs(selected: tab))
    nodes.append(
      Node(
        .tabpanel, tab.title, id: tab.rawValue, children: panel(tab, of: pillar, surroundings, local)))
    return ShownContent(title: pillar.title, nodes: nodes, slots: [.notices: slot], tab: tab)
  }

  /// The content of a tab. The entries are those of another feature.
  private func panel(
    _ tab: PillarTab, of pillar: Pillar, _ surroundings: Surroundings, _ local: ProgressWindowState
  ) -> [Node<ProgressWindowAction>] {
    switch tab {
    case .entries: return []
    case .goals: return goals(of: pillar, in: AmountNotation(of: surroundings.locale))
    case .charts:
      if scores[pillar] != nil, let table { return charts(of: pillar, in: table, surroundings, local) }
      return [days.isFailed ? .text("No charts at the moment.", id: "none") : .skeleton("Loading its charts")]
    case .recovery:
      if let recovery {
        return recoveryNodes(
          recovery, isDeep: surroundings.mode == .deep, in: AmountNotation(of: surroundings.locale))
      }
      return [days.isFailed ? .text("No recovery at the moment.", id: "none") : .skeleton("Loading your recovery")]
    }
  }

  // MARK: Recovery

  private func recoveryNodes(
    _ recovery: Recovery, isDeep: Bool, in amounts: AmountNotation
  ) -> [Node<ProgressWindowAction>] {
    var nodes: [Node<ProgressWindowAction>] = []
    if let value = recovery.value {
      let level = Level(value)
      nodes.append(
        .score(
          "Recovery score", id: "score", number: Double(min(max(value, 0), 100)), word: level.title, tone: level.tone,
          icon: Pillar.fitness.icon))
      nodes.append(.note("From \(recovery.coverage.sentence)", icon: .info, id: "coverage"))
    } else {
      nodes.append(
        .note("No recovery score yet: \(recovery.coverage.sentence) are known.", icon: .info, id: "score"))
    }
    nodes.append(.text(recovery.advised.text(in: amounts), id: "advice"))
    nodes = [.group(id: "now", nodes)]
    if isDeep, !recovery.parts.isEmpty {
      let rows = recovery.parts.map { part in
        [
          part.title, part.points.map { "\(Int($0.rounded())) of 100" } ?? "No data", part.says.text(in: amounts),
          part.coverage.sentence,
        ]
      }
      nodes.append(
        .table(
          "Recovery factors", id: "parts", columns: ["Factor", "Points", "Measured", "Known"], rows: rows))
    }
    return nodes
  }

  // MARK: Charts

  /// The view of a period; in Light mode always the last seven days.
  func view(_ days: Int?, _ surroundings: Surroundings) -> ChartView {
    ChartView { view in
      if let days { view.period = .days(days) }
      view.isDeep = surroundings.mode == .deep
      view.textSize = surroundings.textSize
      view.write(in: surroundings.locale)
    }
  }

  private func charts(
    of pillar: Pillar, in table: DayTable, _ surroundings: Surroundings, _ local: ProgressWindowState
  ) -> [Node<ProgressWindowAction>] {
    let isDeep = surroundings.mode == .deep
    let days = isDeep ? local.days : ProgressWindowState.calm
    var nodes: [Node<ProgressWindowAction>] = []
    if isDeep {
      nodes.append(
        .choice(
          "Time range", id: "range", ProgressState.ranges.map { (id: "\($0)", title: "\($0) days") },
          selected: "\(days)"
        ) { .show(days: Int($0) ?? ProgressWindowState.calm) })
    }
    let to = day ?? surroundings.now.day
    let drawer = PillarCharts(
      table: table, to: to, days: days, asOf: to == surroundings.now.day ? surroundings.now : nil, today: to,
      goals: self.goals.map(\.goal), amounts: AmountNotation(of: surroundings.locale))
    let view = view(days, surroundings)
    var shown: [Node<ProgressWindowAction>] = []
    if let values = scoreValues(pillar, days) {
      if values.contains(where: { $0.value != nil }) {
        let spec = drawer.score(pillar, values, before: scoresBefore(pillar, days))
        shown += drawer.node(spec, of: ProgressChart(score: pillar), id: "score-course", view)
      }
    } else {
      shown.append(.chartSkeleton("Loading \(pillar.title) score", of: "line", id: "score-course", in: view))
    }
    let (drawn, lacking) = drawer.measures(of: pillar, isDeep: isDeep)
    shown += drawn.flatMap { drawer.node($0.spec, of: $0.chart, id: $0.chart.form?.node ?? $0.chart.id, view) }
    if !shown.isEmpty { nodes.append(.group(id: "shown", shown)) }
    if !lacking.isEmpty {
      nodes.append(
        .note(
          "No data in the last \(days) days: \(lacking.joined(separator: ", ")).", icon: .info, id: "lacking"))
    }
    return nodes
  }

  /// Nil while they are being loaded.
  private func scoreValues(_ pillar: Pillar, _ days: Int) -> [(day: CalendarDay, value: Double?)]? {
    if days <= ProgressWindowState.calm { return (week[pillar] ?? []).map { ($0.day, $0.value.map(Double.init)) } }
    guard let history, history.to == day, history.days >= days else { return nil }
    return (history.values[pillar] ?? []).suffix(days).map { ($0.day, $0.score.map(Double.init)) }
  }

  /// The scores of the same number of days before; empty if they are not known.
  private func scoresBefore(_ pillar: Pillar, _ days: Int) -> [Double?] {
    if days <= ProgressWindowState.calm { return weekBefore[pillar] ?? [] }
    let before = (history?.values[pillar] ?? []).dropLast(days).suffix(days)
    return before.count == days ? before.map { $0.score.map(Double.init) } : []
  }
}
