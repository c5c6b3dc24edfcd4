import Covers
import Interface
import Testing

@testable import Accessibility

@Suite("Switch and voice control of a window")
struct InputAidsTests {
  private static let choices: [SwitchChoice] = [.one, .two, .dwell]

  private static let frame = Frame.of([
    .of(.textbox, "Note", id: "note", value: "Hi", [.edit]), .of(.button, "Save", id: "save"),
    .of(.button, "Delete", id: "delete one"), .of(.button, "Delete", id: "delete two"),
  ])

  private func aids(_ steering: Steering, on frame: Frame = frame) -> InputAids {
    var aids = InputAids()
    aids.follow(frame, steering)
    return aids
  }

  @Test("do nothing while they are off")
  func off() {
    var aids = aids(Steering())
    #expect(aids.receive(.firstDown) == nil && aids.receive(.tick) == nil && aids.hear("tap Save") == nil)
    #expect(aids.words == nil && aids.answer == nil && !aids.isTimed)
    #expect(aids.marked(Self.frame) == Self.frame)
  }

  /// Presses until the item is selected, in the way of the mode. Returns the operation; nil when it was never reached.
  private func select(_ way: ScanPlan.Item.Way, with aids: inout InputAids) -> VoiceControl.Deed?? {
    for _ in 0..<2_000 {
      guard let scan = aids.scan, let goal = scan.plan.groups.firstIndex(where: { $0.items.contains { $0.way == way } })
      else { return nil }
      let isThere: Bool =
        switch scan.position {
        case .group(let group): group == goal
        case .leave(let group): group != goal
        case .item(let group, _): group == goal && scan.current?.way == way
        }
      let isItem = isThere && scan.current?.way == way
      let wasPaused = aids.isPaused
      let deed: VoiceControl.Deed?
      switch aids.steering.switches {
      case .one where wasPaused || isThere: deed = press(.firstDown, .firstUp, &aids)
      case .one: deed = aids.receive(.tick)
      case .two: deed = isThere ? press(.secondDown, .secondUp, &aids) : press(.firstDown, .firstUp, &aids)
      case .dwell, .off: deed = isThere && aids.isTimed ? aids.receive(.tick) : press(.firstDown, .firstUp, &aids)
      }
      let wasSelected = isItem && !wasPaused && (aids.steering.switches != .dwell || scan.isTimed)
      if wasSelected { return .some(deed) }
    }
    return nil
  }

  private func press(_ down: SwitchScan.Input, _ up: SwitchScan.Input, _ aids: inout InputAids) -> VoiceControl.Deed? {
    let deed = aids.receive(down)
    _ = aids.receive(up)
    return deed
  }

