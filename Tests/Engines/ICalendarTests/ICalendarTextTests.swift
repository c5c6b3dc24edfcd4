import Chance
import Foundation
import Kernel
import Testing

@testable import ICalendar

@Suite("Calendars as text") struct ICalendarTextTests {
  static func file(_ lines: String...) -> [UInt8] { Array((lines.joined(separator: "\r\n") + "\r\n").utf8) }

  @Test("properties, parameters, unknown components and folded lines are read, and written as they were")
  func roundTrip() throws {
    let text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      X-WR-CALNAME;X-ODD="a;b:c,d",plain;LANGUAGE=de:Arbeit\\, privat\r
      BEGIN:VEVENT\r
      UID:1@example.org\r
      ATTENDEE;CN=Noor ^'N^' A.;ROLE=REQ-PARTICIPANT:mailto:noor@example.org\r
      BEGIN:VALARM\r
      ACTION:DISPLAY\r
      TRIGGER:-PT15M\r
      END:VALARM\r
      END:VEVENT\r
      BEGIN:VTODO\r
      UID:2\r
      END:VTODO\r
      BEGIN:X-OTHER\r
      X-A:\r
      END:X-OTHER\r
      END:VCALENDAR\r

      """
    let read = try ICalendar.read(Array(text.utf8))
    #expect(ICalendar.text(of: read) == text)
    let calendar = try #require(read.first)
    #expect(calendar["X-WR-CALNAME"]?.text == "Arbeit, privat")
    #expect(calendar["X-WR-CALNAME"]?.parameters.first?.values == ["a;b:c,d", "plain"])
    #expect(calendar.components.map(\.name) == ["VEVENT", "VTODO", "X-OTHER"])
    #expect(calendar.components[0]["ATTENDEE"]?["CN"] == "Noor \"N\" A.")
  }

  @Test("a long line is folded at 75 octets between characters, and unfolded again, also within a character")
  func folding() throws {
    let title = String(repeating: "Zürich 日本 🧾 ", count: 40)
    let component = ICalendarComponent("VEVENT", [ICalendarProperty("SUMMARY", text: title)])
    let text = ICalendar.text(of: component)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.count > 10 && lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(try ICalendar.read(Array(text.utf8)) == [component])
    // Older programs part characters.
    let bytes: [UInt8] = Self.file("BEGIN:VEVENT") + Array("SUMMARY:Z".utf8) + [0xC3, 13, 10, 32, 0xBC]
    let odd = bytes + Self.file("rich", "END:VEVENT")
    #expect(try ICalendar.read(odd).first?.text("SUMMARY") == "Zürich")
  }

  @Test("text keeps its commas, semicolons, backslashes and lines")
  func escapes() {
    for text in ["a, b; c\\d", "two\nlines", "\\n", "end\\", "ünï 🧾", ""] {
      #expect(ICalendarText.plain(ICalendarText.escaped(text)) == text)
    }
    #expect(ICalendarText.escaped("one\r\ntwo\u{0}\u{7}") == "one\\ntwo")
    #expect(ICalendarText.plain("a\\Nb\\xc") == "a\nb\\xc")
    #expect(ICalendarText.list("a\\,b,c") == ["a\\,b", "c"])
  }

  @Test(
    "what is no calendar is refused with a sentence that names the line",
    arguments: [
      ("", "no BEGIN:VCALENDAR"), ("hello", "line 1 is no property"), ("SUMMARY:a", "outside of BEGIN and END"),
      ("BEGIN:VCALENDAR", "cut short within VCALENDAR"),
      ("BEGIN:VCALENDAR\nEND:VEVENT", "line 2 ends what was not begun"),
      ("BEGIN:VCALENDAR\nA;B:c\nEND:VCALENDAR", "parameter without a value"),
      ("BEGIN:VCALENDAR\nA;B=\"c:d\nEND:VCALENDAR", "quotation mark"), ("BEGIN:A B;", "has a name"),
      ("BEGIN:VCALENDAR\nA:\u{0}\nEND:VCALENDAR", "control character"), ("BEGIN:\u{E4}", "has a name"),
      (String(repeating: "BEGIN:A\n", count: 9), "nested too deeply"), ("A;B=c", "ends within a parameter"),
    ])
  func refused(text: String, part: String) {
    #expect { try ICalendar.read(Array(text.utf8)) } throws: { error in
      (error as? Problem).map { $0.code == "calendar-unreadable" && $0.what.contains(part) } ?? false
    }
  }

  @Test("limits of size and number hold, and bytes that are no text are refused")
  func limits() {
    var limits = ICalendarLimits()
    (limits.bytes, limits.property, limits.components, limits.properties) = (1_000, 100, 3, 3)
    let long = Self.file("BEGIN:A", "B:" + String(repeating: "x", count: 200), "END:A")
    let many = Self.file("BEGIN:A", "B:1", "B:2", "B:3", "B:4", "END:A")
    let deep = Self.file("BEGIN:A", "END:A", "BEGIN:A", "END:A", "BEGIN:A", "END:A", "BEGIN:A", "END:A")
    for (bytes, part) in [
      (long, "too long"), (many, "more than 3 lines"), (deep, "more than 3 entries"),
      (Array(repeating: UInt8(ascii: "A"), count: 1_001), "larger than 8 MB"),
      ([0x41, 0x3A, 0xFF], "no text in UTF-8"),
    ] {
      #expect { try ICalendar.read(bytes, limits: limits) } throws: { ($0 as? Problem)?.what.contains(part) == true }
    }
  }

  @Test("lengths and times are read exactly, and nothing else is taken for them")
  func values() {
    #expect(ICalendarDuration("P1DT2H") == ICalendarDuration(days: 1, seconds: 7_200))
    #expect(ICalendarDuration("-PT15M")?.total == -900 && ICalendarDuration("P2W")?.days == 14)
    for text in ["", "P", "PT", "P1", "1D", "P1H", "PT1D", "P99999999D", "P-1D", "PT1M1"] {
      #expect(ICalendarDuration(text) == nil, "\(text)")
    }
    #expect(ICalendarTime("20261123T090000Z")?.text == "20261123T090000Z")
    #expect(ICalendarTime("20261123", zone: "X")?.property("DTSTART").isDay == true)
    for text in [
      "", "20260230", "20261123T250000", "20261123T0900", "20261123T090000X", "2026-11-23", "2026112\u{665}",
    ] {
      #expect(ICalendarTime(text) == nil, "\(text)")
    }
  }

  @Test("whatever the bytes, a calendar is read and written to the same components, or refused with a sentence")
  func fuzz() throws {
    let words = [
      "BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "DTSTART:20261123T090000Z\r\n",
      "DTSTART;VALUE=DATE:20261123\n", "DTSTART;TZID=Europe/Berlin:20261123T090000\r\n", "RRULE:FREQ=DAILY;COUNT=3\r\n",
      "EXDATE:20261124T090000Z\r\n", "RECURRENCE-ID:20261124T090000Z\r\n", "UID:1\r\n", "SUMMARY:a\\,b\r\n", " \tc\r\n",
      ";X=\"q\":", ":", ",", "^n", "DURATION:PT1H\r\n", "BEGIN:VTIMEZONE\r\nTZID:Odd\r\n", "END:VTIMEZONE\r\n", "\u{0}",
      "ü",
    ].map { Array($0.utf8) }
    var read = 0
    try Fuzzer("ICalendar", inputs: 6_000).run { random in
      var bytes = words[0]
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += words[Int.random(in: 0..<words.count, using: &random)]
      }
      bytes += words[1]
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      return bytes
    } check: { bytes, _ in
      do {
        let components = try ICalendar.read(bytes)
        read += 1
        let again = try ICalendar.read(Array(ICalendar.text(of: components).utf8))
        try hold(again == components, "it is not read back as it was")
        let found = CalendarItems(components, own: .gmt)
        for item in found.items {
          let written = item.calendar(own: .gmt, at: Date(timeIntervalSince1970: 0))
          try hold(CalendarItems([written], own: .gmt).items == [item], "the event is not read back as it was")
        }
      } catch let problem as Problem {
        try hold(!problem.sentence.isEmpty, "it has no sentence")
      }
    }
    #expect(read > 100)
  }
}
