import Days
import Testing

@testable import Expenses

@Suite("Choosing expenses") struct FilterTests {
  private let today = CalendarDay(year: 2026, month: 11, day: 22) ?? CalendarDay(number: 0)

  @Test("each period has its first and last day, across the turn of a year")
  func periods() {
    func days(_ period: ExpenseFilter.Period, on day: CalendarDay) -> String {
      var filter = ExpenseFilter()
      filter.period = period
      let days = filter.days(on: day)
      return "\(days.lowerBound.text) \(days.upperBound.text)"
    }
    #expect(days(.thisMonth, on: today) == "2026-11-01 2026-11-30")
    #expect(days(.lastMonth, on: today) == "2026-10-01 2026-10-31")
    #expect(days(.thisYear, on: today) == "2026-01-01 2026-12-31")
    let january = CalendarDay(year: 2028, month: 3, day: 31) ?? today
    #expect(days(.lastMonth, on: january) == "2028-02-01 2028-02-29")
    #expect(days(.lastMonth, on: CalendarDay(year: 2027, month: 1, day: 5) ?? today) == "2026-12-01 2026-12-31")
  }

  @Test("an own range may be open, and one that ends before it begins is complained about")
  func own() {
    var filter = ExpenseFilter()
    filter.period = .own
    filter.from = "2026-11-10"
    #expect(filter.days(on: today).lowerBound.text == "2026-11-10" && filter.complaintAboutTo == nil)
    filter.to = "2026-11-09"
    #expect(filter.complaintAboutTo == "This is before the first day. Choose the same day or a later one.")
    filter.from = "yesterday"
    #expect(filter.complaintAboutFrom == "Enter a day such as 2026-11-22, or leave this empty.")
    filter.from = ""
    #expect(filter.days(on: today).upperBound.text == "2026-11-09")
  }
}
