internal import Interface
internal import Plot

// The chart itself, its controls, and the values as a tree for screen readers.
extension ChartsState {
  func picture(_ chart: Chart, _ spec: ChartSpec, _ view: ChartView) -> Node<ChartsAction> {
    let text = chart.summary(in: view.viewport(ChartsState.size))
    guard isDeep else { return .chart(spec, id: "chart", in: view, says: text, [walk(chart)]) }
    return .chart(
      spec, id: "chart", in: view, says: text,
      gestures: ChartGestures(
        hold: { .hold($0) }, clear: .clear,
        looking: chart.hasStretch
          ? .init(zoom: { factor, at in .zoom(factor, at: at) }, pan: { .pan($0) }) : nil),
      [tip] + hands(chart) + [walk(chart)])
  }

  /// Always present, because a live region is announced only when its content changes.
  private var tip: Node<ChartsAction> {
    Node(.status, tooltip ?? "Hold the chart, or use its arrow keys, to read a value.", id: "tip")
      .with { $0.live = .polite }
  }

  /// Buttons that do everything that a gesture does.
  private func hands(_ chart: Chart) -> [Node<ChartsAction>] {
    var buttons: [Node<ChartsAction>] = [
      .button("Previous value", id: "previous", icon: .back, does: .hold(.step(.previous))),
      .button("Next value", id: "next", icon: .forward, does: .hold(.step(.next))),
    ]
    if chart.hasStretch {
      // The buttons never come and go: one that leads nowhere says so.
      buttons += [
        .button("Zoom in", id: "closer", icon: .add, does: .zoom(2, at: 0.5)),
        .button("Zoom out", id: "wider", does: .zoom(0.5, at: 0.5)),
        .button("Earlier", id: "earlier", icon: .back, does: .pan(-0.5)),
        .button("Later", id: "later", icon: .forward, does: .pan(0.5)),
        .button("Whole range", id: "whole", icon: .undo, does: .whole),
      ]
    }
    return [Node(.toolbar, "On this chart", id: "hands", children: buttons)]
  }

  // MARK: Value tree

  /// The tree of series, stretches and values, each with a summary. A stretch is expanded on request, so that a year is
  /// no list of 365 rows.
  private func walk(_ chart: Chart) -> Node<ChartsAction> {
    let parts = chart.parts(in: view.viewport(ChartsState.size))
    let rows = parts.count == 1 ? parts[0].children.map { row($0, of: nil) } : parts.map { row($0, of: $0.label) }
    return .list("Values", id: "values", rows)
  }

  /// With several series each stretch names its own, since two of them have the same days.
  private func row(_ part: ChartPart, of series: String?) -> Node<ChartsAction> {
    let id = part.id.key
    guard part.sort == .stretch, isDeep else {
      let inside: [Node<ChartsAction>] =
        part.children.isEmpty || part.sort == .stretch
        ? [] : [.list(part.label, id: "in", part.children.map { row($0, of: series) })]
      return .row(part.label, id: id, value: part.value, inside)
    }
    let isOpen = opened.contains(part.id)
    let name = [part.label, series].compactMap(\.self).joined(separator: ", ")
    return .row(
      part.label, id: id, value: part.value,
      [
        Node.button(
          "\(isOpen ? "Close" : "Open") \(name)", id: "open", icon: isOpen ? .close : .more,
          does: .open(stretch: part.id)
        ).with { $0.isExpanded = isOpen }
      ] + (isOpen ? [.list(name, id: "in", part.children.map { row($0, of: series) })] : []))
  }

  // MARK: Legend

  /// A switch for each series, with the sign that distinguishes it without colour.
  func legend(_ chart: Chart) -> [Node<ChartsAction>] {
    let series = chart.series
    guard isDeep, series.count > 1 else { return [] }
    let marks = chart.spec.marks
    let toggles = series.prefix(ChartSpec.Limit.drawableSeries).enumerated().map { index, one in
      Node<ChartsAction>.toggle(
        one.name.isEmpty ? "Series \(index + 1)" : one.name, id: "series-\(one.id.key)", isOn: !hidden.contains(one.id),
        hint: marks.count == series.count ? marks[index].sign : nil
      ) { _ in .toggle(series: one.id) }
    }
    return [.group("Legend", id: "legend", toggles)]
  }

  // MARK: Anomalies

  var review: [Node<ChartsAction>] {
    let found = unusual
    guard !found.isEmpty else { return [] }
    let shown = found.prefix(5).compactMap { mark -> Node<ChartsAction>? in
      guard let sentence = mark.anomaly?.sentence(on: mark.place) else { return nil }
      let id = "\(mark.series)-\(mark.index)".key
      let label = mark.name.isEmpty || (chart?.series.count ?? 1) == 1 ? sentence : "\(mark.name): \(sentence)"
      return isDeep
        ? .button(label, id: id, icon: .warning, does: .review(ChartView.Held(mark.series, mark.index)))
        : .note(label, tone: .warning, icon: .warning, id: id)
    }
    let more = found.count - shown.count
    return [
      .group(
        "Unusual values", id: "unusual", shown + (more > 0 ? [.note("And \(more) more in the table.", id: "more")] : [])
      )
    ]
  }

  // MARK: Table

  private static let rowsOnPage = 50

  /// Number of pages of the table.
  var pages: Int {
    let rows = chart?.table(in: view.viewport(ChartsState.size)).rows.count ?? 0
    return max(1, (rows + ChartsState.rowsOnPage - 1) / ChartsState.rowsOnPage)
  }

  func table(_ chart: Chart) -> [Node<ChartsAction>] {
    let table = chart.table(in: view.viewport(ChartsState.size))
    let pages = max(1, (table.rows.count + ChartsState.rowsOnPage - 1) / ChartsState.rowsOnPage)
    let page = min(page, pages - 1)
    let rows = table.rows.dropFirst(page * ChartsState.rowsOnPage).prefix(ChartsState.rowsOnPage)
    let node = Node<ChartsAction>.table(
      chart.spec.title, id: "table", columns: table.columns, rows: rows.map { $0.map(\.text) })
    guard pages > 1 else { return [node] }
    var turning: [Node<ChartsAction>] = [.note("Page \(page + 1) of \(pages)", id: "page")]
    if page > 0 { turning.append(.button("Previous rows", id: "back", icon: .back, does: .turn(page: page - 1))) }
    if page + 1 < pages { turning.append(.button("Next rows", id: "on", icon: .forward, does: .turn(page: page + 1))) }
    return [node, .group(id: "pages", turning)]
  }
}

extension ChartMark {
  /// The line style and point shape in words, such as "Dashed line, square points"; nil when there is none.
  fileprivate var sign: String? {
    let line = dash.map { $0 == .dashDot ? "dashes and dots" : "\($0.rawValue) line" }
    let points = shape.map { "\($0 == .circle ? "round" : $0.rawValue) points" }
    let words = [line, points].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? nil : words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

extension String {
  /// The string as a part of a node's identifier.
  fileprivate var key: String { String(map { $0.isLetter || $0.isNumber ? $0 : "-" }) }
}
