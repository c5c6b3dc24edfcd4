import JSON
import Kernel
import Testing

@testable import Interface

@Suite("Differences between trees")
struct DifferenceTests {
  func list(_ ids: [Int], label: (Int) -> String = { "\($0)" }) -> Element {
    Element(id: "root", role: .list, children: ids.map { Element(id: "r\($0)", role: .listitem, label: label($0)) })
  }

  @Test("turn any tree into a changed version of it, and back", arguments: 0..<10 as Range<UInt64>)
  func lead(seed: UInt64) {
    var trees = Trees(seed)
    for _ in 0..<150 {
      let old = trees.tree()
      let new = trees.changed(old)
      #expect(old.applying(new.differences(from: old)) == new)
      #expect(new.applying(old.differences(from: new)) == old)
    }
  }

  @Test("turn any tree into an unrelated one", arguments: 0..<10 as Range<UInt64>)
  func unrelated(seed: UInt64) {
    var trees = Trees(seed)
    for _ in 0..<50 {
      let (old, new) = (trees.tree(), trees.tree())
      #expect(old.applying(new.differences(from: old)) == new)
    }
  }

  @Test("survive a round trip through JSON", arguments: 0..<10 as Range<UInt64>)
  func coding(seed: UInt64) throws {
    var trees = Trees(seed)
    for _ in 0..<20 {
      let old = trees.tree()
      let differences = trees.changed(old).differences(from: old)
      #expect(try JSON.roundTrip(differences) == differences)
    }
  }

  @Test("of equal trees are empty")
  func equal() {
    var trees = Trees(1)
    for _ in 0..<100 {
      let tree = trees.tree()
      #expect(tree.differences(from: tree).isEmpty)
    }
  }

  @Test("of one changed node are one update, without its children")
  func update() {
    var trees = Trees(2)
    for _ in 0..<100 {
      let old = trees.tree()
      for id in old.all.map(\.id) {
        var new = old
        new.edit(id) { $0.label += "!" }
        var changed = new.all.first { $0.id == id }!
        changed.children = []
        #expect(new.differences(from: old) == [.update(changed)])
      }
    }
  }

  @Test("detect a change in every property of a node")
  func parts() {
    let plain = Element(id: "x", role: .note)
    let changes: [(inout Element) -> Void] = [
      { $0.role = .status }, { $0.label = "l" }, { $0.value = "v" }, { $0.hint = "h" }, { $0.state.isBusy = true },
      { $0.actions = [.activate] }, { $0.destination = Route(["a"]) }, { $0.chart = Specimens.chart },
    ]
    for change in changes {
      var other = plain
      change(&other)
      #expect(other.differences(from: plain) == [.update(other)])
    }
  }

  @Test(
    "of a list in which one row of a hundred moved are one difference",
    arguments: [(0, 99), (99, 0), (40, 41), (7, 63)])
  func move(from: Int, to: Int) {
    let old = list(Array(0..<100))
    var new = old
    new.children.insert(new.children.remove(at: from), at: to)
    let differences = new.differences(from: old)
    #expect(differences.count == 1)
    #expect(old.applying(differences) == new)
  }

  @Test("of a list that was reversed keep one row in place")
  func reversed() {
    let old = list(Array(0..<50))
    let new = list((0..<50).reversed())
    #expect(new.differences(from: old).count == 49)
    #expect(old.applying(new.differences(from: old)) == new)
  }

  @Test("name removed nodes, inserted nodes and their position")
  func insertRemove() {
    let old = list([1, 2, 3])
    #expect(list([1, 3]).differences(from: old) == [.remove("r2")])
    let four = Element(id: "r4", role: .listitem, label: "4")
    #expect(list([1, 2, 4, 3]).differences(from: old) == [.insert(four, into: "root", before: "r3")])
    #expect(list([1, 2, 3, 4]).differences(from: old) == [.insert(four, into: "root", before: nil)])
    #expect(list([4, 2, 3]).differences(from: old) == [.remove("r1"), .insert(four, into: "root", before: "r2")])
  }

  @Test("move a node between parents, to an earlier and to a later one")
  func parents() {
    func tree(_ left: [Element], _ right: [Element]) -> Element {
      Element(
        id: "root", role: .group,
        children: [
          Element(id: "left", role: .group, children: left), Element(id: "right", role: .group, children: right),
        ])
    }
    let node = Element(id: "x", role: .button)
    let (old, new) = (tree([], [node]), tree([node], []))
    #expect(old.applying(new.differences(from: old)) == new)
    #expect(new.applying(old.differences(from: new)) == old)
  }

  @Test(
    "are refused as a whole if one of them cannot be applied",
    arguments: [
      .update(Element(id: "absent", role: .note)), .remove("absent"), .move("absent", in: "root", before: nil),
      .move("r1", in: "absent", before: nil), .move("r1", in: "root", before: "absent"),
      .move("r1", in: "root", before: "r1"),
      .insert(Element(id: "n", role: .note), into: "absent", before: nil),
      .insert(Element(id: "n", role: .note), into: "root", before: "absent"), .remove("root"),
    ] as [Difference])
  func absent(difference: Difference) {
    #expect(list([1, 2, 3]).applying([.remove("r3"), difference]) == nil)
  }

  @Test(
    "are not decoded from malformed JSON",
    arguments: [
      "{}", #"{"change":"swap"}"#, #"{"change":"remove"}"#, #"{"change":"insert","node":{"id":"x","role":"note"}}"#,
      #"{"change":"update"}"#, #"{"change":"move","id":"x"}"#,
    ])
  func broken(json: String) {
    #expect(throws: DecodingError.self) { try JSON.read(Difference.self, from: json) }
  }
}
