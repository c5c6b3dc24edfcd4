import FoundationEssentials
import Hours
import Kernel
import Testing

@testable import Notices

/// An instant of a test, which must be valid.
func instant(_ text: String) -> Date {
  guard let date = Moment.date(text) else { preconditionFailure("not an instant: \(text)") }
  return date
}

func zone(_ name: String) -> TimeZone {
  guard let zone = TimeZone(named: name) else { preconditionFailure("no zone: \(name)") }
  return zone
}

func second(_ text: String) -> Int { Journey.seconds(instant(text)) }

@Suite("Local time on a journey") struct JourneyTests {
  @Test("The local day and time agree with the zone at each hour of a year, with both changes of the clock")
  func agrees() {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"] {
      let start = instant("2026-01-01T00:00:00Z")
      let zone = zone(name)
      let journey = Journey(in: zone, from: start, until: start.addingTimeInterval(366 * 86_400))
      for hour in 0..<366 * 24 {
        let date = start.addingTimeInterval(Double(hour) * 3600)
        let local = CivilDate.split(Int(date.timeIntervalSince1970) + zone.secondsFromGMT(for: date))
        #expect(journey.day(Journey.seconds(date)) == local.day)
        #expect(journey.secondOfDay(Journey.seconds(date)) == local.rest)
      }
    }
  }

  @Test("Quiet hours end at their local end, also over a change of the clock that leaves the end out or repeats it")
  func quiet() throws {
    let berlin = Journey(
      in: zone("Europe/Berlin"), from: instant("2026-03-01T00:00:00Z"), until: instant("2027-01-01T00:00:00Z"))
    let night = try #require(TimeWindow(from: .at(22), to: .at(7)))
    #expect(berlin.end(of: night, from: second("2026-03-10T22:30:00Z")) == second("2026-03-11T06:00:00Z"))
    #expect(berlin.end(of: night, from: second("2026-03-28T22:30:00Z")) == second("2026-03-29T05:00:00Z"))
    #expect(berlin.end(of: night, from: second("2026-03-11T06:00:00Z")) == second("2026-03-11T06:00:00Z"))
    let halfPastTwo = try #require(TimeOfDay("02:30"))
    // 02:30 does not exist on 29 March: at 02:00 it is 03:00.
    let early = try #require(TimeWindow(from: .at(22), to: halfPastTwo))
    #expect(berlin.end(of: early, from: second("2026-03-28T23:30:00Z")) == second("2026-03-29T01:00:00Z"))
    // On 25 October 02:30 comes twice, and 02:10 once more after the first of them.
    #expect(berlin.end(of: early, from: second("2026-10-24T23:30:00Z")) == second("2026-10-25T00:30:00Z"))
    #expect(berlin.end(of: early, from: second("2026-10-25T01:10:00Z")) == second("2026-10-25T01:30:00Z"))
  }

  @Test("A flight ends quiet hours where it is day, and begins them again where it is night")
  func flights() throws {
    let journey = Journey(
      [
        .init(from: instant("2026-06-01T00:00:00Z"), in: zone("Europe/London")),
        .init(from: instant("2026-06-02T02:00:00Z"), in: zone("Asia/Tokyo")),
        .init(from: instant("2026-06-03T12:00:00Z"), in: zone("America/Los_Angeles")),
      ], until: instant("2026-07-01T00:00:00Z"))
    // 23:00 in London; at 02:00 GMT it is 11:00 in Tokyo.
    #expect(journey.end(of: .night, from: second("2026-06-01T22:00:00Z")) == second("2026-06-02T02:00:00Z"))
    // 20:50 in Tokyo is no quiet hour; ten minutes later it is 05:00 in Los Angeles, until 07:00.
    #expect(journey.end(of: .night, from: second("2026-06-03T11:50:00Z")) == second("2026-06-03T11:50:00Z"))
    #expect(journey.end(of: .night, from: second("2026-06-03T12:00:00Z")) == second("2026-06-03T14:00:00Z"))
  }

  @Test("The next local day begins at midnight, and after a flight to the west not before the day is over")
  func midnight() {
    let journey = Journey(
      [
        .init(from: instant("2026-06-01T00:00:00Z"), in: zone("Asia/Tokyo")),
        .init(from: instant("2026-06-01T15:30:00Z"), in: zone("America/Los_Angeles")),
      ], until: instant("2026-07-01T00:00:00Z"))
    #expect(journey.nextDay(after: second("2026-06-01T03:00:00Z")) == second("2026-06-01T15:00:00Z"))
    // In Tokyo the second of June has begun; in Los Angeles it is the first again.
    #expect(journey.nextDay(after: second("2026-06-01T15:10:00Z")) == second("2026-06-03T07:00:00Z"))
  }
}
