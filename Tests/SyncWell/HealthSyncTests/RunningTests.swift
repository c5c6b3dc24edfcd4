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

@Suite("Runs of syncs") struct RunningTests {
  @Test("A new sync runs at once, and its card says so", .covers("sw-US-04-A8", "sw-US-07-A1"))
  func first() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100, 200, 300])
    try await bench.add([.steps], from: "garmin", to: "google-health")
    #expect(bench.written("google-health", .steps).map(\.amount) == [100, 200, 300])
    await bench.do(.appeared(HealthSyncPlaces.home))
    #expect(bench.statuses == ["Synced just now"])
    await bench.advance(.seconds(5 * 60))
    #expect(bench.statuses == ["Synced 5 minutes ago"])
    #expect(bench.node("Synced 5 minutes ago")?.state.tone == .success)
  }

  @Test("A run that finds nothing new writes nothing, and one that is repeated doubles nothing", .covers("sw-US-05-T4"))
  func idempotent() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100, 200])
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    for _ in 0..<5 { await bench.do(.syncNow(plan.id)) }
    #expect(bench.written("google-health", .steps).count == 2)
    // What was written and not stored, as after a kill, is written again under the same key.
    let saves = Locked(0)
    let killed = try await SyncBench { needs in
      let keep = needs.keepDays
      needs.keepDays = { days throws(Problem) in
        // The first saving says what is about to be written.
        guard
          saves.withLock({
            $0 += 1; return $0
          }) == 1
        else { throw .full }
        try await keep(days)
      }
    }
    killed.steps("garmin", [100, 200])
    let again = try await killed.add([.steps], from: "garmin", to: "google-health")
    #expect(killed.written("google-health", .steps).count == 2 && killed.state.book.plans[0].failure != nil)
    let after = try await SyncBench(over: killed)
    await after.do(.syncNow(again.id))
    #expect(after.written("google-health", .steps).count == 2 && after.state.book.plans[0].failure == nil)
  }

  @Test(
    "The system's time is used until its deadline: it fetches, maps and writes without the app being open",
    .covers("sw-US-05-A1", "sw-US-05-A2", "sw-US-05-A3", "sw-US-05-A4", "sw-US-05-A5", "sw-US-05-A6"))
  func background() async throws {
    let bench = try await SyncBench()
    try await bench.add([.sleep], from: "oura", to: "health-connect")
    let synced = try #require(bench.state.book.plans[0].lastSyncedAt)
    await bench.advance(.seconds(600))
    let start = bench.ago(9)
    bench.apps["oura"]?.record([
      Sample(
        sleep: [
          NightStage(.restless, from: start, to: start.addingTimeInterval(3600)),
          NightStage(.deep, from: start.addingTimeInterval(3600), to: start.addingTimeInterval(7200)),
        ], from: start, to: start.addingTimeInterval(7200), origin: Origin("oura", record: "n1"))
    ])
    // No window shows anything. The system was told when, and gives time.
    #expect(bench.scheduled.withLock { $0.last } == .some(.some(synced.addingTimeInterval(3600))))
    bench.forget()
    await bench.send(.background(trigger: "os_push", until: bench.ago(-0.01)))
    let written = try #require(bench.written("health-connect", .sleep).first)
    #expect(written.stages.map(\.depth) == [.unknown, .deep], "in the destination's form")
    #expect(try #require(bench.state.book.plans[0].lastSyncedAt) > synced)
    #expect(bench.facts == [.backgroundStarted("os_push"), .backgroundCompleted(items: 1)])
  }

  @Test("A deadline that has passed ends a run, and the rest is done later", .covers("sw-US-05-T2"))
  func deadline() async throws {
    let bench = try await SyncBench()
    try await bench.add([.steps, .weight], from: "garmin", to: "google-health")
    let synced = bench.state.book.plans[0].lastSyncedAt
    await bench.advance(.seconds(60))
    bench.steps("garmin", [100], hoursAgo: 0.5)
    await bench.send(.background(trigger: "periodic", until: bench.ago(0)))
    #expect(bench.written("google-health", .steps).isEmpty && bench.state.book.plans[0].lastSyncedAt == synced)
    await bench.send(.background(trigger: "periodic", until: bench.ago(-1)))
    #expect(bench.written("google-health", .steps).count == 1)
  }

  @Test("Late arrivals of earlier days are found")
  func late() async throws {
    let bench = try await SyncBench()
    try await bench.add([.steps], from: "garmin", to: "google-health")
    await bench.advance(.seconds(2 * 86_400))
    bench.steps("garmin", [500], hoursAgo: 5 * 24)
    await bench.advance(.seconds(86_400))
    #expect(bench.written("google-health", .steps).map(\.amount) == [500])
  }

  @Test(
    "Pulling the list syncs all, each card with a status of its own",
    .covers(
      "sw-US-06-A1", "sw-US-06-A2", "sw-US-06-A3", "sw-US-06-A4", "sw-US-06-A5", "sw-US-06-T2",
      "sw-US-06-U1", "sw-US-06-U2", "sw-US-07-A2", "sw-US-07-T2"))
  func pulled() async throws {
    let (gate, other) = (Gate(), Gate())
    let bench = try await SyncBench { needs in
      let port = needs.port
      needs.port = { id in
        guard var held = port(id) else { return nil }
        let read = held.read
        held.read = { kind, span, page throws(Problem) in
          await (id == "oura" ? gate : other).pass()
          return try await read(kind, span, page)
        }
        return held
      }
    }
    try await bench.add([.steps], from: "garmin", to: "google-health")
    try await bench.add([.sleep], from: "oura", to: "apple-health")
    await bench.do(.appeared(HealthSyncPlaces.home))
    await bench.advance(.seconds(120))
    #expect(bench.statuses == ["Synced 2 minutes ago", "Synced 2 minutes ago"])
    await gate.close()
    await other.close()
    let refresh = try #require(bench.screen().refresh)
    await bench.sync.send(refresh, from: bench.window)
    #expect(bench.statuses == ["Syncing...", "Syncing..."] && bench.shows("Syncing"))
    let moving = bench.nodes().filter { $0.role == .progressbar && $0.label.hasPrefix("Syncing ") }
    #expect(moving.count == 2, "one on each card")
    // Garmin is done while Oura still waits.
    await other.open()
    for await state in bench.sync.states.listen() where !state.isSyncing(state.book.plans[0].id) { break }
    #expect(bench.statuses == ["Synced just now", "Syncing..."])
    #expect(bench.nodes().contains { $0.role == .progressbar && $0.label == "Syncing" }, "the refresh goes on")
    await gate.open()
    await bench.context.settling.settled()
    #expect(bench.statuses == ["Synced just now", "Synced just now"])
    #expect(!bench.nodes().contains { $0.role == .progressbar })
    #expect(bench.facts.contains(.manualTriggered))
    bench.apps["oura"]?.set { $0.failures = [.providerUnreachable("Oura")] }
    await bench.sync.send(refresh, from: bench.window)
    await bench.context.settling.settled()
    #expect(bench.statuses == ["Synced just now", "Sync failed. Will retry."])
  }

  @Test(
    "A failure that passes says that it is tried again, and one that needs the person says so and how",
    .covers("sw-US-07-A3", "sw-US-07-A4", "sw-US-07-T1", "sw-US-07-U1", "sw-US-07-U2"))
  func failures() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    bench.apps["garmin"]?.set { $0.failures = [.providerUnreachable("Garmin")] }
    await bench.do(.syncNow(plan.id))
    #expect(bench.statuses == ["Sync failed. Will retry."])
    let status = try #require(bench.nodes().first { $0.label == "Sync failed. Will retry." })
    #expect(status.state.tone == .warning && status.state.icon == .warning, "colour is not alone")
    // The state is stored, and the retry comes by itself.
    let after = try await SyncBench(over: bench)
    #expect(after.statuses == ["Sync failed. Will retry."])
    await after.advance(.seconds(120))
    #expect(after.statuses.first?.hasPrefix("Synced") == true)
    after.apps["garmin"]?.set { $0.failures = [.reconnect("Garmin")] }
    await after.do(.syncNow(plan.id))
    #expect(after.statuses == ["Needs attention"])
    #expect(after.nodes().first { $0.label == "Needs attention" }?.state.tone == .critical)
    #expect(after.events.contains(.failing(plan.id, name: "Steps from Garmin to Google Health", needsPerson: true)))
    // The card leads to the reason, and the reason to its way out.
    await after.tap("Steps")
    #expect(after.events.contains(.opened(HealthSyncPlaces.sync(plan.id))))
    let screen = HealthSyncPlaces.sync(plan.id)
    #expect(after.nodes(screen).contains { $0.label.hasPrefix("Garmin does not accept the connection any more.") })
    await after.tap("Connect Garmin", at: screen)
    #expect(after.events.contains(.connect("garmin")))
  }

  @Test("Three failures in a row tell the person once, and a quota is waited for")
  func repeated() async throws {
    let bench = try await SyncBench()
    try await bench.add([.workout], from: "strava", to: "google-health")
    let ends = bench.ago(-3)
    bench.apps["strava"]?.set { $0.failures = [.providerBusy("Strava", until: ends)] }
    await bench.do(.refresh)
    #expect(bench.state.book.plans[0].failure?.retryAt.map { $0 >= ends } == true)
    bench.apps["strava"]?.set { $0.failures = Array(repeating: .providerUnreachable("Strava"), count: 4) }
    for _ in 0..<5 { await bench.do(.refresh) }
    #expect(bench.events.filter { if case .failing = $0 { true } else { false } }.count == 1)
    #expect(bench.state.book.plans[0].failure == nil, "the fifth succeeded")
  }

  @Test("A quota that ends in the middle of a day keeps what was written, so that the next run goes on")
  func progress() async throws {
    let calls = Locked(0)
    let bench = try await SyncBench { needs in
      let port = needs.port
      needs.port = { id in
        guard var limited = port(id) else { return nil }
        let write = limited.write
        limited.write = { samples throws(Problem) in
          guard
            calls.withLock({
              $0 += 1; return $0
            }) % 2 == 1
          else { throw .providerUnreachable("Google Health") }
          return try await write(samples)
        }
        return limited
      }
    }
    bench.steps("garmin", (1...230).map(Double.init), hoursAgo: 5)
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    var runs = 1
    while bench.state.book.plans[0].failure != nil, runs < 10 {
      await bench.do(.syncNow(plan.id))
      runs += 1
    }
    #expect(bench.written("google-health", .steps).map(\.amount) == (1...230).map(Double.init) && runs == 5)
  }

  @Test("A paused sync does not run, and neither does any when all are paused")
  func paused() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    try await bench.add([.weight], from: "garmin", to: "google-health")
    await bench.do(.pause(plan.id, true))
    #expect(bench.statuses.first == "Paused")
    bench.steps("garmin", [10], hoursAgo: 0.1)
    await bench.advance(.seconds(4000))
    #expect(bench.written("google-health", .steps).isEmpty)
    await bench.tap("Pause all")
    #expect(bench.statuses == ["Paused", "Paused"] && bench.clock.alarms == 0)
    await bench.tap("Resume all")
    await bench.advance(.seconds(4000))
    #expect(bench.written("google-health", .steps).count == 1)
  }

  @Test("Apps that mirror one another for a thousand cycles keep their counts")
  func mirrors() async throws {
    let bench = try await SyncBench()
    bench.apps["google-health"]?.set { $0.forgetsWriters = true }
    bench.steps("apple-health", [100, 200])
    bench.steps("health-connect", [50], hoursAgo: 6)
    var plans: [SyncPlan] = []
    for (source, destination) in [
      ("apple-health", "google-health"), ("google-health", "health-connect"), ("health-connect", "apple-health"),
      ("google-health", "apple-health"), ("apple-health", "health-connect"),
    ] {
      plans.append(try await bench.add([.steps], from: source, to: destination))
    }
    for plan in plans {
      await bench.do(.chooseRule(plan.id, .steps, "sum"))
      await bench.do(.syncNow(plan.id))
    }
    for _ in 0..<3 { for plan in plans { await bench.do(.syncNow(plan.id)) } }
    let counts = bench.apps.mapValues { $0.all(.steps).count }
    for _ in 0..<200 { for plan in plans { await bench.do(.syncNow(plan.id)) } }
    #expect(bench.apps.mapValues { $0.all(.steps).count } == counts)
    // No sync leads from Health Connect to Google Health, and none carries on what another has written.
    #expect(counts["google-health"] == 2 && counts["apple-health"] == 3 && counts["health-connect"] == 3)
  }

  @Test("Five providers that mirror one another for a thousand cycles keep their counts")
  func five() async throws {
    let stores = ["a", "b", "c", "d", "e"].map { MemoryHealthStore($0) }
    // Two of them hand out as their own what others have written.
    for store in stores.prefix(2) { store.set { $0.forgetsWriters = true } }
    let noon = Moment(Date(timeIntervalSince1970: 1_795_348_800))
    for (index, store) in stores.enumerated() {
      store.record(
        (0..<3).map { number in
          let start = noon.date.addingTimeInterval(-Double(3600 * (number + 1) + 60 * index))
          return Sample(
            .steps, from: start, to: start.addingTimeInterval(60), amount: Double(100 + 10 * index + number),
            origin: Origin(store.provider, record: "\(number)"))
        })
    }
    let days = Locked<[ID<CarriedDay>: CarriedDay]>([:])
    let needs = HealthSyncNeeds(
      days: { range throws(Problem) in days.withLock { $0.values.filter { range.contains($0.day) } } },
      keepDays: { all throws(Problem) in days.withLock { kept in for day in all { kept[day.id] = day } } },
      port: { id in stores.first { $0.provider == id }?.port })
    let identifiers = Identifiers.seeded(1, ManualTime(noon).time)
    let plans = stores.flatMap { source in
      stores.filter { $0 !== source }.map { destination in
        SyncPlan(id: identifiers.next(), [.steps], from: source.provider, to: destination.provider, at: noon.date)
      }
    }
    let rules = stores.map {
      KindRule(id: identifiers.next(), destination: $0.provider, kind: .steps, choice: .sum, at: noon.date)
    }
    func cycle() async throws {
      for plan in plans {
        _ = try await needs.carry(
          plan, noon.day...noon.day, in: .gmt, rules: rules, identifiers: identifiers, at: noon.date)
      }
    }
    for _ in 0..<3 { try await cycle() }
    let (counts, sums) = (
      stores.map { $0.all(.steps).count }, stores.map { $0.all(.steps).reduce(0) { $0 + $1.amount } }
    )
    #expect(counts == [15, 15, 15, 15, 15] && Set(sums).count == 1)
    for _ in 0..<1_000 { try await cycle() }
    #expect(stores.map { $0.all(.steps).count } == counts)
    #expect(stores.map { $0.all(.steps).reduce(0) { $0 + $1.amount } } == sums)
  }
}

/// Lets requests pass, or holds them until it is opened.
actor Gate {
  private var isOpen = true
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  func close() { isOpen = false }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }

  func pass() async {
    guard !isOpen else { return }
    for one in watching { one.resume() }
    watching = []
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns when a request is held.
  func somebodyWaits() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watching.append($0) }
  }
}
