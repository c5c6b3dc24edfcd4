import Covers
import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("A chart that cannot be drawn")
struct ChartProblemTests {
  @Test("is none of the valid samples", arguments: Samples.all)
  func good(spec: ChartSpec) throws {
    #expect(spec.problems.isEmpty)
    #expect(spec.remarks.isEmpty)
    try spec.validated()
  }

  func line(_ points: [Point], more: [Series] = []) -> ChartSpec {
    ChartSpec(title: "A", kind: .line(Lines(series: [Series(id: "a", name: "A", points: points)] + more)))
  }

  func says(_ spec: ChartSpec, _ code: String, _ words: String) -> Bool {
    spec.problems.contains { $0.code == code && $0.what.contains(words) }
  }

  @Test("has no title, or one of whitespace only", arguments: ["", " ", "\n\t "])
  func title(title: String) {
    var spec = Samples.line
    spec.title = title
    #expect(spec.problems.first?.what == "The chart's title is empty.")
  }

  @Test("has a title of more than 400 bytes")
  func longTitle() {
    var spec = Samples.line
    spec.title = String(repeating: "x", count: 401)
    #expect(says(spec, "chart-limit", "title is longer than 400 bytes"))
  }

  @Test("has a unit, a label or a note of more than 400 bytes")
  func longWords() {
    let book = String(repeating: "x", count: 401)
    #expect(says(line([Point(.label(book), 1)]), "chart-limit", "series[0].points[0].label"))
    #expect(says(line([Point(.number(1), 1, note: book)]), "chart-limit", "series[0].points[0].note"))
    let other = Series(id: "b", name: "B", unit: book, points: [])
    #expect(says(line([], more: [other]), "chart-limit", "series[1].unit"))
    #expect(says(ChartSpec(title: "A", kind: .line(Lines(series: [], x: Axis(unit: book)))), "chart-limit", "x.unit"))
  }

  @Test(
    "has a value that is not finite", .covers("yh-S04.3.2-L2"), arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    #expect(says(line([Point(.number(1), value)]), "chart-number", "series[0].points[0].y"))
    #expect(says(line([Point(.number(value), 1)]), "chart-number", "series[0].points[0].x"))
    let ring = Rings.Ring(id: "a", name: "A", value: value, of: 100)
    #expect(says(ChartSpec(title: "A", kind: .ring(Rings([ring]))), "chart-number", "rings[0].value"))
    let cell = Heatmap.Cell(.monday, hour: 1, value)
    #expect(says(ChartSpec(title: "A", kind: .heatmap(Heatmap([cell]))), "chart-number", "cells[0].value"))
  }

