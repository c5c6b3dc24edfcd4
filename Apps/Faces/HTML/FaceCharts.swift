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
    // A zoomed part is not what the headline is about.
    let headline = view.window == nil && view.hidden.isEmpty ? element.chart?.headline : nil
    if let headline { self.headline(headline, &markup) }
    markup.close("figcaption")
    let chart = element.chart.flatMap { try? Chart($0) }
    if let chart {
      plot(element, chart, view, &markup)
    } else if let spec = element.chart {
      markup.tag("p", ["class": "text"], words: "Chart unavailable. Summary: \(spec.text)")
    }
    // The headline says the same in figures, so the sentence is for screen readers only.
    let said = element.value ?? element.chart?.text ?? ""
    let words = headline == nil ? "text" : "text unseen"
    if !said.isEmpty { markup.tag("p", ["id": "\(element.id)~text", "class": words], words: said) }
    hint(element, &markup)
    // The hands of a chart with gestures, its values and its files share one menu.
    let isLive = element.actions.contains(.hold)
    let hands = isLive ? children.filter { $0.role == .toolbar } : []
    let walks = children.filter { $0.role == .list }
    let others = children.filter { $0.role != .list && !(isLive && $0.role == .toolbar) }
    if !others.isEmpty {
      markup.open("div", ["class": "in"])
      all(others, of: element, &markup)
      markup.close("div")
    }
    if !isLive { values(walks, element, &markup) }
    if let chart { table(chart, view, element, &markup) }
    if isLive {
      fold("more", "More", element, &markup) { markup in
        if !hands.isEmpty {
          markup.open("div", ["class": "in"])
          all(hands, of: element, &markup)
          markup.close("div")
        }
        values(walks, element, &markup)
        if chart != nil, view.isDeep, !tab.isEmpty { downloads(element, &markup) }
      }
    }
    markup.close("figure")
  }

  /// Writes the figure with its meaning, and below it the difference from before and the goal.
  private func headline(_ headline: ChartHeadline, _ markup: inout Markup) {
    markup.open("span", ["class": "headline"])
    markup.tag("span", ["class": "amount"], words: headline.figure)
    if !headline.meaning.isEmpty { markup.tag("span", ["class": "meaning"], words: " \(headline.meaning)") }
    markup.close("span")
    let others = [headline.comparison, headline.goal].compactMap(\.self)
    guard !others.isEmpty else { return }
    markup.open("span", ["class": "against"])
    for (index, words) in others.enumerated() { markup.tag("span", words: index == 0 ? words : " · \(words)") }
    markup.close("span")
  }

  /// Draws the placeholder of a chart that is loading.
  func shape(_ element: Element, _ view: ChartView, _ id: String?, _ markup: inout Markup) {
    markup.open("div", ["id": id, "class": "chart", "role": "status", "aria-live": "off", "aria-busy": "true"])
    markup.tag("span", ["class": "unseen"], words: element.label)
    for width in ChartWidth.of(view.skeleton ?? "") {
      guard let kind = view.skeleton,
        let scene = Scene.skeleton(
          of: kind, title: element.label, in: view.viewport(width.size(of: kind, at: view.textSize)))
      else { continue }
      markup.open("div", ["class": width.classes(of: kind, at: view.textSize), "aria-hidden": "true"])
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
    let drawn = ChartWidth.of(chart.spec.kind.name).map { width in
      let scene = chart.scene(in: view.viewport(width.size(of: chart.spec, at: view.textSize)))
      return (width: width, scene: scene, tips: ChartTips.text(scene, in: view))
    }
    let isWalked = isLive || drawn.contains { $0.tips != nil }
    markup.open(
      "div",
      [
        "id": "\(element.id)~plot", "class": "plots", "role": isWalked ? "application" : "img",
        "aria-roledescription": isWalked ? "chart" : nil, "aria-label": element.label,
        "aria-describedby": describes, "tabindex": isWalked ? "0" : nil,
        "data-chart": isLive ? element.id : nil, "data-gestures": isLive ? gestures.joined(separator: " ") : nil,
        "data-whole": isLive && view.window == nil ? "" : nil,
        // The chart is animated when it appears, not after each interaction.
        "data-touched": view.held == nil && view.hidden.isEmpty && view.window == nil ? nil : "",
      ])
    for (width, scene, tips) in drawn {
      let plot = scene.plot
      let parts = [plot.x, plot.y, plot.width, plot.height, scene.size.width].map { String($0) }
      markup.open(
        "div",
        [
          "class": width.classes(of: chart.spec.kind.name, at: view.textSize),
          "data-plot": isLive || tips != nil ? parts.joined(separator: " ") : nil,
          "data-tips": tips,
        ])
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

  private func values(_ walks: [Element], _ element: Element, _ markup: inout Markup) {
    guard !walks.isEmpty else { return }
    fold("values", "Value by value", element, &markup) { markup in
      markup.open("div", ["class": "in"])
      all(walks, of: element, &markup)
      markup.close("div")
    }
  }

  /// Writes at most `mostRows` rows. The table of the screen and the CSV file have all of them.
  private func table(_ chart: Chart, _ view: ChartView, _ element: Element, _ markup: inout Markup) {
    let table = chart.table(in: view.viewport(ChartWidth.wide.size(of: chart.spec.kind.name, at: 100)))
    guard !table.rows.isEmpty else { return }
    let hasSound = table.rows.contains { row in row.contains { $0.value != nil } }
    fold("table", "Table", element, &markup) { markup in
      if hasSound, !tab.isEmpty { sound(element, &markup) }
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

  /// Plays the values as tones, in the page.
  private func sound(_ element: Element, _ markup: inout Markup) {
    markup.open("p", ["class": "hear"])
    markup.tag("span", words: "Hear it")
    markup.open(
      "audio",
      [
        "controls": "", "preload": "none", "src": address(of: element, as: .wav),
        "aria-label": "\(element.label), as sound",
      ])
    markup.close("audio")
    markup.close("p")
  }

  private func address(of element: Element, as format: ChartFormat) -> String {
    "\(base)/-/chart/\(Route([element.id]).text.dropFirst()).\(format.rawValue)?tab=\(tab)"
  }

  private func downloads(_ element: Element, _ markup: inout Markup) {
    fold("files", "Download", element, &markup) { markup in
      markup.open("div", ["class": "in"])
      for format in ChartFormat.allCases {
        let address = address(of: element, as: format)
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

  /// The size of a chart. A week side by side is as high as its fullest day.
  func size(of spec: ChartSpec, at textSize: Int) -> Size {
    guard self == .wide, case .week(let week) = spec.kind else { return size(of: spec.kind.name, at: textSize) }
    let most = week.days.map(\.entries.count).max() ?? 0
    return Size(720, Double(min(360, 70 + 150 * max(1, most))))
  }

  /// The size of a chart of that kind. A larger text is drawn for the narrowest phone, since it keeps its size however narrow
  /// the picture is; titles, steps and legend take height, which a phone has and the plot would lose.
  func size(of kind: String, at textSize: Int) -> Size {
    let size = size(of: kind)
    guard isSnug(kind, at: textSize) else { return size }
    // A radar is as high as it is wide, whatever its text.
    let more = kind == "radar" ? 0 : 0.6 * Double(textSize - 100) / 100
    return Size(ChartWidth.snug, size.height * (1 + more))
  }

  /// The width of a plot on a phone of 320 px, in pixels.
  private static let snug = 256.0

  private func isSnug(_ kind: String, at textSize: Int) -> Bool {
    self == .narrow && kind != "sparkline" && textSize > 100
  }

  func classes(of kind: String, at textSize: Int) -> String {
    "plot \(rawValue)\(isSnug(kind, at: textSize) ? " snug" : "")"
  }

  private func size(of kind: String) -> Size {
    switch (self, kind) {
    case (.wide, "sparkline"): Size(720, 40)
    case (.narrow, "sparkline"): Size(340, 40)
    case (.slight, _): Size(104, 40)
    case (.wide, "ring"), (.wide, "radar"): Size(720, 380)
    case (.narrow, "radar"): Size(300, 300)
    case (.wide, _): Size(720, 360)
    case (.narrow, _): Size(300, 232)
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
