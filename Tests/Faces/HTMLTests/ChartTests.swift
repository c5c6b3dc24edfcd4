import Covers
import EveryRole
import FoundationEssentials
import HTML
import Interface
import Plot
import Testing
import YHealth

@Suite("A chart as HTML")
struct ChartTests {
  private let face = Face(base: "/yhealth/me", tab: "t1")

  static func spec(_ hue: Hue = Hue("fitness"), name: String = "Own") -> ChartSpec {
    ChartSpec(
      title: "Mood",
      kind: .line(
        Lines(series: [
          Series(
            id: "own", name: name, hue: hue,
            points: (1...9).map { Point(.day(Day(2026, 3, $0)!), Double($0 % 4)) })
        ])))
  }

  private func tags(
    _ spec: ChartSpec = spec(), isLive: Bool = true, _ children: [N] = [],
    _ change: (inout ChartView) -> Void = { _ in }
  ) throws -> [Tag] {
    let gestures = ChartGestures<String>(
      hold: { _ in "hold" }, clear: "clear", looking: .init(zoom: { _, _ in "zoom" }, pan: { _ in "pan" }))
    let node = N.chart(
      spec, id: "mood", in: ChartView(change), says: "Mood went up.", gestures: isLive ? gestures : nil, children)
    let frame = EveryRole.frame([node])
    let html = face.html(frame.nodes[0], in: frame.root.children[1])
    return try Tag.read(html).flatMap(\.all)
  }

  @Test("It uses only colour properties of the page and no inline styles, so it follows every theme")
  func colours() throws {
    let drawn = try tags().filter { $0["fill"] != nil || $0["stroke"] != nil }
    #expect(drawn.count > 10)
    for tag in drawn {
      for paint in [tag["fill"], tag["stroke"]].compactMap(\.self) {
        #expect(paint == "none" || paint.hasPrefix("var(--") || paint.hasPrefix("color-mix(in srgb,var(--"), "\(paint)")
      }
    }
    #expect(drawn.contains { $0["stroke"] == "var(--hue-fitness,var(--accent))" })
    #expect(try tags().allSatisfy { $0["style"] == nil })
  }

  @Test("With a larger text the picture for a phone is drawn for the narrowest one, and higher; the wide one stays")
  func largeText() throws {
    func boxes(_ size: Int) throws -> [String?] {
      try tags { $0.textSize = size }.filter { $0.name == "svg" && $0["viewBox"] != "0 0 24 24" }.map { $0["viewBox"] }
    }
    #expect(try boxes(100) == ["0 0 720 360", "0 0 300 232"])
    let large = try boxes(200)
    #expect(large.first == "0 0 720 360" && large.last??.hasPrefix("0 0 256 371") == true, "\(large)")
    #expect(try tags { $0.textSize = 200 }.contains { $0["class"] == "plot narrow snug" })
  }

  @Test(
    "The names of hues and series never become markup or style rules",
    arguments: ["x);fill:url(//e", "\"><script>", "", "ü"])
  func harmless(words: String) throws {
    let tags = try tags(ChartTests.spec(Hue(words), name: words.isEmpty ? "x" : words))
    #expect(!tags.contains { $0.name == "script" })
    #expect(!tags.contains { ($0["stroke"] ?? "").contains("url") || ($0["fill"] ?? "").contains("url") })
  }

  @Test(
    "Pictures for wide and narrow pages are both hidden from screen readers, which read the text instead",
    .covers("yh-S04.3.3-B16", "yh-S04.3.3-L4"))
  func rooms() throws {
    let tags = try tags()
    #expect(tags.filter { $0.name == "svg" }.count == 2)
    #expect(tags.filter { $0.name == "svg" }.allSatisfy { $0["aria-hidden"] == "true" })
    let plots = try #require(tags.first { $0["data-gestures"] != nil })
    #expect(plots["aria-label"] == "Mood" && plots["aria-describedby"] == "mood~text" && plots["tabindex"] == "0")
    #expect(plots["data-gestures"] == "hold zoom pan" && plots["data-chart"] == "mood" && plots["data-whole"] == "")
    #expect(tags.first { $0.id == "mood~text" }?.text == "Mood went up.")
  }