  @Test("has days or instants out of order, or a repeated day")
  func order() {
    #expect(says(line([Point(Samples.day(2), 1), Point(Samples.day(1), 1)]), "chart-order", "points[1]"))
    #expect(says(line([Point(Samples.day(2), 1), Point(Samples.day(2), 1)]), "chart-order", "points[1]"))
    let (early, late) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1))
    #expect(says(line([Point(.instant(late), 1), Point(.instant(early), 1)]), "chart-order", "points[1]"))
    #expect(line([Point(.instant(early), 1), Point(.instant(late), 1)]).problems.isEmpty)
  }

  @Test("mixes days with numbers or labels")
  func mixed() {
    #expect(says(line([Point(Samples.day(2), 1), Point(.number(3), 1)]), "chart-mixed", "points[1]"))
    let other = Series(id: "b", name: "B", points: [Point(.label("Mon"), 1)])
    #expect(says(line([Point(.number(3), 1)], more: [other]), "chart-mixed", "series[1].points[0]"))
  }

  @Test("has two series with the same id")
  func duplicate() {
    let twin = Series(id: "a", name: "B", points: [])
    #expect(says(line([], more: [twin]), "chart-duplicate", "series[1].id"))
  }

  @Test("has an instant outside the calendar")
  func calendar() {
    for seconds in [1e12, -1e12, 1e300] {
      let spec = line([Point(.instant(Date(timeIntervalSince1970: seconds)), 1)])
      #expect(says(spec, "chart-range", "points[0].at"))
      #expect(spec.text.contains("an unknown day"))
    }
  }

  @Test("has more than ten thousand series; more than twelve only cause a remark")
  func series() {
    func many(_ count: Int) -> ChartSpec {
      ChartSpec(title: "A", kind: .line(Lines(series: (0..<count).map { Series(id: "\($0)", name: "S", points: []) })))
    }
    #expect(many(12).remarks.isEmpty)
    #expect(many(13).problems.isEmpty)
    #expect(many(13).remarks.first?.what == "The chart has 13 series; the first 12 are drawn.")
    #expect(many(10_000).problems.isEmpty)
    #expect(says(many(10_001), "chart-limit", "has 10001 series"))
  }

  @Test("has more than a million points")
  func points() {
    func many(_ count: Int) -> ChartSpec { line((0..<count).map { Point(.number(Double($0)), 1) }) }
    #expect(many(1_000_000).problems.isEmpty)
    #expect(says(many(1_000_001), "chart-limit", "has 1000001 points"))
  }

  @Test("reports twenty problems at most")
  func bounded() {
    let spec = line((0..<1_000).map { Point(.number(Double($0)), .nan) })
    #expect(spec.problems.count == 20)
    let problem = #expect(throws: Problem.self) { try spec.validated() }
    #expect(problem?.what.hasSuffix("19 more things are wrong with it.") == true)
  }

  @Test(
    "has a heatmap cell outside the week, or a repeated one", .covers("yh-S04.3.2-L2"),
    arguments: [(0, 5), (8, 5), (1, -1), (1, 24), (.max, .min)])
  func heatmap(day: Int, hour: Int) {
    let spec = ChartSpec(title: "A", kind: .heatmap(Heatmap([.init(day: day, hour: hour, value: 1)])))
    #expect(says(spec, "chart-range", "cells[0]"))
    let twice = Heatmap([Heatmap.Cell(.friday, hour: 3, 1), Heatmap.Cell(.friday, hour: 3, 1)])
    #expect(says(ChartSpec(title: "A", kind: .heatmap(twice)), "chart-duplicate", "cells[1]"))
  }

  @Test("has a ring whose goal is zero, negative or not finite", arguments: [0, -1, Double.nan, .infinity])
  func goal(goal: Double) {
    let ring = Rings.Ring(id: "a", name: "A", value: 1, of: goal)
    let spec = ChartSpec(title: "A", kind: .ring(Rings([ring])))
    #expect(says(spec, "chart-range", "rings[0].goal is not above zero"))
    #expect(ring.share == nil)
  }

  @Test("has an axis whose minimum is not below its maximum")
  func axis() {
    let spec = ChartSpec(title: "A", kind: .line(Lines(series: [], y: Axis(least: 5, greatest: 5))))
    #expect(says(spec, "chart-range", "y has a least of 5"))
  }

  @Test("is a radar with two or thirteen spokes, or with values that do not match them or exceed 100")
  func radar() {
    func radar(_ spokes: Int, _ values: [Double?]) -> ChartSpec {
      let outline = Radar.Outline(id: "a", name: "A", values: values)
      let kind = Radar(spokes: (0..<spokes).map { Radar.Spoke("S\($0)") }, outlines: [outline])
      return ChartSpec(title: "A", kind: .radar(kind))
    }
    #expect(says(radar(2, [1, 1]), "chart-range", "spokes are 2"))
    #expect(says(radar(13, Array(repeating: 1, count: 13)), "chart-range", "spokes are 13"))
    #expect(says(radar(3, [1, 1]), "chart-range", "outlines[0].values are 2 for 3 spokes"))
    #expect(says(radar(3, [1, 101, 1]), "chart-range", "outlines[0].values[1]"))
    #expect(radar(3, [1, nil, 100]).problems.isEmpty)
    #expect(radar(12, Array(repeating: 1, count: 12)).problems.isEmpty)
  }

  @Test("is a bar chart of two series, which requires grouped bars")
  func bars() {
    guard case .groupedBar(let bars) = Samples.grouped.kind else {
      Issue.record("the sample has no grouped bars")
      return
    }
    #expect(says(ChartSpec(title: "A", kind: .bar(bars)), "chart-kind", "series has 2 entries"))
  }

  @Test("is a scatter plot of days instead of numbers")
  func scatter() {
    let scatter = Scatter(series: [Samples.mood], x: Axis(), y: Axis())
    #expect(says(ChartSpec(title: "A", kind: .scatter(scatter)), "chart-mixed", "does not stand on numbers"))
  }

  @Test("is a plan with weeks out of order or with a negative volume")
  func volume() {
    let weeks: [VolumeAndIntensity.Week] = [
      .init("1", start: Day(2026, 3, 9), volume: 1, intensity: 1),
      .init("2", start: Day(2026, 3, 2), volume: -1, intensity: 1),
    ]
    let spec = ChartSpec(title: "A", kind: .volume(VolumeAndIntensity(weeks)))
    #expect(says(spec, "chart-order", "weeks[1].start"))
    #expect(says(spec, "chart-range", "weeks[1].volume"))
  }

  @Test("is a week with two Mondays, with a repeated entry, or with an entry of 10,000 minutes")
  func week() {
    let entry = WeekCalendar.Entry(id: "1", title: "Run", kind: "run", minutes: 10_000)
    let spec = ChartSpec(title: "A", kind: .week(WeekCalendar([.init(.monday, [entry]), .init(.monday, [entry])])))
    #expect(says(spec, "chart-duplicate", "second Monday"))
    #expect(says(spec, "chart-duplicate", "entries[1].id"))
    #expect(says(spec, "chart-range", "days[0].entries[0].minutes"))
  }
}
