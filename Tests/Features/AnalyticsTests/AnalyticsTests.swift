import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Storage
import Testing

@testable import Analytics
@testable import Kernel

enum SampleTrigger: String, CaseIterable { case periodic, manual }

/// A type that is no enumeration, and could be made from any text.
struct Forged: RawRepresentable, CaseIterable, Sendable {
  let rawValue: String
  static let allCases = [Forged(rawValue: "listed")]
}

let sampleApps = EventTerms(["fitbit", "garmin"])

extension AnalyticsEvent {
  static let opened = AnalyticsEvent("opened")
  static func chosen(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("chosen", .item("app_name", app, of: sampleApps))
  }
  static func synced(_ trigger: SampleTrigger, _ count: Int) -> AnalyticsEvent {
    AnalyticsEvent("synced", .choice("trigger", trigger), .count("items", count))
  }
  static let undeclared = AnalyticsEvent("undeclared")
}

extension AnalyticsPlan {
  static let sample = AnalyticsPlan([
    .event("opened"), .event("chosen", .item("app_name", of: sampleApps)),
    .event("synced", .choice("trigger", of: SampleTrigger.self), .count("items", upTo: 5_000)),
  ])
}

/// Analytics over a store in memory, with a consent that a test sets.
final class AnalyticsBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Analytics
  let recorder: EventRecorder<AnalyticsNews>
  let consent: Locked<Bool>
  let batches = Locked<[[RecordedEvent]]>([])
  let fails = Locked(false)

  init(
    over other: AnalyticsBench? = nil, consents: Bool = true, handsOut: Bool = false, begins: Bool = true
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let consent = Locked(consents)
    self.consent = consent
    let (batches, fails) = (batches, fails)
    let port = AnalyticsPort("They are sent to a test.") { batch throws(Problem) in
      if fails.withLock({ $0 }) { throw .full }
      batches.withLock { $0.append(batch) }
    }
    feature = Analytics(
      .sample, on: environment.context,
      needs: AnalyticsNeeds(
        environment.store, isAllowed: { consent.withLock { $0 } }, port: handsOut ? port : .onThisDevice))
    recorder = EventRecorder(feature.events)
    guard begins else { return }
    await send(.begin)
    await send(.consent(consents))
  }

  func record(_ events: AnalyticsEvent...) async {
    for event in events { feature.recorder.record(event) }
    await context.settling.settled()
  }

  func setConsent(_ isGiven: Bool) async {
    consent.withLock { $0 = isGiven }
    await send(.consent(isGiven))
  }

  func isEmpty() async throws -> Bool {
    let stored = try await stored
    return stored.isEmpty && queued.isEmpty
  }

  var queued: [String] { state.queue.map(\.text) }
  var stored: [String] {
    get async throws {
      try await store.collection(KeptEvent.self, .local).records().compactMap { $0.event(in: .sample)?.text }.sorted()
    }
  }
}

extension Analytics {
  /// The number of effects that wait behind others.
  var waitingEffects: Int { core.waitingEffects }
}

extension AnalyticsState {
  var total: Int { queue.count + dropped }
}

@Suite("Analytics")
struct AnalyticsTests {
  @Test("a value is a case, a count or an identifier of a list; everything else is recorded as other")
  func closedLists() {
    #expect(EventValue.choice("t", SampleTrigger.manual).text == "t: manual")
    #expect(EventValue.choice("t", Forged(rawValue: "listed")).text == "t: listed")
    #expect(EventValue.choice("t", Forged(rawValue: "my weight is 80")).text == "t: other")
    #expect(EventValue.item("app", "garmin", of: sampleApps).text == "app: garmin")
    #expect(EventValue.item("app", "maria@example.org", of: sampleApps).text == "app: other")
    #expect(EventValue.count("n", -5).text == "n: 0")
  }

  @Test("a number above the bound of its declaration is recorded as the bound, so that no typed number goes as a count")
  func boundedCount() async throws {
    let bench = try await AnalyticsBench()
    await bench.record(.synced(.manual, 5_000), .synced(.manual, 1_701_234_567), .synced(.manual, .max))
    #expect(bench.queued == Array(repeating: "synced, trigger: manual, items: 5000", count: 3))
  }

  @Test("what is stored is an event only as far as the plan declares it, and anything else is deleted")
  func decoded() async throws {
    let first = try await AnalyticsBench()
    await first.record(.chosen("fitbit"))
    let shelf = try await first.store.collection(KeptEvent.self, .local)
    let typed = EventValue("app_name", .word("maria@example.org"))
    let forged = [
      AnalyticsEvent(name: "chosen", values: [typed]), AnalyticsEvent(name: "wrote", values: [typed]),
      AnalyticsEvent(name: "synced", values: [.choice("trigger", SampleTrigger.manual), .init("items", .count(.max))]),
    ]
    for event in forged {
      let id: ID<RecordedEvent> = first.context.identifiers.next()
      try await shelf.save(KeptEvent(RecordedEvent(event, id: id, at: first.clock.now.date)))
    }
    let second = try await AnalyticsBench(over: first)
    #expect(Set(second.queued) == ["chosen, app_name: fitbit", "synced, trigger: manual, items: 5000"])
    #expect(try await second.store.collection(KeptEvent.self, .local).count() == 2)
  }

