import Audit
import Entitlement
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import StoreTransactions
import Testing

@testable import Purchases

private let trial = StoreItem("trial", "7-day trial", term: .lifetime, price: StorePrice(0, "EUR"))
private let forever = StoreItem("forever", "For good", term: .lifetime, price: StorePrice(14_990, "EUR"))
private let passPlan = {
  var plan = PurchasePlan(
    app: plan.app, name: "Example", entitlement: "pro", items: [trial, forever],
    rights: [trial.id: ["basic"], forever.id: ["basic", "pro", "past", "merge"]],
    benefits: ["Everything.", "The past", "Syncs"])
  plan.explanations = ["Syncs": "As many as you like."]
  plan.passes = [trial.id: 7]
  plan.gates = [
    FeatureGate("past", "The past", "See the days before.", icon: .calendar),
    FeatureGate("merge", "Merging", "Two become one.", icon: .layers),
  ]
  plan.words.restore = "Restore Purchases"
  plan.words.nothingFound = "No previous purchase found."
  plan.words.failed = "Purchase failed. Please try again."
  plan.words.buy = [forever.id: "Unlock Pro", trial.id: "Start"]
  plan.words.unlock = "Unlock Pro"
  return plan
}()

/// Purchases of a plan with a pass and two gates.
private final class PassBench: FeatureHarness {
  let feature: Purchases
  let environment: TestEnvironment
  let recorder: EventRecorder<PurchasesEvent>
  let market: TestStore
  let window: WindowID
  let remote = Locked<[UInt8]?>(nil)
  let kept: Locked<[UInt8]?>

  init(after other: PassBench? = nil, gates: String? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    market = try other?.market ?? TestStore(at: SampleTime.morning.date.addingTimeInterval(-100 * day))
    window = environment.context.identifiers.next()
    kept = other?.kept ?? Locked(nil)
    remote.withLock { $0 = gates.map { Array($0.utf8) } }
    var needs = PurchasesNeeds(
      environment.store, port: market.port, contact: { () throws(Problem) in nil },
      remember: { _ throws(Problem) in })
    let (remote, kept) = (remote, kept)
    needs.gates = GateSource(
      fetch: { () throws(Problem) in
        guard let bytes = remote.withLock({ $0 }) else { throw .full }
        return bytes
      }, load: { () throws(Problem) in kept.withLock { $0 } },
      keep: { bytes throws(Problem) in kept.withLock { $0 = bytes } })
    feature = Purchases(passPlan, on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    await send(.begin)
  }

  var now: Date { clock.now.date }

  func act(_ action: PurchasesWindowAction) async { await send(action, from: window) }

  func buy(_ item: StoreItem, _ id: String) async throws {
    let text = try market.bought(id, item, at: now, until: nil)
    market.change {
      $0.answers = [.purchased([text])]
      $0.texts.append(text)
    }
    await act(.buy(item.id))
    await until { $0.windows[window].order == nil }
  }

  func labels(_ route: Route = PurchasesState.plans) -> [String] {
    state.screen(route, in: Surroundings(now: clock.now), at: window).all.flatMap { [$0.label, $0.value ?? ""] }
  }
}

@Suite("Passes and gates of purchases")
struct PurchasesPassTests {
  @Test("a pass gives its rights for its days from the store's date, warns, ends, and is not offered again")
  func pass() async throws {
    let bench = try await PassBench()
    #expect(bench.state.pass == .unused && bench.labels().contains("Start") && bench.labels().contains("7 days free."))
    try await bench.buy(trial, "1")
    #expect(bench.state.entitlements == ["basic"] && !bench.state.isOwner)
    #expect(bench.state.pass == .running(until: bench.now.addingTimeInterval(7 * day)))
    #expect(!bench.labels().contains("Start") && bench.events.contains(.bought(trial.id, price: trial.price)))
    await bench.advance(.seconds(4.5 * day))
    let banner = bench.state.banner(in: Surroundings(now: bench.clock.now), at: bench.window).map(\.label)
    #expect(banner.count == 1 && banner[0].hasPrefix("Your free trial ends on 29 November 2026."))
    await bench.advance(.seconds(2.6 * day))
    #expect(bench.state.entitlements == [] && bench.state.pass == .over && !bench.labels().contains("Start"))
    #expect(bench.labels(PurchasesState.subscription).contains { $0.hasPrefix("The free trial ended on") })
    // Installed anew on an empty device, the store still knows it.
    let anew = try await PassBench(after: nil)
    anew.market.change { $0.texts = [] }
    let old = try anew.market.bought("1", trial, at: anew.now.addingTimeInterval(-8 * day), until: nil)
    anew.market.change { $0.texts = [old] }
    await anew.send(.news)
    #expect(anew.state.pass == .over && !anew.labels().contains("Start"))
  }

