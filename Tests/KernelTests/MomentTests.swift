import Covers
import Foundation
import Kernel
import Testing

extension Moment {
  /// Thursday, 15 January 2026, noon in Greenwich.
  static let start = Moment(Date(timeIntervalSince1970: 1_768_478_400))
}

@Suite("Moments: instants with their time zone")
struct MomentTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(named: name)) }

  private func decoded(_ json: String) throws -> Moment { try JSONDecoder().decode(Moment.self, from: Data(json.utf8)) }

  @Test(
    "A moment survives a round trip through JSON to the millisecond",
    arguments: ["GMT", "America/New_York", "Asia/Kolkata"])
  func roundTrip(_ name: String) throws {
    let zone = try zone(name)
    for milliseconds in stride(from: 0, to: 40_000_000, by: 7_919) {
      let date = Date(timeIntervalSince1970: (1_768_478_400_000 + Double(milliseconds)) / 1000)
      let moment = Moment(date, in: zone)
      let back = try JSONDecoder().decode(Moment.self, from: JSONEncoder().encode(moment))
      #expect(back == moment, "\(milliseconds)")
      #expect(back.text == moment.text)
    }
  }

  @Test("A moment is encoded as an ISO 8601 instant and a zone name")
  func text() throws {
    let moment = Moment(Moment.start.date.addingTimeInterval(0.25), in: try zone("Europe/Berlin"))
    let json = try #require(String(data: JSONEncoder().encode(moment), encoding: .utf8))
    #expect(json.contains("\"2026-01-15T12:00:00.250Z\""))
    #expect(try decoded(#"{"at":"2026-01-15T12:00:00.250Z","zone":"Europe/Berlin"}"#) == moment)
  }

  @Test("An instant is read with and without fractions and with an offset")
  func dates() throws {
    let noon = Moment.start.date
    #expect(Moment.date("2026-01-15T12:00:00Z") == noon)
    #expect(Moment.date("2026-01-15T12:00:00.000Z") == noon)
    #expect(Moment.date("2026-01-15T13:00:00+01:00") == noon)
    let tenth = try #require(Moment.date("2026-01-15T12:00:00.5Z"))
    #expect(tenth.timeIntervalSince(noon) == 0.5)
  }

  @Test(
    "An invalid instant is refused",
    arguments: [
      "", "now", "2026-01-15", "2026-01-15T12:00:00", "2026-13-15T12:00:00Z", "2026-02-30T12:00:00Z",
      "2026-01-15T24:00:00Z",
      "2026-01-15T12:60:00Z", "2026-01-15T12:00:60Z", "2026-01-15T12:00:00.Z", "2026-01-15T12:00:00+1:00",
      "2026-01-15 12:00:00Z", "0000-01-15T12:00:00Z", "2100-02-29T12:00:00Z", "2026-00-10T12:00:00Z",
      "2026-01-00T12:00:00Z", "٢026-01-15T12:00:00Z", "2026-01-15T12:00:00Z and more",
      String(repeating: "2", count: 1_000),
    ])
  func badDates(_ text: String) {
    #expect(Moment.date(text) == nil)
    #expect(throws: DecodingError.self) { try decoded(#"{"at":"\#(text)","zone":"GMT"}"#) }
  }

  @Test("Every day from 1890 to 2110 survives a round trip through text")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = try #require(calendar.date(from: DateComponents(year: 1890, month: 1, day: 1, hour: 23, minute: 59)))
    for day in 0..<80_400 {
      let date = first.addingTimeInterval(Double(day) * 86_400)
      #expect(Moment.date(Moment(date).text) == date)
    }
  }

  @Test(
    "An invalid zone name is refused",
    arguments: ["", "Nowhere/Land", "new york", "../../etc/passwd", String(repeating: "A/", count: 500)])
  func badZones(_ name: String) {
    #expect(TimeZone(named: name) == nil)
    #expect(throws: DecodingError.self) { try decoded(#"{"at":"2026-01-15T12:00:00Z","zone":"\#(name)"}"#) }
  }

  @Test("Zones around the world are known, with daylight saving time")
  func zones() throws {
    let winter = Moment.start.date
    let summer = winter.addingTimeInterval(181 * 86_400)
    let newYork = try zone("America/New_York")
    #expect(newYork.secondsFromGMT(for: winter) == -5 * 3600)
    #expect(newYork.secondsFromGMT(for: summer) == -4 * 3600)
    #expect(newYork.isDaylightSavingTime(for: summer))
    #expect(try zone("Asia/Kolkata").secondsFromGMT(for: summer) == 19_800)
    #expect(try zone("Australia/Lord_Howe").secondsFromGMT(for: winter) == 11 * 3600)
    #expect(try zone("US/Eastern").secondsFromGMT(for: summer) == -4 * 3600)
    #expect(try zone("GMT").secondsFromGMT(for: summer) == 0)
  }

  @Test("Advancing a moment keeps its zone, and durations convert to seconds")
  func advanced() throws {
    let moment = Moment(Moment.start.date, in: try zone("Asia/Kolkata"))
    let later = moment.advanced(by: .milliseconds(1_500))
    #expect(later.date.timeIntervalSince(moment.date) == 1.5)
    #expect(later.zone == moment.zone)
    #expect(Duration.seconds(-2).seconds == -2)
    #expect(Duration.nanoseconds(500_000_000).seconds == 0.5)
  }
}
