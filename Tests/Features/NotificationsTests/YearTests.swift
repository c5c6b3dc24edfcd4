import Chance
import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Notices
import Storage
import Testing

@testable import Notifications

@Suite("A year of notifications")
struct YearTests {
  private static let zones = [
    "Europe/Rome", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kathmandu",
    "America/Sao_Paulo", "Pacific/Kiritimati", "America/St_Johns", "Africa/Casablanca",
  ]

  /// The candidates of a day and the next one, as a product with all kinds of reminder has them.
  private static func candidates(at now: Moment) -> [NotificationCandidate] {
    (0...1).map(now.day.following).flatMap { day in
      [("meal", 8), ("meal-late", 19), ("workout", 18), ("night", 23)].compactMap { name, hour in
        guard let at = day.instant(at: .at(hour), in: now.zone) else { return nil }
        return NotificationCandidate(
          Notice("\(name) \(day.text)", kind: name == "workout" ? "milestone" : "meal", at: at, expires: at + 3 * 3600),
          "\(name) of \(day.text)", opens: Route(["log"]), action: "Log Now", because: "It is time.")
      }
    }
  }

  @Test(
    "over ten zones, flights and changes of the clock nothing is sent in quiet hours, beyond the cap, stale or twice",
    .covers("yh-S04.4.3-B19", "yh-S04.4.3-B20", "yh-S04.4.3-L10"),
    arguments: RotatingShare.current.part(of: [1, 3, 8], every: 3))
  func year(cap: Int) async throws {
    let bench = try await NotificationsBench()
    await bench.send(.rules(NoticeRules(cap: cap)))
    var sent: [(NotificationDelivery, Moment)] = []
    for day in 0..<366 {
      let zone = try #require(TimeZone(named: YearTests.zones[day / 10 % YearTests.zones.count]))
      for _ in 0..<6 {
        let known = Set(bench.state.entries.map(\.name))
        let next = bench.now.date.addingTimeInterval(4 * 3600)
        await bench.clock.set(Moment(bench.now.date, in: zone), settling: bench.context.settling)
        await bench.send(.candidates(YearTests.candidates(at: bench.now)))
        await bench.clock.advance(to: next, settling: bench.context.settling)
        // What became part of another one is read already.
        for entry in bench.state.entries where !known.contains(entry.name) && !entry.isRead {
          let delivery = bench.device.shown.last { $0.name == entry.name }
          sent.append((try #require(delivery), Moment(entry.sentAt, in: zone)))
        }
      }
      if day % 20 == 0 { await bench.act(.appeared(NotificationsPlaces.history)) }
    }
    #expect(sent.count > 300 && Set(sent.map(\.0.name)).count == sent.count)
    #expect(bench.device.shown.count == sent.count)
    var days: [String: Int] = [:]
    var stay = 0
    var last: Moment?
    for (delivery, at) in sent {
      #expect(!TimeWindow.night.contains(at.clock), "\(delivery.name) at \(at)")
      // A date that a flight repeats counts once.
      if let former = last, former.zone != at.zone { stay += 1 }
      last = at
      days["\(at.day.text)", default: 0] += 1
      #expect(bench.state.entries.first { $0.name == delivery.name }.map { $0.sentAt == at.date } ?? true)
    }
    #expect(days.values.allSatisfy { $0 <= cap }, "\(days.filter { $0.value > cap })")
    #expect(stay > 30)
  }
}
