internal import Days
internal import Interface
internal import Kernel
internal import Measures
internal import Pillar
internal import Platform
internal import Plot
internal import Units

/// Draws a pillar's measures over the last days, each as a suitable kind of chart.
struct PillarCharts {
  let table: DayTable
  let to: CalendarDay
  let days: Int
  /// The time of the values; nil when they are of another day.
  let asOf: Moment?
  /// The day that is not over yet.
  let today: CalendarDay
  /// The goals that are drawn as lines.
  let goals: [Goal]
  /// The reader's units. The values of the table are stored ones; they are converted as they are drawn or written.
  var amounts = AmountNotation.plain

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

  func hasValues(_ form: ChartForm) -> Bool {
    switch form {
    // Without habits due there is no share.
    case .kept: kept(range).contains { $0 != nil }
    default: form.measures.contains(where: hasValues)
    }
  }

  private func hasValues(_ measure: Measure) -> Bool { table.series(measure, range).contains { $0 != nil } }

  /// The values of a measure in the reader's unit.
  private func drawn(_ measure: Measure) -> [Double?] {
    table.series(measure, range).map { $0.map { measure.shown($0, in: amounts) } }
  }

  /// The specification of a chart, even without data, which the screen then reports.
  func spec(of form: ChartForm, _ pillar: Pillar) -> ChartSpec {
    switch form {
    case .bars(let measure):
      bars(
        form.title, measure.rawValue, measure.plainUnit(in: amounts), drawn(measure), Hue(pillar),
        style: measure.style, references: references([measure]), message([measure]))
    case .line(let measure): line(form.title, [measure], pillar)
    case .lines(_, let measures): line(form.title, known(measures), pillar)
    case .grouped(_, let measures): grouped(form.title, known(measures))
    case .kept:
      bars("Habits kept", "habits", "%", kept(range), Hue(.wellbeing), greatest: 100, references: [], keptMessage)
    }
  }

  /// The measures with data; without any, all of them.
  private func known(_ measures: [Measure]) -> [Measure] {
    let known = measures.filter(hasValues)
    return known.isEmpty ? measures : known
  }

  // MARK: Line charts

  /// `before` has the values of the same number of days before, if they are known.
  func score(
    _ pillar: Pillar, _ values: [(day: CalendarDay, value: Double?)], before: [Double?] = []
  ) -> ChartSpec {
    let title = "\(pillar.title) score"
    let points: @Sendable (Double) -> String = { "\(Int($0.rounded()))" }
    let message = values.first.flatMap { first in
      values.last.map { last in
        ChartMessage(
          parts: [
            .init(
              title: title, meaning: .average, isGrowing: true, isDaily: false, said: points,
              difference: { ChartMessage.points(Int(abs($0).rounded())) }, values: values.map(\.value),
              before: before)
          ], range: first.day...max(first.day, last.day), today: today, locale: amounts.locale)
      }
    }
    return spec(
      title,
      .line(
        Lines(series: [ChartDays.score(pillar, values)], smooth: true, y: Axis(least: 0, greatest: 100, style: .whole))),
      message: message)
  }

  private func line(_ title: String, _ measures: [Measure], _ pillar: Pillar) -> ChartSpec {
    let looks: [(Hue, Series.Dash, Series.Shape)] = [
      (Hue(pillar), .solid, .init(pillar)), (Hue.series[0], .dashed, .square),
      (Hue.series[1], .dashDot, .diamond),
    ]
    let series = zip(measures, looks).map { measure, look in
      Series(
        id: measure.rawValue, name: measure.title, unit: measure.plainUnit(in: amounts), hue: look.0, dash: look.1,
        shape: look.2,
        points: points(drawn(measure)))
    }
    let isOfTen = measures.allSatisfy { [.mood, .energy, .stress].contains($0) }
    let axis =
      isOfTen
      ? Axis(unit: "of 10", least: 1, greatest: 10, style: .whole)
      : Axis(unit: series.first?.unit, style: measures.first?.style)
    return spec(
      title, .line(Lines(series: series, smooth: true, y: axis, references: references(measures))),
      message: message(measures))
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
    _ title: String, _ id: String, _ unit: String?, _ values: [Double?], _ hue: Hue, greatest: Double? = nil,
    style: Axis.Style? = nil, references: [Reference], _ message: ChartMessage
  ) -> ChartSpec {
    let series = Series(id: id, name: title, unit: unit, hue: hue, points: ChartDays.points(places(values)))
    return spec(
      title,
      .bar(
        Bars(
          series: [series],
          y: Axis(unit: unit, least: 0, greatest: greatest, style: isByWeek && style == .whole ? nil : style),
          references: references)),
      isByWeek ? "Daily average per week" : nil, message: message)
  }

