internal import Interface
internal import Plot

// Charts: drawings in the colours of the page, with summary, values, table and downloads.
extension Face {
  func chart(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let view = element.view ?? ChartView()
    markup.open("figure", ["id": spot.id, "class": "chart", "data-scheme": view.scheme?.rawValue])
    markup.open("figcaption")
    markup.tag("b", words: element.label)
    if let subtitle = element.chart?.subtitle { markup.tag("span", ["class": "value"], words: " \(subtitle)") }
    markup.close("figcaption")
    let chart = element.chart.flatMap { try? Chart($0) }
    if let chart {
      plot(element, chart, view, &markup)
    } else if let spec = element.chart {
      markup.tag("p", ["class": "text"], words: "Chart unavailable. Summary: \(spec.text)")
    }
    let said = element.value ?? element.chart?.text ?? ""
    if !said.isEmpty { markup.tag("p", ["id": "\(element.id)~text", "class": "text"], words: said) }
    hint(element, &markup)
    let (walks, others) = (children.filter { $0.role == .list }, children.filter { $0.role != .list })
    if !others.isEmpty {
      markup.open("div", ["class": "in"])
      all(others, of: element, &markup)
      markup.close("div")
    }
    if !walks.isEmpty {
      fold("values", "Value by value", element, &markup) { markup in
        markup.open("div", ["class": "in"])
        all(walks, of: element, &markup)
        markup.close("div")
      }
    }
    if let chart { table(chart, view, element, &markup) }
    if chart != nil, view.isDeep, element.actions.contains(.hold), !tab.isEmpty { downloads(element, &markup) }
    markup.close("figure")
  }

  /// Draws the placeholder of a chart that is loading.
  func shape(_ element: Element, _ view: ChartView, _ id: String?, _ markup: inout Markup) {
    markup.open("div", ["id": id, "class": "chart", "role": "status", "aria-busy": "true"])
    markup.tag("span", ["class": "unseen"], words: element.label)
    for width in ChartWidth.of(view.skeleton ?? "") {
      guard let kind = view.skeleton,
        let scene = Scene.skeleton(of: kind, title: element.label, in: view.viewport(width.size(of: kind)))
      else { continue }
      markup.open("div", ["class": "plot \(width.rawValue)", "aria-hidden": "true"])
      markup.chart(scene, nil)
      markup.close("div")
    }
    markup.close("div")
  }

  // MARK: Picture

  /// Draws the chart in two or three sizes, of which the style sheet shows the one that fits: text in a chart does not
  /// scale with the page.
  private func plot(_ element: Element, _ chart: Chart, _ view: ChartView, _ markup: inout Markup) {
    let gestures = element.actions.filter { [.hold, .zoom, .pan].contains($0) }.map(\.rawValue)
    let isLive = !gestures.isEmpty
    let isSaid = !(element.value ?? element.chart?.text ?? "").isEmpty
    let describes = element.id.contains(where: \.isWhitespace) || !isSaid ? nil : "\(element.id)~text"
    markup.open(
      "div",
      [
        "id": "\(element.id)~plot", "class": "plots", "role": isLive ? "application" : "img",
        "aria-roledescription": isLive ? "chart" : nil, "aria-label": element.label,
        "aria-describedby": describes, "tabindex": isLive ? "0" : nil,
        "data-chart": isLive ? element.id : nil, "data-gestures": isLive ? gestures.joined(separator: " ") : nil,
        "data-whole": isLive && view.window == nil ? "" : nil,
        // The chart is animated when it appears, not after each interaction.
        "data-touched": view.held == nil && view.hidden.isEmpty && view.window == nil ? nil : "",
      ])
    for width in ChartWidth.of(chart.spec.kind.name) {
      let scene = chart.scene(in: view.viewport(width.size(of: chart.spec.kind.name)))
      let plot = scene.plot
      let parts = [plot.x, plot.y, plot.width, plot.height, scene.size.width].map { String($0) }
      markup.open("div", ["class": "plot \(width.rawValue)", "data-plot": isLive ? parts.joined(separator: " ") : nil])
      markup.chart(scene, scene.marks.first { $0.series == view.held?.series && $0.index == view.held?.index })
      markup.close("div")
    }
    markup.close("div")
  }

  // MARK: Table and downloads

  private func fold(
    _ name: String, _ title: String, _ element: Element, _ markup: inout Markup, _ inside: (inout Markup) -> Void
  ) {
    markup.open("details", ["id": "\(element.id)~\(name)", "class": "fold"])
    markup.tag("summary", words: title)
    inside(&markup)
    markup.close("details")
  }

