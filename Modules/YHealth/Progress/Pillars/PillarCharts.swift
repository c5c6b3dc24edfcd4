internal import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Measures
internal import Pillar
internal import Plot

/// Draws a pillar's measures over the last days, each as a suitable kind of chart.
struct PillarCharts {
  let table: DayTable
  let to: CalendarDay
  let days: Int
  /// The time of the values; nil when they are of another day.
  let asOf: Moment?

  private var range: ClosedRange<CalendarDay> { to.following(1 - days)...to }

  /// Number of bars beyond which they stand for weeks, since daily ones would be hairlines.
  static let mostBars = 30

  /// The charts that can be drawn, and the titles of those without data.
  func measures(of pillar: Pillar, isDeep: Bool) -> (
    drawn: [(chart: ProgressChart, spec: ChartSpec)], lacking: [String]
  ) {
    var drawn: [(chart: ProgressChart, spec: ChartSpec)] = []
    var lacking: [String] = []
    for form in ChartForm.forms(of: pillar, isDeep: isDeep) {
      if hasValues(form) {
        drawn.append((ProgressChart(pillar, form), spec(of: form, pillar)))
      } else {
        lacking.append(form.title.lowerFirst)
      }
    }
    return (drawn, lacking)
  }

  private func hasValues(_ form: ChartForm) -> Bool {
    switch form {
    // Without habits due there is no share.
    case .kept: habitsKept.contains { $0 != nil }
    default: form.measures.contains(where: hasValues)
    }
  }

  private func hasValues(_ measure: Measure) -> Bool { table.series(measure, range).contains { $0 != nil } }

  /// The specification of a chart, even without data, which the screen then reports.
  func spec(of form: ChartForm, _ pillar: Pillar) -> ChartSpec {
    switch form {
    case .bars(let measure):
      bars(form.title, measure.rawValue, measure.plainUnit, table.series(measure, range), Hue(pillar))
    case .line(let measure): line(form.title, [measure], pillar)
    case .hours(let measure): line(form.title, [measure], pillar, unit: "h", divided: 60)
    case .lines(_, let measures): line(form.title, known(measures), pillar)
    case .grouped(_, let measures): grouped(form.title, known(measures))
    case .kept: bars("Habits kept", "habits", "%", habitsKept, Hue(.wellbeing), greatest: 100)
    }
  }

  /// The measures with data; without any, all of them.
  private func known(_ measures: [Measure]) -> [Measure] {
    let known = measures.filter(hasValues)
    return known.isEmpty ? measures : known
  }

  // MARK: Line charts

  func score(_ pillar: Pillar, _ values: [(day: CalendarDay, value: Double?)]) -> ChartSpec {
    spec(
      "\(pillar.title) score",
      .line(Lines(series: [ChartDays.score(pillar, values)], smooth: true, y: Axis(least: 0, greatest: 100))))
  }

  private func line(
    _ title: String, _ measures: [Measure], _ pillar: Pillar, unit: String? = nil, divided: Double = 1
  ) -> ChartSpec {
    let looks: [(Hue, Series.Dash, Series.Shape)] = [
      (Hue(pillar), .init(pillar), .init(pillar)), (Hue.series[0], .dashed, .square),
      (Hue.series[1], .dashDot, .diamond),
    ]
    let series = zip(measures, looks).map { measure, look in
      Series(
        id: measure.rawValue, name: measure.title, unit: unit ?? measure.plainUnit, hue: look.0, dash: look.1,
        shape: look.2,
        points: points(
          table.series(measure, range).map { $0.map { $0 / divided } }))
    }
    let isOfTen = measures.allSatisfy { [.mood, .energy, .stress].contains($0) }
    let axis = isOfTen ? Axis(unit: "of 10", least: 1, greatest: 10) : Axis(unit: series.first?.unit)
    return spec(title, .line(Lines(series: series, smooth: true, y: axis)))
  }

  private func points(_ values: [Double?]) -> [Point] {
    ChartDays.points(values.enumerated().map { (range.lowerBound.following($0), $1) })
  }

  // MARK: Bar charts

  private var isByWeek: Bool { days > PillarCharts.mostBars }

  /// One value per day, or a weekly mean per week; the first week may be incomplete.
  private func places(_ values: [Double?]) -> [(day: CalendarDay, value: Double?)] {
    guard isByWeek else { return values.enumerated().map { (range.lowerBound.following($0), $1) } }
    return stride(from: values.count % 7 == 0 ? 0 : values.count % 7 - 7, to: values.count, by: 7).map { start in
      let week = values[max(0, start)..<min(values.count, start + 7)].compactMap(\.self)
      return (range.lowerBound.following(max(0, start)), week.mean)
    }
  }

  private func bars(
    _ title: String, _ id: String, _ unit: String?, _ values: [Double?], _ hue: Hue, greatest: Double? = nil
  ) -> ChartSpec {
    let series = Series(id: id, name: title, unit: unit, hue: hue, points: ChartDays.points(places(values)))
    return spec(
      title, .bar(Bars(series: [series], y: Axis(unit: unit, least: 0, greatest: greatest))),
      isByWeek ? "Daily average per week" : nil)
  }

  private func grouped(_ title: String, _ measures: [Measure]) -> ChartSpec {
    let series = zip(measures, Hue.series).map { measure, hue in
      Series(
        id: measure.rawValue, name: measure.title, unit: measure.plainUnit, hue: hue,
        points: ChartDays.points(places(table.series(measure, range))))
    }
    return spec(
      title, .groupedBar(Bars(series: series, y: Axis(unit: series.first?.unit, least: 0))),
      isByWeek ? "Daily average per week" : nil)
  }

  /// Per cent of the habits due.
  private var habitsKept: [Double?] {
    zip(table.series(.habitsDone, range), table.series(.habitsDue, range)).map { done, due in
      due.flatMap { due in due > 0 ? min(100, max(0, (done ?? 0) / due * 100)) : nil }
    }
  }

  // MARK: Chart nodes

  private func spec(_ title: String, _ kind: ChartSpec.Kind, _ subtitle: String? = nil) -> ChartSpec {
    ChartSpec(
      title: title, subtitle: subtitle, asOf: asOf?.date ?? Day(number: to.number).map { $0.start(in: .gmt) },
      zone: asOf?.zone ?? .gmt, kind: kind)
  }

  /// The chart with its summary, or the reason why it cannot be drawn. In Deep mode it links to the chart's own screen,
  /// with any range and export.
  func node<Action>(_ spec: ChartSpec, of drawn: ProgressChart, id: String, _ view: ChartView) -> [Node<Action>] {
    guard let chart = try? Chart(spec) else {
      return [.notice("Chart unavailable. Summary: \(spec.text)", id: id, tone: .warning, icon: .warning)]
    }
    return [
      .chart(
        spec, id: id, in: view, says: chart.summary(in: view.viewport(PillarCharts.size)),
        view.isDeep ? [drawn.link()] : [])
    ]
  }

  static let size = Size(720, 400)
}

extension Measure {
  fileprivate var plainUnit: String? {
    switch self {
    case .mood, .energy, .stress, .effort, .sleepQuality: "of 10"
    default: unit.isEmpty ? nil : unit
    }
  }
}
