internal import Days
internal import Insights
internal import Interface
internal import Kernel
internal import Measures
internal import Mode
internal import Pillar
internal import Platform
internal import Plot
internal import Units

// The screen of a finding: its text, strength, certainty and chart.
extension ProgressState {
  func insight(_ route: Route, _ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    let back = Node<ProgressWindowAction>.link("All insights", to: ProgressPlaces.insights, id: "all", icon: .lightbulb)
    guard let finding = finding(route) else {
      let heading: [Node<ProgressWindowAction>] = [.heading("Insight", level: 1)] + standing(local)
      let isComing = !hasRecalled || (run == nil && isLooking)
      let body: [Node<ProgressWindowAction>] =
        isComing
        ? [.skeleton("Loading this insight"), back]
        : [
          .empty(
            "This insight no longer applies.",
            because: "Your newest data no longer shows a clear correlation.",
            icon: .lightbulb, back)
        ]
      return ShownContent(title: "Insight", nodes: heading + body)
    }
    let amounts = AmountNotation(of: surroundings.locale)
    let words = FindingWords(finding, in: amounts.numbers)
    let isAway = regards[finding.id]?.isDismissed == true
    let isDeep = surroundings.mode == .deep
    var nodes: [Node<ProgressWindowAction>] = [.heading(finding.title, level: 1)] + standing(local)
    nodes.append(.text(finding.says(in: amounts), id: "says"))
    nodes.append(.note(Finding.caution, icon: .info, id: "caution"))
    nodes.append(.section("Comparison", id: "picture", picture(finding, words, surroundings)))
    nodes.append(
      .section(
        "How sure is this?", id: "certainty",
        [
          .text(finding.certainty(in: amounts), id: "chance"), .text(words.strength, id: "strength"),
          .list(
            "Figures", id: "figures",
            [
              .row("Days", id: "days", value: words.days),
              .row("Delay", id: "lag", value: words.lag),
              .row("Strength", id: "rho", value: words.figure),
            ]),
        ]))
    nodes.append(.section("Single measures", id: "trends", trends(finding, surroundings, isDeep: isDeep)))
    nodes.append(
      .group(
        id: "ways",
        [
          isAway
            ? .button("Restore insight", id: "back", icon: .undo, does: .bringBack(finding.id))
            : .button("Dismiss insight", id: "dismiss", icon: .close, does: .dismiss(finding.id)),
          .link("See \(finding.pillar.title)", to: ProgressPlaces.pillar(finding.pillar), id: "pillar", icon: .forward),
          back,
        ]))
    return ShownContent(title: finding.title, nodes: nodes)
  }

  // MARK: Charts

  /// A scatter plot of the days in Deep mode; Light mode compares days with more and with less.
  private func picture(
    _ finding: Finding, _ words: FindingWords, _ surroundings: Surroundings
  ) -> [Node<ProgressWindowAction>] {
    let view = view(nil, surroundings)
    let amounts = AmountNotation(of: surroundings.locale)
    if surroundings.mode == .deep {
      guard let spec = FindingCharts.scatter(finding, in: amounts) else {
        return [.text("Not enough data to show correlations yet.", id: "scatter")]
      }
      return [.chart(spec, id: "scatter", in: view, says: spec.text, values(of: spec, in: view))]
    }
    guard let halves = finding.halves else {
      return [.text("Not enough data to show correlations yet.", id: "comparison")]
    }
    let spec = FindingCharts.comparison(finding, halves, in: amounts)
    return [.chart(spec, id: "comparison", in: view, says: spec.text, values(of: spec, in: view))]
  }

  private func values(of spec: ChartSpec, in view: ChartView) -> [Node<ProgressWindowAction>] {
    Node.values(of: spec, in: view).map { [$0] } ?? []
  }

