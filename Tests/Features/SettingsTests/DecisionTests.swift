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
    let state = Sitting().state
    #expect(state[Sample.mode] == .light && state[Sample.theme] == .system && state[Sample.size] == 100)
    #expect(state[Sample.bell] && state[Sample.rings] == 3)
    #expect(state[Sample.quiet] == .night && state[Sample.calls] == [.at(9)])
  }

  @Test("Stored values are used")
  func kept() {
    let state = Sitting([
      "mode": #""deep""#, "theme": #""dark""#, "size": "150", "bell": "false", "bell.rings": "8",
      "bell.quiet": #"{"start":"23:00","end":"06:30"}"#, "calls": #"["18:00","08:15"]"#,
    ]).state
    #expect(state[Sample.mode] == .deep && state[Sample.theme] == .dark && state[Sample.size] == 150)
    #expect(!state[Sample.bell] && state[Sample.rings] == 8)
    #expect(state.text(of: .start("bell.quiet"), in: SettingsWindowState()) == "23:00")
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
    let sitting = Sitting([key: bytes, "of-a-newer-version": "[1]"])
    #expect(sitting.saves.isEmpty)
    for setting in Sample.plan.settings { #expect(sitting.state.value(of: setting) == setting.fallback) }
  }

  @Test("A change is in force at once, is reported and is sent to the disk")
  func change() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .dark)
    #expect(sitting.state[Sample.theme] == .dark)
    #expect(sitting.events == [.changed("theme")])
    #expect(sitting.saves.map(\.key) == ["theme"] && sitting.saves.map(\.value) == [#""dark""#])
  }

  @Test("Setting the current value or an illegal one saves nothing")
  func nothing() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .system)
    #expect(sitting.steps.isEmpty)
    for value: JSON in ["sepia", 3, nil, true, ["x"]] {
      sitting.do(.set("theme", value))
      #expect(sitting.steps.isEmpty && sitting.state[Sample.theme] == .system)
    }
    sitting.set(Sample.rings, 8)
    #expect(sitting.steps.isEmpty && sitting.state[Sample.rings] == 3)
    sitting.do(.set("no-such", true))
    #expect(sitting.steps.isEmpty)
  }

  @Test("A setting that no screen lists is kept at the word of another feature, and no other value of it")
  func unlisted() {
    let until = Setting.number("until", "Until", within: .init(0...1_000), unit: "seconds", fallback: 0)
    let plan = SettingsPlan([
      .init("Bell", id: "bell", icon: .bell, about: "Rings", [.init([.set(Sample.bell)])], unlisted: [until.any])
    ])
    var state = SettingsState(plan)
    _ = state.receive(.begin, at: Sitting.now)
    _ = state.receive(.loaded(.init([:], order: 0)), at: Sitting.now)
    let steps = state.receive(.keep("until", 5), at: Sitting.now)
    #expect(state[until] == 5)
    #expect(steps == [.say(.changed("until")), .run(.save("until", Data("5".utf8), number: 1), .inOrder("save"))])
    for value: JSON in ["soon", 1_001, nil] { #expect(state.receive(.keep("until", value), at: Sitting.now).isEmpty) }
    #expect(plan.places.allSatisfy { !$0.keywords.contains("Until") })
  }

  @Test("A mode with other limits clamps the number and says so; the old mode restores it")
  func limits() {
    var sitting = Sitting(["mode": #""deep""#, "bell.rings": "6"])
    #expect(sitting.state[Sample.rings] == 6)
    sitting.set(Sample.mode, .light)
    #expect(sitting.state[Sample.rings] == 3)
    #expect(sitting.events == [.changed("mode"), .changed("bell.rings")])
    #expect(sitting.told == [.told(Toast("Rings: now 3 a day. Light mode allows 1 to 3."))])
    #expect(sitting.saves.map(\.key) == ["mode"])
    sitting.set(Sample.mode, .deep)
    #expect(sitting.state[Sample.rings] == 6)
    #expect(sitting.told == [.told(Toast("Rings: now 6 a day. Deep mode allows 1 to 8."))])
  }

  @Test("A number chosen within the narrower limits stays")
  func chosenWithin() {
    var sitting = Sitting(["mode": #""deep""#, "bell.rings": "6"])
    sitting.set(Sample.mode, .light)
    sitting.set(Sample.rings, 2)
    sitting.set(Sample.mode, .deep)
    #expect(sitting.state[Sample.rings] == 2)
    #expect(sitting.told.isEmpty)
  }

  @Test("A setting under a toggle is not in force while the toggle is off, and keeps its value")
  func overruled() {
    var sitting = Sitting()
    #expect(sitting.state.isInForce(Sample.coach))
    sitting.set(Sample.bell, false)
    #expect(sitting.state[Sample.coach] && !sitting.state.isInForce(Sample.coach))
    let coach = sitting.node("Coach", at: Sample.bellRoute)
    #expect(coach?.state.isDisabled == true && coach?.hint == "Turn on Bell first.")
    sitting.set(Sample.bell, true)
    #expect(sitting.state.isInForce(Sample.coach))
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
    #expect(Sitting().state[Setting.toggle("elsewhere", "Elsewhere", fallback: true)])
  }

  // MARK: Other devices

  @Test("A change from another device is in force at once, and is not saved again")
  func heard() {
    var sitting = Sitting()
    sitting.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 1)))
    #expect(sitting.state[Sample.theme] == .dark && sitting.events == [.changed("theme")] && sitting.saves.isEmpty)
    sitting.send(.heard(.init("theme", nil, order: 2)))
    #expect(sitting.state[Sample.theme] == .system && sitting.events == [.changed("theme")])
    sitting.send(.heard(.init("unknown", Data("1".utf8), order: 3)))
    #expect(sitting.steps.isEmpty)
  }

  @Test("A local change that is not on disk yet is newer than an incoming one")
  func newer() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .dark)
    let saving = sitting
    sitting.send(.heard(.init("theme", Data(#""light""#.utf8), order: 1)))
    #expect(sitting.state[Sample.theme] == .dark)
    sitting.send(.loaded(.init([:], order: 1)))
    #expect(sitting.state[Sample.theme] == .dark)
    sitting = saving
    sitting.diskAnswers(.full)
    sitting.send(.heard(.init("theme", Data(#""light""#.utf8), order: 1)))
    #expect(sitting.state[Sample.theme] == .dark)
  }

  @Test("A change's own echo has no effect, however late it arrives")
  func echo() {
    func light(_ order: Int64) -> SettingsAction { .heard(.init("theme", Data(#""light""#.utf8), order: order)) }
    var sitting = Sitting()
    sitting.set(Sample.theme, .light)
    sitting.diskAnswers()
    sitting.set(Sample.theme, .dark)
    sitting.send(light(1))
    #expect(
      sitting.state[Sample.theme] == .dark && sitting.events.isEmpty,
      "an older echo while the newer change is being saved")
    sitting.send(.saved("theme", number: 2, order: 2))
    #expect(sitting.state[Sample.theme] == .dark && sitting.events == [.saved("theme")])
    sitting.send(light(1))
    #expect(
      sitting.state[Sample.theme] == .dark && sitting.events.isEmpty, "an older echo after the newer change is saved")
    sitting.send(.loaded(.init(["theme": Data(#""light""#.utf8)], order: 1)))
    #expect(sitting.state[Sample.theme] == .dark, "values read before the newer change")
    sitting.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 2)))
    #expect(sitting.state[Sample.theme] == .dark && sitting.events.isEmpty)
    sitting.send(light(3))
    #expect(
      sitting.state[Sample.theme] == .light && sitting.events == [.changed("theme")],
      "a newer change from another source applies")
  }

  @Test(
    "A value that another writer stored after a local one wins, even if heard before the local save is confirmed")
  func overtaken() {
    var sitting = Sitting()
    sitting.set(Sample.theme, .dark)
    let (_, _, number) = sitting.saves[0]
    sitting.send(.heard(.init("theme", Data(#""light""#.utf8), order: 8)))
    sitting.send(.heard(.init("theme", Data(#""dark""#.utf8), order: 7)))
    #expect(sitting.state[Sample.theme] == .dark)
    sitting.send(.saved("theme", number: number, order: 7))
    #expect(sitting.state[Sample.theme] == .light && sitting.state.isSaved)
    #expect(sitting.events == [.changed("theme"), .saved("theme")])
  }

  @Test("Losing the change stream reads everything again")
  func lostTrack() {
    var sitting = Sitting()
    sitting.send(.lostTrack)
    #expect(sitting.steps == [.run(.load, .latest("load"))])
  }

  // MARK: Reset

  @Test("One setting is reset to its default after confirmation")
  func resetOne() {
    var sitting = Sitting(["theme": #""dark""#, "size": "150"])
    sitting.do(.askReset(.one("theme")))
    #expect(sitting.screen().dialog?.label == "Reset Theme?")
    #expect(sitting.state[Sample.theme] == .dark)
    sitting.do(.dismiss)
    #expect(sitting.screen().dialog == nil && sitting.state[Sample.theme] == .dark)
    sitting.do(.reset)
    #expect(sitting.steps.isEmpty)
    sitting.do(.askReset(.one("theme")))
    sitting.do(.reset)
    #expect(sitting.state[Sample.theme] == .system && sitting.state[Sample.size] == 150)
    #expect(sitting.saves.map(\.value) == [#""system""#] && sitting.screen().dialog == nil)
  }

  @Test("Resetting a category includes settings hidden in Light mode, and the dialog lists them")
  func resetCategory() {
    var sitting = Sitting(["bell.rings": "1", "calls": "[]", "theme": #""dark""#])
    sitting.do(.askReset(.category("bell")))
    let rows = sitting.nodes().filter { $0.role == .listitem }.map(\.label)
    #expect(rows.suffix(2) == ["Rings: 3 a day", "Calls: 09:00"])
    sitting.do(.reset)
    #expect(sitting.saves.map(\.key) == ["bell.rings", "calls"])
    #expect(
      sitting.state[Sample.rings] == 3 && sitting.state[Sample.calls] == [.at(9)]
        && sitting.state[Sample.theme] == .dark)
  }

  @Test("With nothing to reset, no dialog opens")
  func resetNothing() {
    var sitting = Sitting()
    for what: SettingsWindowState.Resetting in [
      .one("theme"), .one("no-such"), .category("bell"), .category("no-such"),
    ] {
      sitting.do(.askReset(what))
      #expect(sitting.screen().dialog == nil)
    }
  }
}