  @Test("what is bought for good outlives the pass; the trial alone is no purchase to restore")
  func owner() async throws {
    let bench = try await PassBench()
    try await bench.buy(trial, "1")
    await bench.act(.restore)
    #expect(bench.state.windows[bench.window].said == "No previous purchase found.")
    #expect(bench.events.suffix(2) == [.restoreAsked, .nothingToRestore])
    try await bench.buy(forever, "2")
    #expect(bench.events.contains(.told(Toast("Pro is yours. Thank you.", tone: .success))))
    #expect(bench.state.isOwner && bench.state.entitlements == ["basic", "pro", "past", "merge"])
    await bench.advance(.seconds(30 * day))
    #expect(bench.state.isOwner && bench.state.endingTrial == nil)
    await bench.act(.restore)
    #expect(bench.events.last == .restored)
  }

  @Test("a purchase that fails says so in the plan's words, and once with its code")
  func failing() async throws {
    let bench = try await PassBench()
    bench.market.change { $0.answers = [.declined] }
    await bench.act(.buy(forever.id))
    await bench.until { $0.windows[bench.window].order == nil }
    #expect(bench.labels().contains { $0.hasPrefix("Purchase failed. Please try again. The payment was declined.") })
    #expect(bench.events.filter { $0 == .failed(forever.id, code: "purchase-declined") }.count == 1)
    bench.market.change { $0.answers = [.cancelled] }
    await bench.act(.buy(forever.id))
    await bench.until { $0.windows[bench.window].order == nil }
    #expect(!bench.labels().contains { $0.hasPrefix("Purchase failed.") })
  }

  @Test("each benefit says what it gives, and the price of the first offer stands out")
  func benefits() async throws {
    let bench = try await PassBench()
    let nodes = bench.state.screen(PurchasesState.plans, in: Surroundings(now: bench.clock.now), at: bench.window).all
    let rows = nodes.filter { $0.id.contains("benefit-") && $0.role == .listitem }
    #expect(rows.map(\.value) == [nil, "See the days before.", "As many as you like."])
    #expect(rows.map(\.state.icon) == [.success, .calendar, .success])
    let prices = nodes.filter { $0.id.hasSuffix("price") }
    #expect(prices.map(\.state.isProminent) == [true, false])
  }

  @Test("a feature's sheet names the others, and tells once whether the person went on or put it off")
  func gates() async throws {
    let bench = try await PassBench()
    let route = try #require(passPlan.gate("past")).route
    await bench.act(.appeared(route))
    let labels = bench.labels(route)
    #expect(labels.contains("See the days before.") && labels.contains("Merging: Two become one."))
    #expect(labels.contains("Everything.") && labels.contains("Unlock Pro") && labels.contains("Not Now"))
    await bench.act(.notNow)
    await bench.act(.left(route))
    #expect(bench.events == [.gateShown("past"), .gateClosed(route), .gateDismissed("past")])
    bench.forget()
    await bench.act(.appeared(route))
    await bench.act(.unlock("past"))
    await bench.act(.left(route))
    #expect(bench.events == [.gateShown("past"), .gateAccepted("past")])
    for shown in [route, PurchasesState.plans, PurchasesState.subscription] {
      let screen = bench.state.screen(shown, in: Surroundings(now: bench.clock.now), at: bench.window)
      #expect(Audit.findings(of: screen, theme: .plain) == [])
    }
  }

  @Test("a newer list opens features for everybody, is kept, and closes them again")
  func remote() async throws {
    let bench = try await PassBench(gates: #"{"version":2,"pro":["merge"]}"#)
    #expect(bench.state.entitlements == ["past"] && bench.events.contains(.entitled(["past"])))
    // Without a connection the kept one holds.
    let later = try await PassBench(after: bench)
    #expect(later.state.entitlements == ["past"])
    await later.send(.gatesReceived(Array(#"{"version":3,"pro":["merge","past"]}"#.utf8)))
    #expect(later.state.entitlements == [])
  }

  @Test(
    "a list that is older, unreadable or names an unknown feature changes nothing",
    arguments: [
      "", "[]", #"{"pro":[]}"#, #"{"version":0,"pro":[]}"#, #"{"version":2,"pro":["unknown"]}"#,
      #"{"version":2,"pro":[7]}"#, #"{"version":2.5,"pro":[]}"#, #"{"version":2}"#,
      String(repeating: " ", count: 10_001),
    ])
  func refused(_ text: String) async throws {
    let bench = try await PassBench(gates: text)
    #expect(bench.state.entitlements == [] && bench.kept.withLock { $0 } == nil)
  }
}
