import Entitlement
import JSON
import Kernel
import Testing

@testable import Interface

@Suite("An element in JSON")
struct ElementTests {
  @Test("survives a round trip in every role", arguments: Role.allCases)
  func roles(role: Role) throws {
    let plain = Element(id: "x", role: role)
    let full = Element(
      id: "x", role: role, label: "Fitness", value: "81", hint: "Opens", state: .full, actions: [.activate, .choose],
      destination: Route(["a"], ["b": "c"]), chart: Specimens.chart, children: [plain])
    #expect(try JSON.roundTrip(plain) == plain)
    #expect(try JSON.roundTrip(full) == full)
    #expect(try JSON(encoding: full)["role"] == .string(role.rawValue))
  }

  @Test("survives a round trip from every builder")
  func builders() throws {
    let elements = Screen(Route(["a"]), title: "A", nodes: Specimens.everyBuilder).nodes.map(\.element)
    #expect(try JSON.roundTrip(elements) == elements)
  }

  @Test("contains only the properties of its state that differ from the default")
  func ordinary() throws {
    #expect(
      try JSON.text(Element(id: "x", role: .button, label: "Go"))
        == #"{"actions":[],"children":[],"id":"x","label":"Go","role":"button","state":{}}"#)
    var state = Condition()
    state.isBusy = true
    state.isExpanded = false
    #expect(try JSON(encoding: state) == ["busy": true, "expanded": false])
    #expect(try JSON(encoding: Condition()) == [:])
  }

  @Test("contains every property of a condition")
  func condition() throws {
    let plain = Mirror(reflecting: Condition()).children.map { "\($0.value)" }
    let full = Mirror(reflecting: Condition.full).children.map { "\($0.value)" }
    #expect(zip(plain, full).allSatisfy { $0 != $1 }, "`Condition.full` leaves a property at its default")
    #expect(try JSON.roundTrip(Condition.full) == .full)
    #expect(try JSON(encoding: Condition.full).object?.count == full.count)
  }

  @Test(
    "omits a number that JSON cannot represent, instead of failing",
    arguments: [
      Double.nan, .infinity, -.infinity,
    ])
  func numbers(number: Double) throws {
    var state = Condition()
    (state.number, state.minimum, state.maximum, state.step) = (number, number, number, number)
    #expect(try JSON(encoding: state) == [:])
  }

  @Test(
    "is refused if its id is missing, or its role, its state or its destination is invalid",
    arguments: [
      #"{"id":"x","role":"wizard"}"#, #"{"role":"button"}"#, #"{"id":"x","role":"link","destination":"/.."}"#,
      #"{"id":"x","role":"button","state":{"tone":"loud"}}"#,
      #"{"id":"x","role":"button","state":{"locked":"Not A Name"}}"#,
    ])
  func refused(json: String) {
    #expect(throws: DecodingError.self) { try JSON.read(Element.self, from: json) }
  }
}

@Suite("A frame")
struct FrameTests {
  let nodes = [Element(id: "a", role: .region, children: [Element(id: "a.b", role: .button, label: "B")])]

  @Test("survives a round trip through JSON")
  func coding() throws {
    let frame = Specimens.frame(nodes, dialog: Element(id: "d", role: .dialog))
    #expect(try JSON.roundTrip(frame) == frame)
  }

  @Test("has every element in reach, in reading order, while no dialog is open")
  func reach() {
    #expect(Specimens.frame(nodes).inReach.map(\.id) == ["top", "a", "a.b", "toast"])
  }

  @Test("has only the dialog in reach while one is open")
  func dialog() {
    let dialog = Element(id: "d", role: .dialog, children: [Element(id: "d.ok", role: .button)])
    let frame = Specimens.frame(nodes, dialog: dialog)
    #expect(frame.inReach.map(\.id) == ["d", "d.ok"])
    #expect(frame.everything.map(\.id) == ["top", "a", "a.b", "toast", "d", "d.ok"])
  }

  @Test("has one root with four fixed parts, from which differences are computed")
  func root() throws {
    let before = Specimens.frame(nodes)
    var after = before
    after.dialog = Element(id: "d", role: .dialog)
    after.toasts = []
    after.route = Route(["b"])
    #expect(before.root.children.map(\.id) == ["frame-chrome", "frame-main", "frame-toasts", "frame-dialog"])
    let differences = after.root.differences(from: before.root)
    #expect(before.root.applying(differences) == after.root)
    #expect(differences.count == 3)
  }

  @Test("can move a node from the screen into the dialog, and back")
  func across() {
    let before = Specimens.frame(nodes)
    let after = Specimens.frame([], dialog: nodes[0])
    #expect(before.root.applying(after.root.differences(from: before.root)) == after.root)
    #expect(after.root.applying(before.root.differences(from: after.root)) == before.root)
  }
}
