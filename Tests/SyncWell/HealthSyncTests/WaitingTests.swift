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
import Testing

@testable import HealthSync

@Suite("Waiting for the second recording") struct WaitingTests {
  /// A watch and a second app send workouts to Google Health, which waits an hour for the second one.
  private func bench(
    _ second: String = "polar", rule: String? = nil, minutes: Int = 60, isPro: Bool = true,
    _ change: (inout HealthSyncNeeds) -> Void = { _ in }
  ) async throws -> (SyncBench, watch: ID<SyncPlan>, other: ID<SyncPlan>) {
    let bench = try await SyncBench(isPro: isPro, change)
    let watch = try await bench.add([.workout], from: "garmin", to: "google-health").id
    let other = try await bench.add([.workout], from: second, to: "google-health").id
    await bench.do(.chooseWait(watch, minutes))
    if let rule { await bench.do(.chooseRule(watch, .workout, rule)) }
    return (bench, watch, other)
  }

  private func twin(_ bench: SyncBench, _ app: String = "polar") {
    bench.workout(app, shift: 20) { workout in
      workout.points = (0..<360).map { WorkoutPoint(at: Double($0) * 5, heartRate: 110 + ($0 + 4) % 40, power: 180) }
      workout.distance = 11_900
    }
  }

  private func distances(_ bench: SyncBench) -> [Double?] {
    bench.written("google-health", .workout).map { $0.workout?.distance }
  }

  private func waits(_ bench: SyncBench) -> String? {
    bench.nodes().first { $0.role == .note && $0.label.hasPrefix("Waiting until") }?.label
  }

  private func fates(_ bench: SyncBench, _ id: ID<SyncPlan>, hoursAgo: Double = 5) async -> [String] {
    await bench.do(.trace(id, .workout, CalendarDay(bench.ago(hoursAgo), in: bench.clock.now.zone)))
    return bench.nodes(HealthSyncPlaces.sync(id)).filter { $0.id.contains("record-") && $0.role == .listitem }
      .compactMap(\.value)
  }

