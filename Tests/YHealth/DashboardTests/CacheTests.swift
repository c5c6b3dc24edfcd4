import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Pillar
import Storage
import Testing

@testable import Board
@testable import Dashboard

@Suite("Dashboard cache") struct CacheTests {
  /// A dashboard whose cache answers only when the gate opens, to look at what is shown before.
  private func gated(_ bench: Bench) -> (Dashboard, AsyncStream<Void>.Continuation) {
    let (gate, door) = AsyncStream.makeStream(of: Void.self)
    var needs = DashboardNeeds(bench.store, within: .dashboard)
    let load = needs.load
    needs.load = { () throws(Problem) in
      for await _ in gate {}
      return try await load()
    }
    return (Dashboard(Bench.plan, on: FeatureContext(time: bench.clock.time), needs: needs), door)
  }

  @Test("While nothing is known, skeletons are shown in place of the content", .covers("yh-S04.1.1-AC3"))
  func skeletons() async throws {
    let bench = try await Bench()
    let (dashboard, door) = gated(bench)
    await dashboard.send(.begin)
    for state in [DashboardState(Bench.plan), dashboard.states.value] {
      for hour in [3, 9, 15, 20] {
        let screen = state.shown(at: .at(hour))
        let shapes = screen.all.filter { $0.role == .skeleton }
        #expect(shapes.prefix(3).map(\.label) == ["Loading Fitness", "Loading Nutrition", "Loading Wellbeing"])
        #expect(shapes.count == (hour == 3 ? 5 : 6) && shapes.allSatisfy(\.state.isBusy))
        #expect(
          screen.nodes.map(\.id) == ["greeting", "date", "pillars", "today", "insights", "focus", "quick-actions"])
      }
    }
    door.finish()
    // The skeletons stand where the content will.
    let loaded = DashboardState.knowing(.full()).shown().nodes.map(\.id).filter {
      !["updated", "log-today"].contains($0)
    }
    #expect(loaded == DashboardState(Bench.plan).shown().nodes.map(\.id))
  }

  @Test(
    "The cached facts are shown at once, while fresh ones are requested",
    .covers("yh-S04.1.3-B11", "yh-S04.1.3-B16"))
  func cached() async throws {
    let first = try await Bench()
    await first.know(.full())
    await first.advance(.seconds(3600))
    let bench = try await Bench(over: first)
    // The shell has sent nothing yet.
    #expect(bench.state.origin == .cache && bench.asked == [.background])
    #expect(bench.state.facts == DashboardFacts.full().bounded(after: nil))
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
    #expect(bench.node("updated.freshness")?.label == "Last updated 08:15")
    var newer = DashboardFacts.full()
    newer.pillars = DashboardFacts.scored([.fitness: 90])
    await bench.know(newer)
    #expect(bench.state.origin == .product && bench.node("pillars.fitness")?.value == "90, Excellent")
    #expect(bench.node("updated.freshness")?.label == "Last updated 09:15")
  }

  @Test("Facts from the shell are not overwritten by a cache that is read later")
  func late() async throws {
    let first = try await Bench()
    await first.know(.full())
    let (dashboard, door) = gated(first)
    await dashboard.send(.begin)
    await dashboard.send(.facts(.partial, at: first.clock.now.date))
    door.finish()
    await dashboard.send(.mode(.light))
    for await state in dashboard.states.listen() where state.cache == .done { break }
    #expect(dashboard.states.value.facts == DashboardFacts.partial.bounded(after: nil))
  }

  @Test("The cache is kept for seven days", .covers("yh-S04.1.3-B10"))
  func sevenDays() async throws {
    let first = try await Bench()
    await first.know(.full())
    await first.advance(.seconds(7 * 86_400))
    _ = try await first.store.tidy()
    #expect(try await Bench(over: first).state.origin == .cache)
    await first.advance(.seconds(1))
    // Not shown, even before housekeeping; and then deleted.
    #expect(try await Bench(over: first).state.origin == .nothing)
    let collection = try await first.store.collection(
      CachedDashboard.self, .cached(.dashboard, window: CachedDashboard.lasts))
    #expect(try await collection.count() == 0)
    await first.know(.full())
    await first.advance(.seconds(8 * 86_400))
    _ = try await first.store.tidy()
    #expect(try await collection.count() == 0)
  }

  @Test("The record's name is constant, whatever it contains", .covers("yh-S04.1.1-L8"))
  func names() async throws {
    let (one, other) = (try await Bench(), try await Bench())
    await one.know(.full())
    await other.know(.newcomer)
    for bench in [one, other] {
      let collection = try await bench.store.collection(
        CachedDashboard.self, .cached(.dashboard, window: CachedDashboard.lasts))
      #expect(try await collection.records().map(\.id) == [CachedDashboard.name])
    }
    #expect(CachedDashboard.collection == "dashboards" && CachedDashboard.name == ID(named: "last"))
  }

  /// A record of another version or a bad disk under the same name.
  private struct Rubbish: Kept {
    static let collection = CachedDashboard.collection
    var id = ID<Rubbish>(CachedDashboard.name.uuid)
    var when: Date
    var facts = "rubbish"
  }

  @Test(
    "An unreadable cache is cleared, skeletons are shown, and fresh facts are requested", .covers("yh-S04.1.3-E3"))
  func corrupted() async throws {
    let store = try await Store.memory(FeatureContext(time: ManualTime(Bench.morning).time))
    let rubbish = try await store.collection(Rubbish.self, .cached(.dashboard, window: CachedDashboard.lasts))
    try await rubbish.save(Rubbish(when: Bench.morning.date))
    let bench = try await Bench(store: store)
    #expect(bench.state.facts == nil && bench.state.cache == .done && bench.asked == [.background])
    #expect(bench.nodes().contains { $0.role == .skeleton })
    #expect(try await rubbish.count() == 0)
    await bench.know(.full())
    #expect(
      try await DashboardNeeds(store, within: .dashboard).load()?.facts == DashboardFacts.full().bounded(after: nil))
  }

  @Test("A failing disk disables the cache and nothing else")
  func failing() async throws {
    let bench = try await Bench { needs in
      needs.load = { () throws(Problem) in throw .full }
      needs.keep = { _ throws(Problem) in throw .full }
      needs.clear = { () throws(Problem) in throw .full }
    }
    #expect(bench.state.facts == nil && bench.asked == [.background])
    await bench.know(.full())
    await bench.send(.dataChanged)
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
  }

  @Test(
    "A large data change clears the cache at once; the screen stays until fresh facts arrive",
    .covers("yh-S04.1.3-B13"))
  func dataChanged() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    bench.forget()
    let before = bench.nodes().map(\.element)
    await bench.send(.dataChanged)
    #expect(try await DashboardNeeds(bench.store, within: .dashboard).load() == nil)
    #expect(bench.asked == [.background] && bench.nodes().map(\.element) == before)
    await bench.know(.newcomer)
    #expect(
      try await DashboardNeeds(bench.store, within: .dashboard).load()?.facts
        == DashboardFacts.newcomer.bounded(after: nil))
  }

  @Test("Unchanged facts are written at most once in 15 minutes")
  func rarely() async throws {
    let count = Locked(0)
    let bench = try await Bench { needs in
      let keep = needs.keep
      needs.keep = { cached throws(Problem) in
        count.withLock { $0 += 1 }
        try await keep(cached)
      }
    }
    for _ in 0..<5 {
      await bench.know(.full())
      await bench.advance(.seconds(60))
    }
    #expect(count.withLock { $0 } == 1)
    await bench.know(.newcomer)
    #expect(count.withLock { $0 } == 2)
    await bench.advance(.seconds(900))
    await bench.know(.newcomer)
    #expect(count.withLock { $0 } == 3)
  }

  @Test("The cache is not readable on disk", .covers("yh-S04.1.3-L2"))
  func sealed() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dashboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = FeatureContext(time: ManualTime(Bench.morning).time)
    let store = try await Store.open(in: FolderLock(folder.path), key: .random(), context: context)
    let needs = DashboardNeeds(store, within: .dashboard)
    var facts = DashboardFacts.full()
    facts.achievements = [AchievementRow(id: "a", title: "Geheimnis erreicht")]
    try await needs.keep(CachedDashboard(facts, at: Bench.morning.date, wholeAt: Bench.morning.date))
    #expect(try await needs.load()?.facts == facts)
    await store.close()
    var size = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      guard let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(name)") else { continue }
      size += bytes.count
      for word in ["Geheimnis", "wellbeing", "achievements"] { #expect(bytes.firstRange(of: Data(word.utf8)) == nil) }
    }
    #expect(size > 1000)
  }
}
