internal import Catalog
internal import Interface
internal import Kernel
internal import Shell

extension Benchmark {
  /// Measures from a tap to the frame with its result. Peer: the least an actor can do, one hop.
  static let frame = Benchmark(
    name: "frame", summary: "a tap to its settled frame",
    measure: { () throws(Problem) in
      guard let product = Product.named("yhealth") else { return [] }
      let window = try await Person.open(product, home: .memory).window()
      let tabs = ["tabs.pillars", "tabs.insights", "tabs.profile", "tabs.dashboard"]
      for tab in tabs { try await window.perform(.tap(.id(tab))) }
      var taps: [Double] = []
      for index in 0..<2000 {
        let start = ContinuousClock.now
        try await window.perform(.tap(.id(tabs[index % tabs.count])))
        taps.append((ContinuousClock.now - start).microseconds)
      }
      let counter = Counter()
      var hops: [Double] = []
      for _ in 0..<200 {
        hops.append(await timed { for _ in 0..<100 { await counter.add() } } / 100)
      }
      let (own, hop) = (Times(taps), Times(hops))
      return [
        Figure("frame-p50", here: own.median, peer: hop.median, peerName: "an actor hop", unit: "us"),
        Figure("frame-p99", here: own.p99, peer: hop.p99, peerName: "an actor hop", unit: "us"),
        Figure("frame-budget", here: own.p99, peer: 5000, peerName: "the budget", unit: "us", limit: 1),
      ]
    })

  /// Measures deciding and publishing an action without effects.
  static let send = Benchmark(
    name: "send", summary: "an action to a decided, published state",
    measure: { () throws(Problem) in
      let feature = CountingFeature(on: FeatureContext())
      let counter = Counter()
      var sends: [Double] = []
      var hops: [Double] = []
      for _ in 0..<200 {
        sends.append(await timed { for _ in 0..<500 { await feature.send(.add) } } / 500)
        hops.append(await timed { for _ in 0..<500 { await counter.add() } } / 500)
      }
      return [
        Figure(
          "send", here: Times(sends).median, peer: Times(hops).median, peerName: "an actor hop", unit: "us")
      ]
    })
}

actor Counter {
  private var count = 0
  func add() { count += 1 }
}

struct CountingState: Deciding {
  enum Action: Sendable { case add }
  private(set) var count = 0
  mutating func receive(_ action: Action, at now: Moment) -> [Step<Never, Never>] {
    count += 1
    return []
  }
}

actor CountingFeature: Feature {
  let core: Core<CountingState>
  nonisolated let states: Current<CountingState>
  nonisolated let events: Broadcast<Never>

  init(on context: FeatureContext) {
    let core = Core(CountingState(), on: context)
    self.core = core
    states = core.states
    events = core.events
  }

  func perform(_ effect: Never) async -> CountingState.Action? {}
}