  @Test("The first recording waits, says until when, and goes on alone when the time is over")
  func alone() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    let end = DateWords(bench.clock.now).time(bench.ago(-1))
    #expect(distances(bench) == [] && waits(bench) == "Waiting until \(end) for a second recording")
    #expect(bench.statuses == ["Synced just now", "Synced just now"])
    let page = HealthSyncPlaces.sync(watch)
    #expect(bench.shows("Waiting until \(end) for a second recording", at: page))
    #expect(await fates(bench, watch).allSatisfy { $0.contains("waiting until \(end) for a second recording") })
    for route in [HealthSyncPlaces.home, page] {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    }
    await bench.do(.refresh)
    await bench.advance(.seconds(3_540))
    #expect(distances(bench) == [] && waits(bench) != nil, "asking again does not end the wait")
    await bench.advance(.seconds(60))
    #expect(distances(bench) == [12_000] && waits(bench) == nil)
    let fates = await fates(bench, watch, hoursAgo: 6)
    #expect(fates.count == 1 && fates[0].contains("written on") && fates[0].hasSuffix("had come by \(end)"))
    for _ in 0..<3 { await bench.do(.refresh) }
    #expect(distances(bench) == [12_000] && bench.state.book.conflicts.isEmpty)
  }

  @Test("The wait goes on after a restart, and ends at the same time")
  func restarted() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    let words = waits(bench)
    await bench.advance(.seconds(1_800))
    let after = try await SyncBench(over: bench)
    #expect(waits(after) == words && words != nil && distances(after) == [])
    #expect(after.scheduled.withLock { $0.last } == after.state.book.plan(watch)?.waiting?.first?.until)
    await after.advance(.seconds(1_740))
    #expect(distances(after) == [])
    await after.advance(.seconds(60))
    #expect(distances(after) == [12_000])
  }

  @Test("A second recording that comes in time is a question before anything is written, and the answer alone is")
  func asked() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    await bench.advance(.seconds(600))
    twin(bench)
    await bench.do(.refresh)
    let conflict = try #require(bench.state.book.conflicts.first)
    #expect(conflict.isOpen && distances(bench) == [])
    #expect(bench.statuses == ["1 Conflict Detected", "1 Conflict Detected"])
    let route = HealthSyncPlaces.conflict(conflict.id)
    #expect(
      bench.nodes(route).contains { $0.label.hasPrefix("Neither is at Google Health yet. Without a decision, Garmin") })
    #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    await bench.tap("Merge", at: route)
    #expect(bench.written("google-health", .workout).count == 1 && waits(bench) == nil)
    #expect(bench.written("google-health", .workout).first?.workout?.points.contains { $0.power == 180 } == true)
    await bench.advance(.seconds(7_200))
    for _ in 0..<2 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .workout).count == 1)
    #expect(
      await fates(bench, watch, hoursAgo: 7).first?.hasSuffix("merged with the recording of Polar, as you decided")
        == true)
    await bench.tap("Undo", at: route)
    #expect(distances(bench) == [12_000])
  }

  @Test("Without a decision the first recording goes on when the time is over, and the question stays")
  func undecided() async throws {
    let (bench, _, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench)
    await bench.do(.refresh)
    #expect(distances(bench) == [])
    await bench.advance(.seconds(3_600))
    #expect(distances(bench) == [12_000] && bench.state.book.conflicts.map(\.isOpen) == [true])
    await bench.tap("Keep Polar", at: HealthSyncPlaces.conflict(bench.state.book.conflicts[0].id))
    #expect(distances(bench) == [11_900])
  }

  @Test("The rule that merges makes one workout by itself; its sync says so, and it can be taken back")
  func merged() async throws {
    let (bench, watch, other) = try await bench(rule: "merge")
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench)
    await bench.do(.refresh)
    let all = bench.written("google-health", .workout)
    #expect(all.count == 1 && all[0].workout?.points.contains { $0.latitude != nil && $0.power == 180 } == true)
    #expect(waits(bench) == nil && bench.statuses == ["Synced just now", "Synced just now"])
    #expect(!bench.facts.contains(.conflictDetected))
    for id in [watch, other] {
      let fates = await fates(bench, id)
      #expect(fates.count == 1 && fates[0].hasSuffix("by your rule “Merge both”"), "\(fates)")
    }
    let page = HealthSyncPlaces.sync(watch)
    let row = try #require(bench.nodes(page).first { $0.label.hasSuffix("Both are one workout now.") })
    #expect(row.value == "By your rule “Merge both”")
    #expect(Audit.findings(of: bench.screen(page), theme: .plain) == [])
    let route = try #require(row.destination)
    #expect(bench.shows("Both are one workout now. By your rule “Merge both”.", at: route))
    await bench.advance(.seconds(7_200))
    #expect(bench.written("google-health", .workout) == all)
    let after = try await SyncBench(over: bench)
    await after.do(.refresh)
    #expect(after.written("google-health", .workout) == all)
    await after.tap("Undo", at: route)
    #expect(distances(after) == [12_000])
    #expect(after.state.book.conflicts[0].isOpen && after.state.book.conflicts[0].rule == nil)
  }

  @Test("Without waiting, the rule that merges replaces what was written before")
  func mergedLater() async throws {
    let (bench, _, _) = try await bench(rule: "merge", minutes: 0)
    bench.workout("garmin")
    await bench.do(.refresh)
    #expect(distances(bench) == [12_000])
    twin(bench)
    await bench.do(.refresh)
    #expect(bench.written("google-health", .workout).count == 1)
    #expect(bench.written("google-health", .workout).first?.workout?.points.contains { $0.power == 180 } == true)
  }

  @Test("A merge that ends in the middle, or is not taken, doubles nothing", arguments: 1...12)
  func broken(at step: Int) async throws {
    let saves = Locked<Int?>(nil)
    let (bench, _, _) = try await bench(rule: "merge") { needs in
      let keep = needs.keepDays
      let conflicts = needs.keepConflicts
      let count = { @Sendable () throws(Problem) in
        let isEnd = saves.withLock { left in
          left = left.map { $0 - 1 }
          return left == 0
        }
        if isEnd { throw Problem("disk-full", "The disk is full.", safe: "All is kept.", remedy: "Free some space.") }
      }
      needs.keepDays = { days throws(Problem) in
        try count()
        try await keep(days)
      }
      needs.keepConflicts = { all throws(Problem) in
        try count()
        try await conflicts(all)
      }
    }
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench)
    saves.withLock { $0 = step }
    await bench.do(.refresh)
    let after = try await SyncBench(over: bench)
    for _ in 0..<2 { await after.do(.refresh) }
    #expect(after.written("google-health", .workout).count == 1)
    #expect(after.written("google-health", .workout).first?.workout?.points.contains { $0.power == 180 } == true)
  }

  @Test("An app that is preferred does not wait, and counts when it comes second")
  func preferred() async throws {
    let (bench, watch, _) = try await bench(rule: "prefer:polar")
    bench.workout("garmin")
    await bench.do(.refresh)
    #expect(distances(bench) == [] && waits(bench) != nil)
    twin(bench)
    await bench.do(.refresh)
    #expect(distances(bench) == [11_900] && waits(bench) == nil)
    let fates = await fates(bench, watch)
    #expect(fates.first?.hasSuffix("not written: the recording of Polar counts, by your rule “Prefer one app”") == true)
    await bench.advance(.seconds(7_200))
    #expect(distances(bench) == [11_900])
    let (other, _, _) = try await self.bench(rule: "prefer:garmin")
    other.workout("garmin")
    await other.do(.refresh)
    #expect(distances(other) == [12_000] && waits(other) == nil)
  }

  @Test("Send now ends the wait, from the card and from the page, and a second recording is a question then")
  func sent() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    await bench.tap("Send now")
    #expect(distances(bench) == [12_000] && waits(bench) == nil)
    #expect(await fates(bench, watch).first?.hasSuffix("sent before a second recording had come") == true)
    bench.workout("garmin", record: "w2", hoursAgo: 1.5)
    await bench.do(.refresh)
    await bench.tap("Send now", at: HealthSyncPlaces.sync(watch))
    #expect(distances(bench) == [12_000, 12_000])
    twin(bench)
    await bench.do(.refresh)
    #expect(bench.state.book.conflicts.map(\.isOpen) == [true] && distances(bench) == [12_000, 12_000])
  }

  @Test("A workout does not wait in vain: when the rule is turned off, or the other sync is paused or deleted")
  func vain() async throws {
    for end in 0..<3 {
      let (bench, watch, other) = try await bench()
      bench.workout("garmin")
      await bench.do(.refresh)
      #expect(distances(bench) == [])
      switch end {
      case 0: await bench.do(.chooseWait(watch, 0))
      case 1: await bench.do(.pause(other, true))
      default:
        await bench.do(.askDelete(other))
        await bench.do(.delete)
      }
      #expect(distances(bench) == [12_000] && waits(bench) == nil, "\(end)")
    }
  }

  @Test("Only one app: there is nothing to wait for, and the page says so instead of a choice")
  func single() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.workout], from: "garmin", to: "google-health")
    let page = HealthSyncPlaces.sync(plan.id)
    #expect(bench.node("Wait for a second recording", at: page) == nil)
    #expect(bench.nodes(page).contains { $0.label.hasPrefix("Only one app sends workouts to Google Health") })
    await bench.do(.chooseWait(plan.id, 60))
    bench.workout("garmin")
    await bench.do(.refresh)
    #expect(distances(bench) == [12_000])
    try await bench.add([.workout], from: "polar", to: "google-health")
    #expect(bench.node("Wait for a second recording", at: page)?.value == "1 hour")
    await bench.do(.chooseWait(plan.id, 7))
    #expect(bench.node("Wait for a second recording", at: page)?.value == "1 hour", "only what is offered")
  }

  @Test("Workouts that ended more than a day ago, and other kinds, do not wait; nothing waits unless a person says so")
  func others() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin", record: "old", hoursAgo: 26)
    await bench.do(.refresh)
    #expect(distances(bench) == [12_000])
    try await bench.add([.steps], from: "garmin", to: "google-health")
    bench.steps("garmin", [100])
    await bench.do(.refresh)
    #expect(bench.written("google-health", .steps).count == 1)
    await bench.do(.chooseWait(watch, 0))
    bench.workout("garmin", record: "new")
    await bench.do(.refresh)
    #expect(distances(bench).count == 2)
  }

  @Test("A workout that waits is not written by the historical sync, and one that goes from its source waits no more")
  func history() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    let today = CalendarDay(bench.ago(0), in: bench.clock.now.zone)
    await bench.do(.typeHistory(today.following(-3).text, isFirst: true))
    await bench.do(.typeHistory(today.text, isFirst: false))
    await bench.do(.askHistory)
    await bench.do(.startHistory)
    await bench.until { $0.book.history?.isEnded == true }
    #expect(distances(bench) == [] && waits(bench) != nil)
    bench.apps["garmin"]?.remove(.workout, record: "w1")
    await bench.do(.refresh)
    #expect(bench.state.book.plan(watch)?.waiting == [] && waits(bench) == nil)
  }

  @Test("Strava's recording is not merged by a rule: it is a question, and the first goes on in time")
  func bound() async throws {
    let (bench, _, _) = try await bench("strava", rule: "merge")
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench, "strava")
    await bench.do(.refresh)
    #expect(bench.state.book.conflicts.map(\.isOpen) == [true] && distances(bench) == [])
    await bench.advance(.seconds(3_600))
    #expect(distances(bench) == [12_000])
  }

  @Test("Waiting is free; the rule that merges is part of Pro, and without Pro it is a question")
  func gated() async throws {
    let (bench, watch, _) = try await bench(isPro: false)
    await bench.do(.chooseRule(watch, .workout, "merge"))
    #expect(bench.events.last == .gated(.conflicts) && bench.state.book.rules.map(\.choice) == [.ask])
    await bench.send(.pro(true))
    await bench.do(.chooseRule(watch, .workout, "merge"))
    await bench.send(.pro(false))
    bench.workout("garmin")
    await bench.do(.refresh)
    #expect(waits(bench) != nil)
    twin(bench)
    await bench.do(.refresh)
    #expect(bench.state.book.conflicts.map(\.isOpen) == [true])
  }

  @Test("A clock that is set back does not make a workout wait for longer")
  func clock() async throws {
    let (bench, _, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    let noon = bench.clock.now
    await bench.clock.set(Moment(noon.date.addingTimeInterval(-7_200), in: noon.zone), settling: bench.context.settling)
    #expect(waits(bench) == nil)
    await bench.do(.refresh)
    #expect(distances(bench) == [12_000])
  }

  @Test("A preview and a comparison say what waits")
  func looked() async throws {
    let (bench, watch, _) = try await bench()
    bench.workout("garmin")
    await bench.do(.refresh)
    let page = HealthSyncPlaces.sync(watch)
    await bench.tap("Preview", at: page)
    #expect(bench.shows("nothing to write, 1 waiting for a second recording", at: page))
    await bench.tap("Compare both apps", at: page)
    #expect(bench.nodes(page).contains { $0.value?.contains(": waiting until ") == true })
  }

  @Test("A third recording of a workout that is settled is found too, and is not counted besides", arguments: [0, 60])
  func third(minutes: Int) async throws {
    let (bench, _, _) = try await bench(rule: "merge", minutes: minutes)
    try await bench.add([.workout], from: "apple-health", to: "google-health")
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench)
    await bench.do(.refresh)
    #expect(bench.written("google-health", .workout).count == 1)
    bench.workout("apple-health", shift: 5) { $0.distance = 12_050 }
    for _ in 0..<3 { await bench.do(.refresh) }
    await bench.advance(.seconds(7_200))
    #expect(bench.written("google-health", .workout).count == 1)
    #expect(bench.state.book.conflicts.map(\.settlement) == [.merged, .merged])
    // The former decision is not taken back alone; the later one is, and leaves what was there before.
    let (later, former) = (bench.state.book.conflicts[0], bench.state.book.conflicts[1])
    #expect(bench.node("Undo", at: HealthSyncPlaces.conflict(former.id)) == nil)
    let route = HealthSyncPlaces.conflict(later.id)
    await bench.tap("Undo", at: route)
    #expect(bench.node("Keep Merged workout", at: route) != nil)
    #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    await bench.tap("Keep Apple Health", at: route)
    for _ in 0..<2 { await bench.do(.refresh) }
    #expect(distances(bench) == [12_050])
  }

  @Test("A third recording is a question where the rule asks, and is not written before the answer")
  func thirdAsked() async throws {
    let (bench, _, _) = try await bench(minutes: 0)
    try await bench.add([.workout], from: "apple-health", to: "google-health")
    bench.workout("garmin")
    await bench.do(.refresh)
    twin(bench)
    await bench.do(.refresh)
    await bench.tap("Merge", at: HealthSyncPlaces.conflict(bench.state.book.conflicts[0].id))
    let merged = bench.written("google-health", .workout)
    bench.workout("apple-health", shift: 5) { $0.distance = 12_050 }
    for _ in 0..<2 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .workout) == merged && bench.state.book.conflicts.count { $0.isOpen } == 1)
    await bench.tap("Keep Merged workout", at: HealthSyncPlaces.conflict(bench.state.book.conflicts[0].id))
    for _ in 0..<2 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .workout) == merged)
  }
}