  private func trends(
    _ finding: Finding, _ surroundings: Surroundings, isDeep: Bool
  ) -> [Node<ProgressWindowAction>] {
    guard let table, let day else { return [.skeleton("Loading its measures")] }
    let days = isDeep ? 90 : ProgressWindowState.calm
    let view = view(days, surroundings)
    let amounts = AmountNotation(of: surroundings.locale)
    return [finding.cause, finding.effect].map { measure in
      guard let spec = FindingCharts.course(of: measure, in: table, to: day, days: days, amounts) else {
        return .note(
          "No \(measure.title.lowerFirst) data in the last \(days) days.", icon: .info, id: measure.rawValue)
      }
      guard let chart = try? Chart(spec) else { return .text(spec.text, id: measure.rawValue) }
      return .chart(
        spec, id: measure.rawValue, in: view, says: chart.summary(in: view.viewport(PillarCharts.size)),
        isDeep ? ProgressChart.of(measure).map { [$0.link()] } ?? [] : [])
    }
  }
}

/// The charts of a finding.
enum FindingCharts {
  static func scatter(_ finding: Finding, in amounts: AmountNotation = .plain) -> ChartSpec? {
    let points = finding.points.filter { $0.cause.isFinite && $0.effect.isFinite }.map {
      Point(
        .number(finding.cause.drawn($0.cause, in: amounts)), finding.effect.drawn($0.effect, in: amounts),
        note: $0.day.text)
    }
    guard points.count > 2 else { return nil }
    // The line is fitted by least squares; the stated correlation is the finding's own, which is robust to outliers.
    var trend = TrendLine(through: points)
    trend?.correlation = finding.strength
    let series = Series(
      id: "days", name: "Days", hue: Hue(finding.pillar), shape: .init(finding.pillar), points: points)
    return ChartSpec(
      title: "\(finding.effect.title) and \(finding.cause.title.lowerFirst)",
      kind: .scatter(
        Scatter(
          series: [series], x: finding.cause.axis(in: amounts), y: finding.effect.axis(in: amounts), trend: trend)))
  }

  static func comparison(
    _ finding: Finding, _ halves: Finding.Halves, in amounts: AmountNotation
  ) -> ChartSpec {
    let (high, low) = (halves.high, halves.low)
    let (cause, effect) = (finding.cause, finding.effect)
    let bound = cause.said(halves.bound, in: amounts)
    let less = halves.isAtLeast ? "Less than \(bound)" : "\(bound) or less"
    let more = halves.isAtLeast ? "\(bound) or more" : "More than \(bound)"
    let series = Series(
      id: "means", name: effect.title, unit: effect.drawnUnit(in: amounts), hue: Hue(finding.pillar),
      // A bar's label has room for a few letters.
      points: [
        Point(.label("\(halves.isAtLeast ? "<" : "≤") \(bound)"), rounded(effect.drawn(low, in: amounts))),
        Point(.label("\(halves.isAtLeast ? "≥" : ">") \(bound)"), rounded(effect.drawn(high, in: amounts))),
      ])
    let title = "\(effect.title) by \(cause.title.lowerFirst)"
    return ChartSpec(
      title: title,
      summary:
        "\(title): \(effect.said(low, in: amounts)) on \(finding.days - halves.count) days with \(less.lowerFirst), "
        + "\(effect.said(high, in: amounts)) on \(halves.count) days with \(more.lowerFirst).",
      kind: .bar(Bars(series: [series], y: effect.barAxis(in: amounts), showsValues: true)))
  }

  static func course(
    of measure: Measure, in table: DayTable, to day: CalendarDay, days: Int, _ amounts: AmountNotation
  ) -> ChartSpec? {
    let range = day.following(1 - days)...day
    let values = table.series(measure, range).map { $0.map { measure.drawn($0, in: amounts) } }
    guard values.contains(where: { $0 != nil }) else { return nil }
    let series = Series(
      id: measure.rawValue, name: measure.title, unit: measure.drawnUnit(in: amounts),
      hue: Hue(measure.pillar), dash: .init(measure.pillar), shape: .init(measure.pillar),
      points: ChartDays.points(values.enumerated().map { (range.lowerBound.following($0), $1) }))
    return ChartSpec(
      title: measure.title, asOf: Day(number: day.number).map { $0.start(in: .gmt) },
      kind: .line(Lines(series: [series], smooth: true, y: measure.axis(in: amounts).untitled)))
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
