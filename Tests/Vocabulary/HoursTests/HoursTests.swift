import Foundation
import Testing

@testable import Hours

@Suite("Hours") struct HoursTests {
  @Test("Every minute of the day survives a round trip through text and JSON; other minutes are refused")
  func written() throws {
    for minutes in 0..<TimeOfDay.minutesOfADay {
      let time = try #require(TimeOfDay(minutes: minutes))
      #expect(TimeOfDay(time.text) == time && time.text.count == 5)
      #expect(try JSONDecoder().decode(TimeOfDay.self, from: JSONEncoder().encode(time)) == time)
    }
    #expect(TimeOfDay(minutes: -1) == nil && TimeOfDay(minutes: 1440) == nil)
    #expect(TimeOfDay.at(-2).text == "22:00" && TimeOfDay.at(25).text == "01:00")
  }

  @Test(
    "A typed time is read in several notations",
    arguments: [
      ("22:00", "22:00"), ("7:05", "07:05"), ("7", "07:00"), ("10pm", "22:00"), ("10:30 PM", "22:30"),
      ("12am", "00:00"),
      ("12 pm", "12:00"), ("0:00", "00:00"), (" 23:59 ", "23:59"),
      ("22.00", "22:00"), ("7.30", "07:30"), ("0730", "07:30"), ("730", "07:30"),
    ])
  func typed(text: String, time: String) { #expect(TimeOfDay(typed: text)?.text == time) }

  @Test(
    "An invalid typed time is refused",
    arguments: [
      "", ":", "24:00", "23:60", "7:5", "7:005", "+7", "-1", "13pm", "0am", "pm", "1:2:3", "７:00", "22.5", "2460",
      "0760",
      "noon",
      "007:00", String(repeating: "1", count: 99),
    ])
  func refused(text: String) { #expect(TimeOfDay(typed: text) == nil) }

  @Test("A stored time is read in its canonical form only", arguments: ["7:05", "10pm", " 07:05", "07:05 "])
  func strict(text: String) {
    #expect(TimeOfDay(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([TimeOfDay].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test("A window contains exactly its minutes, across midnight too")
  func windows() throws {
    let times = stride(from: 0, to: 1440, by: 30).compactMap { TimeOfDay(minutes: $0) }
    for start in times {
      #expect(TimeWindow(from: start, to: start) == nil)
      for end in times where end != start {
        let window = try #require(TimeWindow(from: start, to: end))
        #expect(times.count(where: window.contains) == window.minutes / 30)
        #expect(window.contains(start) && !window.contains(end))
        #expect(window.passesMidnight == (end < start))
      }
    }
    #expect(TimeWindow.night.contains(.midnight) && TimeWindow.night.minutes == 540)
  }

  @Test("A window is stored by its start and end, and one without length is refused")
  func storedWindow() throws {
    let bytes = try JSONEncoder().encode(TimeWindow.night)
    #expect(try JSONDecoder().decode(TimeWindow.self, from: bytes) == .night)
    let none = Data(#"{"start":"22:00","end":"22:00"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TimeWindow.self, from: none) }
  }
}
