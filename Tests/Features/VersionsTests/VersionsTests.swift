import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Versions

/// A task whose versions are kept.
private struct Chore: Syncable {
  static let collection = "chores"
  let id: ID<Chore>
  var title: String
  var cents: Int
  let at: Date
  var when: Date { at }

  enum CodingKeys: String, ColumnKey { case id, title, cents, at }
}

@Suite("Versions", .timeLimit(.minutes(10))) struct VersionsTests {
  private final class Harness: FeatureHarness {
    let feature: Versions
    let environment: TestEnvironment
    let recorder: EventRecorder<VersionsEvent>
    let window = WindowID(UUID())
    let chores: Shelf<Chore>

    init() async throws {
      environment = try await TestEnvironment()
      let store = environment.store
      chores = Shelf<Chore>(store, .owned(.entered))
      try await store.keepVersions(of: [Chore.collection]) { VersionAuthor(person: "maria@example.org", device: nil) }
      let kind = VersionedKind(
        Chore.collection, one: "chore", icon: .list, titles: ["title"],
        fields: [.init("title", "Title"), .init("cents", "Reward", .unit("ct"))], page: Route(["chores", "one"]))
      feature = Versions([kind], on: environment.context, needs: VersionsNeeds(store))
      recorder = EventRecorder(feature.events)
      await send(.begin)
    }

    func act(_ action: VersionsWindowAction) async {
      await feature.send(action, from: window)
      await context.settling.settled()
    }

    func screen(_ route: Route) -> Screen<VersionsWindowAction> {
      let surroundings = Surroundings(now: clock.now)
      let screen = feature.states.value.screen(route, in: surroundings, at: window)
      #expect(Audit.findings(of: screen, theme: .plain) == [])
      return screen
    }

    func tap(_ label: String, on route: Route) async throws {
      let action = try #require(screen(route).all.action(of: label), "\(label)")
      await act(action)
    }

    func save(_ chore: Chore) async throws {
      try await chores.collection().save(chore, over: .anything)
      await advance(.seconds(600))
    }

    func all() async throws -> [Chore] { try await chores.collection().records() }
  }

  @Test("an entry's history shows each value before and after, by whom, and gives one field back")
  func field() async throws {
    let harness = try await Harness()
    var chore = Chore(id: ID(UUID()), title: "Sweep", cents: 50, at: harness.clock.now.date)
    try await harness.save(chore)
    (chore.title, chore.cents) = ("Sweep and mop", 80)
    try await harness.save(chore)
    let route = VersionsPlaces.of("chores", chore.id.uuid)
    await harness.act(.appeared(route))
    let nodes = harness.screen(route).all
    let rows = nodes.filter { $0.role == .listitem }
    #expect(rows.compactMap(\.value).prefix(2) == ["Sweep → Sweep and mop", "50 ct → 80 ct"])
    #expect(nodes.contains { $0.label == "maria@example.org, on this device" })
    try await harness.tap("Restore this", on: route)
    #expect(try await harness.all().map(\.title) == ["Sweep"])
    #expect(try await harness.all().map(\.cents) == [80])
    // The history has the restoration too.
    #expect(harness.screen(route).all.contains { $0.value == "Sweep and mop → Sweep" })
  }

  @Test("what a typed time would change is shown first, and then restored: an entry, and everything")
  func time() async throws {
    let harness = try await Harness()
    var chore = Chore(id: ID(UUID()), title: "Sweep", cents: 50, at: harness.clock.now.date)
    // 08:15.
    try await harness.save(chore)
    chore.title = "Mop"
    // 08:25.
    try await harness.save(chore)
    let other = Chore(id: ID(UUID()), title: "Cook", cents: 90, at: harness.clock.now.date)
    try await harness.save(other)
    try await harness.chores.collection().delete(chore.id)
    await harness.act(.appeared(VersionsPlaces.home))
    #expect(harness.screen(VersionsPlaces.home).all.contains { $0.label == "Chore “Mop” deleted" })
    await harness.act(.typeTime("late"))
    try await harness.tap("Show what would change", on: VersionsPlaces.home)
    #expect(harness.screen(VersionsPlaces.home).all.contains { $0.state.invalid == "Enter a time, such as 10:42." })
    await harness.act(.typeTime("8:20"))
    try await harness.tap("Show what would change", on: VersionsPlaces.home)
    let dialog = try #require(harness.screen(VersionsPlaces.home).dialog)
    let rows = dialog.all.filter { $0.role == .listitem }
    #expect(
      Set(rows.map { "\($0.label): \($0.value ?? "")" }) == ["Chore “Mop”: Comes back", "Chore “Cook”: Is deleted"])
    try await harness.tap("Cancel", on: VersionsPlaces.home)
    #expect(try await harness.all().map(\.title) == ["Cook"])
    try await harness.tap("Show what would change", on: VersionsPlaces.home)
    try await harness.tap("Restore", on: VersionsPlaces.home)
    #expect(try await harness.all().map(\.title) == ["Sweep"])
    // Nothing is different any more.
    try await harness.tap("Show what would change", on: VersionsPlaces.home)
    #expect(harness.screen(VersionsPlaces.home).dialog == nil)
    await harness.act(.left(VersionsPlaces.home))

    let route = VersionsPlaces.of("chores", chore.id.uuid)
    await harness.act(.appeared(route))
    await harness.act(.typeTime("08:27"))
    try await harness.tap("Show what would change", on: route)
    let table = try #require(harness.screen(route).dialog)
    #expect(table.all.filter { $0.role == .cell }.map(\.value) == ["Title", "Sweep", "Mop"])
    try await harness.tap("Restore", on: route)
    #expect(try await harness.all().map(\.title) == ["Mop"])
  }

  @Test("the screens of nothing, of what is not read, and of a failed restoration say what to do")
  func trouble() async throws {
    let window = WindowID(UUID())
    let now = SampleTime.morning
    var state = VersionsState([])
    func audited(_ route: Route) -> Screen<VersionsWindowAction> {
      let screen = state.screen(route, in: Surroundings(now: now), at: window)
      #expect(Audit.findings(of: screen, theme: .plain) == [])
      return screen
    }
    _ = audited(VersionsPlaces.home)
    _ = state.receive(.appeared(VersionsPlaces.home), from: window, at: now)
    _ = state.receive(.read(VersionReading(versions: [], now: [:], device: nil), of: .all, in: window), at: now)
    #expect(audited(VersionsPlaces.home).all.contains { $0.label == "No changes yet." })
    _ = state.receive(.notRead(.full, in: window), at: now)
    #expect(audited(VersionsPlaces.home).all.contains { $0.label == "Retry" })
    let steps = state.receive(.notRestored(.full, in: window), at: now)
    #expect(steps == [.tell(.told(Toast(Problem.full.sentence, tone: .warning)), window)])
    // An answer for what is not shown any more changes nothing.
    _ = state.receive(.left(VersionsPlaces.home), from: window, at: now)
    _ = state.receive(.read(VersionReading(versions: [], now: [:], device: nil), of: .all, in: window), at: now)
    #expect(state.windows.isEmpty)
  }
}
