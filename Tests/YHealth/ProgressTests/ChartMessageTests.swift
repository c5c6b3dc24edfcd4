import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Plot
import Scores
import Testing
import Units

@testable import Progress

@Suite("The message of a chart") struct ChartMessageTests {
  /// A table whose last value is of today.
  private func table(_ values: [Measure: [Double?]]) -> DayTable {
    let count = values.values.map(\.count).max() ?? 0
    return DayTable(
      (0..<count).map { index in
        DayFigures(Bench.today.following(index + 1 - count), values.compactMapValues { $0[index] })
      })
  }

  private func spec(
    _ form: ChartForm, _ values: [Measure: [Double?]], days: Int = 7, goals: [Goal] = [],
    to: CalendarDay = Bench.today
  ) -> ChartSpec {
    PillarCharts(
      table: table(values), to: to, days: days, asOf: Bench.morning, today: Bench.today, goals: goals
    ).spec(of: form, .fitness)
  }

  private func goal(_ measure: Measure, _ way: Aim.Way, _ target: Double) throws -> Goal {
    let aim = try #require(Aim(measure, way))
    return Goal(
      id: .init(.init(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), pillar: measure.pillar, name: aim.name,
      target: target, unit: aim.unit, beginsOn: Bench.today.following(-3))
  }

  @Test(
    "Sleep is bars of durations; its mean is compared with the mean of the week before",
    .covers("yh-S04.3.3-B12", "yh-S04.3.3-AC6"))
  func nights() throws {
    // The first and the last night are equal, so a comparison of them would show no change.
    let nights: [Double?] = [424, 424, 424, 424, 424, 424, 424, 424, 460, 460, 460, 460, 402, 424]
    let spec = spec(.bars(.sleepMinutes), [.sleepMinutes: nights])
    #expect(
      spec.headline == ChartHeadline("7 h 21 min", "on average", comparison: "17 min more than the week before"))
    #expect(
      spec.summary
        == "Sleep increased 17 min from 7 h 4 min to 7 h 21 min over the last 7 days, on average compared with the week before."
    )
    guard case .bar(let bars) = spec.kind else { throw Problem.full }
    #expect(bars.y.style == .duration && bars.series[0].points.last?.y == 424)
    let scene = try Chart(spec).scene()
    #expect(scene.marks.last?.words == "7 h 4 min")
    #expect(scene.ticks.filter { $0.axis == .y }.map(\.text).contains("6 h"))
    #expect(!scene.ticks.contains { $0.text.contains(".") })
  }

  @Test("Today is left out of the mean of what still grows, on the same weekday before too, and the headline says so")
  func unfinished() {
    let spec = spec(
      .bars(.steps),
      [.steps: [8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 20_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000, 50]])
    #expect(
      spec.headline
        == ChartHeadline(
          "9,000 steps", "a day on average, without today", comparison: "1,000 steps more than the week before"))
    #expect(
      spec.summary
        == "Steps increased 1,000 steps from 8,000 steps to 9,000 steps over the last 7 days, on average compared with the week before, without today."
    )
    // A day without a value is not left out of anything.
    let morning = self.spec(.bars(.steps), [.steps: Array(repeating: 8_000, count: 13) + [nil]])
    #expect(morning.headline?.meaning == "a day on average")
    #expect(morning.headline?.comparison == "About the same as the week before")
    let first = self.spec(.bars(.steps), [.steps: [400]])
    #expect(first.headline == ChartHeadline("400 steps", "today so far"))
  }

  @Test("Past days are all complete, and are compared with as many days before")
  func past() {
    let values: [Double?] = Array(repeating: 6_000, count: 5) + Array(repeating: 7_000, count: 5) + [1, 1]
    let spec = spec(.bars(.steps), [.steps: values], days: 5, to: Bench.today.following(-2))
    #expect(
      spec.headline
        == ChartHeadline("7,000 steps", "a day on average", comparison: "1,000 steps more than the 5 days before"))
    #expect(spec.summary?.contains("over the last") == false)
  }

  @Test("A mean of few values is compared with nothing", arguments: [0, 2])
  func few(known: Int) {
    let before: [Double?] = Array(repeating: 400, count: known) + Array(repeating: nil, count: 7 - known)
    let spec = spec(
      .bars(.sleepMinutes),
      [.sleepMinutes: before + Array(repeating: 480, count: 7), .weight: Array(repeating: 70, count: 14)])
    #expect(spec.headline == ChartHeadline("8 h", "on average"))
    #expect(spec.summary == "Sleep was 8 h on average over the last 7 days.")
  }

  @Test("Without a period before, the mean is said alone; of what is measured now and then, also its course")
  func alone() {
    let nights: [Double?] = [60, 400, 410, 405, 400, 410, 420]
    let steps: [Double?] = [2_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000]
    let values: [Measure: [Double?]] = [.sleepMinutes: nights, .steps: steps]
    #expect(spec(.bars(.sleepMinutes), values).summary == "Sleep was 5 h 58 min on average over the last 7 days.")
    #expect(
      spec(.bars(.steps), values).summary
        == "Steps were 7,833 steps on average over the last 7 days, without today.")
    let message = ChartMessage(
      parts: [ChartMessage.Part(.weight, [72, 71.5, 71], before: [])],
      range: Bench.today.following(-2)...Bench.today, today: Bench.today)
    #expect(message.summary?.hasPrefix("Weight decreased 1 kg from 72 kg to 71 kg over the last 3 days.") == true)
  }

  @Test("The figures and the days are as the reader's locale writes them")
  func written() {
    let amounts = AmountNotation(of: "de-DE")
    let message = ChartMessage(
      parts: [ChartMessage.Part(.steps, [8_500, 9_500, 9_000], before: [], in: amounts)],
      range: Bench.today.following(-3)...Bench.today.following(-1), today: Bench.today, locale: "en-US")
    #expect(message.headline?.figure == "9.000 steps")
    #expect(message.summary?.hasSuffix("to November 21, 2026.") == true, "\(message.summary ?? "")")
    #expect(Measure.water.said(1_500, in: amounts) == "1,5 l" && Measure.mood.said(6.5, in: amounts) == "6,5 of 10")
    #expect(Measure.steps.said(1) == "1 step" && Measure.steps.saidBesideTitle(8_500, in: amounts) == "8.500")
  }

  @Test("What is done now and then is a total; its comparison has the same days on both sides")
  func total() {
    let spec = spec(
      .bars(.workoutMinutes), [.workoutMinutes: [30, nil, nil, 30, nil, nil, 90, 60, nil, nil, 30, nil, nil, 20]])
    #expect(
      spec.headline
        == ChartHeadline("1 h 50 min", "in total", comparison: "30 min more than the week before, without today"))
  }

  @Test("Weight shows the latest value, and compares means")
  func latest() {
    let spec = spec(
      .line(.weight), [.weight: [72, 72, 72, 72, 72, 72, 72, 71, 71, 71, 71, 71, 71.4, nil]])
    #expect(
      spec.headline
        == ChartHeadline(
          "71.4 kg", "on \(Bench.today.following(-1).long)",
          comparison: "On average 0.9 kg less than the week before"))
  }

  @Test("A level of ten stays in whole numbers, on an axis from 1 to 10")
  func levels() throws {
    let moods: [Double?] = [6, 6, 6, 6, 6, 6, 6, 7, 9, 8, 7.5, 8, 7, 8]
    let spec = spec(.line(.mood), [.mood: moods])
    #expect(
      spec.headline == ChartHeadline("7 to 9 of 10", "", comparison: "2 higher than the week before"))
    guard case .line(let lines) = spec.kind else { throw Problem.full }
    #expect(lines.series.map(\.dash) == [.solid])
    let ticks = try Chart(spec).scene().ticks.filter { $0.axis == .y }
    #expect(ticks.map(\.text) == ["1", "4", "7", "10"])
    #expect(spec.summary?.hasSuffix("It was 7 to 9 of 10.") == true)
  }

  @Test("Several measures share one headline")
  func several() {
    let week: [Double?] = [6, 6, 6, 6, 6, 6, 6]
    let spec = spec(
      .lines("Mood and stress", [.mood, .stress]),
      [.mood: week + [8, 8, 8, 8, 8, 8, 8], .stress: week + week])
    #expect(
      spec.headline
        == ChartHeadline(
          "Mood 8, stress 6", "of 10 on average", comparison: "Mood 2 higher than the week before"))
  }

  @Test("A goal for each day, or for a level, is a line and part of the headline; a goal in total is neither")
  func goals() throws {
    let nights: [Double?] = Array(repeating: 440, count: 7)
    let daily = spec(
      .bars(.sleepMinutes), [.sleepMinutes: nights],
      goals: [try goal(.steps, .daily, 5), try goal(.sleepMinutes, .daily, 480)])
    guard case .bar(let bars) = daily.kind else { throw Problem.full }
    #expect(bars.references == [Reference(480, title: "Goal 8 h")] && daily.headline?.goal == "Goal 8 h")
    #expect(daily.summary?.hasSuffix("The goal is 8 h.") == true)
    let scene = try Chart(daily).scene()
    #expect(scene.shapes.count { $0.role == .reference } == 2)
    let sum = spec(.bars(.sleepMinutes), [.sleepMinutes: nights], goals: [try goal(.sleepMinutes, .sum, 480)])
    guard case .bar(let plain) = sum.kind else { throw Problem.full }
    #expect(plain.references.isEmpty && sum.headline?.goal == nil)
    var given = try goal(.sleepMinutes, .daily, 480)
    given.status = .givenUp
    #expect(spec(.bars(.sleepMinutes), [.sleepMinutes: nights], goals: [given]).headline?.goal == nil)
  }

  @Test("The mean of the finished scores is compared with the week before, on the pillar's screen too")
  func scores() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(40))
    let route = ProgressPlaces.pillar(.fitness)
    let node = try #require(bench.nodes(route).first { $0.id.hasSuffix("score-course") })
    func mean(_ days: ClosedRange<Int>) throws -> Double {
      let values = days.compactMap { Sample.score(.fitness, Bench.today.following(-$0), Sample.table(40)).value }
      return Double(values.reduce(0, +)) / Double(try #require(values.isEmpty ? nil : values.count))
    }
    let (now, before) = (try mean(1...6), try mean(8...13))
    let headline = try #require(node.chart?.headline)
    #expect(headline.figure == "\(Int(now.rounded()))" && headline.meaning == "on average, without today")
    let difference = Int(abs(now - before).rounded())
    let points = difference == 1 ? "1 point" : "\(difference) points"
    let isSame = difference == 0 || Int(now.rounded()) == Int(before.rounded())
    #expect(
      headline.comparison
        == (isSame
          ? "About the same as the week before" : "\(points) \(now > before ? "more" : "less") than the week before"))
  }

  @Test("A line of fewer than three values has no headline, only what is missing")
  func thin() {
    let spec = spec(.line(.restingHeartRate), [.restingHeartRate: [nil, nil, nil, nil, nil, 60, 61]])
    #expect(spec.headline == nil && spec.summary == nil)
  }
}
