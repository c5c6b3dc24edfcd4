import Covers
import Foundation
import Testing

@testable import Plot

@Suite("A viewport on a chart")
struct ViewportTests {
  private func year() throws -> Chart {
    let first = Day(2025, 4, 1)!.number
    let series = ["fitness", "nutrition", "wellbeing"].map { name in
      Series(
        id: name, name: name, hue: Hue(name),
        points: (0..<365).map { Point(.day(Day(number: first + $0)!), Double($0 % 50 + name.utf8.count)) })
    }
    return try Chart(ChartSpec(title: "Scores", kind: .line(Lines(series: series, smooth: true))))
  }

  @Test("shows the last days of a period, and no others", arguments: Period.presets)
  func presets(days: Int) throws {
    let chart = try year()
    let scene = chart.scene(in: Viewport(period: .days(days)))
    #expect(scene.marks.count == days * 3)
    #expect(scene.marks.last?.place == "31 March 2026")
    #expect(chart.table(in: Viewport(period: .days(days))).rows.count == days)
  }

  @Test("counts a period back from the instant of the spec, so that missing days are visible")
  func asOf() throws {
    var spec = try year().spec
    spec.asOf = Date(timeIntervalSince1970: Double(Day(2026, 4, 3)!.number) * 86_400 + 3_600)
    let scene = try Chart(spec).scene(in: Viewport(period: .days(7)))
    #expect(scene.marks.count == 4 * 3)
  }

  @Test("shows the days of a custom period, both ends included")
  func custom() throws {
    let view = Viewport(period: .custom(from: Day(2026, 1, 10)!, to: Day(2026, 1, 14)!))
    let scene = try year().scene(in: view)
    #expect(Set(scene.marks.map(\.place)).count == 5)
    #expect(scene.marks.first?.place == "10 January 2026")
  }

