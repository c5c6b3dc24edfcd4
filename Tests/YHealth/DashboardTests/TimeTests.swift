import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Testing

@testable import Board
@testable import Dashboard

@Suite("The time of day") struct TimeTests {
  private func greeting(_ now: Moment) -> String? {
    DashboardState.knowing(.full(), at: now).shown(at: now).nodes.first?.label
  }

  @Test("Every minute of a day belongs to one band, and each band begins on the hour")
  func bands() {
    for minute in 0..<1440 {
      let band = DayPart(TimeOfDay(minutes: minute) ?? .midnight)
      let expected: DayPart =
        minute < 300 ? .night : minute < 720 ? .morning : minute < 1080 ? .afternoon : minute < 1320 ? .evening : .night
      #expect(band == expected)
    }
  }

  @Test("The header shows the brand, the date and a greeting for the time of day", .covers("yh-S04.1.1-B1"))
  func header() {
    let screen = DashboardState.knowing(.full()).shown()
    #expect(screen.title == "Dashboard" && screen.node("greeting")?.state.level == 1)
    #expect(screen.node("date")?.label == "yHealth, Sunday 22 November 2026")
    let times = [(4, 59), (5, 0), (11, 59), (12, 0), (17, 59), (18, 0), (21, 59), (22, 0)]
    #expect(
      times.map { greeting(.at($0, $1)) } == [
        "Good evening", "Good morning", "Good morning", "Good afternoon", "Good afternoon", "Good evening",
        "Good evening",
        "Good evening",
      ])
    let american = DashboardState.knowing(.full()).screen(
      Route(["dashboard"]), in: Surroundings(now: .at(15, 5), locale: "en-US"), at: ID(UUID()))
    #expect(american.node("date")?.label == "yHealth, Sunday, November 22, 2026")
    #expect(american.node("updated.freshness")?.label == "Last updated 8:15 AM")
  }

  @Test(
    "The user's local time is used in every zone, and a change of zone applies at once",
    .covers("yh-S04.1.3-L5", "yh-S04.1.3-E2"))
  func zones() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    for name in [
      "Pacific/Kiritimati", "Pacific/Apia", "Pacific/Chatham", "Australia/Lord_Howe", "Australia/Adelaide",
      "Asia/Tokyo", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tehran", "Europe/Moscow", "Africa/Cairo", "Europe/Berlin",
      "Europe/London", "Atlantic/Azores", "America/St_Johns", "America/Sao_Paulo", "America/New_York",
      "America/Denver", "America/Los_Angeles", "Pacific/Marquesas", "Pacific/Honolulu", "Pacific/Pago_Pago",
    ] {
      let zone = try #require(TimeZone(named: name))
      let now = Moment(Bench.morning.date, in: zone)
      await bench.set(now)
      let hour = now.clock.minutes / 60
      let expected =
        (5..<12) ~= hour
        ? "Good morning"
        : (12..<18) ~= hour
          ? "Good afternoon"
          : "Good evening"
      #expect(bench.node("greeting")?.label == expected, "\(name)")
      #expect(bench.node("date")?.label.hasSuffix("\(now.day.weekdayName) \(now.day.long)") == true)
    }
    // In Tokyo it is already afternoon.
    await bench.set(Moment(Bench.morning.date, in: try #require(TimeZone(named: "Asia/Tokyo"))))
    #expect(bench.node("focus")?.label == "Activity")
  }

  @Test("When a band ends, the state changes by itself", .covers("yh-S04.1.3-B15"))
  func turning() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    let states = bench.dashboard.states
    var seen: [DayPart?] = [states.value.part]
    for hours in [4, 6, 4, 3, 4] {
      await bench.advance(.seconds(hours * 3600))
      // The state itself has changed, so its observers draw it again.
      seen.append(states.value.part)
    }
    #expect(seen == [.morning, .afternoon, .evening, .night, .night, .morning])
    #expect(bench.clock.alarms > 0)
    #expect(bench.node("greeting")?.label == "Good morning")
  }

  @Test("A new day requests its facts; a new band does not")
  func newDay() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    bench.forget()
    await bench.advance(.seconds(15 * 3600))
    #expect(bench.asked == [])
    await bench.advance(.seconds(3600))
    #expect(bench.asked == [.background] && bench.state.day?.text == "2026-11-23")
  }

  @Test("The next change of band or day lies ahead by less than 8.5 hours, through every clock change of a year")
  func turns() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"] {
      let zone = try #require(TimeZone(named: name))
      var now = Moment(Date(timeIntervalSince1970: 1_780_000_000), in: zone)
      let end = now.date.addingTimeInterval(366 * 86_400)
      var count = 0
      while now.date < end {
        guard let next = DayPart.turn(after: now) else { break }
        #expect(next > now.date && next.timeIntervalSince(now.date) < 8.5 * 3600)
        let before = Moment(next.addingTimeInterval(-1), in: zone)
        now.date = next
        #expect(DayPart(now) != DayPart(before) || now.day != before.day)
        count += 1
      }
      #expect((1825...1835).contains(count), "\(name): \(count)")
    }
  }
}
