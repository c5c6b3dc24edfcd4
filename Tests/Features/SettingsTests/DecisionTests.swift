import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import JSON
import Kernel
import Mode
import Testing

@testable import Settings

@Suite("Settings state") struct DecisionTests {
  @Test("Without stored values, every setting has its default")
  func defaults() {
    let state = Desk().state
    #expect(state[Sample.mode] == .light && state[Sample.theme] == .system && state[Sample.size] == 100)
    #expect(state[Sample.bell] && state[Sample.rings] == 3)
    #expect(state[Sample.quiet] == .night && state[Sample.calls] == [.at(9)])
  }

  @Test("Stored values are used")
  func kept() {
    let state = Desk([
      "mode": #""deep""#, "theme": #""dark""#, "size": "150", "bell": "false", "bell.rings": "8",
      "bell.quiet": #"{"start":"23:00","end":"06:30"}"#, "calls": #"["18:00","08:15"]"#,
    ]).state
    #expect(state[Sample.mode] == .deep && state[Sample.theme] == .dark && state[Sample.size] == 150)
    #expect(!state[Sample.bell] && state[Sample.rings] == 8)
    #expect(state.text(of: .start("bell.quiet"), at: SettingsDesk()) == "23:00")
    #expect(state[Sample.calls].map(\.text) == ["08:15", "18:00"])
  }

