import Foundation
import Kernel
import Testing

@testable import Days

@Suite("A calendar day")
struct CalendarDayTests {
  @Test(
    "every day of four centuries survives a round trip through text, and a sample agrees with Foundation's calendar")
  func everyDay() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = try #require(CalendarDay("1800-01-01"))
    for number in stride(from: first.number, to: first.number + 146_097, by: 1) {
      let day = CalendarDay(number: number)
      #expect(CalendarDay(day.text) == day && day.following(1).number == number + 1)
      guard number % 97 == 0 else { continue }
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect([day.year, day.month, day.day, day.weekday + 1] == [parts.year, parts.month, parts.day, parts.weekday])
      #expect(CalendarDay(date, in: .gmt) == day)
    }
  }

  @Test("a typed day is read with points where the locale writes days so")
  func typed() {
    let day = CalendarDay("2026-03-09")
    for text in ["2026-03-09", "9.3.2026", "09.03.2026", "9. 3. 2026"] {
      #expect(CalendarDay(typed: text, locale: "de-DE") == day, "\(text)")
    }
    let refused = [
      ("9.3.2026", "en-US"), ("9.3.26", "de-DE"), ("31.2.2026", "de"), ("9.3", "de"), ("a.b.2026", "de"),
    ]
    for (text, locale) in refused {
      #expect(CalendarDay(typed: text, locale: locale) == nil, "\(text)")
    }
  }

  @Test(
    "an invalid day is refused",
    arguments: [
      "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "26-11-22", "+026-11-22", "2026-11-22 ", "٢٠٢٦-١١-٢٢",
    ])
  func refused(_ text: String) { #expect(CalendarDay(text) == nil) }

  @Test("a day has 23 to 25 hours, depending on the clock changes of its zone")
  func hours() throws {
    let zone = try #require(TimeZone(named: "Europe/Berlin"))
    let hours = ["2026-03-29", "2026-10-25", "2026-11-22"].compactMap { text in
      CalendarDay(text)?.range(in: zone).map { $0.upperBound.timeIntervalSince($0.lowerBound) / 3600 }
    }
    #expect(hours == [23, 25, 24])
  }

  @Test("in brief is today, yesterday, or its weekday and date, with the year if it is another one")
  func brief() throws {
    let today = try #require(CalendarDay("2027-01-01"))
    let named = [0, -1, -2, 1, -365].map { today.following($0).brief(on: today) }
    #expect(
      named == [
        "Today", "Yesterday", "Wednesday 30 December 2026", "Saturday 2 January", "Thursday 1 January 2026",
      ])
  }

  @Test("whole months and years are those of the calendar, with the last day of a short month")
  func months() throws {
    for (from, to, months) in [
      ("2026-01-15", "2026-01-15", 0), ("2026-01-15", "2026-02-14", 0), ("2026-01-15", "2026-02-15", 1),
      ("2026-01-31", "2026-02-27", 0), ("2026-01-31", "2026-02-28", 1), ("1986-12-01", "2026-11-30", 479),
      ("1986-12-01", "2026-12-01", 480), ("2024-02-29", "2025-02-28", 12), ("2024-02-29", "2025-02-27", 11),
    ] {
      let (from, to) = (try #require(CalendarDay(from)), try #require(CalendarDay(to)))
      #expect(to.months(since: from) == months, "\(from) to \(to)")
    }
  }

  @Test("the leap day a year earlier is the first of March")
  func leap() {
    #expect(CalendarDay("2028-02-29")?.earlier(years: 1)?.text == "2027-03-01")
    #expect(CalendarDay("2028-02-29")?.earlier(years: 4)?.text == "2024-02-29")
    #expect(CalendarDay("2026-11-22")?.title(on: CalendarDay(number: 0)) == "Sunday 22 November 2026")
  }
}
