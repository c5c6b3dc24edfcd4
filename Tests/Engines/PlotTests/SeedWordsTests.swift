import Covers
import Foundation
import Testing

@testable import Plot

@Suite("The specified wording of a chart")
struct SeedWordsTests {
  private func score(_ values: [Double?], from day: Int = 12, asOf: Date? = nil) -> ChartSpec {
    let points = values.enumerated().map { Point(Samples.day(day + $0.offset), $0.element) }
    return ChartSpec(
      title: "Fitness score", asOf: asOf, kind: .line(Lines(series: [Series(id: "f", name: "Fitness", points: points)]))
    )
  }

  @Test(
    "describes the trend of a metric: its direction, amount, first and last value, and period",
    .covers("yh-S04.3.3-B12", "yh-S04.3.3-B13"),
    arguments: [
      ([80, 78, 79, 72, 74, 73, 75], "Fitness score decreased 5 points from 80 to 75 over the last 7 days."),
      ([75, 72, 80], "Fitness score increased 5 points from 75 to 80 over the last 3 days."),
      ([75, 72, 76], "Fitness score increased 1 point from 75 to 76 over the last 3 days."),
      ([75, 72, 75], "Fitness score stayed at 75 points over the last 3 days."),
      ([75, nil, 72.5, 74.25], "Fitness score decreased 0.75 points from 75 to 74.25 over the last 4 days."),
    ] as [([Double?], String)])
  func summary(values: [Double?], text: String) throws {
    #expect(try Chart(score(values)).summary() == text)
  }

  @Test("counts the days of a preset period, and names the dates of a custom one")
  func periods() throws {
    let chart = try Chart(score((0..<20).map { Double($0) }, from: 1))
    #expect(
      chart.summary(in: Viewport(period: .days(7)))
        == "Fitness score increased 6 points from 13 to 19 over the last 7 days.")
    let own = Viewport(period: .custom(from: Day(2026, 3, 2)!, to: Day(2026, 3, 5)!))
    #expect(
      chart.summary(in: own)
        == "Fitness score increased 3 points from 1 to 4 between 2 March 2026 and 5 March 2026.")
  }

  @Test("does not contain “the last” for values that end before the present")
  func past() throws {
    let chart = try Chart(score([1, 2, 4], asOf: Date(timeIntervalSince1970: 1_774_000_000)))
    #expect(chart.summary().hasSuffix("between 12 March 2026 and 14 March 2026."))
  }

  @Test(
    "says how many days are still needed", .covers("yh-S04.3.1-E1"), arguments: [(1, "2 more days"), (2, "1 more day")])
  func insufficient(count: Int, words: String) throws {
    let scene = try Chart(score(Array(repeating: 70, count: count))).scene()
    let sentence = "Need \(words) of data for this view."
    #expect(scene.state == .lacking(sentence))
    #expect(scene.words.contains(sentence))
    // The existing values are still available.
    #expect(scene.marks.count == count)
  }

  @Test("says that there is no data", .covers("yh-S04.3.3-E4"))
  func empty() throws {
    let chart = try Chart(score([nil, nil]))
    #expect(chart.scene().state == .lacking("No data available for this chart."))
    #expect(chart.summary() == "No data available for this chart.")
  }

  @Test("says that there is no data in the chosen period", .covers("yh-S04.3.3-E1"))
  func emptyPeriod() throws {
    let view = Viewport(period: .custom(from: Day(2025, 1, 1)!, to: Day(2025, 1, 31)!))
    let scene = try Chart(score([1, 2, 3, 4])).scene(in: view)
    #expect(scene.state == .lacking("No data available for selected period."))
    #expect(scene.words.contains("No data available for selected period."))
  }

  @Test("says that there is too little data for a correlation", arguments: [0, 1, 2])
  func noCorrelation(count: Int) throws {
    let points = (0..<count).map { Point(.number(Double($0)), 4) }
    let spec = ChartSpec(
      title: "A", kind: .scatter(Scatter(series: [Series(id: "a", name: "A", points: points)], x: Axis(), y: Axis())))
    #expect(try Chart(spec).scene().state == .lacking("Not enough data to show correlations yet."))
  }

  @Test("explains a marked spike in its tooltip", .covers("yh-S04.3.1-E3"))
  func anomaly() throws {
    let scene = try Chart(Samples.spike).scene()
    let mark = try #require(scene.marks.first { $0.anomaly != nil })
    #expect(
      mark.tooltip == [
        "Heart rate", "15 March 2026: 90", "Unusually high value on 15 March 2026. Tap to review.",
      ])
    #expect(scene.shapes.count { $0.role == .anomaly } == 2)
    #expect(scene.nearest(to: mark.at) == mark)
  }

  @Test("reports no value within three standard deviations")
  func noAnomaly() throws {
    let values = (0..<40).map { Double($0 % 5) } + [6]
    #expect(Statistics(of: values[...]).anomalies(in: values).isEmpty)
    let spread = Statistics(of: values[...])
    #expect(abs(6 - spread.mean) < 3 * spread.deviation)
  }

  @Test("falls back to the summary where the chart cannot be drawn")
  func fallback() throws {
    #expect(
      try Chart(score([80, 75, 75])).fallback()
        == "Chart unavailable. Summary: Fitness score decreased 5 points from 80 to 75 over the last 3 days.")
  }

  @Test("has a full description with the first, last, least, greatest and mean value, and the gaps")
  func fuller() throws {
    let text = try Chart(score([80, 78, nil, 72, 75])).description()
    #expect(
      text == [
        "Fitness score decreased 5 points from 80 to 75 over the last 5 days.",
        "First 80 on 12 March 2026, last 75 on 16 March 2026, least 72 on 15 March 2026, greatest 80 on 12 March 2026, "
          + "mean 76.25.",
        "1 gap: 14 March 2026.",
      ])
  }
}

extension Scene {
  /// All texts of the scene.
  var words: [String] {
    shapes.compactMap { shape in if case .letters(let letters) = shape.form { letters.text } else { nil } }
  }
}
