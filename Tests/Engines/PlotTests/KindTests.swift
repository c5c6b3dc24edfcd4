import Covers
import Foundation
import Testing

@testable import Plot

@Suite("The kinds of charts")
struct KindTests {
  private func series(
    _ id: String, _ count: Int = 14, _ value: (Int) -> Double = { Double(40 + $0 * 3 % 17) }
  ) -> Series {
    Series(id: id, name: id, points: (0..<count).map { Point(Samples.day($0 + 1), value($0)) })
  }

  private func scene(_ kind: ChartSpec.Kind, _ view: Viewport = Viewport()) throws -> Scene {
    try Chart(ChartSpec(title: "A", kind: kind)).scene(in: view)
  }

  @Test("a band fills the space between the first two lines where both are unbroken, and is kept in JSON")
  func band() throws {
    func series(_ id: String, _ values: [Double?]) -> Series {
      Series(
        id: id, name: id, dash: id == "low" ? .dashed : .solid,
        points: values.enumerated().map { Point(.number(Double($0)), $1) })
    }
    var lines = Lines(series: [series("high", [4, 5, nil, 6, 7]), series("low", [1, 2, nil, 3, 2])], isBand: true)
    let filled = try scene(.line(lines))
    let areas = filled.shapes.filter { $0.role == .area }
    #expect(areas.count == 1 && areas[0].fill != nil)
    // Where one of both is broken, nothing is filled.
    lines.series[1].points[1].y = nil
    lines.series[1].points[4].y = nil
    #expect(try scene(.line(lines)).shapes.contains { $0.role == .area } == false)
    let spec = ChartSpec(title: "A", kind: .line(lines))
    #expect(try JSONDecoder().decode(ChartSpec.self, from: try JSONEncoder().encode(spec)) == spec)
    lines.isBand = false
    let plain = try JSONEncoder().encode(ChartSpec(title: "A", kind: .line(lines)))
    #expect(!String(decoding: plain, as: UTF8.self).contains("band"))
  }

