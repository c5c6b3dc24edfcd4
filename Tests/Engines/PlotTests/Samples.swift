import Foundation
public import Testing

@testable public import Plot

/// One valid chart of every kind, for tests to use or to modify.
enum Samples {
  static func day(_ day: Int) -> Position { Day(2026, 3, day).map { .day($0) } ?? .label("no day of March") }

  static let mood = Series(
    id: "mood", name: "Mood",
    points: [(12, 3), (13, 2), (14, 4), (15, nil), (16, 4), (17, 4), (18, 5)].map { Point(day($0.0), $0.1) })

  static let line = ChartSpec(title: "Mood", kind: .line(Lines(series: [mood], smooth: true)))

  static let lines = ChartSpec(
    title: "Scores",
    kind: .line(
      Lines(
        series: [
          Series(id: "f", name: "Fitness", hue: Hue("fitness"), points: [Point(day(12), 80), Point(day(13), 75)]),
          Series(
            id: "n", name: "Nutrition", hue: Hue("nutrition"), dash: .dashed, shape: .square,
            points: [Point(day(12), nil), Point(day(13), 60.5)]),
        ], y: Axis(title: "Score", least: 0, greatest: 100), references: [Reference(80, title: "Excellent")])))

  static let bar = ChartSpec(
    title: "Steps",
    kind: .bar(
      Bars(series: [
        Series(
          id: "s", name: "Steps", unit: "steps",
          points: [Point(.label("Mon"), 4_000), Point(.label("Tue"), 9_000), Point(.label("Wed"), nil)])
      ])))

  static let grouped = ChartSpec(
    title: "Spending",
    kind: .groupedBar(
      Bars(
        series: [
          Series(id: "a", name: "March", points: [Point(.label("Food"), 210.5), Point(.label("Travel"), 40)]),
          Series(id: "b", name: "April", points: [Point(.label("Food"), 180), Point(.label("Travel"), 95)]),
        ], y: Axis(unit: "EUR"))))

  static let ring = ChartSpec(
    title: "Today",
    kind: .ring(
      Rings([
        Rings.Ring(id: "f", name: "Fitness", value: 81, of: 100, word: "Excellent", hue: Hue("fitness")),
        Rings.Ring(id: "w", name: "Wellbeing", value: nil, of: 100),
      ])))

  static let sparkline = ChartSpec(title: "Sleep", kind: .sparkline(Sparkline(mood)))

  static let heatmap = ChartSpec(
    title: "Activity",
    kind: .heatmap(
      Heatmap(
        [
          Heatmap.Cell(.tuesday, hour: 18, 9), Heatmap.Cell(.monday, hour: 7, 2),
          Heatmap.Cell(.sunday, hour: 0, nil),
        ], unit: "min")))

  static let nights = [(6.0, 50.0), (7, 62), (8, 71), (6.5, 55), (7.5, 70)].map { Point(.number($0.0), $0.1) }

  static let scatter = ChartSpec(
    title: "Sleep and training",
    kind: .scatter(
      Scatter(
        series: [Series(id: "s", name: "Days", points: nights)], x: Axis(title: "Sleep", unit: "h"),
        y: Axis(title: "Performance"), trend: TrendLine(through: nights))))

  static let spokes = [
    "Endurance Base", "Speed", "Recovery Discipline", "Consistency", "Injury Resilience", "Race Readiness",
  ]

  static let radar = ChartSpec(
    title: "Runner profile",
    kind: .radar(
      Radar(
        spokes: spokes.map { Radar.Spoke($0) },
        outlines: [Radar.Outline(id: "now", name: "Now", values: [70, 40, 55, 80, nil, 30])])))

  static let volume = ChartSpec(
    title: "Plan",
    kind: .volume(
      VolumeAndIntensity(
        [
          .init("Week 1", start: Day(2026, 3, 2), volume: 30, intensity: 60),
          .init("Week 2", start: Day(2026, 3, 9), volume: 38, intensity: 70),
          .init("Week 3", start: Day(2026, 3, 16), volume: 25, intensity: 55, mark: .recovery),
          .init("Week 4", start: Day(2026, 3, 23), volume: 21, intensity: 90, mark: .race),
        ], volume: Axis(title: "Volume", unit: "km"))))

  static let week = ChartSpec(
    title: "Typical week",
    kind: .week(
      WeekCalendar([
        .init(.monday, [.init(id: "1", title: "Rest", kind: "rest", isDone: true)]),
        .init(.tuesday, [.init(id: "2", title: "Tempo", kind: "tempo", detail: "8 km", minutes: 45, isKey: true)]),
        .init(.wednesday),
      ])))

  /// Thirty days with one spike.
  static let spike = ChartSpec(
    title: "Resting heart rate",
    kind: .line(
      Lines(series: [
        Series(
          id: "r", name: "Heart rate",
          points: (1...30).map { Point(day($0), $0 == 15 ? 90 : 55 + Double($0 % 4)) })
      ])))

  static let all = [line, lines, bar, grouped, ring, sparkline, heatmap, scatter, radar, volume, week]
}

extension ChartSpec: CustomTestStringConvertible {
  public var testDescription: String { "\(kind.name): \(title)" }
}
