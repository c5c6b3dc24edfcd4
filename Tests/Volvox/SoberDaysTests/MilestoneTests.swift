import Days
import Foundation
import Kernel
import Testing

@testable import SoberDays

@Suite("Milestones") struct MilestoneTests {
  private static let common = MilestoneProgramme(
    "common", "Common", [.days(30), .days(60), .days(90), .months(6), .months(12)])

  private func run(_ from: String, to last: String) -> SoberRun {
    SoberRun(beginning: SobrietyBeginning(id: UUID(), day: day(from), isSlip: false), last: day(last))
  }

  @Test(
    "months are those of the calendar, and a day that a month does not have becomes its last",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-01-31", 3, "2026-04-30"),
      ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"), ("2026-08-31", 6, "2027-02-28"),
      ("2026-12-15", 1, "2027-01-15"), ("2026-05-31", 18, "2027-11-30"),
    ])
  func months(from: String, months: Int, to: String) {
    #expect(Milestone.months(months).day(from: day(from)) == day(to))
  }

  @Test("a month later is never more than 31 days, and months add up in the calendar")
  func monthProperties() throws {
    var random = Seeded(9)
    for _ in 0..<5000 {
      let from = CalendarDay(number: Int.random(in: -25_567...60_000, using: &random))
      let months = Int.random(in: 1...600, using: &random)
      let to = try #require(from.following(months: months))
      #expect(to.year * 12 + to.month == from.year * 12 + from.month + months)
      #expect(to.day == from.day || (to.day < from.day && to.following(1).day == 1))
    }
    #expect(CalendarDay("9999-12-31")?.following(months: 1) == nil)
  }

  @Test(
    "30, 60 and 90 days, 6 months and a year are reached on their days, then every year")
  func reached() {
    let long = run("2023-08-31", to: "2026-03-02")
    #expect(
      MilestoneTests.common.reached(in: long).map { "\($0.milestone.title) on \($0.day.text)" } == [
        "30 days on 2023-09-30", "60 days on 2023-10-30", "90 days on 2023-11-29", "6 months on 2024-02-29",
        "1 year on 2024-08-31", "2 years on 2025-08-31",
      ])
    let next = MilestoneTests.common.next(in: long, after: day("2026-03-02"))
    #expect(next?.milestone.title == "3 years" && next?.day == day("2026-08-31"))
    #expect(
      MilestoneTests.common.next(in: run("2026-03-01", to: "2026-02-01"), after: day("2026-02-01"))?.day
        == day("2026-03-31"))
  }

  @Test("after a slip the milestones are reached again, in the new run")
  func again() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-01-01")))
    recorder.record(.slip(day("2026-02-10")))
    let runs = recorder.ledger.runs(to: day("2026-04-01"))
    let all = runs.map { MilestoneTests.common.reached(in: $0) }
    #expect(all.map { $0.map(\.day.text) } == [["2026-01-31"], ["2026-03-12"]])
    #expect(Set(all.joined().map(\.beginning.id)).count == 2)
    // On the day of a slip nothing more is reached.
    recorder.record(.slip(day("2026-03-12")))
    #expect(recorder.ledger.runs(to: day("2026-04-01")).flatMap { MilestoneTests.common.reached(in: $0) }.count == 1)
  }

  @Test("titles are in the words of the programmes")
  func titles() {
    #expect(
      [Milestone.days(1), .days(30), .months(1), .months(9), .months(12), .months(18), .months(24)].map(\.title)
        == ["24 hours", "30 days", "1 month", "9 months", "1 year", "18 months", "2 years"])
  }
}
