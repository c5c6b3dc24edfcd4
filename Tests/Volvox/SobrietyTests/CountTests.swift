import Audit
import Covers
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import SoberDays
import Storage
import Testing

@testable import Sobriety

@Suite("The count of days") struct CountTests {
  @Test(
    "without a date the screen asks for it, and shows the count once it is set",
    .covers("vx-US2-1", "vx-US2-2", "vx-US2-3", "vx-FR-008", "vx-FR-009", "vx-FR-010"))
  func begins() async throws {
    let bench = try await SobrietyBench()
    #expect(bench.node("Set your sober date.") != nil && bench.count == nil)
    #expect(bench.node("Set your sober date")?.destination == SobrietyPlaces.date)
    await bench.tap("Sober since", at: SobrietyPlaces.date, .edit, .text("2026-08-27"))
    await bench.tap("Save", at: SobrietyPlaces.date)
    #expect(bench.count == "87")
    #expect(bench.nodes().first { $0.id == "count" }?.state.isProminent == true)
    #expect(bench.node("Since 27 August 2026. Next: 90 days, on 25 November 2026.") != nil)
    #expect(bench.toasts == ["Your sober date is 27 August 2026."])
    #expect(bench.events.contains(.finished([SobrietyPlaces.date, SobrietyPlaces.slip, SobrietyPlaces.checkIn])))
    let after = try await SobrietyBench(over: bench)
    #expect(after.count == "87" && after.milestones.isEmpty, "nothing is told twice")
  }