  @Test(
    "Data of a pillar are drawn in its colour: fitness blue, nutrition green, wellbeing purple",
    .covers("yh-S04.3.1-AC7"),
    arguments: [("fitness", 200...225.0), ("nutrition", 110...140.0), ("wellbeing", 280...300.0)], Scheme.allCases)
  func pillars(wanted: (pillar: String, angles: ClosedRange<Double>), scheme: Scheme) throws {
    let (pillar, angles) = wanted
    let hue = Hue(pillar), palette = Theme.yhealth.palette(for: scheme)
    let colour = try #require(palette.hues[hue])
    let (red, green, blue) = (Double(colour.red), Double(colour.green), Double(colour.blue))
    let span = max(red, green, blue) - min(red, green, blue)
    // The hue angle in degrees: green is 120, blue is 240.
    let angle = green > blue ? (blue - red) / span * 60 + 120 : (red - green) / span * 60 + 240
    #expect(red < max(green, blue))
    #expect(angles.contains(angle), "\(pillar) lies at \(angle)")
    let series = Series(
      id: "own", name: "Own", hue: hue, points: (1...7).map { Point(.day(Day(2026, 3, $0)!), Double($0)) })
    let kinds: [ChartSpec.Kind] = [
      .line(Lines(series: [series])), .bar(Bars(series: [series])),
      .ring(Rings([.init(id: "r", name: "Goal", value: 3, of: 4, hue: hue)])),
      .heatmap(Heatmap([.init(.monday, hour: 7, 2)], hue: hue)),
    ]
    for kind in kinds {
      let svg = try Chart(ChartSpec(title: "Mood", kind: kind)).scene().svg(palette)
      #expect(svg.contains(colour.hex), "\(kind.name) in \(scheme)")
      #expect(
        try self.tags(ChartSpec(title: "Mood", kind: kind)).contains { tag in
          [tag["fill"], tag["stroke"]].contains("var(--hue-\(pillar),var(--accent))")
        })
    }
  }

  /// Maps colour properties of the style sheet to the hues that they stand for.
  private static let meanings: [String: Hue] = [
    "var(--excellent)": .excellent, "var(--needs-attention)": .attention, "var(--priority-focus)": .priority,
    "var(--soft)": .neutral,
  ]

  @Test(
    "A score, a goal and a trend are green, yellow or red by their value, and a flat trend is grey",
    .covers("yh-S04.3.1-B12", "yh-S04.3.1-B19", "yh-S04.3.1-B25"), arguments: Scheme.allCases)
  func values(scheme: Scheme) throws {
    func ring(_ value: Double, of goal: Double, _ hue: Hue) -> ChartSpec.Kind {
      .ring(Rings([.init(id: "r", name: "Goal", value: value, of: goal, hue: hue)]))
    }
    func week(_ values: [Double]) -> ChartSpec.Kind {
      let points = values.enumerated().map { Point(.day(Day(2026, 3, $0.offset + 1)!), $0.element) }
      return .sparkline(Sparkline(Series(id: "s", name: "Score", points: points)))
    }
    let expected: [(ChartSpec.Kind, String)] = [
      (ring(1, of: 100, .score), "red"), (ring(49, of: 100, .score), "red"), (ring(50, of: 100, .score), "yellow"),
      (ring(79, of: 100, .score), "yellow"), (ring(80, of: 100, .score), "green"),
      (ring(100, of: 100, .score), "green"), (ring(1, of: 1_000, .progress), "red"),
      (ring(499, of: 1_000, .progress), "red"), (ring(500, of: 1_000, .progress), "yellow"),
      (ring(750, of: 1_000, .progress), "yellow"), (ring(751, of: 1_000, .progress), "green"),
      (ring(1_000, of: 1_000, .progress), "green"), (week([1, 2, 3]), "green"), (week([3, 2, 1]), "red"),
      (week([3, 9, 3]), "grey"),
    ]
    let palette = Theme.yhealth.palette(for: scheme)
    for (kind, name) in expected {
      let strokes = try tags(ChartSpec(title: "Mood", kind: kind)).compactMap { tag in
        ["c-arc", "c-line"].contains(tag["class"]) ? tag["stroke"] : nil
      }
      #expect(Set(strokes).count == 1, "\(kind.name): \(strokes)")
      let hue = try #require(strokes.first.flatMap { ChartTests.meanings[$0] })
      #expect(try #require(palette.hues[hue]).plainName == name, "\(kind.name) in \(scheme)")
    }
  }

  @Test(
    "Every colour in a chart has enough contrast with its card in every theme and scheme", .covers("yh-S04.3.1-L9"),
    arguments: Theme.all.indices, Scheme.allCases)
  func contrast(theme: Int, scheme: Scheme) {
    let palette = Theme.all[theme].palette(for: scheme)
    #expect(palette.ink.contrast(with: palette.card) >= 4.5 && palette.softInk.contrast(with: palette.card) >= 4.5)
    #expect(!palette.hues.isEmpty)
    // The text of a trend or a percentage may be drawn in the hue of its score.
    for (hue, colour) in palette.hues {
      let least = ChartTests.meanings.values.contains(hue) ? 4.5 : 3
      #expect(colour.contrast(with: palette.card) >= least, "\(hue.name)")
    }
  }

  @Test("A heatmap has a text alternative for its colours", .covers("yh-S04.3.2-L4"))
  func alternative() throws {
    let spec = ChartSpec(
      title: "Activity",
      kind: .heatmap(Heatmap([.init(.tuesday, hour: 18, 9), .init(.monday, hour: 7, 2)], unit: "min")))
    let node = N.chart(spec, id: "hours", in: ChartView(), says: spec.text)
    let frame = EveryRole.frame([node])
    let tags = try Tag.read(face.html(frame.nodes[0], in: frame.root.children[1])).flatMap(\.all)
    let picture = try #require(tags.first { $0["class"] == "plots" })
    #expect(picture["aria-label"] == "Activity" && picture["aria-describedby"] == "hours~text")
    #expect(
      tags.first { $0.id == "hours~text" }?.text
        == "Activity, 2 of 168 hours of the week: greatest 9 min on Tuesday at 18:00, least 2 min on Monday at 07:00.")
  }

  @Test("In Light mode it is an image, with nothing to focus and no downloads", .covers("yh-S04.3.2-AC6"))
  func still() throws {
    let tags = try tags(isLive: false) { $0.isDeep = false }
    #expect(!tags.contains { $0["data-tips"] != nil || $0["tabindex"] == "0" && $0["class"] == "plots" })
    #expect(tags.first { $0["class"] == "plots" }?["role"] == "img")
    #expect(!tags.contains { $0["data-gestures"] != nil || $0["data-plot"] != nil || $0.name == "a" })
  }

  @Test("It can be downloaded in every format, from addresses of its own tab")
  func files() throws {
    let links = try tags().filter { $0.name == "a" }.compactMap { $0["href"] }
    #expect(links == ChartFormat.allCases.map { "/yhealth/me/-/chart/mood.\($0.rawValue)?tab=t1" })
  }

  @Test("In Deep mode each picture has the values that the page's script shows, with their positions")
  func tips() throws {
    let tags = try tags(isLive: false)
    let plots = try #require(tags.first { $0["class"] == "plots" })
    #expect(plots["role"] == "application" && plots["tabindex"] == "0" && plots["data-gestures"] == nil)
    let lists = tags.compactMap { $0["data-tips"] }
    #expect(lists.count == 2)
    for list in lists {
      let lines = list.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      #expect(lines.map { $0[2] } == (1...9).map { "\($0) March 2026" })
      #expect(lines.map { $0[3] } == (1...9).map { "\($0 % 4)" })
      let xs = lines.compactMap { Double($0[0]) }
      #expect(xs.count == 9 && xs == xs.sorted() && lines.allSatisfy { Double($0[1]) != nil })
    }
  }

  @Test("A headline stands above the picture, and the sentence is then for screen readers only")
  func headline() throws {
    var spec = ChartTests.spec()
    spec.headline = ChartHeadline(
      "7 h 22 min", "on average", comparison: "18 min more than the week before", goal: "Goal 8 h")
    let tags = try tags(spec)
    #expect(tags.first { $0["class"] == "amount" }?.text == "7 h 22 min")
    #expect(tags.first { $0["class"] == "against" }?.text == "18 min more than the week before · Goal 8 h")
    #expect(tags.first { $0.id == "mood~text" }?["class"] == "text unseen")
    // A zoomed part is not what the headline is about.
    let zoomed = try self.tags(spec) { $0.window = ChartWindow(20_515, 20_519) }
    #expect(!zoomed.contains { $0["class"] == "amount" })
    #expect(zoomed.first { $0.id == "mood~text" }?["class"] == "text")
  }

  @Test("A held point is marked, and a zoomed chart no longer counts as whole")
  func held() throws {
    let tags = try tags { view in
      view.held = .init("own", 4)
      view.window = ChartWindow(20_515, 20_519)
    }
    #expect(tags.filter { $0["class"] == "c-held" }.count == 4)
    #expect(tags.first { $0["data-gestures"] != nil }?["data-whole"] == nil)
  }

  @Test("Its values are a table, and the list for screen readers has a disclosure of its own")
  func folds() throws {
    let tags = try tags(isLive: true, [.list("Values", id: "values", [.row("1 March 2026", id: "a", value: "1")])])
    #expect(tags.filter { $0.name == "summary" }.map(\.text) == ["Table", "More", "Value by value", "Download"])
    #expect(tags.filter { $0.name == "tr" }.count == 10)
    #expect(tags.contains { $0.id == "mood.values.a" })
  }

  @Test("Its table holds its sound, in Light mode too; a chart without numbers has none", arguments: [true, false])
  func heard(isDeep: Bool) throws {
    let tags = try tags(isLive: false) { $0.isDeep = isDeep }
    let sounds = tags.filter { $0.name == "audio" }
    #expect(sounds.map { $0["src"] } == ["/yhealth/me/-/chart/mood.wav?tab=t1"])
    #expect(sounds.first?["aria-label"] == "Mood, as sound" && sounds.first?["controls"] != nil)
    #expect(sounds.first?["preload"] == "none" && sounds.first?["autoplay"] == nil)
    let gaps = ChartSpec(
      title: "Mood",
      kind: .line(Lines(series: [Series(id: "own", name: "Own", points: [Point(.number(1), nil)])])))
    #expect(try !self.tags(gaps, isLive: false).contains { $0.name == "audio" })
  }

  @Test("A static chart has its values as a list that is folded away")
  func staticValues() throws {
    let frame = EveryRole.frame([N.chart(ChartTests.spec(), id: "mood")])
    let list = try #require(frame.nodes[0].all.first { $0.id == "mood.values" })
    #expect(
      list.children.map(\.label).first == "1 March 2026" && list.children.map(\.value) == (1...9).map { "\($0 % 4)" })
    let tags = try Tag.read(face.html(frame.nodes[0], in: frame.root.children[1])).flatMap(\.all)
    #expect(tags.filter { $0.name == "summary" }.map(\.text) == ["Value by value", "Table"])
    // A single value is told by the sentence.
    let one = ChartSpec(title: "Sleep", kind: .ring(Rings([.init(id: "a", name: "Sleep", value: 5, of: 7)])))
    #expect(N.chart(one, id: "sleep").children.isEmpty)
  }

  @Test("A chart that cannot be drawn shows its summary instead")
  func fallback() throws {
    let broken = ChartSpec(
      title: "Mood", kind: .line(Lines(series: [Series(id: "a", name: "A", points: [Point(.number(1), .infinity)])])))
    let tags = try tags(broken)
    #expect(tags.contains { $0.text.hasPrefix("Chart unavailable. Summary: Mood") })
    #expect(!tags.contains { $0.name == "svg" })
  }

  @Test("A loading chart shows a skeleton of its kind", arguments: ChartSpec.Kind.names)
  func skeleton(kind: String) throws {
    let frame = EveryRole.frame([N.chartSkeleton("Loading mood", of: kind, in: ChartView())])
    let tags = try Tag.read(face.html(frame.nodes[0], in: frame.root.children[1])).flatMap(\.all)
    #expect(tags.filter { $0.name == "svg" }.count == (kind == "sparkline" ? 3 : 2))
    #expect(tags.first?["aria-busy"] == "true" && tags.first?.text.contains("Loading mood") == true)
  }

  @Test("A chart with its own colour scheme declares it", arguments: Scheme.allCases)
  func schemes(scheme: Scheme) throws {
    #expect(try tags(isLive: false) { $0.scheme = scheme }.first?["data-scheme"] == scheme.rawValue)
  }
}

extension Colour {
  /// The common name of the hue, by its angle in degrees: red is 0, green 120, blue 240.
  fileprivate var plainName: String {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let greatest = max(red, green, blue), span = greatest - min(red, green, blue)
    guard span > greatest * 0.35 else { return "grey" }
    let angle =
      greatest == red
      ? (green - blue) / span * 60
      : greatest == green ? (blue - red) / span * 60 + 120 : (red - green) / span * 60 + 240
    switch angle {
    case -15...15: return "red"
    case 35...65: return "yellow"
    case 90...150: return "green"
    default: return "\(Int(angle)) degrees"
    }
  }
}
