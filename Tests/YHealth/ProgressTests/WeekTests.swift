import Days
import Measures
import Testing

@testable import Progress

@Suite("This week compared with the last") struct WeekTests {
  private func table(_ measure: Measure, now: [Double], before: [Double]) -> DayTable {
    DayTable(
      now.enumerated().map { DayFigures(Bench.today.following(-$0), [measure: $1]) }
        + before.enumerated().map { DayFigures(Bench.today.following(-7 - $0), [measure: $1]) })
  }

  private func line(_ measure: Measure, now: [Double], before: [Double]) throws -> WeekSummary.Line {
    let summary = WeekSummary(of: table(measure, now: now, before: before), to: Bench.today, WeekSummary.all)
    return try #require(summary.lines.first)
  }

  @Test("Means are shown with their number of days, and the change in words")
  func means() throws {
    let steps = try line(.steps, now: [8_000, 9_000, 10_000], before: [7_000, 7_000, 7_000, 7_000])
    #expect(steps.saysNow == "9,000 from 3 of 7 days" && steps.saysBefore == "7,000 from 4 of 7 days")
    #expect(steps.saysChange == "2,000 more")
    #expect(try line(.mood, now: [6, 6, 6], before: [7, 7, 7]).saysChange == "1 point less")
    #expect(
      try line(.steps, now: [7_010, 7_010, 7_010], before: [7_000, 7_000, 7_000]).saysChange == "About the same")
    #expect(try line(.meals, now: [3, 3, 4], before: [3, 3, 3]).saysNow == "3.3 from 3 of 7 days")
  }

  @Test("Rare measures are summed up; with too few days no change is stated")
  func thin() throws {
    let workouts = try line(.workouts, now: [1, 0, 1], before: [1, 0, 0])
    #expect(workouts.title == "Workouts in total" && workouts.saysChange == "1 more")
    let few = try line(.steps, now: [9_000, 9_000], before: [7_000, 7_000, 7_000])
    #expect(few.saysChange == "Too few days to compare")
    #expect(try line(.steps, now: [9_000], before: []).saysBefore == "No data")
    #expect(WeekSummary(of: DayTable(), to: Bench.today, WeekSummary.all).lines.isEmpty)
  }
}
