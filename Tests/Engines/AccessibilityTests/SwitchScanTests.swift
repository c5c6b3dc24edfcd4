import Covers
import Interface
import Testing

@testable import Accessibility

@Suite("Switch control")
struct SwitchScanTests {
  private let frame = Frame.of(
    [
      .of(.heading, "Home", id: "h", []), .of(.button, "Save", id: "save"),
      .of(
        .list, "Entries", id: "list", [],
        children: (1...20).map {
          .of(.button, "Entry \($0)", id: "e\($0)", $0 == 3 ? [.activate, .zoom] : [.activate])
        }),
    ], chrome: [.of(.navigation, "Main", id: "nav", [], children: [.of(.link, "Insights", id: "i")])])

  @Test("groups the controls in reading order, none of them large, each once", .covers("yh-S04.7.2-B11"))
  func groups() {
    let plan = ScanPlan(frame)
    let ids = plan.groups.flatMap(\.items).compactMap { item in
      if case .act(let id, .activate) = item.way { id } else { nil }
    }
    #expect(ids == ["save"] + (1...20).map { "e\($0)" } + ["i"])
    #expect(plan.groups.map(\.name) == ["Home", "Entries", "Entries", "Entries", "Main", "System"])
    #expect(plan.groups.allSatisfy { 1...ScanPlan.most ~= $0.items.count })
    #expect(plan.groups.flatMap(\.items).contains { $0.name == "Entry 3, zoom" })
  }

  @Test("has one stop for two actions that do the same, and says the others in words")
  func stops() {
    let field = Element.of(.textbox, "E-mail", id: "f", [.edit, .draft])
    let toggle = Element.of(.toggle, "Sounds", id: "s", [.activate, .choose])
    let row = Element.of(.listitem, "Water", id: "r", [.activate, .swipe])
    let group = Element.of(
      .radiogroup, "Theme", id: "t", [.activate, .choose], children: [.of(.radio, "Dark", id: "d")])
    let items = ScanPlan(.of([field, toggle, row, group])).groups.dropLast().flatMap(\.items)
    #expect(items.map(\.name) == ["E-mail", "Sounds", "Water", "Water, swipe", "Theme", "Theme, choose", "Dark"])
    #expect(ScanPlan.stop(for: .draft, of: field) == .edit && ScanPlan.stop(for: .choose, of: toggle) == .activate)
    #expect(ScanPlan.stop(for: .choose, of: group) == .choose)
  }

  @Test("with two switches moves on with the first and selects with the second")
  func two() {
    var scan = SwitchScan(ScanPlan(frame), .two)
    #expect(scan.receive(.secondDown) == nil && scan.words == "1 of 1: Save")
    #expect(scan.receive(.secondUp) == nil)
    #expect(scan.receive(.secondDown)?.way == .act("save", .activate))
    _ = scan.receive(.secondUp)
    _ = scan.receive(.firstDown)
    #expect(scan.position == .leave(group: 0) && scan.receive(.tick) == nil)
  }

  @Test("with one switch goes on by itself, and by dwelling selects what it stays on, once")
  func oneAndDwell() {
    var one = SwitchScan(ScanPlan(frame), .one)
    #expect(one.receive(.tick) == nil && one.position == .group(1))
    _ = one.receive(.firstDown)
    #expect(one.position == .item(group: 1, 0))
    var dwell = SwitchScan(ScanPlan(frame), .dwell)
    #expect(dwell.receive(.tick) == nil && dwell.position == .group(0))
    for input in [SwitchScan.Input.firstDown, .firstUp] { _ = dwell.receive(input) }
    _ = dwell.receive(.tick)
    #expect(dwell.position == .item(group: 1, 0))
    #expect(dwell.receive(.tick)?.way == .act("e1", .activate) && dwell.receive(.tick) == nil)
  }

  @Test("counts a switch that is held down once", arguments: SwitchScan.Mode.allCases)
  func held(mode: SwitchScan.Mode) {
    var scan = SwitchScan(ScanPlan(frame), mode)
    _ = scan.receive(.firstDown)
    let position = scan.position
    for _ in 0..<1000 { #expect(scan.receive(.firstDown) == nil) }
    #expect(scan.position == position)
  }

  @Test(
    "is never stuck: from every position every control can be reached, in every mode and on any screen",
    .covers("yh-S04.7.2-E2"), arguments: 0..<60)
  func neverStuck(seed: Int) {
    var maker = FrameMaker(UInt64(seed + 7))
    let plan = ScanPlan(maker.frame())
    #expect(plan.groups.allSatisfy { !$0.items.isEmpty })
    for mode in SwitchScan.Mode.allCases {
      var scan = SwitchScan(plan, mode)
      for item in plan.groups.flatMap(\.items) {
        for _ in 0..<maker.below(7) {
          // Whatever was pressed before.
          _ = scan.receive(SwitchScan.Input.allCases[maker.below(SwitchScan.Input.allCases.count)])
        }
        for input in [SwitchScan.Input.firstUp, .secondUp] { _ = scan.receive(input) }
        #expect(scan.reach(item.way) != nil, "\(mode): \(item.name)")
      }
    }
  }

  @Test(
    "begins at the first group of a screen that arrives before anything is pressed", arguments: SwitchScan.Mode.allCases
  )
  func begins(mode: SwitchScan.Mode) {
    var scan = SwitchScan(ScanPlan(.of([])), mode)
    #expect(scan.words == "Group 1 of 1: System")
    scan.follow(ScanPlan(frame))
    #expect(scan.position == .group(0) && scan.plan.groups.count > 1)
  }

  @Test(
    "stays on what it was on when the screen changes, and goes to the first group when that is gone", arguments: 0..<60)
  func follows(seed: Int) {
    var scan = SwitchScan(ScanPlan(frame), .two)
    #expect(scan.reach(.act("e12", .activate)) != nil)
    var changed = frame
    changed.nodes.insert(.of(.button, "New", id: "new"), at: 0)
    scan.follow(ScanPlan(changed))
    #expect(scan.current?.way == .act("e12", .activate))
    changed.nodes = []
    scan.follow(ScanPlan(changed))
    #expect(scan.position == .group(0))
    var maker = FrameMaker(UInt64(seed + 3))
    for _ in 0..<20 {
      scan.follow(ScanPlan(maker.frame()))
      _ = scan.receive(SwitchScan.Input.allCases[maker.below(5)])
      #expect(!scan.words.isEmpty)
    }
  }
}
