import Chance
import Foundation
import Kernel
import Recurrence
import Testing

@testable import ICalendar

@Suite("Events of calendars") struct CalendarItemTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  private let now = Date(timeIntervalSince1970: 1_795_000_000)

  private func found(_ lines: String...) throws -> CalendarItems {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n")
    return CalendarItems(try ICalendar.read(Array(text.utf8)), own: berlin)
  }

  private func event(_ lines: String...) throws -> CalendarItem {
    let text = (["BEGIN:VEVENT", "UID:u"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
    return try #require(try found(text).items.first)
  }

  private func date(_ text: String) -> Date { Moment.date(text) ?? .distantPast }

  @Test("times of zones, of UTC, without a zone and whole days are the instants that they mean")
  func times() throws {
    let zoned = try event("DTSTART;TZID=America/New_York:20261123T090000", "DTEND;TZID=Europe/Berlin:20261123T160000")
    #expect(
      zoned.content.startsAt == date("2026-11-23T14:00:00Z") && zoned.content.endsAt == date("2026-11-23T15:00:00Z"))
    #expect(zoned.content.zone == "America/New_York" && zoned.content.title == "Untitled event")
    let utc = try event("DTSTART:20261123T090000Z", "DURATION:PT90M", "SUMMARY:Call")
    #expect(utc.content.zone == "GMT" && utc.content.endsAt == date("2026-11-23T10:30:00Z"))
    let floating = try event("DTSTART:20260701T090000")
    #expect(floating.content.startsAt == date("2026-07-01T07:00:00Z") && floating.content.zone == "Europe/Berlin")
    let days = try event("DTSTART;VALUE=DATE:20261123", "DTEND;VALUE=DATE:20261126")
    #expect(days.content.isAllDay && days.content.endsAt == date("2026-11-26T00:00:00Z"))
    #expect(try event("DTSTART;VALUE=DATE:20261123").content.endsAt == date("2026-11-24T00:00:00Z"))
    // A day of 25 hours.
    let long = try event("DTSTART;TZID=Europe/Berlin:20261024T120000", "DURATION:P1D")
    #expect(long.content.endsAt.timeIntervalSince(long.content.startsAt) == 25 * 3600)
  }

  @Test("zones are found by their names on Windows, behind a path, and by their offsets; an unknown one is told")
  func zones() throws {
    for name in ["W. Europe Standard Time", "/mozilla.org/20050126_1/Europe/Berlin", "\"Europe/Berlin\""] {
      #expect(
        try event("DTSTART;TZID=\(name):20260701T090000").content.startsAt == date("2026-07-01T07:00:00Z"), "\(name)")
    }
    let zone = """
      BEGIN:VTIMEZONE\r\nTZID:Bureau\r\nBEGIN:STANDARD\r\nDTSTART:16011104T020000\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\r
      TZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nEND:STANDARD\r\nBEGIN:DAYLIGHT\r\nDTSTART:16010311T020000\r
      RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE
      """
    let own = try found(zone, "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Bureau:20260701T090000", "END:VEVENT")
    #expect(own.items.first?.content.startsAt == date("2026-07-01T13:00:00Z"))
    let odd = try found("BEGIN:VEVENT", "UID:1", "SUMMARY:Landing", "DTSTART;TZID=Mars:20260701T090000", "END:VEVENT")
    #expect(odd.items.isEmpty && odd.flaws.map(\.sentence) == ["Its time zone “Mars” is not known."])
  }

  @Test("written zones tell the offsets of the real ones over ten years, by a rule where there is one")
  func writtenZones() throws {
    let begin = date("2026-01-01T00:00:00Z")
    for name in [
      "Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Africa/Casablanca", "America/St_Johns",
    ] {
      let zone = try #require(TimeZone(identifier: name))
      var component = ICalendarZones.component(of: zone, from: begin)
      if name == "Europe/Berlin" {
        #expect(ICalendar.text(of: component).contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
      }
      // Under another name, only its offsets tell which it is.
      component.set("TZID", text: "Bureau")
      let read = ICalendarZones([ICalendarComponent("VCALENDAR", [], [component])], own: .gmt)
      if let same = read["Bureau"] {
        let dates = (0..<120).map { begin.addingTimeInterval(Double($0) * 30 * 86_400) }
        #expect(dates.allSatisfy { same.secondsFromGMT(for: $0) == zone.secondsFromGMT(for: $0) }, "\(name)")
      } else {
        #expect(name == "Africa/Casablanca", "\(name)")
      }
    }
  }

  @Test("a series has its rule, its exceptions and its changed occurrences, and is written as it was")
  func series() throws {
    let file = try found(
      "BEGIN:VEVENT", "UID:run", "SUMMARY:Run", "DTSTART;TZID=Europe/Berlin:20261123T070000",
      "DTEND;TZID=Europe/Berlin:20261123T080000", "RRULE:FREQ=DAILY;UNTIL=20261130T060000Z",
      "EXDATE:20261124T060000Z", "END:VEVENT",
      "BEGIN:VEVENT", "UID:run", "RECURRENCE-ID;TZID=Europe/Berlin:20261125T070000", "SUMMARY:Long run",
      "DTSTART;TZID=Europe/Berlin:20261125T060000", "DTEND;TZID=Europe/Berlin:20261125T080000", "END:VEVENT",
      "BEGIN:VEVENT", "UID:run", "RECURRENCE-ID:20261126T060000Z", "STATUS:CANCELLED",
      "DTSTART:20261126T060000Z", "END:VEVENT", "BEGIN:VTODO", "UID:t", "END:VTODO")
    let item = try #require(file.items.first)
    #expect(item.rule == "FREQ=DAILY;UNTIL=20261130T070000" && file.others == 1 && file.notes.isEmpty)
    #expect(item.exceptions == ["2026-11-24T07:00:00", "2026-11-26T07:00:00"])
    #expect(item.changed.mapValues(\.title) == ["2026-11-25T07:00:00": "Long run"])
    let written = ICalendar.text(of: item.calendar(own: berlin, at: now))
    #expect(written.contains("RRULE:FREQ=DAILY;UNTIL=20261130T060000Z\r\n"))
    #expect(CalendarItems(try ICalendar.read(Array(written.utf8)), own: .gmt).items == [item])
  }

  @Test("what cannot be held is told, event by event, and the others are read")
  func flaws() throws {
    let file = try found(
      "BEGIN:VEVENT", "UID:1", "SUMMARY:No start", "END:VEVENT",
      "BEGIN:VEVENT", "UID:2", "DTSTART:20261123T090000Z", "DTEND:20261123T080000Z", "END:VEVENT",
      "BEGIN:VEVENT", "UID:3", "DTSTART:18000101T090000Z", "END:VEVENT",
      "BEGIN:VEVENT", "UID:4", "DTSTART:20261123T090000Z", "STATUS:CANCELLED", "END:VEVENT",
      "BEGIN:VEVENT", "UID:5", "DTSTART:20261123T090000Z", "RRULE:FREQ=SOMETIMES", "END:VEVENT",
      "BEGIN:VEVENT", "UID:6", "DTSTART:20261123T090000Z", "RDATE:20261125T090000Z", "END:VEVENT")
    #expect(file.items.map(\.uid) == ["5", "6"] && file.items[0].rule == nil)
    #expect(
      file.flaws.map(\.sentence) == [
        "Its start cannot be read.", "It ends before it starts.", "It lies outside of the years 1900 to 2199.",
        "It was cancelled.",
      ])
    #expect(
      file.notes.map(\.sentence) == [
        "The way it repeats is not understood, so only its first time is shown.", "Its additional dates are not shown.",
      ])
  }

  @Test("merging changes what differs, and keeps alarms, guests, unknown properties, rules that are not understood")
  func merging() throws {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-OWN:1\r\nBEGIN:VEVENT\r\nUID:u\r\nSUMMARY;LANGUAGE=en:Lunch\r
      DTSTART;TZID=Europe/Berlin:20261123T120000\r\nDURATION:PT1H\r\nATTENDEE:mailto:a@example.org\r
      RRULE:FREQ=SOMETIMES\r\nRDATE:20261124T110000Z\r\nBEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r
      END:VCALENDAR\r

      """
    let base = try #require(try ICalendar.read(Array(text.utf8)).first)
    var item = try #require(CalendarItems([base], own: berlin).items.first)
    #expect(item.calendar(over: base, own: berlin, at: now) == base)
    item.content.place = "Canteen"
    let placed = ICalendar.text(of: item.calendar(over: base, own: berlin, at: now))
    for line in [
      "X-OWN:1", "SUMMARY;LANGUAGE=en:Lunch", "DURATION:PT1H", "ATTENDEE:mailto:a@example.org", "RRULE:FREQ=SOMETIMES",
      "TRIGGER:-PT5M", "RDATE:20261124T110000Z", "LOCATION:Canteen",
    ] {
      #expect(placed.contains("\r\n\(line)\r\n"), "\(line)")
    }
    item.content.title = "Long lunch"
    item.content.endsAt = item.content.endsAt.addingTimeInterval(3_600)
    let moved = item.calendar(over: base, own: berlin, at: now)
    #expect(ICalendar.text(of: moved).contains("SUMMARY:Long lunch\r\n"))
    #expect(ICalendar.text(of: moved).contains("DTEND;TZID=Europe/Berlin:20261123T140000\r\n"))
    #expect(CalendarItems([moved], own: .gmt).items == [item])
  }

  @Test("any item is read again as it was written, alone and over any other version of it")
  func random() throws {
    var random = try FuzzPlan.generator(for: "calendar-items")
    let rules = [nil, "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270601", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=9"]
    let texts = ["Lunch", "a, b; c\\d", "日本 🧾", "Two"]
    func content(_ zone: String, _ isAllDay: Bool) -> CalendarContent {
      let day = Double(Int.random(in: 20_000...20_400, using: &random)) * 86_400
      let start = Date(
        timeIntervalSince1970: day + (isAllDay ? 0 : Double(Int.random(in: 20...40, using: &random)) * 1_800))
      let length = isAllDay ? 86_400.0 * Double(Int.random(in: 1...3, using: &random)) : 1_800
      return CalendarContent(
        title: texts.randomElement(using: &random) ?? "", details: Bool.random(using: &random) ? nil : "Line\nand line",
        startsAt: start, endsAt: start.addingTimeInterval(length), isAllDay: isAllDay, zone: zone)
    }
    func item() -> CalendarItem {
      let isAllDay = Int.random(in: 0..<3, using: &random) == 0
      // Whole days have no zone in a file, so they get the reader's.
      let zone =
        isAllDay ? "Europe/Berlin" : ["Europe/Berlin", "America/New_York", "GMT"].randomElement(using: &random) ?? ""
      var item = CalendarItem(
        uid: "u", content: content(zone, isAllDay), rule: rules.randomElement(using: &random) ?? nil)
      guard item.rule != nil else { return item }
      let start = item.content.localStart
      let keys = (1...3).map { LocalTime(day: start.day + $0, second: start.second, isDay: isAllDay).text }
      item.exceptions = Bool.random(using: &random) ? [keys[0]] : []
      if Bool.random(using: &random) { item.changed[keys[1]] = content(zone, isAllDay) }
      return item
    }
    for number in 0..<400 {
      let (one, other) = (item(), item())
      let first = one.calendar(own: berlin, at: now)
      let bytes = Array(ICalendar.text(of: first).utf8)
      #expect(CalendarItems(try ICalendar.read(bytes), own: berlin).items == [one], "\(number)")
      let second = other.calendar(over: first, own: berlin, at: now)
      #expect(CalendarItems([second], own: berlin).items == [other], "\(number)")
    }
  }
}
