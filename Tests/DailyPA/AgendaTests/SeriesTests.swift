import Days
import FeatureTesting
import Foundation
import Kernel
import Recurrence
import Storage
import Testing

@testable import Agenda

@Suite("Events over time") struct SeriesTests {
  private let berlin = SampleTime.berlin

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private func range(_ first: String, _ last: String) throws -> ClosedRange<CalendarDay> { try day(first)...day(last) }

  private func at(_ text: String) throws -> Date { try #require(Moment.date(text)) }

  private func event(
    _ title: String, _ start: String, minutes: Int = 60, zone: String = "Europe/Berlin", rule: String? = nil,
    without exceptions: [String]? = nil
  ) throws -> CalendarEvent {
    let start = try at(start)
    return CalendarEvent(
      id: ID(named: title), title: title, startsAt: start, endsAt: start.addingTimeInterval(Double(minutes) * 60),
      zone: zone, rule: rule, exceptions: exceptions)
  }

  private func event(
    _ start: String, minutes: Int = 60, rule: String? = nil, without exceptions: [String]? = nil
  ) throws -> CalendarEvent { try event("Run", start, minutes: minutes, rule: rule, without: exceptions) }

  private func wholeDays(_ title: String, _ first: String, _ last: String, rule: String? = nil) throws -> CalendarEvent
  {
    func midnight(_ day: CalendarDay) -> Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }
    return CalendarEvent(
      id: ID(named: title), title: title, startsAt: midnight(try day(first)),
      endsAt: midnight(try day(last).following(1)), isAllDay: true, zone: "Europe/Berlin", rule: rule)
  }

  private func days(_ expansion: EventExpansion) -> [String] {
    (expansion.range.lowerBound.number...expansion.range.upperBound.number).map { CalendarDay(number: $0) }
      .flatMap { day in expansion.on(day).map { "\(day.text.suffix(5)) \($0.title)" } }
  }

  private func instants(_ expansion: EventExpansion) -> [String] {
    (expansion.range.lowerBound.number...expansion.range.upperBound.number)
      .flatMap { expansion.on(CalendarDay(number: $0)) }.map { String($0.start.formatted(.iso8601).prefix(16)) }
  }

  @Test("a series keeps its local time when the clock changes")
  func clockChange() throws {
    let weekly = try event("2026-10-18T07:00:00Z", rule: "FREQ=WEEKLY")
    let found = EventExpansion([weekly], in: try range("2026-10-18", "2026-11-01"), zone: berlin)
    #expect(instants(found) == ["2026-10-18T07:00", "2026-10-25T08:00", "2026-11-01T08:00"])
    // 02:30 does not exist on 28 March 2027, and comes twice on 25 October 2026.
    let night = try event("2026-10-23T00:30:00Z", minutes: 30, rule: "FREQ=DAILY")
    #expect(
      instants(EventExpansion([night], in: try range("2026-10-24", "2026-10-26"), zone: berlin))
        == ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"])
    #expect(
      instants(EventExpansion([night], in: try range("2027-03-27", "2027-03-29"), zone: berlin))
        == ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"])
  }

  @Test("an event across midnight is on both days, and one that ends at midnight on one")
  func midnight() throws {
    let party = try event("Party", "2026-11-21T21:00:00Z", minutes: 240)
    let late = try event("Late shift", "2026-11-21T15:00:00Z", minutes: 480)
    let moment = try event("Reminder", "2026-11-21T23:00:00Z", minutes: 0)
    let found = EventExpansion([party, late, moment], in: try range("2026-11-20", "2026-11-23"), zone: berlin)
    #expect(days(found) == ["11-21 Late shift", "11-21 Party", "11-22 Party", "11-22 Reminder"])
  }