  /// Writes at most `mostRows` rows. The table of the screen and the CSV file have all of them.
  private func table(_ chart: Chart, _ view: ChartView, _ element: Element, _ markup: inout Markup) {
    let table = chart.table(in: view.viewport(ChartWidth.wide.size(of: chart.spec.kind.name)))
    guard !table.rows.isEmpty else { return }
    fold("table", "Table", element, &markup) { markup in
      markup.open(
        "div", ["class": "scroll", "role": "group", "tabindex": "0", "aria-label": "\(element.label), table"])
      markup.open("table")
      markup.open("thead")
      markup.open("tr")
      for column in table.columns { markup.tag("th", ["scope": "col"], words: column) }
      markup.close("tr")
      markup.close("thead")
      markup.open("tbody")
      for row in table.rows.prefix(Face.mostRows) {
        markup.open("tr")
        for cell in row { markup.tag("td", words: cell.text) }
        markup.close("tr")
      }
      markup.close("tbody")
      markup.close("table")
      markup.close("div")
      let more = table.rows.count - Face.mostRows
      if more > 0 { markup.tag("p", ["class": "hint"], words: "\(more) more rows are in the CSV table.") }
    }
  }

  private static let mostRows = 60

  private func downloads(_ element: Element, _ markup: inout Markup) {
    fold("files", "Download", element, &markup) { markup in
      markup.open("div", ["class": "in"])
      for format in ChartFormat.allCases {
        let address = "\(base)/-/chart/\(Route([element.id]).text.dropFirst()).\(format.rawValue)?tab=\(tab)"
        markup.tag("a", ["class": "link", "href": address, "download": ""], words: format.title)
      }
      markup.close("div")
    }
  }
}

/// The widths for which a page draws a chart.
private enum ChartWidth: String {
  case wide, slight, narrow

  /// A sparkline also appears in tiles, three abreast on a phone.
  static func of(_ kind: String) -> [ChartWidth] {
    kind == "sparkline" ? [.wide, .slight, .narrow] : [.wide, .narrow]
  }

  func size(of kind: String) -> Size {
    switch (self, kind) {
    case (.wide, "sparkline"): Size(720, 40)
    case (.narrow, "sparkline"): Size(340, 40)
    case (.slight, _): Size(104, 40)
    case (.wide, "ring"), (.wide, "radar"): Size(720, 380)
    case (.narrow, "radar"): Size(340, 360)
    case (.wide, _): Size(720, 360)
    case (.narrow, _): Size(340, 300)
    }
  }
}

extension Markup {
  /// Writes a scene in the page's colours, with the selected value marked.
  fileprivate mutating func chart(_ scene: Scene, _ held: Scene.Mark?) {
    var options = Scene.SVG(isSized: false, hasGround: false)
    options.prefix = "c-"
    options.isMute = true
    let svg = scene.svg(options, colours: StyleSheet.paint)
    let end = "</svg>\n"
    guard let held else { return drawing(svg) }
    let (x, y) = (String(held.at.x), String(held.at.y))
    drawing(String(svg.dropLast(end.count)))
    open("path", ["class": "c-held", "d": "M\(x) \(String(scene.plot.y))V\(String(scene.plot.bottom))"])
    close("path")
    open("circle", ["class": "c-held", "cx": x, "cy": y, "r": "7"])
    close("circle")
    close("svg")
  }
}

extension StyleSheet {
  /// The custom property for a paint, so that a chart follows the page into every theme and scheme.
  static func paint(_ paint: Paint) -> String {
    let full =
      switch paint.role {
      case .ink: "var(--ink)"
      case .softInk: "var(--soft)"
      case .gridLine: "var(--hairline)"
      case .card: "var(--card)"
      case .ground: "var(--ground)"
      case .hue(let hue): property(of: hue)
      }
    guard paint.strength < 1 else { return full }
    return "color-mix(in srgb,\(full) \((max(paint.strength, 0) * 1000).rounded() / 10)%,var(--card))"
  }

  /// The custom property for a hue. Hue names are not trusted: a name other than letters, digits and hyphens gives the
  /// accent colour.
  private static func property(of hue: Hue) -> String {
    switch hue {
    case .accent: return "var(--accent)"
    case .neutral: return "var(--soft)"
    case .excellent: return "var(--excellent)"
    case .attention: return "var(--needs-attention)"
    case .priority: return "var(--priority-focus)"
    default: break
    }
    let isName = hue.name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    return isName && !hue.name.isEmpty ? "var(--hue-\(hue.name),var(--accent))" : "var(--accent)"
  }
}
