import Covers
import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("A spec that is hard to draw")
struct HardSpecTests {
  private func line(_ values: [Double?]) -> ChartSpec {
    let points = values.enumerated().map { Point(.number(Double($0.offset)), $0.element) }
    return ChartSpec(title: "A", kind: .line(Lines(series: [Series(id: "a", name: "A", points: points)], smooth: true)))
  }

  @Test("with a value that is not finite is refused", arguments: [Double.nan, .infinity, -.infinity])
  func notANumber(value: Double) {
    #expect(throws: Problem.self) { try Chart(line([1, 2, value, 4])) }
    let said = (try? Chart(line([1, value]))) == nil
    #expect(said)
  }

  @Test("with days out of order is refused")
  func order() {
    let points = [3, 2].map { Point(Samples.day($0), 1) }
    let spec = ChartSpec(title: "A", kind: .line(Lines(series: [Series(id: "a", name: "A", points: points)])))
    let problem = #expect(throws: Problem.self) { try Chart(spec) }
    #expect(problem?.code == "chart-order")
  }

  @Test("of a hundred thousand points keeps the minimum and maximum of every pixel column, and every anomaly")
  func thinned() throws {
    var dice = Dice(1)
    var values = (0..<100_000).map { sine(Double($0) / 900) * 40 + Double.random(in: -5...5, using: &dice) }
    values[54_321] = 900
    values[54_323] = 800
    let chart = try Chart(line(values))
    let view = Viewport(Size(720, 400))
    let scene = chart.scene(in: view)
    #expect(scene.marks.count < 720 * 5)
    #expect(Set(scene.marks.filter { $0.anomaly != nil }.map(\.index)) == [54_321, 54_323])
    let kept = Dictionary(grouping: scene.marks) { Int($0.at.x) }
    let scale = ValueScale(from: 0, to: 99_999, start: scene.plot.x + 8, end: scene.plot.right - 8)
    var columns: [Int: (least: Double, greatest: Double)] = [:]
    for (index, value) in values.enumerated() {
      let x = Int(scale.at(Double(index)))
      let old = columns[x] ?? (value, value)
      columns[x] = (min(old.least, value), max(old.greatest, value))
    }
    for (x, column) in columns {
      let drawn = (kept[x] ?? []).compactMap(\.value)
      #expect(drawn.min() == column.least && drawn.max() == column.greatest, "column \(x)")
    }
    // Zoomed in, every value is drawn again.
    let near = chart.scene(in: Viewport(Size(720, 400), window: ChartWindow(50_000, 50_300)))
    #expect(near.marks.map(\.value) == values[50_000...50_300].map { $0 })
    #expect(chart.table(in: view).rows.count == 100_000)
  }

  @Test("of many anomalies marks each, and draws rings that do not overlap, at the most extreme ones first")
  func crowdOfAnomalies() throws {
    var dice = Dice(2)
    var values = (0..<20_000).map { _ in Double.random(in: -5...5, using: &dice) }
    for index in 9_000..<9_300 { values[index] = 100 + Double((index * 37) % 100) }
    values[15_000] = -300
    let scene = try Chart(line(values)).scene(in: Viewport(Size(720, 400)))
    let unusual = scene.marks.filter { $0.anomaly != nil }
    #expect(unusual.count == 301)
    let rings = scene.shapes.compactMap { shape -> Spot? in
      if shape.role == .anomaly, case .circle(let spot, _) = shape.form { spot } else { nil }
    }
    #expect((2...20).contains(rings.count))
    let greatest = try #require(unusual.max { ($0.value ?? 0) < ($1.value ?? 0) })
    let least = try #require(unusual.min { ($0.value ?? 0) < ($1.value ?? 0) })
    #expect(rings.contains(greatest.at) && rings.contains(least.at))
    for (order, ring) in rings.enumerated() {
      for other in rings[..<order] {
        let (x, y) = (ring.x - other.x, ring.y - other.y)
        #expect(x * x + y * y >= 26 * 26)
      }
    }
    // Every anomaly has a ring nearby.
    for mark in unusual {
      #expect(
        rings.contains { ($0.x - mark.at.x) * ($0.x - mark.at.x) + ($0.y - mark.at.y) * ($0.y - mark.at.y) < 26 * 26 })
    }
    // Zoomed in, where there is room, each has its own ring.
    let near = try Chart(line(values)).scene(in: Viewport(Size(720, 400), window: ChartWindow(9_000, 9_100)))
    #expect(near.shapes.count { if $0.role == .anomaly, case .circle = $0.form { true } else { false } } == 101)
  }

  @Test("of ten thousand series draws twelve, says so, and keeps all in its table")
  func crowd() throws {
    let series = (0..<10_000).map { number in
      Series(id: "\(number)", name: "S\(number)", points: (0..<3).map { Point(.number(Double($0)), Double(number)) })
    }
    let chart = try Chart(ChartSpec(title: "A", kind: .line(Lines(series: series))))
    let scene = chart.scene()
    #expect(Set(scene.marks.map(\.series)).count == 12)
    #expect(scene.words.contains("The first 12 of 10,000 are drawn."))
    #expect(chart.table().rows.flatMap(\.self).count { $0.value != nil } == 30_000)
  }

  @Test(
    "of extreme or equal numbers has a scene with finite coordinates",
    arguments: [
      [1e300, -1e300, 5], [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0], [5e-300, 6e-300, 7e-300],
      [.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude], [1e15, 1e15 + 1, 1e15 + 2], [7, 7, 7], [0, 0, 0],
    ] as [[Double?]])
  func extremes(values: [Double?]) throws {
    let chart = try Chart(line(values))
    let scene = chart.scene()
    #expect(scene.marks.count == 3)
    for mark in scene.marks { #expect(scene.plot.contains(mark.at)) }
    #expect(scene.ticks.count { $0.axis == .y } >= 2)
    #expect(!scene.svg(.light).contains("nan"))
    #expect(chart.sound().notes.allSatisfy { (220...880.001).contains($0.pitch) })
    _ = chart.description()
  }

  @Test("without data has a scene with a sentence instead of marks", arguments: ChartSpec.Kind.names)
  func empty(kind: String) throws {
    let empty: [String: ChartSpec.Kind] = [
      "line": .line(Lines(series: [])), "bar": .bar(Bars(series: [])), "grouped-bar": .groupedBar(Bars(series: [])),
      "ring": .ring(Rings([])), "sparkline": .sparkline(Sparkline(Series(id: "a", name: "A", points: []))),
      "heatmap": .heatmap(Heatmap([])), "scatter": .scatter(Scatter(series: [], x: Axis(), y: Axis())),
      "radar": .radar(Radar(spokes: (0..<3).map { Radar.Spoke("S\($0)") }, outlines: [])),
      "volume": .volume(VolumeAndIntensity([])), "week": .week(WeekCalendar([])),
    ]
    let chart = try Chart(ChartSpec(title: "A", kind: #require(empty[kind])))
    for view in [Viewport(), .light(), Viewport(Size(60, 30), dress: .export)] {
      let scene = chart.scene(in: view)
      guard case .lacking(let words) = scene.state else {
        Issue.record("the scene is \(scene.state)")
        continue
      }
      #expect(!words.isEmpty && scene.marks.isEmpty)
      #expect(!scene.text.isEmpty)
      _ = (chart.table(in: view), chart.csv(in: view), chart.sound(in: view).wav, chart.parts(in: view))
    }
  }
}