  @Test("whole days are the same days in every zone, also in a series")
  func wholeDays() throws {
    let trip = try wholeDays("Trip", "2026-11-20", "2026-11-22")
    let birthday = try wholeDays("Birthday", "2000-11-21", "2000-11-21", rule: "FREQ=YEARLY")
    for name in ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"] {
      let zone = try #require(TimeZone(named: name))
      let found = EventExpansion([trip, birthday], in: try range("2026-11-19", "2026-11-23"), zone: zone)
      #expect(days(found) == ["11-20 Trip", "11-21 Trip", "11-21 Birthday", "11-22 Trip"], "\(name)")
    }
  }

  @Test("an event of another zone is on the person's day, and says its zone")
  func otherZone() throws {
    let call = try event("Call", "2026-11-23T05:00:00Z", zone: "America/Los_Angeles", rule: "FREQ=WEEKLY")
    let found = EventExpansion([call], in: try range("2026-11-16", "2026-11-30"), zone: berlin)
    #expect(days(found) == ["11-23 Call", "11-30 Call"])
    #expect(found.on(try day("2026-11-23")).first?.zone == "America/Los_Angeles")
  }

  @Test("a series ends before an occurrence, goes on from it, and leaves occurrences out")
  func parts() throws {
    let daily = try event("2026-11-20T08:00:00Z", rule: "FREQ=DAILY;COUNT=6", without: ["2026-11-22T09:00:00"])
    let shown = try range("2026-11-18", "2026-11-30")
    func numbers(_ event: CalendarEvent) -> [Int] {
      days(EventExpansion([event], in: shown, zone: berlin)).compactMap { Int($0.dropFirst(3).prefix(2)) }
    }
    #expect(numbers(daily) == [20, 21, 23, 24, 25])
    let key = OccurrenceKey(try #require(LocalTime(text: "2026-11-24T09:00:00", in: berlin)))
    #expect(numbers(daily.leavingOut(key)) == [20, 21, 23, 25])
    #expect(numbers(daily.ending(before: key)) == [20, 21, 23])
    #expect(daily.rule(from: key) == "FREQ=DAILY;COUNT=2")
    #expect(daily.start(of: key) == (try at("2026-11-24T08:00:00Z")))
    #expect(
      daily.exceptions(from: nil, movedTo: try #require(LocalTime(text: "2026-11-21T10:30", in: berlin))) == [
        "2026-11-23T10:30:00"
      ])
    #expect(OccurrenceKey(try #require(UUID(uuidString: key.text))) == key)
    #expect(OccurrenceKey(UUID()) == nil)
  }

  @Test("years before a range are skipped without changing what is in it")
  func skipping() throws {
    let rules = [
      "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "FREQ=DAILY;BYMONTH=11;BYDAY=MO,TU",
      "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=HOURLY;INTERVAL=7", "FREQ=DAILY;UNTIL=20261125", "FREQ=WEEKLY;COUNT=600",
    ]
    let (first, last) = (try at("2026-10-31T23:00:00Z"), try at("2026-11-30T23:00:00Z"))
    for rule in rules {
      let series = try event("2016-02-03T08:00:00Z", rule: rule)
      let plain = try #require(series.series(in: berlin)).occurrences(most: 100_000, until: last).all
        .map(\.instant).filter { $0 >= first && $0 < last }
      let found = EventExpansion([series], in: try range("2026-11-01", "2026-11-30"), zone: berlin)
      #expect(instants(found) == plain.map { String($0.formatted(.iso8601).prefix(16)) } && !plain.isEmpty, "\(rule)")
    }
  }

  @Test("a rule that repeats each second ends, and says that not all is shown")
  func endless() throws {
    let range = try range("2026-11-01", "2026-11-30")
    let hostile = try ["FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=10000000", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"]
      .map { try event($0, "1990-01-01T00:00:00Z", minutes: 0, rule: $0) }
    #expect(EventExpansion(hostile.prefix(1), in: range, zone: berlin).isCut)
    #expect(EventExpansion(hostile.dropFirst().prefix(1), in: range, zone: berlin).isCut)
    #expect(days(EventExpansion(hostile.suffix(1), in: range, zone: berlin)) == [])
    #expect(!EventRule.happens(hostile[2]) && EventRule.happens(hostile[0]))
    // A rule of a newer program is shown once.
    let unknown = try event("2026-11-05T08:00:00Z", rule: "FREQ=LUNAR")
    #expect(days(EventExpansion([unknown], in: range, zone: berlin)) == ["11-05 Run"])
  }

  @Test("2,000 events and 100 series are expanded once for a month, and each is on its days")
  func many() throws {
    let start = try at("2026-11-01T08:00:00Z")
    let single = (0..<2_000).map { number in
      let begin = start.addingTimeInterval(Double(number % 30) * 86_400)
      return CalendarEvent(
        id: ID(named: "\(number)"), title: "\(number)", startsAt: begin, endsAt: begin.addingTimeInterval(1_800),
        zone: "Europe/Berlin")
    }
    let series = try (0..<100).map { try event("S\($0)", "2016-01-01T17:00:00Z", rule: "FREQ=DAILY") }
    let found = EventExpansion(single + series, in: try range("2026-11-01", "2026-11-30"), zone: berlin)
    #expect(days(found).count == 2_000 + 100 * 30)
    #expect(found.count(on: try day("2026-11-30")) == 166 && !found.isCut)
  }

  @Test("rules that the form offers are said in words, and others are shown as they are")
  func words() throws {
    let words = [
      "FREQ=DAILY": "Every day", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE": "Every 2 weeks on Monday and Wednesday",
      "FREQ=MONTHLY": "Every month on day 23", "FREQ=MONTHLY;BYDAY=4MO": "Every month on the fourth Monday",
      "FREQ=YEARLY;UNTIL=20301231": "Every year, until 31 December 2030",
      "FREQ=WEEKLY;COUNT=3":
        "Every week on Monday, 3 times", "FREQ=MONTHLY;BYDAY=-1FR": "By the rule FREQ=MONTHLY;BYDAY=-1FR",
    ]
    for (rule, said) in words { #expect(try event("2026-11-23T08:00:00Z", rule: rule).repeatWords == said) }
  }
}