  @Test("a future date is refused in the words of the specification, an impossible one too", .covers("vx-E2"))
  func refused() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-11-23")
    #expect(
      bench.complaint("Sober since", at: SobrietyPlaces.date)
        == "Sobriety date cannot be in the future. Choose today or an earlier day.")
    await bench.begin(on: "2026-02-30")
    #expect(bench.complaint("Sober since", at: SobrietyPlaces.date)?.hasPrefix("This is not a day") == true)
    #expect(bench.count == nil)
    #expect(try await bench.waiting().isEmpty)
    await bench.begin(on: "2026-11-22")
    #expect(bench.count == "0")
    await bench.slip(on: "2026-11-23")
    #expect(
      bench.complaint("Day", at: SobrietyPlaces.slip)
        == "Sobriety date cannot be in the future. Choose today or an earlier day.")
  }

  @Test(
    "a slip begins the count again and keeps the days, and Undo brings the count back", .covers("vx-FR-014", "vx-E8"))
  func slips() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-08-27")
    await bench.tap("Record slip", at: SobrietyPlaces.slip)
    #expect(bench.count == "0")
    #expect(bench.toasts.last == "Recorded. Your 86 sober days stay in your history.")
    #expect(bench.node("In total")?.value == "86 days" && bench.node("Longest")?.value == "86 days")
    #expect(bench.timeline.contains("Slip") && bench.timeline.contains("Sober date"))
    try await bench.undo()
    #expect(bench.count == "87" && !bench.timeline.contains("Slip"))
    await bench.slip(on: "2026-11-02")
    #expect(bench.count == "20")
    #expect(bench.node("Since the start")?.value == "86 of 87")
    // The entries are appended, never changed.
    let sent = try await bench.waiting()
    #expect(sent.filter { $0.collection == "sobriety_records" }.count == 4)
    let slip = sent.compactMap(\.fields).first { $0["kind"] == .text("slip") && $0["began_on"] == .text("2026-11-02") }
    #expect(slip?["is_withdrawn"] == .bool(false))
  }

  @Test("no word about a slip blames or counts down")
  func words() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-08-27")
    await bench.slip(on: "2026-11-22")
    let routes = [SobrietyPlaces.home, SobrietyPlaces.slip, SobrietyPlaces.timeline, SobrietyPlaces.checkIn]
    let words = routes.flatMap { bench.nodes($0) }.flatMap { [$0.label, $0.value ?? "", $0.hint ?? ""] } + bench.toasts
    for word in [
      "fail", "relapse", "lost", "broke", "shame", "sorry", "reset", "unfortunately", "only", "!", "days left", "to go",
    ] {
      #expect(!words.contains { $0.lowercased().contains(word) && !$0.hasPrefix("Only for you") }, "\(word)")
    }
  }

  @Test("a date entered wrongly is moved without a slip, and not past another entry")
  func corrected() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-10-01")
    await bench.begin(on: "2026-08-27")
    #expect(bench.count == "87" && !bench.timeline.contains("Slip"))
    #expect(bench.toasts.last == "Date changed. 87 days sober.")
    try await bench.undo()
    #expect(bench.count == "52")
    await bench.slip(on: "2026-11-01")
    await bench.begin(on: "2026-09-30")
    #expect(bench.complaint("Sober since", at: SobrietyPlaces.date)?.contains("1 October 2026") == true)
    #expect(bench.count == "21")
    await bench.begin(on: "2026-10-20")
    #expect(bench.count == "33")
  }

  @Test("the count turns at midnight where the person is, and follows a journey")
  func midnight() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-10-24")
    #expect(bench.count == "29" && bench.milestones.isEmpty)
    // 15 h 44 min 30 s to midnight in Berlin.
    await bench.advance(.seconds(56_670))
    #expect(bench.count == "30" && bench.milestones == ["30 days"])
    let berlin = bench.clock.time.now()
    await bench.set(Moment(berlin.date, in: TimeZone(named: "America/Los_Angeles") ?? .gmt))
    #expect(bench.count == "29")
    await bench.set(Moment(berlin.date, in: TimeZone(named: "Asia/Tokyo") ?? .gmt))
    #expect(bench.count == "30" && bench.milestones == ["30 days"], "it is told once")
  }

  @Test("the next day is waited for where the person is now, also when it is the same day there")
  func moved() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-10-24")
    await bench.set(Moment(bench.clock.time.now().date, in: .gmt))
    await bench.send(.turned)
    // Midnight in Berlin, an hour before that of Greenwich.
    await bench.advance(.seconds(56_670))
    #expect(bench.milestones.isEmpty)
    await bench.advance(.seconds(3_600))
    #expect(bench.milestones == ["30 days"])
  }

  @Test("a clock that was set back shows 0 and says so, and a new entry still prevails")
  func clockSetBack() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-11-22")
    await bench.set(Moment(Date(timeIntervalSince1970: 1_785_000_000), in: SobrietyBench.berlin))
    #expect(bench.count == "0")
    #expect(
      bench.nodes().contains {
        $0.label.hasPrefix("Your sober date, 22 November 2026, is later than this device's date")
      })
    await bench.begin(on: "2026-07-01")
    #expect(bench.count == "24")
    await bench.set(SobrietyBench.morning)
    #expect(bench.count == "144")
  }

  @Test("two devices that record offline have the same count once they have synced")
  func twoDevices() async throws {
    let (phone, tablet) = (try await SobrietyBench(), try await SobrietyBench())
    await phone.begin(on: "2026-01-01")
    for record in phone.state.book.records {
      try await tablet.store.collection(SobrietyRecord.self, .owned(.entered)).save(record)
    }
    await tablet.until { $0.ledger.count == 1 }
    await phone.slip(on: "2026-05-01")
    await tablet.begin(on: "2026-02-01")
    await tablet.slip(on: "2026-08-01")
    let both = (phone.state.book.records + tablet.state.book.records)
    for bench in [phone, tablet] {
      let records = try await bench.store.collection(SobrietyRecord.self, .owned(.entered))
      for record in both where try await records.record(record.id) == nil { try await records.save(record) }
      await bench.until { $0.ledger.count == 4 }
    }
    #expect(phone.state.ledger == tablet.state.ledger)
    #expect(phone.count == "113" && tablet.count == "113")
    #expect(phone.state.ledger.beginnings.map(\.day.text) == ["2026-02-01", "2026-05-01", "2026-08-01"])
  }

  @Test("the screens shut nobody out")
  func audited() async throws {
    let bench = try await SobrietyBench()
    func audit(_ routes: [Route]) {
      for route in routes { #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)") }
    }
    let routes = SobrietyPlaces.all.flatMap { $0.pattern.examples }
    audit(routes)
    await bench.begin(on: "2026-08-27")
    await bench.slip(on: "2026-09-27")
    await bench.reflect("A quiet day.")
    await bench.do(.typeDate("2027-01-01"))
    await bench.do(.saveDate)
    await bench.do(.saveReflection)
    audit(routes)
  }

  @Test("a store that cannot be read is reported with a way to try again")
  func unreadable() async throws {
    let fails = Locked(true)
    let bench = try await SobrietyBench { needs in
      let read = needs.read
      needs.read = { count throws(Problem) in
        if fails.withLock({ $0 }) { throw .full }
        return try await read(count)
      }
    }
    #expect(bench.nodes().contains { $0.label.hasPrefix("Your sober date could not be read.") })
    fails.withLock { $0 = false }
    await bench.tap("Retry")
    #expect(bench.node("Set your sober date.") != nil)
  }
}
