import Audit
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Analytics

/// Analytics that count for a server, over a store in memory, with consents that a test sets.
private final class CountingBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Analytics
  let recorder: EventRecorder<AnalyticsNews>
  let consent = Locked(true)

  init(over other: CountingBench? = nil, counts: Bool = true) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let consent = consent
    consent.withLock { $0 = counts }
    feature = Analytics(
      .sample, on: environment.context,
      needs: AnalyticsNeeds(
        environment.store, isAllowed: { true },
        counts: UsageCounts(environment.store, environment.context.identifiers) { consent.withLock { $0 } }))
    recorder = EventRecorder(feature.events)
    await send(.begin)
    await send(.consent(true))
    if counts { await send(.counting(true, isRefused: false)) }
  }

  func record(_ events: AnalyticsEvent...) async {
    for event in events { feature.recorder.record(event) }
    await context.settling.settled()
  }

  func withdraw() async {
    consent.withLock { $0 = false }
    await send(.counting(false, isRefused: true))
  }

  var days: Storage.Collection<UsageDay> {
    get async throws { try await store.collection(UsageDay.self, .owned(.analytics)) }
  }

  /// The counts on disk, as "opened 2".
  var counted: [String] {
    get async throws { try await days.records().map { "\($0.event) \($0.times)" }.sorted() }
  }

  /// Settles what waits, as the server's answer does.
  func sent() async throws {
    for change in try await store.outbox.claim() { try await store.outbox.acknowledge(change.op, rev: "1") }
  }

  var labels: [String] {
    state.screen(AnalyticsState.route, in: Surroundings(now: clock.now)).all.map(\.label)
  }
}

@Suite("Daily counts of use") struct UsageCountsTests {
  @Test("each event adds one to the count of its day, and one record of it waits for the server")
  func counts() async throws {
    let bench = try await CountingBench()
    await bench.record(.opened, .chosen("fitbit"), .opened)
    #expect(try await bench.counted == ["chosen, app_name: fitbit 1", "opened 2"])
    let waiting = try await bench.store.outbox.changes()
    #expect(waiting.count == 2 && waiting.allSatisfy { $0.priority == .analytics && $0.kind == .insert })
    #expect(waiting.allSatisfy { Set($0.fields.keys) == ["id", "day", "event", "times"] })
    #expect(bench.labels.contains("Daily counts for your server"))
    // After a restart the same count grows, also once the server has it.
    try await bench.sent()
    let again = try await CountingBench(over: bench)
    await again.record(.opened)
    #expect(try await again.counted == ["chosen, app_name: fitbit 1", "opened 3"])
    #expect(try await again.store.outbox.changes().map(\.kind) == [.update])
    await again.advance(.seconds(86_400))
    await again.record(.opened)
    #expect(try await again.counted == ["chosen, app_name: fitbit 1", "opened 1", "opened 3"])
    #expect(try await again.store.collection(UsageMark.self, .local).count() == 1)
  }

  @Test("counts of more than ninety days ago are deleted with the first event of a day")
  func pruned() async throws {
    let bench = try await CountingBench()
    await bench.record(.opened)
    await bench.advance(.seconds(89 * 86_400))
    await bench.record(.opened)
    #expect(try await bench.counted == ["opened 1", "opened 1"])
    await bench.advance(.seconds(86_400))
    await bench.record(.chosen("fitbit"))
    #expect(try await bench.counted == ["chosen, app_name: fitbit 1", "opened 1"])
  }

  @Test("without the consent nothing is counted, and nothing is shown of counts")
  func refused() async throws {
    let bench = try await CountingBench(counts: false)
    await bench.record(.opened)
    await bench.send(.counting(false, isRefused: false))
    await bench.record(.opened)
    #expect(!bench.labels.contains("Daily counts for your server"))
    // Withdrawn a moment ago, before anybody has told the feature.
    await bench.send(.counting(true, isRefused: false))
    await bench.record(.opened)
    #expect(try await bench.counted == [] && bench.state.queue.count == 3)
  }

  @Test(
    "a withdrawal deletes what waits and what was sent, also what other devices send later; recording that ends does so too"
  )
  func withdrawn() async throws {
    let bench = try await CountingBench()
    await bench.record(.opened)
    try await bench.sent()
    await bench.record(.chosen("fitbit"), .opened)
    await bench.withdraw()
    #expect(try await bench.counted == [])
    // What the server never had is not sent; what it has is deleted there.
    #expect(try await bench.store.outbox.changes().map(\.kind) == [.delete])
    #expect(try await bench.store.collection(UsageMark.self, .local).count() == 0)
    try await bench.sent()
    let other = UsageDay(id: bench.context.identifiers.next(), "opened", on: bench.clock.now.day)
    try await bench.days.take([Pulled(id: other.id.uuid, rev: "7", fields: try other.fields())], cursor: nil)
    while try await bench.store.outbox.changes().isEmpty { await Task.yield() }
    #expect(try await bench.counted == [])

    let off = try await CountingBench()
    await off.record(.opened)
    await off.send(.consent(false))
    #expect(try await off.counted == [] && off.state.queue.isEmpty)
    #expect(try await off.store.outbox.changes().isEmpty)
  }

  @Test(
    "a device that has not heard of the consent yet keeps the counts of others, and the person can delete all of them")
  func undecided() async throws {
    let bench = try await CountingBench(counts: false)
    let other = UsageDay(id: bench.context.identifiers.next(), "opened", on: bench.clock.now.day)
    try await bench.days.take([Pulled(id: other.id.uuid, rev: "7", fields: try other.fields())], cursor: nil)
    await bench.send(.counting(false, isRefused: false))
    #expect(try await bench.counted == ["opened 0"])
    await bench.until { $0.counting?.days.count == 1 }
    let screen = bench.state.screen(AnalyticsState.route, in: Surroundings(now: bench.clock.now))
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    await bench.perform("Delete recorded events", in: screen.nodes.flatMap(\.all))
    #expect(try await bench.counted == [])
  }
}
