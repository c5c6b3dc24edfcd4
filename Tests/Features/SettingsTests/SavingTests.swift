import Connectivity
import FeatureTesting
import FoundationEssentials
import Interface
import JSON
import Kernel
import Mode
import Testing

@testable import Settings

@Suite("Saving settings") struct SavingTests {
  let context = FeatureContext()

  private func settings(_ disk: Disk) async -> (Settings, WindowID) {
    let settings = Settings(Sample.plan, on: context, needs: disk.needs)
    await settings.send(.begin)
    await context.settling.settled()
    return (settings, context.identifiers.next())
  }

  @Test("Changes reach the disk in the order they were made, each as its own record")
  func order() async {
    let disk = Disk()
    let (settings, sitting) = await settings(disk)
    for size in [150, 100, 150] { await settings.send(.set("size", .number(Double(size))), from: sitting) }
    await settings.send(.set("theme", "dark"), from: sitting)
    await settings.send(.set("size", 100), from: sitting)
    await context.settling.settled()
    #expect(disk.saves == ["size 150", "size 100", "size 150", "theme \"dark\"", "size 100"])
    #expect(settings.states.value.isSaved)
  }

  @Test("the status stays in one place before, during and after saving, so nothing moves")
  func place() {
    var sitting = Sitting()
    let route = Route(["settings", Sample.plan.categories[0].id])
    func places() -> [String] { sitting.screen(route).nodes.map(\.id) }
    let before = places()
    #expect(before.contains("keeping"))
    sitting.set(Sample.theme, .dark)
    #expect(sitting.node("Saving", at: route) != nil && places().starts(with: before))
    sitting.send(.saved("theme", number: sitting.saves[0].number, order: 1))
    #expect(sitting.node("Saved", at: route) != nil && places().starts(with: before))
  }

  @Test("“Saved” is shown only when the disk confirms the newest change")
  func saved() {
    var sitting = Sitting()
    #expect(sitting.node("Saved") == nil && sitting.node("Saving") == nil)
    sitting.set(Sample.theme, .dark)
    let first = sitting.saves
    #expect(sitting.node("Saving") != nil && sitting.node("Saved") == nil)
    sitting.set(Sample.theme, .light)
    let second = sitting.saves
    sitting.send(.saved("theme", number: first[0].number, order: 1))
    #expect(sitting.events.isEmpty && sitting.node("Saving") != nil && sitting.node("Saved") == nil)
    sitting.send(.saved("theme", number: second[0].number, order: 2))
    #expect(sitting.events == [.saved("theme")] && sitting.node("Saved") != nil && sitting.state.isSaved)
  }

  @Test("Without a connection, a synced product shows “Saved offline”, an unsynced one “Saved”")
  func offline() {
    func words(_ isSynced: Bool, _ connectivity: Connectivity) -> [String] {
      var state = SettingsState(SettingsPlan(Sample.plan.categories, isSynced: isSynced))
      let window = WindowID(UUID())
      _ = state.receive(.begin, at: Sitting.now)
      _ = state.receive(.loaded(.init([:], order: 0)), at: Sitting.now)
      _ = state.receive(.set("theme", "dark"), from: window, at: Sitting.now)
      _ = state.receive(.saved("theme", number: 1, order: 1), at: Sitting.now)
      let screen = state.screen(
        Sample.looks, in: Surroundings(now: Sitting.now, connectivity: connectivity), at: window)
      return screen.nodes.flatMap(\.all).map(\.label).filter { $0.hasPrefix("Saved") }
    }
    for connectivity in Connectivity.allCases {
      #expect(words(true, connectivity) == [connectivity.reachesServer ? "Saved" : "Saved offline"])
      #expect(words(false, connectivity) == ["Saved"])
    }
  }

