internal import Days
public import Interface
public import Kernel
internal import Measures
internal import Pillar
internal import Plot
internal import Units

extension ProgressPlaces {
  public static let report = Route(["insights", "report"])
}

// The report for a doctor, a page that prints on two sheets.
extension ProgressState {
  /// - Parameter name: The name that stands on the report; nil when the person gave none.
  public func report(
    _ route: Route, of name: String?, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ProgressWindowAction> {
    let title = "Health report"
    let nodes: [Node<ProgressWindowAction>]
    switch days {
    case .unread: nodes = [.skeleton("Loading your days")]
    case .failed(let problem):
      nodes = [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    case .done: nodes = pages(of: name, days: windows[window].reportDays, surroundings)
    }
    return Screen(route, title: title, nodes: [.heading(title, level: 1)] + nodes, refresh: .retry)
  }

  private func pages(
    of name: String?, days: Int, _ surroundings: Surroundings
  ) -> [Node<ProgressWindowAction>] {
    let today = day ?? surroundings.now.day
    let table = table ?? DayTable()
    let report = DoctorReport(of: table, to: today, days: days)
    let choice: Node<ProgressWindowAction> = .choice(
      "Period", id: "period", DoctorReport.periods.map { (id: "\($0)", title: $0 == 365 ? "A year" : "\($0) days") },
      selected: "\(days)", hint: "Print this page to hand it over: it fits on two sheets, without the app around it."
    ) { .report(days: Int($0) ?? days) }
    guard !report.lines.isEmpty else {
      return [
        choice,
        .empty(
          "There is nothing to report for these days.",
          because: "The report is made of what you log and of what your devices count.", icon: .calendar,
          .link("Log", to: ProgressPlaces.log, icon: .add)),
      ]
    }
    let (words, amounts) = (DateWords(surroundings.now), AmountNotation(of: surroundings.locale))
    let (first, last) = (words.day(report.range.lowerBound), words.day(report.range.upperBound))
    return [
      choice,
      .text(
        "\(name.map { "\($0), " } ?? "")\(first) to \(last), made on \(words.day(surroundings.now.day)).", id: "about"),
      .text(
        "Daily figures that the person logged or a device counted. They were not checked by a clinician.", id: "source"),
      .table(
        "Daily figures", id: "figures", columns: ["Measure", "Mean", "Lowest", "Highest", "Days known"],
        rows: report.lines.map { $0.columns(of: days, in: amounts) }),
      .group(id: "charts", reportCharts(report, table, surroundings)),
    ]
  }

  private func reportCharts(
    _ report: DoctorReport, _ table: DayTable, _ surroundings: Surroundings
  ) -> [Node<ProgressWindowAction>] {
    let to = report.range.upperBound
    let days = to.days(since: report.range.lowerBound) + 1
    let drawer = PillarCharts(
      table: table, to: to, days: days, asOf: nil, today: to.following(1), goals: [],
      amounts: AmountNotation(of: surroundings.locale))
    return DoctorReport.drawn.filter(drawer.hasValues).flatMap { form in
      let pillar = form.measures.first?.pillar ?? .fitness
      let chart = ProgressChart(pillar, form)
      return drawer.node(
        drawer.spec(of: form, pillar), of: chart, id: chart.id,
        ChartView { view in
          view.period = .days(days)
          view.isDeep = false
          view.textSize = surroundings.textSize
          view.write(in: surroundings.locale)
        }) as [Node<ProgressWindowAction>]
    }
  }
}
