import FoundationEssentials
import Kernel
import Testing

@testable import Plot

@Suite("A chart with a message, durations and whole numbers")
struct HeadlineTests {
  private func bars(_ minutes: [Double?], goal: Double? = nil) throws -> ChartSpec {
    let points = try minutes.enumerated().map { Point(.day(try #require(Day(2026, 3, $0 + 1))), $1) }
    return ChartSpec(
      title: "Sleep", summary: "Sleep was 7 h on average.",
      headline: ChartHeadline("7 h", "on average", comparison: "5 min less than before", goal: "Goal 8 h"),
      kind: .bar(
        Bars(
          series: [Series(id: "s", name: "Sleep", unit: "min", points: points)],
          y: Axis(unit: "min", least: 0, style: .duration),
          references: goal.map { [Reference($0, title: "Goal")] } ?? [])))
  }

  @Test("A headline, the notation of an axis and the lines of a bar chart survive JSON")
  func coding() throws {
    let spec = try bars([400, nil, 442], goal: 480)
    #expect(try ChartSpec(json: spec.json()) == spec)
    var broken = spec
    broken.headline?.figure = ""
    #expect(broken.problems.count == 1)
    broken = spec
    guard case .bar(var bars) = broken.kind else { return }
    bars.references = [Reference(.nan, title: "Goal")]
    broken.kind = .bar(bars)
    #expect(broken.problems.count == 1)
  }

  @Test(
    "Minutes are written as hours and minutes",
    arguments: [
      (442.0, "7 h 22 min"), (480, "8 h"), (45, "45 min"), (0, "0 min"), (59.6, "1 h"), (-90, "\u{2212}1 h 30 min"),
    ])
  func durations(minutes: Double, words: String) {
    #expect(Writing.duration(minutes) == words)
  }

  @Test("The axis of durations has whole hours or round parts of one", arguments: [50.0, 100, 300, 500, 700, 3_000])
  func hours(greatest: Double) throws {
    for height in [160.0, 264, 400, 800] {
      let scene = try Chart(try bars([greatest / 2, greatest, greatest / 3])).scene(in: Viewport(Size(400, height)))
      let values = scene.ticks.filter { $0.axis == .y }.map(\.value)
      #expect(values.count > 1 && values.first == 0 && values.contains { $0 >= greatest }, "\(values)")
      let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
      #expect(steps.count == 1)
      let step = try #require(steps.first)
      #expect(60.truncatingRemainder(dividingBy: step) == 0 || step.truncatingRemainder(dividingBy: 60) == 0)
    }
  }

  @Test("Steps of whole numbers are never fractions, and a scale from 1 to 10 keeps its ends")
  func whole() {
    for most in 1...20 {
      let few = RoundSteps(0, 3, most: most, style: .whole).values
      #expect(few.allSatisfy { $0 == $0.rounded() } && Set(few).count == few.count)
    }
    #expect(RoundSteps(dividing: 1, 10, most: 5)?.values == [1, 4, 7, 10])
    #expect(RoundSteps(dividing: 1, 10, most: 9)?.values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(RoundSteps(dividing: 0, 0, most: 5) == nil && RoundSteps(dividing: 0.5, 3, most: 5) == nil)
  }

  @Test("The goal of a bar chart is a line, inside the plot even above all bars")
  func goal() throws {
    let scene = try Chart(try bars([400, 410, 420], goal: 600)).scene()
    let line = try #require(scene.shapes.first { $0.role == .reference })
    guard case .path(let steps) = line.form, let y = steps.first?.end?.y else {
      throw Problem("test", "No line.", remedy: "")
    }
    #expect(y > scene.plot.y && scene.marks.allSatisfy { $0.at.y > y })
    #expect(try Chart(try bars([400, 410, 420])).scene().shapes.allSatisfy { $0.role != .reference })
  }

  @Test("A day without data is blank among bars")
  func blank() throws {
    let scene = try Chart(try bars([400, nil, 420])).scene()
    #expect(scene.shapes.count { $0.role == .bar } == 2 && scene.shapes.allSatisfy { $0.role != .gap })
  }

  @Test("A table shows durations; its file has minutes, and says so")
  func table() throws {
    let chart = try Chart(try bars([442]))
    #expect(
      chart.table().columns == ["Date", "Sleep"] && chart.table().rows[0].map(\.text) == ["1 March 2026", "7 h 22 min"])
    #expect(chart.csv() == "Date,Sleep (min)\r\n2026-03-01,442\r\n")
  }

  @Test("The author's summary is of the whole period; a zoomed part has its own mean")
  func zoomed() throws {
    let chart = try Chart(try bars([400, 410, 420, 500, 520]))
    #expect(chart.summary() == "Sleep was 7 h on average.")
    var view = Viewport()
    let bounds = try #require(chart.bounds)
    view.window = ChartWindow(bounds.from, bounds.from + 2)
    #expect(chart.summary(in: view) == "Sleep: 6 h 50 min on average between 1 March 2026 and 3 March 2026.")
  }
}
