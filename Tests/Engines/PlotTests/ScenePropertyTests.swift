import Covers
import Foundation
import Testing

@testable import Plot

@Suite("A scene of any chart")
struct ScenePropertyTests {
  /// Runs a check on many generated charts, with the seed of each for its messages.
  private func each(_ check: (Scene, Chart, Viewport, Int) throws -> Void) throws {
    for seed in 0..<Generated.count {
      let chart = try Chart(Generated.spec(seed))
      let view = Generated.viewport(seed)
      try check(chart.scene(in: view), chart, view, seed)
    }
  }

  @Test("has every mark within its plot, and its plot within the sheet")
  func within() throws {
    try each { scene, _, _, seed in
      #expect(Box(0, 0, scene.size.width, scene.size.height).contains(scene.plot), "seed \(seed)")
      for mark in scene.marks { #expect(scene.plot.contains(mark.at), "seed \(seed): \(mark.place) at \(mark.at)") }
    }
  }

  @Test("draws no line, bar or sign outside the sheet")
  func drawn() throws {
    try each { scene, _, _, seed in
      let sheet = Box(-1, -1, scene.size.width + 2, scene.size.height + 2)
      for shape in scene.shapes {
        guard let box = shape.reach else { continue }
        #expect(sheet.contains(box), "seed \(seed): \(shape.role) \(box)")
      }
    }
  }

  @Test("has no overlapping texts, and none beyond its edges", .covers("yh-S04.3.2-L10"))
  func words() throws {
    try each { scene, _, _, seed in
      let letters = scene.shapes.compactMap { shape in
        if case .letters(let letters) = shape.form { letters } else { nil }
      }
      for (index, one) in letters.enumerated() {
        for other in letters[(index + 1)...] {
          #expect(!one.box.meets(other.box), "seed \(seed): \(one.text) and \(other.text)")
        }
        #expect(one.box.x >= -1 && one.box.right <= scene.size.width + 1, "seed \(seed): \(one.text) at \(one.box)")
      }
    }
  }

  @Test("places larger values higher, and later ones further right")
  func monotone() throws {
    try each { scene, chart, _, seed in
      switch chart.spec.kind {
      case .line, .sparkline, .bar, .groupedBar, .scatter, .volume: break
      default: return
      }
      guard scene.state == .full else { return }
      for track in chart.tracks {
        let marks = scene.marks.filter { $0.series == track.id }
        for (one, two) in zip(marks, marks.dropFirst()) {
          let (left, right) = (track.ys[one.index], track.ys[two.index])
          if left < right { #expect(one.at.y >= two.at.y - 1e-6, "seed \(seed)") }
          if left > right { #expect(one.at.y <= two.at.y + 1e-6, "seed \(seed)") }
          if track.xs[one.index] < track.xs[two.index] { #expect(one.at.x <= two.at.x, "seed \(seed)") }
        }
      }
    }
  }

  @Test("has the steps of its y axis in order of their values")
  func ticks() throws {
    try each { scene, chart, _, seed in
      if case .heatmap = chart.spec.kind { return }
      let ticks = scene.ticks.filter { $0.axis == .y }
      for (one, two) in zip(ticks, ticks.dropFirst()) {
        #expect(one.value < two.value && one.at > two.at, "seed \(seed)")
      }
    }
  }

  @Test("of lines never overshoots: a curve between two values stays between them")
  func curves() throws {
    for seed in 0..<300 {
      var dice = Dice(seed)
      var x = 0.0
      let spots = (0..<Int.random(in: 2...40, using: &dice)).map { _ in
        x += Double.random(in: 0.5...30, using: &dice)
        return Spot(x, Double.random(in: 0...300, using: &dice))
      }
      let steps = LineCurve(through: spots, isSmooth: true).steps(in: Box(0, 0, 2_000, 300))
      var from = Spot(0, 0)
      for (index, step) in steps.enumerated() {
        guard case .curve(let one, let two, let to) = step else {
          from = step.end ?? from
          continue
        }
        let (low, high) = (min(from.y, to.y) - 1e-6, max(from.y, to.y) + 1e-6)
        for part in stride(from: 0.0, through: 1, by: 0.05) {
          let rest = 1 - part
          let y =
            rest * rest * rest * from.y + 3 * rest * rest * part * one.y + 3 * rest * part * part * two.y
            + part * part * part * to.y
          #expect((low...high).contains(y), "seed \(seed), step \(index)")
        }
        from = to
      }
      #expect(steps.last?.end == spots.last)
    }
  }

  @Test("cut by a window has a line through its values and to both edges")
  func cut() throws {
    var dice = Dice(3)
    let points = (0..<60).map { Point(.number(Double($0)), Double.random(in: 0...50, using: &dice)) }
    let chart = try Chart(
      ChartSpec(title: "A", kind: .line(Lines(series: [Series(id: "a", name: "A", points: points)], smooth: true))))
    let scene = chart.scene(in: Viewport(window: ChartWindow(20.5, 30.25)))
    #expect(scene.marks.map(\.index) == Array(21...30))
    guard case .path(let steps)? = scene.shapes.first(where: { $0.role == .line })?.form else {
      Issue.record("there is no line")
      return
    }
    let ends = steps.compactMap(\.end)
    for mark in scene.marks { #expect(ends.contains { $0.distance(to: mark.at) < 0.01 }) }
    #expect(ends.first.map { abs($0.x - scene.plot.x) < 0.01 } == true)
    #expect(ends.last.map { abs($0.x - scene.plot.right) < 0.01 } == true)
  }
}

extension Shape {
  /// The bounding box of the form's points; nil for text.
  var reach: Box? {
    switch form {
    case .box(let box, _): return box
    case .circle(let spot, let radius), .arc(let spot, let radius, _): return Box(around: spot, radius)
    case .sign(_, let spot, let radius): return Box(around: spot, radius)
    case .letters: return nil
    case .path(let steps):
      let spots = steps.compactMap(\.end)
      guard let left = spots.map(\.x).min(), let right = spots.map(\.x).max(), let top = spots.map(\.y).min(),
        let bottom = spots.map(\.y).max()
      else { return nil }
      return Box(left, top, right - left, bottom - top)
    }
  }
}
