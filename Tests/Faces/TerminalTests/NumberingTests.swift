import Interface
import Testing

@testable import Terminal

@Suite("The numbers of a screen")
struct NumberingTests {
  private func frame(_ ids: [String], route: String = "x", dialog: [String]? = nil) -> Frame {
    func buttons(_ ids: [String]) -> [Element] {
      ids.map { Element(id: $0, role: .button, label: $0, actions: [.activate]) }
    }
    return Frame(
      product: "yhealth", profile: "me", route: Route([route]), title: "", chrome: [], nodes: buttons(ids),
      dialog: dialog.map { Element(id: "dialog", role: .sheet, label: "Sheet", children: buttons($0)) })
  }

  private func numbers(_ numbering: inout Numbering, _ frame: Frame) -> [Int] {
    let choices = numbering.choices(in: frame)
    return choices.elements.compactMap { choices.numbers[$0.id] }
  }

  @Test("stay with their nodes, and new nodes get new numbers")
  func stable() {
    var numbering = Numbering()
    #expect(numbers(&numbering, frame(["a", "b", "c"])) == [1, 2, 3])
    #expect(numbers(&numbering, frame(["new", "a", "c"])) == [4, 1, 3])
    #expect(numbers(&numbering, frame(["new", "a", "b", "c", "d"])) == [4, 1, 2, 3, 5])
    #expect(numbering.name(of: 4) == "new" && numbering.name(of: 6) == nil)
    #expect(numbering.choices(in: frame(["a"]))[4] == nil && numbering.name(of: 4) == "new")
  }

  @Test("begin at 1 on a new screen")
  func fresh() {
    var numbering = Numbering()
    _ = numbering.choices(in: frame(["a", "b"]))
    #expect(numbers(&numbering, frame(["b", "c"], route: "y")) == [1, 2])
    #expect(numbers(&numbering, frame(["b", "c"])) == [1, 2])
  }

  @Test("are kept behind a dialog or a sheet, which has its own")
  func dialog() {
    var numbering = Numbering()
    _ = numbering.choices(in: frame(["a", "b"]))
    #expect(numbers(&numbering, frame(["new", "b"])) == [3, 2])
    // A sheet that is a screen has a route of its own.
    #expect(numbers(&numbering, frame(["new", "b"], route: "sheet", dialog: ["close", "a"])) == [1, 2])
    #expect(numbers(&numbering, frame(["new", "b"], route: "sheet", dialog: ["a"])) == [2])
    #expect(numbers(&numbering, frame(["new", "b"])) == [3, 2])
  }

  @Test("a node that is disabled for a while has its number again afterwards")
  func busy() {
    var numbering = Numbering()
    var frame = frame(["a", "b", "c"])
    _ = numbering.choices(in: frame)
    frame.nodes[1].state.isDisabled = true
    #expect(numbers(&numbering, frame) == [1, 3])
    frame.nodes.append(Element(id: "d", role: .button, label: "d", actions: [.activate]))
    frame.nodes[1].state.isDisabled = false
    #expect(numbers(&numbering, frame) == [1, 2, 3, 4])
  }

  @Test("an element is looked up in the newest frame, where it may be gone or mean something else")
  func standing() throws {
    let shown = frame(["a", "b"])
    let element = shown.nodes[1]
    var newest = frame(["new", "b"])
    #expect(Choices.standing(of: element, in: newest) == .same)
    newest.nodes[1].label = "Delete all"
    #expect(Choices.standing(of: element, in: newest) == .changed(newest.nodes[1]))
    newest.nodes[1].state.isDisabled = true
    #expect(Choices.standing(of: element, in: newest) == .gone)
    #expect(Choices.standing(of: element, in: frame(["a", "b"], dialog: ["c"])) == .gone)
  }
}
