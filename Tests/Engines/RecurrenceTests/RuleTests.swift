import FoundationEssentials
import Kernel
import Testing

@testable import Recurrence

private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(named: name)) }

private func expand(
  _ rule: String, from start: String = "1997-09-02T09:00", in name: String = "America/New_York", most: Int = 30
) throws -> [String] {
  let zone = try zone(name)
  let first = try #require(LocalTime(text: start, in: zone))
  let (all, _) = try Recurrence(RecurrenceRule(text: rule), from: first, in: zone).occurrences(most: most)
  return all.map(\.text)
}

/// Days of 1997 and later, written as month and day: "9-2 9-3 1998 1-1".
private func days(_ text: String) -> [String] {
  var year = "1997"
  var found: [String] = []
  for word in text.split(separator: " ") {
    let parts = word.split(separator: "-").map { $0.count < 2 ? "0\($0)" : String($0) }
    if parts.count == 2 { found.append("\(year)-\(parts[0])-\(parts[1])") } else { year = String(word) }
  }
  return found
}

@Suite("Examples of RFC 5545") struct StandardExamples {
  @Test(
    "The days are those that the standard lists",
    arguments: [
      ("FREQ=DAILY;COUNT=10", "9-2 9-3 9-4 9-5 9-6 9-7 9-8 9-9 9-10 9-11"),
      ("FREQ=DAILY;INTERVAL=10;COUNT=5", "9-2 9-12 9-22 10-2 10-12"),
      ("FREQ=WEEKLY;COUNT=10", "9-2 9-9 9-16 9-23 9-30 10-7 10-14 10-21 10-28 11-4"),
      (
        "FREQ=WEEKLY;UNTIL=19971224T000000Z",
        "9-2 9-9 9-16 9-23 9-30 10-7 10-14 10-21 10-28 11-4 11-11 11-18 11-25 12-2 12-9 12-16 12-23"
      ), ("FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "9-2 9-4 9-9 9-11 9-16 9-18 9-23 9-25 9-30 10-2"),
      ("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "9-2 9-4 9-16 9-18 9-30 10-2 10-14 10-16"),
      ("FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU", "9-7 9-28 11-2 11-30"),
      ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "9-22 10-20 11-17 12-22 1998 1-19 2-16"),
      ("FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6", "9-28 10-29 11-28 12-29 1998 1-29 2-26"),
      ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "9-2 9-15 10-2 10-15 11-2 11-15 12-2 12-15 1998 1-2 1-15"),
      ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "9-30 10-1 10-31 11-1 11-30 12-1 12-31 1998 1-1 1-31 2-1"),
      (
        "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
        "9-10 9-11 9-12 9-13 9-14 9-15 1999 3-10 3-11 3-12 3-13"
      ), ("FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=7", "9-2 9-9 9-16 9-23 9-30 11-4 11-11"),
      ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5", "1998 2-13 3-13 11-13 1999 8-13 2000 10-13"),
      ("FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=4", "9-13 10-11 11-8 12-13"),
      ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "9-4 10-7 11-6"),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=5", "9-29 10-30 11-27 12-30 1998 1-29"),
      ("FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=2", "11-4 2001 11-6"),
      ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "9-15 9-30 10-15 10-30 11-15"),
    ])
  func listed(_ rule: String, _ wanted: String) throws {
    #expect(try expand(rule).map { String($0.prefix(10)) } == days(wanted))
  }

  @Test(
    "The days are those that the standard lists for other starts",
    arguments: [
      ("1997-06-10", "FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "6-10 7-10 1998 6-10 7-10"),
      ("1997-03-10", "FREQ=YEARLY;INTERVAL=2;COUNT=4;BYMONTH=1,2,3", "3-10 1999 1-10 2-10 3-10"),
      ("1997-01-01", "FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200", "1-1 4-10 7-19 2000 1-1 4-9"),
      ("1997-05-19", "FREQ=YEARLY;BYDAY=20MO;COUNT=3", "5-19 1998 5-18 1999 5-17"),
      ("1997-05-12", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3", "5-12 1998 5-11 1999 5-17"),
      // The day is that of the start where only the week is named.
      ("1997-05-12", "FREQ=YEARLY;BYWEEKNO=20;COUNT=3", "5-12 1998 5-11 1999 5-17"),
      ("1997-03-13", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=4", "3-13 3-20 3-27 1998 3-5"),
      ("1997-09-05", "FREQ=MONTHLY;COUNT=4;BYDAY=1FR", "9-5 10-3 11-7 12-5"),
      ("1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "8-5 8-10 8-19 8-24"),
      ("1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "8-5 8-17 8-19 8-31"),
      ("2000-02-29", "FREQ=YEARLY;COUNT=3", "2000 2-29 2004 2-29 2008 2-29"),
      ("2026-01-31", "FREQ=MONTHLY;COUNT=3", "2026 1-31 3-31 5-31"),
      ("2026-01-01", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=2", "2027 1-1 2032 12-31"),
      ("2025-01-01", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=2", "2025 12-29 2027 1-4"),
      // Each third year counts from that of the first week, which begins in the year before.
      (
        "2024-12-31", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;INTERVAL=3;COUNT=5",
        "2024 12-31 2028 1-3 1-4 2030 12-30 12-31"
      ),
      ("2010-01-02", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=6;COUNT=3", "2010 1-2 2015 12-29 2016 1-2"),
      ("2027-01-01", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;COUNT=2", "2027 1-3 2033 1-2"),
      ("2027-01-03", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH;INTERVAL=5;COUNT=1", "2032 12-30"),
    ])
  func started(_ start: String, _ rule: String, _ wanted: String) throws {
    #expect(try expand(rule, from: start + "T09:00").map { String($0.prefix(10)) } == days(wanted))
    #expect(try expand(rule, from: start) == days(wanted))
  }

  @Test("Hours and minutes are those that the standard lists")
  func clock() throws {
    func times(_ rule: String, _ most: Int = 30) throws -> [String] {
      try expand(rule, most: most).map { String($0.dropFirst(5).prefix(11)) }
    }
    #expect(
      try times("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z") == ["09-02T09:00", "09-02T12:00", "09-02T15:00"])
    #expect(
      try times("FREQ=MINUTELY;INTERVAL=90;COUNT=4") == ["09-02T09:00", "09-02T10:30", "09-02T12:00", "09-02T13:30"])
    let each = try times("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", 25)
    #expect(each == (try times("FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", 25)))
    #expect(each[0] == "09-02T09:00" && each[23] == "09-02T16:40" && each[24] == "09-03T09:00")
    #expect(
      try times("FREQ=YEARLY;BYMONTH=1;BYDAY=SU;BYHOUR=8,9;BYMINUTE=30;COUNT=3") == [
        "01-04T08:30", "01-04T09:30", "01-11T08:30",
      ])
  }
}

@Suite("Zones and changes of the clock") struct ZoneTests {
  @Test("The local time stays the same over a change of the clock")
  func stays() throws {
    #expect(
      try expand("FREQ=DAILY;COUNT=3", from: "2026-03-28T09:00", in: "Europe/Berlin") == [
        "2026-03-28T09:00:00+01:00", "2026-03-29T09:00:00+02:00", "2026-03-30T09:00:00+02:00",
      ])
    #expect(try expand("FREQ=YEARLY;COUNT=1", from: "2026-03-28T09:00:00Z", in: "UTC") == ["2026-03-28T09:00:00Z"])
  }

  @Test("A time that the clock leaves out is moved by as much, and one that comes twice is the first")
  func changes() throws {
    #expect(
      try expand("FREQ=DAILY;COUNT=3", from: "2026-03-28T02:30", in: "Europe/Berlin") == [
        "2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
      ])
    #expect(
      try expand("FREQ=DAILY;COUNT=3", from: "2026-10-24T02:30", in: "Europe/Berlin") == [
        "2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
      ])
  }

  @Test(
    "No instant comes twice or out of order where the clock leaves times out, and COUNT counts what comes",
    arguments: [
      ("FREQ=HOURLY;COUNT=4", "2026-03-29T00:00", "Europe/Berlin", ["00:00", "01:00", "03:00", "04:00"]),
      (
        "FREQ=MINUTELY;INTERVAL=30;COUNT=5", "2026-03-29T01:00", "Europe/Berlin",
        ["01:00", "01:30", "03:00", "03:30", "04:00"]
      ),
      ("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30;COUNT=3", "2026-03-29T02:30", "Europe/Berlin", ["03:30", "02:30", "03:30"]),
      ("FREQ=DAILY;COUNT=3", "2011-12-29T08:00", "Pacific/Apia", ["08:00", "08:00", "08:00"]),
    ])
  func once(rule: String, start: String, zone: String, times: [String]) throws {
    let all = try expand(rule, from: start, in: zone)
    #expect(all.map { String($0.dropFirst(11).prefix(5)) } == times)
    #expect(Set(all).count == all.count)
  }

  @Test("Each local time of ten zones over years has the instant that Foundation gives it")
  func agrees() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"] {
      let zone = try zone(name)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let first = try #require(LocalTime(text: "2015-01-01T00:00", in: zone))
      let all = try Recurrence(RecurrenceRule(.hourly, every: 5), from: first, in: zone).occurrences(most: 9000).all
      for one in all {
        let date = CivilDate(daysSince1970: one.local.day)
        let parts = DateComponents(
          year: date.year, month: date.month, day: date.day, hour: one.local.second / 3600, minute: 0, second: 0)
        #expect(calendar.date(from: parts) == one.instant, "\(name) \(one.local.text)")
      }
    }
  }

  @Test("The end as an instant, as a local time and as a day")
  func ends() throws {
    func count(_ end: String) throws -> Int {
      try expand("FREQ=DAILY;UNTIL=\(end)", from: "2026-06-01T22:00", in: "America/New_York").count
    }
    // 22:00 in New York is 02:00 of the next day in GMT.
    #expect(try count("20260604T020000Z") == 3 && count("20260604T015959Z") == 2)
    #expect(try count("20260603T220000") == 3 && count("20260603T215959") == 2 && count("20260603") == 3)
  }

  @Test("Exceptions are left out, and still count")
  func exceptions() throws {
    let first = try #require(LocalTime(text: "2026-06-01", in: .gmt))
    var recurrence = try Recurrence(RecurrenceRule(.daily, end: .count(3)), from: first, in: .gmt)
    recurrence.exceptions = [try #require(LocalTime(text: "2026-06-02", in: .gmt))]
    #expect(recurrence.occurrences(most: 10).all.map(\.text) == ["2026-06-01", "2026-06-03"])
  }
}

@Suite("Rules that are wrong, endless or never match") struct BadRuleTests {
  @Test("Endless rules end at the number or the instant that is asked for")
  func endless() throws {
    #expect(try expand("FREQ=SECONDLY", most: 1000).count == 1000)
    let first = try #require(LocalTime(text: "2026-06-01T00:00", in: .gmt))
    let (all, rest) = try Recurrence(RecurrenceRule(.daily), from: first, in: .gmt)
      .occurrences(most: 1000, until: first.date.addingTimeInterval(86_400 * 9.5))
    #expect(all.count == 10 && rest == .more)
  }

  @Test(
    "A rule that never matches ends",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4",
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=60;BYSECOND=30",
      "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
      "FREQ=YEARLY;INTERVAL=1000000", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=7", "FREQ=MINUTELY;BYMONTHDAY=31;BYMONTH=6",
    ])
  func never(_ rule: String) throws {
    let first = try #require(LocalTime(text: "2026-06-01T00:00", in: .gmt))
    let (all, rest) = try Recurrence(RecurrenceRule(text: rule), from: first, in: .gmt).occurrences(most: 3)
    #expect(all.count <= 1 && rest != .more)
  }

  @Test(
    "A wrong rule is refused with a sentence",
    arguments: [
      ("", "The rule has no FREQ that is known."), ("FREQ=FORTNIGHTLY", "The rule has no FREQ that is known."),
      ("FREQ=DAILY;COUNT=0", "COUNT has “0”."),
      ("FREQ=DAILY;COUNT=3;UNTIL=20261231", "COUNT and UNTIL are both there."),
      ("FREQ=DAILY;INTERVAL=-1", "INTERVAL has “-1”."), ("FREQ=DAILY;BYDAY=XX", "BYDAY has “XX”."),
      ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY has “54MO”."), ("FREQ=DAILY;UNTIL=20260230", "UNTIL is “20260230”."),
      ("FREQ=DAILY;FREQ=DAILY", "FREQ is there twice."),
      ("FREQ=DAILY;BYEASTER=1", "BYEASTER is not a part that is known here."),
      ("FREQ=DAILY;COUNT", "“COUNT” is not of the form NAME=VALUE."),
      (
        "FREQ=WEEKLY;BYDAY=2MO",
        "BYDAY counts weekdays, which goes with FREQ=MONTHLY or FREQ=YEARLY without BYWEEKNO only."
      ),
      ("FREQ=MONTHLY;BYWEEKNO=2", "BYWEEKNO goes with FREQ=YEARLY only."),
      ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS is there without another BY part."),
      ("FREQ=DAILY;BYHOUR=24", "BYHOUR has “24”."), ("FREQ=DAILY;BYMONTHDAY=0", "BYMONTHDAY has “0”."),
    ])
  func wrong(_ text: String, _ sentence: String) {
    #expect { _ = try RecurrenceRule(text: text) } throws: { ($0 as? Problem)?.what == sentence }
  }

  @Test("A day cannot repeat within a day")
  func day() throws {
    let first = try #require(LocalTime(text: "2026-06-01", in: .gmt))
    #expect(throws: Problem.self) { try Recurrence(RecurrenceRule(.hourly), from: first, in: .gmt) }
  }
}

extension LocalTime {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(count)) }
}