  @Test(
    "A stored value that is not allowed leaves the default in force, and is not overwritten",
    arguments: [
      ("theme", #""sepia""#), ("theme", "7"), ("size", "120"), ("bell", #""yes""#), ("bell.rings", "0"),
      ("bell.rings", "9"), ("bell.rings", "2.5"), ("bell.rings", "1e300"), ("bell.quiet", #"{"start":"22:00"}"#),
      ("bell.quiet", #"{"start":"22:00","end":"22:00"}"#), ("calls", #"["8"]"#), ("calls", #"["08:00","08:00"]"#),
      ("calls", #"["08:00","09:00","10:00","11:00"]"#), ("mode", "null"), ("mode", ""), ("mode", "{"),
    ])
  func illegal(key: String, bytes: String) {
    let desk = Desk([key: bytes, "of-a-newer-version": "[1]"])
    #expect(desk.saves.isEmpty)
    for setting in Sample.plan.settings { #expect(desk.state.value(of: setting) == setting.fallback) }
  }

  @Test("A change is in force at once, is reported and is sent to the disk")
  func change() {
    var desk = Desk()
    desk.set(Sample.theme, .dark)
    #expect(desk.state[Sample.theme] == .dark)
    #expect(desk.events == [.changed("theme")])
    #expect(desk.saves.map(\.key) == ["theme"] && desk.saves.map(\.value) == [#""dark""#])
  }

  @Test("Setting the current value or an illegal one saves nothing")
  func nothing() {
    var desk = Desk()
    desk.set(Sample.theme, .system)
    #expect(desk.steps.isEmpty)
    for value: JSON in ["sepia", 3, nil, true, ["x"]] {
      desk.do(.set("theme", value))
      #expect(desk.steps.isEmpty && desk.state[Sample.theme] == .system)
    }
    desk.set(Sample.rings, 8)
    #expect(desk.steps.isEmpty && desk.state[Sample.rings] == 3)
    desk.do(.set("no-such", true))
    #expect(desk.steps.isEmpty)
  }

  @Test("A mode with other limits clamps the number and says so; the old mode restores it")
  func limits() {
    var desk = Desk(["mode": #""deep""#, "bell.rings": "6"])
    #expect(desk.state[Sample.rings] == 6)
    desk.set(Sample.mode, .light)
    #expect(desk.state[Sample.rings] == 3)
    #expect(
      desk.events == [
        .changed("mode"), .changed("bell.rings"),
        .told(Toast("Rings: now 3 a day. Light mode allows 1 to 3."), at: desk.name),
      ])
    #expect(desk.saves.map(\.key) == ["mode"])
    desk.set(Sample.mode, .deep)
    #expect(desk.state[Sample.rings] == 6)
    #expect(desk.events.last == .told(Toast("Rings: now 6 a day. Deep mode allows 1 to 8."), at: desk.name))
  }

  @Test("A number chosen within the narrower limits stays")
  func chosenWithin() {
    var desk = Desk(["mode": #""deep""#, "bell.rings": "6"])
    desk.set(Sample.mode, .light)
    desk.set(Sample.rings, 2)
    desk.set(Sample.mode, .deep)
    #expect(desk.state[Sample.rings] == 2)
    #expect(!desk.events.contains { if case .told = $0 { true } else { false } })
  }

  @Test("A setting under a toggle is not in force while the toggle is off, and keeps its value")
  func overruled() {
    var desk = Desk()
    #expect(desk.state.isInForce(Sample.coach))
    desk.set(Sample.bell, false)
    #expect(desk.state[Sample.coach] && !desk.state.isInForce(Sample.coach))
    let coach = desk.node("Coach", at: Sample.bellRoute)
    #expect(coach?.state.isDisabled == true && coach?.hint == "Turn on Bell first.")
    desk.set(Sample.bell, true)
    #expect(desk.state.isInForce(Sample.coach))
  }

  @Test("Toggles that depend on each other in a circle are both in force")
  func circle() {
    let one = Setting.toggle("one", "One", fallback: true) { $0.under = "two" }
    let two = Setting.toggle("two", "Two", fallback: true) { $0.under = "one" }
    let state = SettingsState(
      .init([.init("All", id: "all", icon: .list, about: "", [.init([.set(one), .set(two)])])]))
    #expect(state.isInForce(one) && state.isInForce(two))
  }

  @Test("A setting that is not in the plan reads as its default")
  func absent() {
    #expect(Desk().state[Setting.toggle("elsewhere", "Elsewhere", fallback: true)])
  }

  // MARK: Other devices

  @Test("A change from another device is in force at once, and is not saved again")
  func heard() {
    var desk = Desk()
    desk.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 1)))
    #expect(desk.state[Sample.theme] == .dark && desk.events == [.changed("theme")] && desk.saves.isEmpty)
    desk.send(.heard(.init("theme", nil, order: 2)))
    #expect(desk.state[Sample.theme] == .system && desk.events == [.changed("theme")])
    desk.send(.heard(.init("unknown", Data("1".utf8), order: 3)))
    #expect(desk.steps.isEmpty)
  }

  @Test("A local change that is not on disk yet is newer than an incoming one")
  func newer() {
    var desk = Desk()
    desk.set(Sample.theme, .dark)
    let saving = desk
    desk.send(.heard(.init("theme", Data(#""light""#.utf8), order: 1)))
    #expect(desk.state[Sample.theme] == .dark)
    desk.send(.loaded(.init([:], order: 1)))
    #expect(desk.state[Sample.theme] == .dark)
    desk = saving
    desk.diskAnswers(.full)
    desk.send(.heard(.init("theme", Data(#""light""#.utf8), order: 1)))
    #expect(desk.state[Sample.theme] == .dark)
  }

  @Test("A change's own echo has no effect, however late it arrives")
  func echo() {
    func light(_ order: Int64) -> SettingsAction { .heard(.init("theme", Data(#""light""#.utf8), order: order)) }
    var desk = Desk()
    desk.set(Sample.theme, .light)
    desk.diskAnswers()
    desk.set(Sample.theme, .dark)
    desk.send(light(1))
    #expect(desk.state[Sample.theme] == .dark && desk.events.isEmpty, "while the newer is on its way")
    desk.send(.saved("theme", number: 2, order: 2))
    #expect(desk.state[Sample.theme] == .dark && desk.events == [.saved("theme")])
    desk.send(light(1))
    #expect(desk.state[Sample.theme] == .dark && desk.events.isEmpty, "when the newer is on disk")
    desk.send(.loaded(.init(["theme": Data(#""light""#.utf8)], order: 1)))
    #expect(desk.state[Sample.theme] == .dark, "and what was read before it")
    desk.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 2)))
    #expect(desk.state[Sample.theme] == .dark && desk.events.isEmpty)
    desk.send(light(3))
    #expect(desk.state[Sample.theme] == .light && desk.events == [.changed("theme")], "another's newer one holds")
  }

  @Test(
    "A value that another writer stored after a local one wins, even if heard before the local save is confirmed")
  func overtaken() {
    var desk = Desk()
    desk.set(Sample.theme, .dark)
    let (_, _, number) = desk.saves[0]
    desk.send(.heard(.init("theme", Data(#""light""#.utf8), order: 8)))
    desk.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 7)))
    #expect(desk.state[Sample.theme] == .dark)
    desk.send(.saved("theme", number: number, order: 7))
    #expect(desk.state[Sample.theme] == .light && desk.state.isSaved)
    #expect(desk.events == [.changed("theme"), .saved("theme")])
  }

  @Test("Losing the change stream reads everything again")
  func lostTrack() {
    var desk = Desk()
    desk.send(.lostTrack)
    #expect(desk.steps == [.run(.load, .latest("load"))])
  }

  // MARK: Reset

  @Test("One setting is reset to its default after confirmation")
  func resetOne() {
    var desk = Desk(["theme": #""dark""#, "size": "150"])
    desk.do(.askReset(.one("theme")))
    #expect(desk.screen().dialog?.label == "Reset Theme?")
    #expect(desk.state[Sample.theme] == .dark)
    desk.do(.dismiss)
    #expect(desk.screen().dialog == nil && desk.state[Sample.theme] == .dark)
    desk.do(.reset)
    #expect(desk.steps.isEmpty)
    desk.do(.askReset(.one("theme")))
    desk.do(.reset)
    #expect(desk.state[Sample.theme] == .system && desk.state[Sample.size] == 150)
    #expect(desk.saves.map(\.value) == [#""system""#] && desk.screen().dialog == nil)
  }

  @Test("Resetting a category includes settings hidden in Light mode, and the dialog lists them")
  func resetCategory() {
    var desk = Desk(["bell.rings": "1", "calls": "[]", "theme": #""dark""#])
    desk.do(.askReset(.category("bell")))
    let rows = desk.nodes().filter { $0.role == .listitem }.map(\.label)
    #expect(rows.suffix(2) == ["Rings: 3 a day", "Calls: 09:00"])
    desk.do(.reset)
    #expect(desk.saves.map(\.key) == ["bell.rings", "calls"])
    #expect(desk.state[Sample.rings] == 3 && desk.state[Sample.calls] == [.at(9)] && desk.state[Sample.theme] == .dark)
  }

  @Test("With nothing to reset, no dialog opens")
  func resetNothing() {
    var desk = Desk()
    for what: SettingsDesk.Resetting in [.one("theme"), .one("no-such"), .category("bell"), .category("no-such")] {
      desk.do(.askReset(what))
      #expect(desk.screen().dialog == nil)
    }
  }
}
