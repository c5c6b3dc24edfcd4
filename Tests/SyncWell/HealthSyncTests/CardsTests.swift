import Audit
import Carrying
import Covers
import Days
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Storage
import Testing

@testable import HealthSync

@Suite("The board of syncs") struct CardsTests {
  @Test(
    "Deleting asks in the seed's words; Cancel changes nothing, and Delete removes the card and what belongs to it",
    .covers(
      "sw-US-08-A1", "sw-US-08-A2", "sw-US-08-A3", "sw-US-08-A4", "sw-US-08-A5", "sw-US-08-T1", "sw-US-08-U1",
      "sw-US-16-A3"))
  func deletes() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100])
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    let menu = try #require(bench.nodes().first { $0.role == .menu && $0.label == "More for Steps" })
    #expect(menu.children.map(\.label) == ["Sync now", "Pause", "Delete"])
    await bench.tap("Delete")
    let dialog = try #require(bench.screen().dialog)
    #expect(dialog.label == "Delete Sync?")
    #expect(dialog.all.contains { $0.label == "Are you sure you want to delete this sync? This cannot be undone." })
    #expect(dialog.all.filter { $0.role == .button }.map(\.label) == ["Cancel", "Delete"])
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Cancel")
    #expect(bench.state.book.plans.map(\.id) == [plan.id] && bench.screen().dialog == nil)
    await bench.do(.askDelete(plan.id))
    await bench.do(.delete)
    #expect(bench.node("Steps") == nil && bench.clock.alarms == 0, "nothing is due any more")
    let after = try await SyncBench(over: bench)
    #expect(after.state.book.plans.isEmpty)
    #expect(try await CarriedDays(after).all().isEmpty)
    #expect(bench.facts.suffix(4).prefix(3) == [.deleteInitiated, .deleteCancelled, .deleteInitiated])
    #expect(bench.facts.last == .deleteConfirmed)
  }

  @Test("A sync that is deleted while it runs is stopped")
  func deletedWhileRunning() async throws {
    let gate = Gate()
    let bench = try await SyncBench { needs in
      let port = needs.port
      needs.port = { id in
        guard var held = port(id) else { return nil }
        let read = held.read
        held.read = { kind, span, page throws(Problem) in
          await gate.pass()
          return try await read(kind, span, page)
        }
        return held
      }
    }
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    await gate.close()
    await bench.sync.send(HealthSyncWindowAction.syncNow(plan.id), from: bench.window)
    await bench.sync.send(HealthSyncWindowAction.askDelete(plan.id), from: bench.window)
    await bench.sync.send(HealthSyncWindowAction.delete, from: bench.window)
    #expect(bench.state.book.plans.isEmpty)
    await gate.open()
    await bench.context.settling.settled()
    #expect(bench.state.book.plans.isEmpty)
  }

  @Test(
    "The board says in one sentence whether something needs the person, and each card its own state",
    .covers("sw-US-16-A1", "sw-US-16-A2", "sw-US-16-A4", "sw-US-16-T1", "sw-US-16-T2", "sw-US-16-U1"))
  func board() async throws {
    let bench = try await SyncBench()
    #expect(bench.node("No syncs yet.") != nil)
    try await bench.add([.steps], from: "garmin", to: "google-health")
    #expect(bench.node("Your sync is in order.") != nil)
    try await bench.add([.sleep], from: "oura", to: "apple-health")
    #expect(bench.node("All 2 syncs are in order.") != nil)
    bench.apps["oura"]?.set { $0.failures = [.reconnect("Oura")] }
    await bench.do(.refresh)
    #expect(bench.node("1 sync needs you.") != nil)
    #expect(bench.statuses == ["Synced just now", "Needs attention"])
    // The person connects Oura again: the sync goes on by itself.
    await bench.send(
      .accounts([
        "garmin": .connected, "google-health": .connected, "apple-health": .connected, "oura": .needsAttention,
      ]))
    await bench.send(
      .accounts(["garmin": .connected, "google-health": .connected, "apple-health": .connected, "oura": .connected]))
    #expect(bench.statuses == ["Synced just now", "Synced just now"])
    await bench.do(.appeared(HealthSyncPlaces.home))
    #expect(bench.facts.contains(.dashboardViewed(2)) && bench.facts.contains(.statusViewed("success")))
    // The cards come from the store: after a restart they are there again.
    let after = try await SyncBench(over: bench)
    #expect(after.node("Steps") != nil && after.node("Sleep") != nil)
  }

  @Test("Disconnecting an app removes its syncs", .covers("sw-US-13-T3"))
  func disconnected() async throws {
    let bench = try await SyncBench()
    try await bench.add([.steps], from: "garmin", to: "google-health")
    try await bench.add([.sleep], from: "oura", to: "apple-health")
    await bench.send(.accounts(["garmin": .connected, "google-health": .connected, "apple-health": .connected]))
    #expect(bench.state.book.plans.map(\.source) == ["garmin"])
    let after = try await SyncBench(over: bench)
    #expect(after.state.book.plans.map(\.source) == ["garmin"])
  }

  @Test("Every screen passes the audit in every state")
  func audited() async throws {
    let bench = try await SyncBench()
    func check(_ route: Route) {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route.path)")
    }
    for route in [
      HealthSyncPlaces.home, HealthSyncPlaces.adding, HealthSyncPlaces.history, HealthSyncPlaces.newHistory,
    ] {
      check(route)
    }
    bench.steps("garmin", [100])
    let plan = try await bench.add(
      SampleKind.allCases.filter { $0 != .heartRateVariability }, from: "apple-health", to: "google-health")
    let screen = HealthSyncPlaces.sync(plan.id)
    for action in [
      HealthSyncWindowAction.preview(plan.id), .compare(plan.id),
      .trace(plan.id, .steps, plan.days(at: bench.ago(0), in: .gmt).upperBound),
    ] {
      await bench.do(action)
      check(screen)
    }
    bench.apps["apple-health"]?.set { $0.failures = [.reconnect("Apple Health")] }
    await bench.do(.syncNow(plan.id))
    check(screen)
    check(HealthSyncPlaces.home)
    await bench.do(.askDelete(plan.id))
    check(screen)
    check(HealthSyncPlaces.sync(ID(UUID())))
    check(HealthSyncPlaces.conflict(ID(UUID())))
  }

  @Test("A preview says what a run would do, and writes nothing")
  func preview() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    bench.steps("garmin", [100, 200, 1e9])
    let screen = HealthSyncPlaces.sync(plan.id)
    await bench.tap("Preview", at: screen)
    let row = try #require(
      bench.nodes(screen).first { $0.id.hasSuffix("previewed-rows-steps") || $0.value?.contains("to write") == true })
    #expect(row.value == "2 to write, 1 not possible for a body")
    #expect(bench.written("google-health", .steps).isEmpty)
  }

  @Test("Both apps are compared day by day, and each record says where it comes from")
  func compares() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100, 200])
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    let screen = HealthSyncPlaces.sync(plan.id)
    await bench.tap("Compare both apps", at: screen)
    #expect(bench.node("Both apps agree on all days.", at: screen) != nil)
    bench.steps("garmin", [50], hoursAgo: 1)
    await bench.tap("Compare both apps", at: screen)
    #expect(bench.node("They differ on 1 day.", at: screen) != nil)
    #expect(bench.nodes(screen).contains { $0.value?.hasPrefix("350 and 300") == true })
    // Two taps from the sync: compare, and the number.
    await bench.tap("Steps, 22 November 2026", at: screen)
    let records = bench.nodes(screen).filter {
      $0.role == .listitem && $0.value?.hasPrefix("Garmin, Forerunner") == true
    }
    #expect(records.count == 3 && records.filter { $0.value?.contains("written on") == true }.count == 2)
  }

  @Test("A single workout is left out from the list of where it comes from, also over a restart, and taken back")
  func omitted() async throws {
    var bench = try await SyncBench()
    let plan = try await bench.add([.workout], from: "garmin", to: "google-health")
    let screen = HealthSyncPlaces.sync(plan.id)
    for (name, hours) in [("mistake", 5.0), ("run", 9)] {
      bench.apps["garmin"]?.record([
        Sample(
          workout: Workout("running", elapsed: 1_800, distance: 5_000), from: bench.ago(hours),
          origin: Origin("garmin", record: name, device: "Watch"))
      ])
    }
    let day = CalendarDay(bench.ago(5), in: bench.clock.now.zone)
    await bench.do(.trace(plan.id, .workout, day))
    let wrong = try #require(
      bench.nodes(screen).first { $0.role == .listitem && $0.value?.hasPrefix("Garmin, Watch") == true })
    await bench.tap("Leave out", at: screen)
    #expect(bench.state.book.plan(plan.id)?.omitted?.count == 1, "\(wrong.label)")
    #expect(bench.nodes(screen).contains { $0.value?.hasSuffix("left out by you") == true })
    #expect(Audit.findings(of: bench.screen(screen), theme: .plain) == [])
    bench = try await SyncBench(over: bench)
    await bench.do(.preview(plan.id))
    #expect(bench.nodes(screen).contains { $0.value == "1 to write, 1 left out by you" })
    await bench.do(.syncNow(plan.id))
    #expect(bench.written("google-health", .workout).count == 1)
    await bench.tap("Sync it again", at: screen)
    await bench.do(.syncNow(plan.id))
    #expect(bench.written("google-health", .workout).count == 2)
    #expect(bench.state.book.plan(plan.id)?.omitted?.isEmpty == true)
  }

  @Test("A plan that an older version stored has no records that are left out")
  func older() throws {
    let plan = SyncPlan(
      id: ID(named: "p"), [.steps], from: "garmin", to: "google-health", at: Date(timeIntervalSince1970: 0))
    let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    #expect(!json.contains("omitted"))
    #expect(try JSONDecoder().decode(SyncPlan.self, from: Data(json.utf8)).omitted == nil)
  }

  @Test("Days that are left out are not synced, until they are taken back")
  func excluded() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    let screen = HealthSyncPlaces.sync(plan.id)
    await bench.do(.typeExclusion("2026-13-40", isFirst: true))
    await bench.do(.exclude(plan.id))
    #expect(bench.node("First day", at: screen)?.state.invalid?.contains("year-month-day") == true)
    await bench.do(.typeExclusion("2026-11-22", isFirst: true))
    await bench.do(.exclude(plan.id))
    bench.steps("garmin", [100])
    await bench.do(.syncNow(plan.id))
    #expect(bench.written("google-health", .steps).isEmpty)
    await bench.tap("Sync it again", at: screen)
    await bench.do(.syncNow(plan.id))
    #expect(bench.written("google-health", .steps).count == 1)
  }
}

/// The carried days in the store.
struct CarriedDays {
  private let bench: SyncBench
  init(_ bench: SyncBench) { self.bench = bench }

  func all() async throws -> [CarriedDay] {
    let today = CalendarDay(bench.ago(0), in: .gmt)
    return try await HealthSyncNeeds(bench.store, port: { _ in nil }).days(today.following(-4000)...today.following(2))
  }
}
