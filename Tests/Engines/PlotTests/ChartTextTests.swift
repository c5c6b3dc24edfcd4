import Covers
import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("The text of a chart")
struct ChartTextTests {
  static let sentences: [(ChartSpec, String)] = [
    (
      Samples.line,
      "Mood increased 2 points from 3 to 5 over 7 days. Least 2, greatest 5, 1 gap."
    ),
    (
      Samples.lines,
      "Scores: Fitness decreased 5 points from 80 to 75 over 2 days. Least 75, greatest 80; "
        + "Nutrition was 60.5 at 2026-03-13, 1 gap."
    ),
    (Samples.bar, "Steps, 3 bars: greatest 9000 steps at Tue, least 4000 steps at Mon, 1 gap."),
    (
      Samples.grouped,
      "Spending: March, 2 bars: greatest 210.5 EUR at Food, least 40 EUR at Travel; "
        + "April, 2 bars: greatest 180 EUR at Food, least 95 EUR at Travel."
    ),
    (Samples.ring, "Today: Fitness 81 of 100 (81 %, Excellent), Wellbeing not known yet."),
    (
      Samples.sparkline,
      "Mood increased 2 points from 3 to 5 over 7 days. Least 2, greatest 5, 1 gap."
    ),
    (
      Samples.heatmap,
      "Activity, 2 of 168 hours of the week: greatest 9 min on Tuesday at 18:00, least 2 min on Monday at 07:00."
    ),
    (
      Samples.scatter,
      "Sleep and training, 5 points of Performance against Sleep: a strong link, rising together (correlation 0.982)."
    ),
    (
      Samples.radar,
      "Runner profile: Endurance Base 70 of 100, Speed 40 of 100, Recovery Discipline 55 of 100, "
        + "Consistency 80 of 100, Race Readiness 30 of 100, 1 gap."
    ),
    (
      Samples.volume,
      "Plan: Volume decreased 9 km from 30 to 21 over 4 weeks. Greatest 38 km in Week 2, intensity 55 % to 90 %; "
        + "recovery in Week 3; race in Week 4."
    ),
    (Samples.week, "Typical week: Monday Rest (done); Tuesday Tempo 45 min (key)."),
  ]

  @Test("is one sentence for each kind", .covers("yh-S04.3.1-L4"), arguments: sentences)
  func sentence(spec: ChartSpec, text: String) {
    #expect(spec.text == text)
  }

  @Test("is the summary of the spec if it has one")
  func summary() {
    var spec = Samples.line
    spec.summary = "Fitness score decreased 5 points from 80 to 75 over the last 7 days."
    #expect(spec.text == "Fitness score decreased 5 points from 80 to 75 over the last 7 days.")
  }

  static let empty: [ChartSpec.Kind] = [
    .line(Lines(series: [])), .bar(Bars(series: [])), .ring(Rings([])), .heatmap(Heatmap([])),
    .sparkline(Sparkline(Series(id: "a", name: "A", points: []))), .week(WeekCalendar([])),
    .scatter(Scatter(series: [], x: Axis(), y: Axis())), .volume(VolumeAndIntensity([])),
    .radar(Radar(spokes: [], outlines: [])),
    .line(Lines(series: [Series(id: "a", name: "A", points: [Point(.number(1), nil)])])),
  ]

  @Test("without any value says that there is no data", arguments: empty)
  func nothing(kind: ChartSpec.Kind) {
    #expect(ChartSpec(title: "Mood", kind: kind).text == "Mood: No data available for this chart.")
  }

  @Test("of one point gives its value instead of a range")
  func one() {
    let series = Series(id: "a", name: "A", unit: "kg", points: [Point(Samples.day(1), 70.25)])
    let spec = ChartSpec(title: "Weight", kind: .line(Lines(series: [series])))
    #expect(spec.text == "Weight was 70.25 kg at 2026-03-01.")
  }

  @Test("of a difference that is no change says so, with both values")
  func flat() {
    let points = [80.0, 90, 81].enumerated().map { Point(Samples.day(1 + $0), $1) }
    let line = Sparkline(Series(id: "f", name: "Fitness", points: points), noise: 3)
    #expect(
      ChartSpec(title: "Fitness, 3 days", kind: .sparkline(line)).text
        == "Fitness stayed about the same from 80 to 81 over 3 days. Least 80, greatest 90.")
  }

  @Test("lists twelve series and counts the rest")
  func crowd() {
    let series = (1...15).map { Series(id: "\($0)", name: "S\($0)", points: [Point(.number(0), 1)]) }
    let text = ChartSpec(title: "A", kind: .line(Lines(series: series))).text
    #expect(text.contains("S12"))
    #expect(!text.contains("S13"))
    #expect(text.hasSuffix(", and 3 more series."))
  }

  @Test("gives an instant in the chart's zone")
  func zone() {
    let late = Date(timeIntervalSince1970: 1_773_356_400)  // 2026-03-12 23:00 in GMT
    let series = Series(id: "a", name: "A", points: [Point(.instant(late), 1)])
    var spec = ChartSpec(title: "A", kind: .line(Lines(series: [series])))
    #expect(spec.text == "A was 1 at 2026-03-12 23:00.")
    spec.zone = TimeZone(named: "Europe/Berlin")!
    #expect(spec.text == "A was 1 at 2026-03-13 00:00.")
  }

  @Test(
    "has the same number format in every locale",
    arguments: [
      (0, "0"), (-0.0, "0"), (5, "5"), (5.004, "5"), (5.126, "5.13"), (-2.5, "-2.5"), (0.98212, "0.982"),
      (0.000_123_456, "0.000123"), (1_234_567, "1234567"), (1e14, "100000000000000"), (1e300, "1e+300"),
      (0.1 + 0.2, "0.3"), (Double.nan, "no number"),
    ])
  func numbers(value: Double, text: String) {
    #expect(NumberFormat.text(value) == text)
  }
}
