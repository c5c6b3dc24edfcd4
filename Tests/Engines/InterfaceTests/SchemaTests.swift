import JSON
import SchemaCheck
import Testing

@testable import Interface

@Suite("The schema")
struct SchemaTests {
  let check = SchemaCheck(Schema.frame)

  var whole: Frame {
    let screen = Screen(
      Route(["a"]), title: "A", nodes: Specimens.everyBuilder,
      dialog: .dialog("Sure?", [], buttons: [.button("No", does: .pressed)], dismiss: .dismissed))
    return Specimens.frame(screen.nodes.map(\.element), dialog: screen.dialog?.element)
  }

  @Test("accepts a frame with one of every builder")
  func builders() throws {
    #expect(check.faults(of: try JSON(encoding: whole)) == [])
  }

  @Test("accepts every role with every property of its condition", arguments: Role.allCases)
  func roles(role: Role) throws {
    let element = Element(
      id: "x", role: role, label: "l", value: "v", hint: "h", state: .full, actions: [.activate],
      destination: Route(["a"]), chart: Specimens.chart)
    #expect(check.faults(of: try JSON(encoding: element), as: "node") == [])
  }

  @Test("has exactly the properties that a condition encodes")
  func drift() throws {
    let written = Set(try #require(try JSON(encoding: Condition.full).object).keys)
    let known = Set(try #require(Schema.frame["$defs"]?["node"]?["properties"]?["state"]?["properties"]?.object).keys)
    #expect(written == known)
  }

  @Test("accepts every role, tone, icon, purpose, urgency and check state")
  func words() {
    for role in Role.allCases { #expect(faults(of: Element(id: "x", role: role)) == []) }
    for tone in Tone.allCases { #expect(faults { $0.tone = tone } == []) }
    for icon in Icon.allCases { #expect(faults { $0.icon = icon } == []) }
    for purpose in Purpose.allCases { #expect(faults { $0.purpose = purpose } == []) }
    for live in [Announcement.Urgency.polite, .assertive] { #expect(faults { $0.live = live } == []) }
    for check in [Condition.Check.on, .off, .mixed] { #expect(faults { $0.check = check } == []) }
  }

  @Test("accepts every kind of difference, and no other")
  func differences() throws {
    let node = Element(id: "x", role: .note)
    let all: [Difference] = [
      .update(node), .insert(node, into: "p", before: "b"), .insert(node, into: "p", before: nil), .remove("x"),
      .move("x", in: "p", before: nil),
    ]
    for one in all { #expect(check.faults(of: try JSON(encoding: one), as: "difference") == []) }
    #expect(check.faults(of: ["change": "swap"], as: "difference").count == 1)
    #expect(check.faults(of: ["change": "remove", "where": "x"], as: "difference").count == 1)
  }

  @Test("refuses a frame with a missing, mistyped or unknown member")
  func mutated() throws {
    let frame = try JSON(encoding: Specimens.frame([Element(id: "a", role: .link, destination: Route(["b"]))]))
    let members = try #require(frame.object)
    for name in members.keys {
      var other = members
      other[name] = nil
      #expect(!check.faults(of: .object(other)).isEmpty, "a missing \(name) is accepted")
      other[name] = .array([.number(7)])
      #expect(!check.faults(of: .object(other)).isEmpty, "any value of \(name) is accepted")
    }
    #expect(!check.faults(of: .object(members.merging(["extra": 1]) { own, _ in own })).isEmpty)
    #expect(!check.faults(of: []).isEmpty)
  }

  @Test(
    "refuses a node with a missing, invalid or unknown member, also deep within a frame",
    arguments: [
      ["id": 1], ["role": "wizard"], ["role": nil], ["label": nil], ["label": 3], ["value": 3], ["hint": false],
      ["state": ["loud": true]], ["state": ["busy": "yes"]], ["state": ["now": "3"]], ["state": ["tone": "loud"]],
      ["state": ["icon": "unicorn"]], ["state": ["checked": true]], ["state": ["live": "off"]], ["state": nil],
      ["actions": "activate"], ["actions": [1]], ["destination": "b"], ["destination": 1], ["chart": "line"],
      ["children": [:]], ["children": [["id": "x"]]], ["extra": 1],
    ] as [JSON])
  func mutatedNode(change: JSON) throws {
    let whole = Element(id: "a", role: .link, label: "A", destination: Route(["b"]))
    var members = try #require(try JSON(encoding: whole).object)
    for (name, value) in try #require(change.object) { members[name] = value == .null ? nil : value }
    #expect(!check.faults(of: .object(members), as: "node").isEmpty)
    #expect(!check.faults(of: try framed(.object(members))).isEmpty, "the node is accepted within a frame")
  }

  @Test("refuses a route over the length limit")
  func length() throws {
    let longest = "/" + String(repeating: "a", count: Route.longest - 1)
    #expect(
      check.faults(
        of: try framed([
          "id": "a", "role": "link", "label": "", "state": [:], "actions": [], "children": [],
          "destination": .string(longest),
        ])) == [])
    #expect(
      check.faults(
        of: try framed([
          "id": "a", "role": "link", "label": "", "state": [:], "actions": [], "children": [],
          "destination": .string(longest + "a"),
        ])
      ).count == 1)
  }

  private func faults(of element: Element) -> [String] {
    (try? JSON(encoding: element)).map { check.faults(of: $0, as: "node") } ?? ["not encoded"]
  }

  private func faults(_ change: (inout Condition) -> Void) -> [String] {
    var element = Element(id: "x", role: .note)
    change(&element.state)
    return faults(of: element)
  }

  private func framed(_ node: JSON) throws -> JSON {
    var members = try #require(try JSON(encoding: Specimens.frame([])).object)
    members["nodes"] = [["id": "p", "role": "group", "label": "", "state": [:], "actions": [], "children": [node]]]
    return .object(members)
  }
}
