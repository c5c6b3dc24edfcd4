internal import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Measures
internal import Mode
internal import Pillar
internal import Plot
internal import Scores

// The screen of one pillar: its score, parts, levers, charts and goals.
extension ProgressState {
  func one(_ pillar: Pillar, _ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    let heading: [Node<ProgressWindowAction>] = [.heading(pillar.title, level: 1)] + standing(local)
    guard let score = scores[pillar], let table else {
      let body: [Node<ProgressWindowAction>] =
        days.isFailed
        ? [.text("Your \(pillar.rawValue) data is not available at the moment.", id: "unknown")]
        : [.skeleton("Loading \(pillar.title)"), .skeleton("Loading its charts", id: "charts")]
      return ShownContent(title: pillar.title, nodes: heading + body)
    }
    let isDeep = surroundings.mode == .deep
    var nodes = heading
    if isEmpty { nodes.append(nothingYet) }
    nodes.append(today(score, isDeep: isDeep, surroundings))
    if pillar == .fitness, let recovery { nodes.append(recoveryNodes(recovery, isDeep: isDeep)) }
    if !score.levers.isEmpty { nodes.append(levers(score)) }
    let slot = nodes.count
    nodes.append(.section("Charts", charts(of: pillar, in: table, surroundings, local)))
    nodes.append(goals(of: pillar))
    return ShownContent(title: pillar.title, nodes: nodes, slot: slot)
  }

  // MARK: Today

  private func today(
    _ score: PillarScore, isDeep: Bool, _ surroundings: Surroundings
  ) -> Node<ProgressWindowAction> {
    var nodes: [Node<ProgressWindowAction>] = []
    if let value = score.value, let level = score.level {
      let ring = Rings.Ring(
        id: score.pillar.rawValue, name: "\(score.pillar.title) score", value: Double(min(max(value, 0), 100)),
        of: 100, word: level.title, hue: .score)
      let spec = ChartSpec(title: "\(score.pillar.title) score today", kind: .ring(Rings([ring])))
      nodes.append(.chart(spec, id: "ring", in: view(nil, surroundings), says: spec.text))
      nodes.append(.note("From \(score.coverage.sentence)", icon: .info, id: "coverage"))
    } else {
      nodes.append(score.node())
      nodes.append(.text(score.lacks, id: "lacks"))
      nodes.append(.link("Log something", to: ProgressPlaces.log, id: "log", icon: .add))
    }
    let isOfToday = score.day == surroundings.now.day
    if !isOfToday { nodes.append(.note("As of \(score.day.long)", icon: .clock, id: "as-of")) }
    if !score.parts.isEmpty {
      nodes.append(.section(PillarScore.made, level: 3, id: "parts", [isDeep ? score.partsTable() : score.partsList()]))
    }
    return .section("Score", nodes)
  }

  private func levers(_ score: PillarScore) -> Node<ProgressWindowAction> {
    .section(
      "What would change it", id: "levers",
      [
        .list(
          "What would change it", id: "list",
          score.levers.enumerated().map { .row($1.sentence, id: "lever-\($0 + 1)") })
      ])
  }

  // MARK: Recovery

  private func recoveryNodes(_ recovery: Recovery, isDeep: Bool) -> Node<ProgressWindowAction> {
    var nodes: [Node<ProgressWindowAction>] = []
    if let alert = recovery.alert { nodes.append(.notice(alert, id: "alert", tone: .warning, icon: .warning)) }
    if let value = recovery.value {
      let level = Level(value)
      nodes.append(
        .score(
          "Recovery score", id: "score", number: Double(min(max(value, 0), 100)), word: level.title, tone: level.tone,
          icon: level.icon))
      nodes.append(.note("From \(recovery.coverage.sentence)", icon: .info, id: "coverage"))
    } else {
      nodes.append(
        .note("No recovery score yet: \(recovery.coverage.sentence) are known.", icon: .info, id: "score"))
    }
    nodes.append(.text(recovery.advice, id: "advice"))
    if isDeep, !recovery.parts.isEmpty {
      let rows = recovery.parts.map { part in
        [
          part.title, part.points.map { "\(Int($0.rounded())) of 100" } ?? "No data", part.says,
          part.coverage.sentence,
        ]
      }
      nodes.append(
        .table(
          "Recovery factors", id: "parts", columns: ["Factor", "Points", "Measured", "Known"], rows: rows))
    }
    return .section("Recovery", nodes)
  }

  // MARK: Charts

  /// The view of a period; in Light mode always the last seven days.
  func view(_ days: Int?, _ surroundings: Surroundings) -> ChartView {
    ChartView { view in
      if let days { view.period = .days(days) }
      view.isDeep = surroundings.mode == .deep
      view.textSize = surroundings.textSize
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
      table: table, to: to, days: days, asOf: to == surroundings.now.day ? surroundings.now : nil)
    let view = view(days, surroundings)
    if let values = scoreValues(pillar, days) {
      if values.contains(where: { $0.value != nil }) {
        nodes += drawer.node(drawer.score(pillar, values), of: ProgressChart(score: pillar), id: "score-course", view)
      }
    } else {
      nodes.append(.chartSkeleton("Loading \(pillar.title) score", of: "line", id: "score-course", in: view))
    }
    let (drawn, lacking) = drawer.measures(of: pillar, isDeep: isDeep)
    nodes += drawn.flatMap { drawer.node($0.spec, of: $0.chart, id: $0.chart.form?.node ?? $0.chart.id, view) }
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
}