  @Test(
    "never leave anybody stuck: whatever was pressed and however the screen changed, every item is reached",
    .covers("yh-S04.7.2-E2"), arguments: choices, 0..<40)
  func neverStuck(choice: SwitchChoice, seed: Int) throws {
    var maker = FrameMaker(UInt64(seed + 7))
    var aids = InputAids()
    for _ in 0..<6 {
      let frame = maker.frame()
      aids.follow(frame, Steering(switches: choice, voice: seed.isMultiple(of: 2)))
      for _ in 0..<maker.below(120) {
        _ = aids.receive(SwitchScan.Input.allCases[maker.below(SwitchScan.Input.allCases.count)])
      }
      // A switch may be held down at that moment, and is let go.
      _ = aids.receive(.firstUp)
      _ = aids.receive(.secondUp)
      if aids.board != nil { #expect(select(.key(.cancel), with: &aids) != nil && aids.board == nil) }
      let plan = try #require(aids.scan?.plan)
      #expect(plan == ScanPlan(frame))
      for item in plan.groups.flatMap(\.items) {
        var copy = aids
        #expect(select(item.way, with: &copy) != nil, "\(item.name)")
      }
    }
  }

  @Test("press what is selected, and mark the group and then the item that the switches are on")
  func marks() throws {
    var aids = aids(Steering(switches: .two))
    #expect(aids.words == "Group 1 of 2: Home. Note, Save, Delete, Delete")
    func marked() -> [String] { aids.marked(Self.frame).everything.filter(\.state.isScanned).map(\.id) }
    #expect(marked() == ["note", "save", "delete one", "delete two"])
    #expect(press(.secondDown, .secondUp, &aids) == nil)
    #expect(marked() == ["note"])
    #expect(press(.firstDown, .firstUp, &aids) == nil)
    #expect(marked() == ["save"])
    #expect(press(.secondDown, .secondUp, &aids) == .act("save", .activate, .none))
    #expect(select(.back, with: &aids) == .some(.back))
  }

  @Test(
    "fill in a field letter by letter, from what it held, with a capital and without the last character",
    arguments: choices)
  func typed(choice: SwitchChoice) throws {
    var aids = aids(Steering(switches: choice))
    #expect(select(.act("note", .edit), with: &aids) == .some(nil))
    #expect(aids.board?.shown == "Hi" && aids.marked(Self.frame) == Self.frame)
    let keys: [SwitchBoard.Key] = [
      .character(" "), .capital, .character("m"), .character("a"), .character("a"), .erase,
    ]
    for key in keys { #expect(select(.key(key), with: &aids) == .some(nil)) }
    // The screen may change meanwhile.
    aids.follow(.of(Self.frame.nodes + [.of(.status, "Saved", id: "s", [])]), aids.steering)
    #expect(select(.key(.done), with: &aids) == .some(.act("note", .edit, .text("Hi Ma"))))
    #expect(aids.board == nil && aids.scan?.current?.way == .act("note", .edit))
  }

  @Test("show a password as dots, keep the limit of a field, and close the board with its field")
  func board() {
    let password = Element.of(.textbox, "Passcode", id: "p", value: "never shown", [.edit]) {
      ($0.purpose, $0.longest) = (.password, 2)
    }
    var aids = aids(Steering(switches: .two), on: .of([password]))
    #expect(select(.act("p", .edit), with: &aids) == .some(nil))
    for letter in "abc" { #expect(select(.key(.character(letter)), with: &aids) == .some(nil)) }
    #expect(aids.board?.shown == "••" && aids.board?.text == "ab" && aids.board?.isSecret == true)
    #expect(aids.words?.contains("Delete the last character") == true)
    aids.follow(.of([.of(.button, "Save", id: "save")]), aids.steering)
    #expect(aids.board == nil && aids.words?.hasPrefix("Group 1 of 2: Home") == true)
  }

  @Test("choose by pressing an option, turn a switch over, and set a number as a number")
  func chosen() {
    let frame = Frame.of([
      .of(.radiogroup, "Theme", id: "t", [.choose], children: [.of(.radio, "Dark", id: "dark")]),
      .of(.toggle, "Sounds", id: "s", [.activate, .choose]),
      .of(.slider, "Mood", id: "m", value: "5", [.choose]) { ($0.minimum, $0.maximum) = (1, 10) },
    ])
    var aids = aids(Steering(switches: .two), on: frame)
    #expect(select(.act("t", .choose), with: &aids) == .some(nil))
    #expect(aids.scan?.current?.way == .act("dark", .activate))
    #expect(select(.act("s", .activate), with: &aids) == .some(.act("s", .activate, .none)))
    #expect(select(.act("m", .choose), with: &aids) == .some(nil))
    #expect(select(.key(.character("7")), with: &aids) == .some(nil))
    #expect(select(.key(.done), with: &aids) == .some(.act("m", .choose, .number(7))))
  }

  @Test("pause after several rounds without a press; the next press only starts again")
  func paused() {
    var aids = aids(Steering(switches: .one))
    for _ in 0..<200 where aids.isTimed { #expect(aids.receive(.tick) == nil) }
    #expect(aids.isPaused && !aids.isTimed && aids.words == "Scanning has paused. Press the switch to go on.")
    #expect(aids.marked(Self.frame) == Self.frame)
    #expect(aids.receive(.firstDown) == nil && aids.receive(.firstDown) == nil)
    #expect(!aids.isPaused && aids.isTimed && aids.scan?.position == .group(0))
  }

  @Test("number what several are called, until one is meant or the screen is another")
  func numbers() {
    var aids = aids(Steering(voice: true))
    #expect(aids.hear("tap Delete") == nil)
    #expect(aids.answer == "Several are meant. Say a number from 1 to 2.")
    let numbered = aids.marked(Self.frame).everything.filter { $0.state.called != nil }
    #expect(numbered.map(\.id) == ["delete one", "delete two"] && numbered.map(\.state.called) == [1, 2])
    #expect(aids.hear("2") == .act("delete two", .activate, .none))
    #expect(aids.answer == nil && aids.choices == [])
    #expect(aids.hear("make me a sandwich") == nil)
    #expect(aids.answer?.hasPrefix("Try 'tap ") == true)
    #expect(aids.hear("show numbers") == nil && aids.choices.count == 3)
    #expect(aids.hear("mumble") == nil && aids.choices.count == 3, "a misheard word takes no numbers away")
    #expect(aids.answer?.hasPrefix("Try 'tap ") == true)
    // On another screen the numbers mean nothing, also where an element of the same name stands.
    aids.follow(.of(Self.frame.nodes, route: Route(["other"])), aids.steering)
    #expect(aids.answer == nil && aids.choices == [])
    #expect(aids.hear("two") == nil && aids.answer?.hasPrefix("Try 'tap ") == true)
  }
}