  @Test(
    "a line chart draws each series as a smooth line through every value, with axes of values and dates",
    .covers("yh-S04.3.1-AC1", "yh-S04.3.1-B1", "yh-S04.3.1-B3", "yh-S04.3.1-B4", "yh-S04.3.1-B5"))
  func line() throws {
    let both = [series("you"), series("goal") { _ in 50 }]
    let scene = try scene(.line(Lines(series: both, smooth: true)))
    for one in both {
      let own = scene.shapes.filter { $0.series == one.id }
      guard case .path(let steps)? = own.first(where: { $0.role == .line })?.form else {
        Issue.record("\(one.id) has no line")
        return
      }
      #expect(steps.dropFirst().count == 13)
      #expect(steps.dropFirst().allSatisfy { if case .curve = $0 { true } else { false } })
      #expect(own.count { $0.role == .point } == 14)
      #expect(scene.marks.count { $0.series == one.id } == 14)
    }
    let (up, across) = (scene.ticks.filter { $0.axis == .y }, scene.ticks.filter { $0.axis == .x })
    #expect(up.count > 2 && up.allSatisfy { Double($0.text) == $0.value })
    #expect(across.count > 2 && across.allSatisfy { $0.text.contains("Mar") })
    for tick in up + across { #expect(scene.words.contains(tick.text)) }
  }

  @Test(
    "a bar chart has labelled bars as high as their values, side by side for several series",
    .covers("yh-S04.3.1-AC2", "yh-S04.3.1-B6", "yh-S04.3.1-B7", "yh-S04.3.1-B8"))
  func bars() throws {
    let weeks = ["Week 10", "Week 11", "Week 12"]
    let weekly = ["Last year", "This year"].enumerated().map { order, name in
      Series(
        id: name, name: name,
        points: weeks.enumerated().map { Point(.label($0.element), Double(($0.offset + 2) * (10 + order * 5))) })
    }
    let daily = [series("steps", 7) { Double(1_000 * ($0 + 1)) }]
    for (kind, count) in [(ChartSpec.Kind.bar(Bars(series: daily)), 7), (.groupedBar(Bars(series: weekly)), 6)] {
      let scene = try scene(kind)
      let marks = scene.marks
      #expect(marks.count == count && scene.shapes.count { $0.role == .bar } == count)
      let first = try #require(marks.first), value = try #require(first.value)
      for mark in marks {
        #expect(abs(mark.box.bottom - first.box.bottom) < 0.01, "all bars start at zero")
        #expect(abs(mark.box.height / first.box.height - mark.value! / value) < 0.01)
        #expect(marks.allSatisfy { $0 == mark || !$0.box.meets(mark.box) })
      }
    }
    let grouped = try scene(.groupedBar(Bars(series: weekly)))
    for word in weeks + ["Last year", "This year"] { #expect(grouped.words.contains(word)) }
    let single = try scene(.bar(Bars(series: daily)))
    #expect(single.ticks.count { $0.axis == .x } == 7 && single.words.contains("2 Mar"))
    // The two bars of a group are closer to each other than to the next week's.
    let sorted = grouped.marks.map(\.box).sorted { $0.x < $1.x }
    #expect(sorted[1].x - sorted[0].right < sorted[2].x - sorted[1].right)
  }

  @Test(
    "a bar chart shows the values on its bars only if the spec asks for them", .covers("yh-S04.3.1-B9"),
    arguments: [true, false])
  func values(isAsked: Bool) throws {
    let many = series("a", 30) { Double(11 + $0) }
    let scene = try scene(.bar(Bars(series: [many], showsValues: isAsked)))
    let written = scene.shapes.compactMap { shape in
      if shape.role == .value, case .letters(let letters) = shape.form { letters.text } else { nil }
    }
    #expect(written == (isAsked ? (11...40).map { "\($0)" } : []))
  }

  @Test(
    "a ring is filled by the reached share of its goal, with the percentage and the target in its middle",
    .covers("yh-S04.3.1-AC3", "yh-S04.3.1-B10", "yh-S04.3.1-B11", "yh-S04.3.1-B13"),
    arguments: [
      (0, 0, Hue.priority, "0 %", "0 of 10000 steps"), (2_500, 0.25, .priority, "25 %", "2,500 of 10000 steps"),
      (6_000, 0.6, .attention, "60 %", "6,000 of 10000 steps"),
      (10_000, 1, .excellent, "100 %", "10,000 of 10000 steps"),
      (12_000, 1, .excellent, "100 %", "12,000 of 10000 steps"),
    ] as [(Double, Double, Hue, String, String)])
  func ring(value: Double, share: Double, hue: Hue, percent: String, target: String) throws {
    let goal = Rings.Ring(id: "s", name: "Steps", value: value, of: 10_000, unit: "steps", hue: .progress)
    let scene = try scene(.ring(Rings([goal])))
    let arcs = scene.shapes.compactMap { shape -> (Spot, Double, Paint?)? in
      if shape.role == .arc, case .arc(let spot, _, let share) = shape.form {
        (spot, share, shape.stroke?.paint)
      } else {
        nil
      }
    }
    #expect(arcs.map(\.1) == (share > 0 ? [share] : []))
    #expect(arcs.allSatisfy { $0.2 == .hue(hue) })
    for words in [percent, target] {
      let letters = scene.shapes.compactMap { shape in
        if case .letters(let letters) = shape.form, letters.text == words { letters } else { nil }
      }
      let box = try #require(letters.first).box
      #expect(abs(box.centre.x - scene.marks[0].box.centre.x) < 1 && scene.marks[0].box.contains(box), "\(words)")
    }
  }

  @Test(
    "a sparkline shows the last seven days unless another period is set, and no axis",
    .covers("yh-S04.3.1-B17", "yh-S04.3.1-B18"))
  func sparkline() throws {
    let kind = ChartSpec.Kind.sparkline(Sparkline(series("a", 30)))
    let small = Viewport(Size(160, 40), dress: .plain)
    let scene = try scene(kind, small)
    #expect(scene.marks.map(\.index) == Array(23..<30))
    #expect(scene.ticks.isEmpty && !scene.shapes.contains { [.axis, .grid].contains($0.role) })
    var longer = small
    longer.period = .days(30)
    #expect(try self.scene(kind, longer).marks.count == 30)
  }

  @Test(
    "a heatmap has seven rows of 24 cells, stronger for larger values and grey where there is no data",
    .covers("yh-S04.3.2-AC1", "yh-S04.3.2-B1", "yh-S04.3.2-B2", "yh-S04.3.2-B3", "yh-S04.3.2-E2"))
  func heatmap() throws {
    let known = (0..<24).map { Heatmap.Cell(.tuesday, hour: $0, Double($0)) }
    let scene = try scene(.heatmap(Heatmap(known, hue: Hue("fitness"))))
    func boxes(_ role: Shape.Role) -> [(box: Box, fill: Paint?)] {
      scene.shapes.compactMap { shape in
        if shape.role == role, case .box(let box, _) = shape.form { (box, shape.fill) } else { nil }
      }
    }
    let (full, empty) = (boxes(.cell), boxes(.gap))
    let all = (full + empty).map(\.box)
    #expect(full.count == 24 && empty.count == 144)
    #expect(Set(all.map { Int($0.x.rounded()) }).count == 24 && Set(all.map { Int($0.y.rounded()) }).count == 7)
    #expect(empty.allSatisfy { $0.fill?.role == .gridLine })
    #expect(full.allSatisfy { $0.fill?.role == .hue(Hue("fitness")) })
    let strengths = full.compactMap(\.fill?.strength)
    #expect(strengths == strengths.sorted() && Set(strengths).count == 6)
    #expect(scene.ticks.count { $0.axis == .y } == 7 && scene.words.contains("No data"))
    #expect(scene.marks.map(\.value) == (0..<24).map { Double($0) })
  }

  @Test(
    "a scatter plot has one point for each day, the trend line and the strength of the correlation",
    .covers(
      "yh-S04.3.2-AC2", "yh-S04.3.2-B6", "yh-S04.3.2-B7", "yh-S04.3.2-B8", "yh-S04.3.2-B9", "yh-S04.3.2-B10"),
    arguments: [(1.0, "A strong link, rising together"), (-1, "A strong link, one falls as the other rises")])
  func scatter(direction: Double, words: String) throws {
    let days = (1...9).map { day in
      let sleep = 5 + Double(day * 7 % 9) / 3
      return Point(.number(sleep), 50 + direction * sleep * 3 + Double(day % 3), note: "\(day) March 2026")
    }
    let kind = ChartSpec.Kind.scatter(
      Scatter(
        series: [Series(id: "d", name: "Days", points: days)], x: Axis(title: "Sleep", unit: "h"),
        y: Axis(title: "Performance")))
    let scene = try scene(kind)
    #expect(scene.marks.count == 9 && scene.shapes.count { $0.role == .point } == 9)
    #expect(Set(scene.marks.compactMap(\.tooltip.last)) == Set((1...9).map { "\($0) March 2026" }))
    for (one, two) in zip(scene.marks, scene.marks.dropFirst()) {
      guard case .number(let left) = days[one.index].x, case .number(let right) = days[two.index].x else {
        Issue.record("a point has no numeric x")
        return
      }
      #expect((left < right) == (one.at.x < two.at.x))
      #expect((one.value! < two.value!) == (one.at.y > two.at.y))
    }
    #expect(scene.words.contains("Sleep (h)") && scene.words.contains("Performance"))
    guard case .path(let steps)? = scene.shapes.first(where: { $0.role == .trend && $0.stroke != nil })?.form,
      let from = steps.first?.end, let to = steps.last?.end
    else {
      Issue.record("there is no line")
      return
    }
    #expect(from.x < to.x && (from.y > to.y) == (direction > 0))
    let sign = direction < 0 ? "\u{2212}" : ""
    #expect(scene.words.contains { $0.hasPrefix("\(words) (correlation \(sign)0.9") })
  }
}
