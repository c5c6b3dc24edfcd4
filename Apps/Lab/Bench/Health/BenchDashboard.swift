internal import Catalog
internal import Connectivity
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell

// The dashboard against the limits of the specification, with 400 days of data.
extension Benchmark {
  static let health = health(rounds: 5, taps: 100)

  static func health(rounds: Int, taps: Int) -> Benchmark {
    Benchmark(
      name: "health", summary: "the dashboard over 400 days: from nothing, from the cache, refreshed, tapped",
      measure: { () throws(Problem) in
        guard let product = Product.named("yhealth") else { throw Problem.unmeasured("there is no yHealth") }
        var (shapes, loads, cached): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
          let ground = try StorageGround()
          let home = Person.Home.folder(ground.folder)
          try await fill(product, home)
          let first = try await DashboardOpening(product, home)
          shapes.append(first.toPillars)
          loads.append(first.toScores)
          await first.close()
          let again = try await DashboardOpening(product, home)
          cached.append(again.toScores)
          await again.close()
        }
        let ground = try StorageGround()
        try await fill(product, .folder(ground.folder))
        let open = try await DashboardOpening(product, .folder(ground.folder))
        let refreshes = try await open.refreshed(rounds)
        let (cards, touches) = try await open.tapped(taps)
        await open.close()
        return [
          figure("health-shapes", shapes, 500), figure("health-load", loads, 3000),
          figure("health-cached", cached, 1000),
          figure("health-refresh", refreshes, 3000), figure("health-cards", cards, 500),
          figure("health-tap", touches, 100),
        ]
      })
  }

  private static func fill(_ product: Product, _ home: Person.Home) async throws(Problem) {
    let person = try await Person.open(product, home: home)
    try await product.demonstration?.fill(person.store, person.context.time.now())
    await person.close()
  }
}

/// Opens a profile from disk and times its dashboard.
private struct DashboardOpening {
  private let person: Person
  private let window: Window
  /// Milliseconds to the first frame with the pillars, possibly as placeholders.
  let toPillars: Double
  let toScores: Double

  init(_ product: Product, _ home: Person.Home) async throws(Problem) {
    let start = ContinuousClock.now
    person = try await Person.open(product, home: home)
    window = await person.windowAtOnce()
    var first: Double?
    var scored: Double?
    for await frame in window.frames.listen() {
      let time = (ContinuousClock.now - start).microseconds / 1000
      let nodes = frame.nodes.flatMap(\.all)
      if first == nil, nodes.contains(where: DashboardOpening.isPillar) { first = time }
      if DashboardOpening.scores(nodes) == 3 {
        scored = time
        break
      }
    }
    guard let first, let scored else { throw Problem.unmeasured("the dashboard was not shown") }
    (toPillars, toScores) = (first, scored)
  }

  func close() async {
    await window.close()
    await person.close()
  }

  /// Refreshes the dashboard, which collects and scores everything again; returns the times in milliseconds.
  func refreshed(_ count: Int) async throws(Problem) -> [Double] {
    _ = await window.settled()
    try await window.perform(.network(.online))
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      let frame = try await window.perform(.refresh)
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard DashboardOpening.scores(frame.nodes.flatMap(\.all)) == 3 else {
        throw Problem.unmeasured("a refresh took the scores away")
      }
    }
    return times
  }

  /// Returns the times in milliseconds of opening the dashboard with its insights, and of leaving it by a quick action.
  func tapped(_ count: Int) async throws(Problem) -> (cards: [Double], touches: [Double]) {
    var (cards, touches): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      var start = ContinuousClock.now
      let there = try await window.perform(.tap(.label("View Full Insights")))
      touches.append((ContinuousClock.now - start).microseconds / 1000)
      guard there.route.path.first == "insights" else {
        throw Problem.unmeasured("a quick action does not open its screen")
      }
      start = ContinuousClock.now
      let here = try await window.perform(.tap(.id("tabs.dashboard")))
      cards.append((ContinuousClock.now - start).microseconds / 1000)
      guard here.nodes.flatMap(\.all).contains(where: { $0.role == .card }) else {
        throw Problem.unmeasured("the dashboard shows no insight")
      }
    }
    return (cards, touches)
  }

  private static let pillars = ["Fitness", "Nutrition", "Wellbeing"]

  private static func isPillar(_ node: Element) -> Bool { pillars.contains(node.label) }

  private static func scores(_ nodes: [Element]) -> Int { nodes.count { isPillar($0) && $0.value != nil } }
}
