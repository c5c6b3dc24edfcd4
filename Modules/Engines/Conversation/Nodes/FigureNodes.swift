internal import Days
internal import Interface
internal import JSON
internal import Plot

// The nodes of the calls that show something.
extension ConversationNodes {
  func figure(_ call: ScreenCall) -> [Node<Action>] {
    switch call.tool {
    case .thinkingStream:
      let lines = call.texts("lines").enumerated().map { Node<Action>.text($1, id: "line-\($0 + 1)") }
      return fold(call.text("title") ?? "Thinking", call.id, lines)
    case .radarChart: return [chart(radar(call), call)]
    case .progressChart: return [chart(weeks(call) ?? bars(call), call)]
    case .calendarWidget:
      if let week = week(call), week.problems.isEmpty { return [.chart(week, id: "chart")] }
      return [
        .list(
          call.text("title") ?? "Week", id: "days",
          call.items("days").enumerated().map { index, day in
            .row(day["label"]?.string ?? "", id: "day-\(index + 1)", value: day["entry"]?.string ?? "Rest")
          })
      ]
    case .subscriptionCard:
      let benefits = call.texts("benefits").enumerated().map { index, text in
        Node<Action>.row(text, id: "benefit-\(index + 1)")
      }
      return [.text(call.text("title") ?? "", id: "title"), .list("What it brings", id: "benefits", benefits)]
        + (call.text("note").map { [.note($0, id: "note")] } ?? [])
    default: return []
    }
  }

  /// A chart, or its values as a list where no chart can be drawn of them.
  private func chart(_ spec: ChartSpec, _ call: ScreenCall) -> Node<Action> {
    guard spec.problems.isEmpty else {
      return .list(
        spec.title, id: "values",
        values(call).enumerated().map { .row($1.label, id: "value-\($0 + 1)", value: ToolDraft.plain($1.value)) })
    }
    return .chart(spec, id: "chart")
  }

  private func values(_ call: ScreenCall) -> [(label: String, value: Double)] {
    call.items("values").compactMap { item in
      guard let label = item["label"]?.string, let value = item["value"]?.number else { return nil }
      return (label, value)
    }
  }

  private func radar(_ call: ScreenCall) -> ChartSpec {
    let values = call.items("values")
    return ChartSpec(
      title: call.text("title") ?? "",
      kind: .radar(
        Radar(
          spokes: values.map { Radar.Spoke($0["label"]?.string ?? "") },
          outlines: [.init(id: "now", name: "Now", values: values.map { $0["value"]?.number })])))
  }

  /// Weeks with their volume as bars and their intensity as a line; nil for values without intensities.
  private func weeks(_ call: ScreenCall) -> ChartSpec? {
    let values = call.items("values")
    guard values.contains(where: { $0["intensity"]?.number != nil }) else { return nil }
    let weeks = values.map { item in
      VolumeAndIntensity.Week(
        item["label"]?.string ?? "", volume: item["value"]?.number, intensity: item["intensity"]?.number,
        mark: item["mark"]?.string.flatMap(VolumeAndIntensity.Mark.init))
    }
    return ChartSpec(
      title: call.text("title") ?? "",
      kind: .volume(
        VolumeAndIntensity(
          weeks, volume: Axis(title: "Volume", unit: call.text("unit")),
          intensity: Axis(title: "Faster work", unit: "%"))))
  }

  /// The days of one week as a calendar; nil for days without dates.
  private func week(_ call: ScreenCall) -> ChartSpec? {
    let items = call.items("days")
    let days = items.compactMap { item -> WeekCalendar.OneDay? in
      guard let day = item["date"]?.string.flatMap({ CalendarDay($0) }),
        let weekday = Weekday(rawValue: day.weekday == 0 ? 7 : day.weekday)
      else { return nil }
      let entry = item["entry"]?.string
      return WeekCalendar.OneDay(
        weekday, date: Day(number: day.number),
        [
          WeekCalendar.Entry(
            id: day.text, title: entry ?? "Rest", kind: entry?.lowercased() ?? "rest", detail: item["detail"]?.string,
            minutes: item["minutes"]?.number.flatMap { Int(exactly: $0) }, isKey: item["isKey"]?.bool ?? false)
        ])
    }
    guard days.count == items.count, days.count <= 7 else { return nil }
    return ChartSpec(title: call.text("title") ?? "Week", kind: .week(WeekCalendar(days)))
  }

  private func bars(_ call: ScreenCall) -> ChartSpec {
    let (values, unit) = (values(call), call.text("unit"))
    return ChartSpec(
      title: call.text("title") ?? "",
      kind: .bar(
        Bars(
          series: [
            Series(
              id: "values", name: call.text("title") ?? "", unit: unit,
              points: values.map { Point(.label($0.label), $0.value) })
          ], y: Axis(unit: unit, least: 0))))
  }
}