  @Test("A change that cannot be saved stays on screen, says what is safe, and is saved on retry")
  func failure() async {
    let disk = Disk(["size": "150"])
    let (settings, sitting) = await settings(disk)
    disk.fail(with: .full)
    await settings.send(.set("theme", "dark"), from: sitting)
    await settings.send(.set("bell", false), from: sitting)
    await context.settling.settled()
    let state = settings.states.value
    #expect(state[Sample.theme] == .dark && !state[Sample.bell] && !state.isSaved)
    let screen = state.screen(Sample.looks, in: Surroundings(now: Sitting.now), at: sitting)
    let problem = screen.nodes.flatMap(\.all).first { $0.role == .status }
    #expect(
      problem?.label == "Not saved: Theme, Bell. The disk is full. Your choice is in use until the app is closed. "
        + "What was saved before is unchanged. Make room, then try again.")
    #expect(!screen.nodes.flatMap(\.all).contains { $0.label == "Saved" })

    disk.fail(with: nil)
    #expect(screen.nodes.flatMap(\.all).first { $0.label == "Try again" }?.offer(.activate) != nil)
    await settings.send(.retry, from: sitting)
    await context.settling.settled()
    #expect(disk.saves == ["theme \"dark\"", "bell false"] && settings.states.value.isSaved)
    #expect(disk.held.withLock { $0.records["size"] } == Data("150".utf8))
  }

  @Test("A failed save that a newer change has superseded is ignored")
  func overtaken() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .dark)
    let first = sitting.saves
    sitting.set(Sample.theme, .light)
    let second = sitting.saves
    sitting.send(.notSaved("theme", number: first[0].number, .full))
    #expect(sitting.state.unsaved.isEmpty)
    sitting.send(.saved("theme", number: second[0].number, order: 2))
    #expect(sitting.state.isSaved)
  }

  @Test("Changing a setting again retries the save")
  func again() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .dark)
    sitting.diskAnswers(.full)
    #expect(sitting.state.unsaved.map(\.key) == ["theme"])
    sitting.set(Sample.theme, .light)
    #expect(sitting.state.unsaved.isEmpty)
    sitting.diskAnswers()
    #expect(sitting.state.isSaved)
  }

  @Test("If reading fails, the defaults are used, the problem is shown, nothing is written, and a retry reads again")
  func unreadable() async {
    let disk = Disk(["theme": #""dark""#])
    disk.fail(with: .full)
    let (settings, sitting) = await settings(disk)
    let screen = settings.states.value.screen(Sample.looks, in: Surroundings(now: Sitting.now), at: sitting)
    #expect(settings.states.value[Sample.theme] == .system)
    #expect(screen.nodes.contains { $0.label.hasPrefix("Your settings could not be loaded. The disk is full.") })
    disk.fail(with: nil)
    await settings.send(.retry, from: sitting)
    await context.settling.settled()
    #expect(settings.states.value[Sample.theme] == .dark && disk.saves.isEmpty)
  }

  @Test("Two processes that change different settings at the same time keep both changes")
  func twoProcesses() async {
    let disk = Disk()
    let (one, first) = await settings(disk)
    let (two, second) = await settings(disk)
    await one.send(.set("theme", "dark"), from: first)
    await two.send(.set("size", 150), from: second)
    await context.settling.settled()
    let (third, _) = await settings(disk)
    #expect(third.states.value[Sample.theme] == .dark && third.states.value[Sample.size] == 150)
  }

  @Test("Changes of others are applied, and a change's own echo has no effect")
  func changes() async {
    let disk = Disk()
    let (settings, sitting) = await settings(disk)
    disk.others.say(.init("theme", Data(#""dark""#.utf8), order: 1), settling: context.settling)
    await context.settling.settled()
    #expect(settings.states.value[Sample.theme] == .dark)
    await settings.send(.set("theme", "light"), from: sitting)
    disk.others.say(.init("theme", Data(#""light""#.utf8), order: 2), settling: context.settling)
    await context.settling.settled()
    #expect(settings.states.value[Sample.theme] == .light && disk.saves == ["theme \"light\""])
  }

  @Test("Beginning twice reads once")
  func twice() {
    var state = SettingsState(Sample.plan)
    #expect(
      state.receive(.begin, at: Sitting.now) == [.run(.load, .latest("load")), .run(.listen, .standing("changes"))])
    #expect(state.receive(.begin, at: Sitting.now).isEmpty)
    let nodes = state.screen(Sample.looks, in: Surroundings(now: Sitting.now), at: Sitting.identifiers.next()).nodes
    #expect(nodes.map(\.role) == [.heading, .skeleton])
  }
}