  @Test("with text of 200 % on a phone has its axis titles whole, on two lines, and room for its values")
  func largeText() throws {
    let weeks = (1...8).map { VolumeAndIntensity.Week("Week \($0)", volume: Double(20 + $0), intensity: 60) }
    let plan = try Chart(
      ChartSpec(
        title: "Plan",
        kind: .volume(
          VolumeAndIntensity(
            weeks, volume: Axis(title: "Volume", unit: "km"), intensity: Axis(title: "Faster work", unit: "%")))))
    let scene = plan.scene(in: Viewport(Size(256, 371), dress: .plain, textScale: 2))
    let words = scene.shapes.compactMap { shape in
      if case .letters(let letters) = shape.form { letters.text } else { nil }
    }
    for title in ["Volume (km)", "Faster work (%)"] {
      let parts = title.split(separator: " ")
      let isWhole =
        words.contains(title)
        || (1..<parts.count).contains { cut in
          words.contains(parts[..<cut].joined(separator: " ")) && words.contains(parts[cut...].joined(separator: " "))
        }
      #expect(isWhole, "\(title) in \(words)")
    }
    #expect(scene.plot.height > 90)
    // A week is named whole or not at all.
    #expect(
      scene.ticks.filter { $0.axis == .x }.allSatisfy { $0.text.hasPrefix("Week ") } && !words.joined().contains("…"))
  }

  @Test("with text of 200 % on a phone has every name of a radar within it, and a chart between them")
  func largeRadar() throws {
    let scene = try Chart(Samples.radar).scene(in: Viewport(Size(256, 480), dress: .plain, textScale: 2))
    let names = scene.shapes.compactMap { shape -> Lettering? in
      if case .letters(let letters) = shape.form, shape.role == .axis { letters } else { nil }
    }
    #expect(names.map(\.text).joined(separator: " ").split(separator: " ").count == 10, "\(names.map(\.text))")
    #expect(names.allSatisfy { $0.box.x >= 0 && $0.box.right <= 256 && $0.size >= 12 })
    #expect(scene.plot.width > 256 * 0.35)
  }

  @Test("with text of 200 % on a phone has the name and the word of a ring whole")
  func largeRing() throws {
    let ring = ChartSpec(
      title: "Water", kind: .ring(Rings([Rings.Ring(id: "w", name: "Water", value: 1, of: 2, word: "in progress")])))
    let scene = try Chart(ring).scene(in: Viewport(Size(256, 371), dress: .plain, textScale: 2))
    let words = scene.shapes.compactMap { if case .letters(let letters) = $0.form { letters.text } else { nil } }
    #expect(words.joined(separator: " ").contains("Water: in progress"), "\(words)")
  }

  @Test("for mode light shows the last seven days")
  func light() throws {
    let chart = try year()
    #expect(Set(chart.scene(in: .light()).marks.map(\.place)).count == 7)
    #expect(chart.summary(in: .light()).hasSuffix("over the last 7 days."))
  }

  @Test("is limited to the data, however far it is zoomed or panned")
  func snapping() throws {
    let chart = try year()
    let bounds = try #require(chart.bounds)
    var dice = Dice(5)
    var window = bounds
    for _ in 0..<400 {
      window =
        Bool.random(using: &dice)
        ? window.zoomed(
          by: Double.random(in: 0.1...8, using: &dice), around: Double.random(in: bounds.from...bounds.to, using: &dice)
        )
        : window.panned(by: Double.random(in: -900...900, using: &dice))
      window = try #require(chart.window(in: Viewport(window: window)))
      #expect(window.from >= bounds.from && window.to <= bounds.to && window.length >= 2)
    }
    #expect(chart.window(in: Viewport(window: bounds.zoomed(by: 0.01, around: bounds.from))) == bounds)
    #expect(chart.window(in: Viewport(window: ChartWindow(.nan, 3))) == bounds)
  }

  @Test("keeps the centre of a zoom in place")
  func zoom() {
    let window = ChartWindow(0, 100).zoomed(by: 4, around: 30)
    #expect(window.length == 25)
    #expect((30 - window.from) / window.length == 0.3)
  }

  @Test("hides the series switched off in the legend, which still lists them")
  func legend() throws {
    let chart = try year()
    let all = chart.scene(in: Viewport(period: .days(30)))
    let entry = try #require(all.legend.first { $0.series == "nutrition" })
    #expect(all.entry(at: entry.box.centre) == entry)
    let scene = chart.scene(in: Viewport(period: .days(30), hidden: ["nutrition"]))
    #expect(Set(scene.marks.map(\.series)) == ["fitness", "wellbeing"])
    #expect(scene.legend.first { $0.series == "nutrition" }?.isHidden == true)
    #expect(!scene.shapes.contains { $0.series == "nutrition" && $0.role != .legend })
    let none = chart.scene(in: Viewport(hidden: ["fitness", "nutrition", "wellbeing"]))
    #expect(none.state == .lacking("All series are hidden. Choose one in the legend to see it."))
    #expect(none.legend.count == 3)
  }

  @Test("finds the mark nearest to a spot, and none far from all marks")
  func nearest() throws {
    let chart = try Chart(Samples.line)
    let scene = chart.scene()
    for mark in scene.marks {
      #expect(scene.nearest(to: Spot(mark.at.x + 3, mark.at.y - 4)) == mark)
      #expect(mark.tooltip[1] == "\(mark.place): \(Int(mark.value!))")
    }
    #expect(scene.nearest(to: Spot(scene.plot.x, scene.plot.y)) == nil)
    #expect(try year().scene().column(at: 400).map(\.series) == ["fitness", "nutrition", "wellbeing"])
  }

  @Test("with invalid numbers has a scene of a valid size")
  func nonsense() throws {
    let chart = try Chart(Samples.line)
    for size in [Size(0, 0), Size(-5, .nan), Size(.infinity, 1e12), Size(1, 1)] {
      let scene = chart.scene(in: Viewport(size, textScale: .infinity, progress: .nan))
      #expect(scene.size.width >= 40 && scene.size.width <= 8_192)
      #expect(scene.size.height >= 24 && scene.size.height <= 8_192)
    }
  }

  @Test(
    "has a grey skeleton in the shape of the chart before there is data", .covers("yh-S04.3.1-B21"),
    arguments: ChartSpec.Kind.names)
  func skeleton(kind: String) throws {
    let view = Viewport(Size(480, 300))
    let skeleton = try #require(Scene.skeleton(of: kind, title: "Mood", in: view))
    #expect(skeleton.state == .skeleton && skeleton.marks.isEmpty && skeleton.words.isEmpty)
    #expect(!skeleton.shapes.isEmpty && skeleton.text == "Loading Mood.")
    // All grey: nothing can be mistaken for a value.
    for shape in skeleton.shapes {
      for paint in [shape.fill, shape.stroke?.paint].compactMap(\.self) {
        if case .hue = paint.role { Issue.record("\(shape.role) is coloured") }
      }
    }
    let spec = try #require(Samples.all.first { $0.kind.name == kind })
    let scene = try Chart(spec).scene(in: view)
    #expect(scene.skeleton.plot == scene.plot && scene.skeleton.size == scene.size)
  }
}
