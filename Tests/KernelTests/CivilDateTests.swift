import Foundation
import Kernel
import Testing

@Suite("Civil dates")
struct CivilDateTests {
  @Test(
    "Every day of four centuries follows the one before it and survives both round trips", arguments: [1, 1800, 9600])
  func everyDay(_ year: Int) throws {
    let first = try #require(CivilDate(year: year, month: 1, day: 1)).daysSince1970
    let last = try #require(CivilDate(year: year + 399, month: 12, day: 31)).daysSince1970
    #expect(last - first == 146_096)
    var before = CivilDate(daysSince1970: first - 1)
    var faults: [Int] = []
    for number in first...last {
      let date = CivilDate(daysSince1970: number)
      let isNext =
        date.day == before.day + 1 && date.month == before.month && date.year == before.year
        || date.day == 1 && date.month == before.month % 12 + 1 && date.year == before.year + (date.month == 1 ? 1 : 0)
      let isValid = CivilDate(year: date.year, month: date.month, day: date.day) == date
      if !isNext || !isValid || date.daysSince1970 != number || date < before { faults.append(number) }
      before = date
    }
    #expect(faults.isEmpty)
  }

  @Test("Dates, weekdays and texts agree with Foundation's calendar")
  func foundation() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for number in stride(from: -100_000, through: 2_932_896, by: 997) {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let date = CivilDate(daysSince1970: number)
      #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
      #expect(CivilDate.weekday(ofDay: number) + 1 == parts.weekday)
      #expect(CivilDate(date.text) == date)
    }
  }

  @Test(
    "Text is ISO 8601 with four digits of the year",
    arguments: ["0001-01-01", "0999-02-28", "2024-02-29", "9999-12-31"])
  func text(_ text: String) { #expect(CivilDate(text)?.text == text) }

  @Test(
    "What is no date is refused",
    arguments: [
      "", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "2026-3-12", "2026/03/12",
      "2026-03-12T", "0000-01-01", "-026-03-12", "２０２６-03-12", "20260312  ", "2026-03-1\u{E9}",
    ])
  func refused(_ text: String) { #expect(CivilDate(text) == nil) }

  @Test("Years out of range are refused, and days out of range have a date")
  func range() {
    #expect(CivilDate(year: 0, month: 1, day: 1) == nil && CivilDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: .max, month: .max, day: .max) == nil && CivilDate(year: .min, month: 1, day: 1) == nil)
    #expect(CivilDate("0001-01-01")?.daysSince1970 == -719_162 && CivilDate("9999-12-31")?.daysSince1970 == 2_932_896)
    #expect(CivilDate(daysSince1970: 2_932_897).text == "10000-01-01")
    for number in [-10_000_000, -719_529, -719_163, 10_000_000] {
      #expect(CivilDate(daysSince1970: number).daysSince1970 == number)
    }
  }

  @Test("A time before 1970 lies in the day before, and the rest of a day is not negative")
  func split() {
    #expect(CivilDate.split(-1) == (-1, 86_399) && CivilDate.split(0) == (0, 0) && CivilDate.split(86_400) == (1, 0))
    #expect(CivilDate.split(-86_400) == (-1, 0) && CivilDate.split(-86_401) == (-2, 86_399))
    #expect(CivilDate.split(-1, dayLength: 86_400_000_000) == (-1, 86_399_999_999))
    #expect(
      CivilDate.split(.min).rest >= 0 && CivilDate.weekday(ofDay: .max) < 7 && CivilDate.weekday(ofDay: .min) >= 0)
  }
}