  private func grouped(_ title: String, _ measures: [Measure]) -> ChartSpec {
    let series = zip(measures, Hue.series).map { measure, hue in
      Series(
        id: measure.rawValue, name: measure.title, unit: measure.plainUnit(in: amounts), hue: hue,
        points: ChartDays.points(places(drawn(measure))))
    }
    return spec(
      title, .groupedBar(Bars(series: series, y: Axis(unit: series.first?.unit, least: 0))),
      isByWeek ? "Daily average per week" : nil, message: message(measures))
  }

  /// Per cent of the habits due.
  private func kept(_ range: ClosedRange<CalendarDay>) -> [Double?] {
    zip(table.series(.habitsDone, range), table.series(.habitsDue, range)).map { done, due in
      due.flatMap { due in due > 0 ? min(100, max(0, (done ?? 0) / due * 100)) : nil }
    }
  }

  // MARK: Messages and goals

  /// The same number of days before; nil if no data reaches back that far.
  private var before: ClosedRange<CalendarDay>? {
    let first = range.lowerBound.following(-days)
    guard let known = table.range, known.lowerBound <= first else { return nil }
    return first...range.lowerBound.following(-1)
  }

  private func message(_ measures: [Measure]) -> ChartMessage {
    ChartMessage(
      parts: measures.map { measure in
        ChartMessage.Part(
          measure, table.series(measure, range), before: before.map { table.series(measure, $0) } ?? [], in: amounts)
      }, range: range, today: today,
      goal: measures.count == 1
        ? measures.first.flatMap { measure in goal(measure).map { measure.said($0, in: amounts) } } : nil,
      locale: amounts.locale)
  }

  private var keptMessage: ChartMessage {
    let percent: @Sendable (Double) -> String = { "\(Int(abs($0).rounded())) %" }
    return ChartMessage(
      parts: [
        .init(
          title: "Habits kept", meaning: .average, isGrowing: true, isDaily: false, verb: "were", said: percent,
          difference: { "\(Int(abs($0).rounded())) percentage points" },
          values: kept(range), before: before.map(kept) ?? [])
      ], range: range, today: today, locale: amounts.locale)
  }

  /// The newest goal for each day, or for the level, of a measure that was open in the period.
  private func goal(_ measure: Measure) -> Double? {
    goals.first { goal in
      guard goal.status != .givenUp, let aim = Aim(goal), aim.measure == measure, aim.way != .sum else { return false }
      return goal.beginsOn <= range.upperBound && goal.endsOn.map { $0 >= range.lowerBound } ?? true
    }?.target
  }

  private func references(_ measures: [Measure]) -> [Reference] {
    measures.compactMap { measure in
      goal(measure).map { target in
        let title = measures.count == 1 ? "Goal" : "\(measure.title) goal"
        return Reference(
          measure.shown(target, in: amounts), title: "\(title) \(measure.saidBesideTitle(target, in: amounts))")
      }
    }
  }

  // MARK: Chart nodes

  private func spec(
    _ title: String, _ kind: ChartSpec.Kind, _ subtitle: String? = nil, message: ChartMessage?
  ) -> ChartSpec {
    // A line of fewer than three values is not drawn, and the chart says how many days are missing.
    let isThin =
      if case .line(let lines) = kind { lines.series.allSatisfy { $0.points.count { $0.y != nil } < 3 } } else { false }
    let message = isThin ? nil : message
    return ChartSpec(
      title: title, subtitle: subtitle, summary: message?.summary, headline: message?.headline,
      asOf: asOf?.date ?? Day(number: to.number).map { $0.start(in: .gmt) },
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
  /// The notation of its axis.
  fileprivate var style: Axis.Style? {
    switch self {
    case _ where unit == "min": .duration
    case .workouts, .meals, .journal, .awakenings, .habitsDone, .habitsDue: .whole
    default: nil
    }
  }

  fileprivate func plainUnit(in amounts: AmountNotation) -> String? {
    let unit = unit(in: amounts)
    return switch self {
    case .mood, .energy, .stress, .effort, .sleepQuality: "of 10"
    default: unit.isEmpty ? nil : unit
    }
  }
}