  @Test("an event that the product does not declare, or declares with other properties, is not recorded")
  func declared() async throws {
    let bench = try await AnalyticsBench()
    await bench.record(.undeclared, AnalyticsEvent("opened", .count("extra", 1)), AnalyticsEvent("chosen"))
    await bench.record(AnalyticsEvent("synced", .count("trigger", 1), .count("items", 1)))
    #expect(bench.queued == [])
    await bench.record(.opened, .chosen("fitbit"), .chosen("else"), .synced(.periodic, 3))
    #expect(
      bench.queued == [
        "opened", "chosen, app_name: fitbit", "chosen, app_name: other", "synced, trigger: periodic, items: 3",
      ])
  }

  @Test("nothing is recorded before consent, and what is recorded is dropped with the withdrawal, on disk too")
  func consent() async throws {
    let bench = try await AnalyticsBench(consents: false)
    await bench.record(.opened)
    #expect(try await bench.isEmpty())
    await bench.setConsent(true)
    await bench.record(.opened, .chosen("garmin"))
    #expect(try await bench.stored == ["chosen, app_name: garmin", "opened"])
    // The withdrawal holds for the next event, before anybody has told the feature of it.
    bench.consent.withLock { $0 = false }
    await bench.record(.opened)
    #expect(bench.queued.count == 2)
    await bench.setConsent(false)
    #expect(try await bench.isEmpty())
  }

  @Test("an event that was on its way when the consent was withdrawn is not kept")
  func race() async throws {
    let bench = try await AnalyticsBench(begins: false)
    var state = bench.state
    let event = RecordedEvent(.opened, id: bench.context.identifiers.next(), at: bench.clock.now.date)
    _ = state.receive(.consent(true), at: bench.clock.now)
    #expect(state.receive(.recorded(event, isAllowed: false), at: bench.clock.now) == [])
    #expect(state.queue.isEmpty)
  }

  @Test("events are still there after a restart, and a withdrawal drops them though they were not read yet")
  func restart() async throws {
    let first = try await AnalyticsBench()
    await first.record(.opened)
    let second = try await AnalyticsBench(over: first)
    #expect(second.queued == ["opened"])
    let third = try await AnalyticsBench(over: first, begins: false)
    await third.setConsent(false)
    await third.send(.begin)
    #expect(try await third.isEmpty())
  }

  @Test("of more events than the limit the oldest are dropped, here and on disk")
  func bounded() async throws {
    let bench = try await AnalyticsBench()
    for number in 0..<(AnalyticsState.most + 20) { await bench.record(.synced(.manual, number)) }
    #expect(bench.state.queue.count == AnalyticsState.most && bench.state.dropped == 20)
    #expect(bench.queued.first == "synced, trigger: manual, items: 20")
    #expect(try await bench.stored.count == AnalyticsState.most)
  }

  @Test("a flood of events holds no more than the limit and loses none of those that it keeps")
  func flood() async throws {
    let bench = try await AnalyticsBench()
    for number in 0..<100_000 { bench.feature.recorder.record(.synced(.manual, number)) }
    await bench.context.settling.settled()
    #expect(bench.state.queue.count <= AnalyticsState.most && !bench.state.queue.isEmpty)
    #expect(try await bench.stored == bench.queued.sorted())
  }

  @Test(
    "a million events beside a store that blocks wait in a few effects, and nothing is written after a withdrawal",
    .timeLimit(.minutes(10)))
  func million() async throws {
    let environment = try await TestEnvironment()
    let (gate, opened) = AsyncStream.makeStream(of: Void.self)
    let (isAllowed, kept, dropped, added) = (Locked(true), Locked(0), Locked(0), Locked(0))
    let counts = UsageCounts(
      add: { _, times throws(Problem) in added.withLock { $0 += times } }, load: { () throws(Problem) in [] },
      erase: { () throws(Problem) in }, changes: { AsyncStream { nil } },
      isAllowed: { isAllowed.withLock { $0 } })
    let feature = Analytics(
      .sample, on: environment.context,
      needs: AnalyticsNeeds(
        load: { _ throws(Problem) in [] },
        keep: { _ throws(Problem) in
          kept.withLock { $0 += 1 }
          for await _ in gate { break }
        }, drop: { ids throws(Problem) in dropped.withLock { $0 += ids.count } },
        isAllowed: { isAllowed.withLock { $0 } }, counts: counts))
    await feature.send(.begin)
    await feature.send(.consent(true))
    await feature.send(.counting(true, isRefused: false))
    var (made, most) = (0, 0)
    /// Records events as fast as the feature takes them.
    func record(_ count: Int) async {
      for batch in stride(from: 0, to: count, by: 1_000) {
        let wanted = made + min(1_000, count - batch)
        while made < wanted {
          feature.recorder.record(.synced(.manual, made % 4))
          made += 1
        }
        // Each turn waits for the actor, so that the events come first.
        repeat { most = max(most, await feature.waitingEffects) } while feature.states.value.total < made
      }
    }
    // Each of these goes through the actor, which takes long in a debug build.
    await record(ProcessInfo.processInfo.environment["TROUPE_WHOLE"] == nil ? 20_000 : 200_000)
    // The counts are not held up.
    while added.withLock({ $0 }) < made { await Task.yield() }
    #expect(most <= 3 && kept.withLock { $0 } == 1 && feature.states.value.queue.count == AnalyticsState.most)
    isAllowed.withLock { $0 = false }
    await feature.send(.consent(false))
    #expect(feature.states.value.queue.isEmpty)
    // What is recorded meanwhile is not even taken.
    for number in 0..<980_000 { feature.recorder.record(.synced(.manual, number)) }
    let (before, counted) = (kept.withLock { $0 }, added.withLock { $0 })
    opened.finish()
    await environment.context.settling.settled()
    #expect(
      kept.withLock { $0 } == before && added.withLock { $0 } == counted, "nothing is written after the withdrawal")
    // The event that was being written at the withdrawal is deleted again.
    #expect(dropped.withLock { $0 } == 1 && feature.states.value.queue.isEmpty)
  }

  @Test("by default nothing is handed out; with a port, in batches, and only once")
  func handingOut() async throws {
    let still = try await AnalyticsBench()
    await still.record(.opened)
    await still.advance(.seconds(600))
    #expect(still.queued == ["opened"])

    let bench = try await AnalyticsBench(handsOut: true)
    for number in 0..<60 { await bench.record(.synced(.manual, number)) }
    await bench.advance(.seconds(60))
    #expect(bench.batches.withLock { $0.map(\.count) } == [50] && bench.state.queue.count == 10)
    await bench.advance(.seconds(60))
    #expect(bench.batches.withLock { $0.map(\.count) } == [50, 10])
    #expect(try await bench.isEmpty())
    await bench.advance(.seconds(120))
    #expect(bench.batches.withLock { $0.count } == 2)
  }

  @Test("a port that fails loses nothing, and nothing goes out once the consent is withdrawn")
  func failing() async throws {
    let bench = try await AnalyticsBench(handsOut: true)
    bench.fails.withLock { $0 = true }
    await bench.record(.opened)
    await bench.advance(.seconds(60))
    #expect(bench.queued == ["opened"] && bench.batches.withLock { $0.isEmpty })
    bench.fails.withLock { $0 = false }
    // Nobody has told the feature of the withdrawal; it asks before the batch goes.
    bench.consent.withLock { $0 = false }
    await bench.advance(.seconds(60))
    #expect(bench.batches.withLock { $0.isEmpty } && bench.queued == [])
  }

  @Test("the screen lists what is recorded, and deletes it")
  func screen() async throws {
    let bench = try await AnalyticsBench(consents: false)
    func labels() -> [String] {
      bench.state.screen(AnalyticsState.route, in: Surroundings(now: bench.clock.now)).all.map(\.label)
    }
    #expect(labels().contains("Nothing is recorded."))
    await bench.setConsent(true)
    #expect(labels().contains("No event is recorded yet."))
    await bench.record(.chosen("fitbit"))
    #expect(labels().contains("chosen, app_name: fitbit"))
    #expect(labels().contains { $0.hasSuffix("They stay on this device, and nobody else can read them.") })
    let nodes = bench.state.screen(AnalyticsState.route, in: Surroundings(now: bench.clock.now)).nodes
    await bench.perform("Delete recorded events", in: nodes.flatMap(\.all))
    #expect(try await bench.isEmpty())
    #expect(bench.events.contains(.told(Toast("The recorded events are deleted.", tone: .success))))
  }

  @Test("every state of the screen passes the audit")
  func audit() async throws {
    let bench = try await AnalyticsBench()
    for _ in 0..<3 {
      let screen = bench.state.screen(AnalyticsState.route, in: Surroundings(now: bench.clock.now))
      #expect(Audit.findings(of: screen, theme: .plain) == [])
      await bench.record(.opened)
    }
    var failed = bench.state
    _ = failed.receive(.notLoaded(.full), at: bench.clock.now)
    #expect(
      Audit.findings(of: failed.screen(AnalyticsState.route, in: Surroundings(now: bench.clock.now)), theme: .plain)
        == [])
  }
}
