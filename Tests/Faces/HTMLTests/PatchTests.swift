import HTML
import Interface
import Kernel
import Testing

@Suite("Patches")
struct PatchTests {
  let face = Face(base: "/yhealth/me")

  @Test("turn any page into any later one", arguments: 0..<8 as Range<UInt64>)
  func lead(seed: UInt64) throws {
    var chance = Chance(seed)
    for _ in 0..<12 {
      var frame = chance.frame()
      let page = try Live(face, frame)
      for _ in 0..<6 {
        let next = chance.changed(frame)
        try page.apply(Patch(from: frame, to: next, on: face))
        try #require(page.outline == (try Live(face, next).outline))
        frame = next
      }
    }
  }

  @Test("turn any page into an unrelated one", arguments: 0..<6 as Range<UInt64>)
  func unrelated(seed: UInt64) throws {
    var chance = Chance(seed + 100)
    for _ in 0..<25 {
      let (old, new) = (chance.frame(), chance.frame())
      let page = try Live(face, old)
      try page.apply(Patch(from: old, to: new, on: face))
      #expect(page.outline == (try Live(face, new).outline))
    }
  }

  @Test("for one changed value contain one change, and mark no element as renewed")
  func small() {
    var chance = Chance(3)
    let old = chance.frame()
    var new = old
    new.nodes[0].value = "something else"
    let patch = Patch(from: old, to: new, on: face)
    #expect(patch.changes.count == 1 && patch.renewed.isEmpty)
  }

  @Test("are empty for equal frames, and for frames that differ in their title only")
  func nothing() {
    var chance = Chance(4)
    let old = chance.frame()
    var new = old
    #expect(Patch(from: old, to: new, on: face) == Patch())
    new.title = "Another"
    #expect(Patch(from: old, to: new, on: face) == Patch())
  }

  @Test("list elements that are new or have a new label or destination, and not those with a new value only")
  func renewed() {
    var chance = Chance(5)
    var old = chance.frame()
    old.nodes = ["a", "b", "c"].map { Element(id: $0, role: .button, label: $0, actions: [.activate]) }
    var new = old
    new.nodes[0].value = "busy"
    new.nodes[1].label = "Delete everything"
    new.nodes[2].destination = Route(["elsewhere"])
    new.nodes.append(Element(id: "d", role: .group, children: [Element(id: "d.e", role: .button, label: "New")]))
    #expect(Set(Patch(from: old, to: new, on: face).renewed) == ["b", "c", "d", "d.e"])
  }
}

/// A page as a browser holds it, with the patching that its script does.
private final class Live {
  final class Part {
    var tag: Tag
    var parts: [Part]
    weak var holder: Part?

    init(_ tag: Tag) {
      self.tag = tag
      parts = tag.children.map(Part.init)
      for part in parts { part.holder = self }
    }

    var all: [Part] { [self] + parts.flatMap(\.all) }

    var outline: String {
      let pairs = tag.attributes.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
      return "<\(tag.name) \(pairs)>\(tag.ownText)\(parts.map(\.outline).joined())</\(tag.name)>"
    }
  }

  struct Lost: Error { let what: String }

  private let root: Part

  init(_ face: Face, _ frame: Frame) throws {
    root = Part(try #require(Tag.read(face.html(frame.root, in: frame.root)).first))
  }

  /// The outline of the frame's areas, without what surrounds them.
  var outline: String {
    root.parts.flatMap { $0.all }.filter { $0.tag["data-in"]?.hasPrefix("frame-") ?? false }
      .map { area in area.parts.map(\.outline).joined(separator: "\n") }.joined(separator: "\n--\n")
  }

  func apply(_ patch: Patch) throws {
    for change in patch.changes {
      switch change {
      case .own(let id, let html):
        let old = try part(id)
        let new = try made(html)
        let kept = try inside(id)
        let place = try #require(new.all.first { $0.tag["data-in"] == id })
        place.parts = kept.parts
        for part in place.parts { part.holder = place }
        replace(old, with: new)
      case .whole(let id, let html): replace(try part(id), with: try made(html))
      case .insert(let html, let parent, let next): try put(try made(html), parent, next)
      case .remove(let id): take(try part(id))
      case .move(let id, let parent, let next):
        let moved = try part(id)
        take(moved)
        try put(moved, parent, next)
      }
    }
  }

  private func made(_ html: String) throws -> Part {
    let tags = try Tag.read(html)
    try #require(tags.count == 1)
    return Part(tags[0])
  }

  private func part(_ id: String) throws -> Part {
    guard let part = root.all.first(where: { $0.tag.id == id }) else { throw Lost(what: id) }
    return part
  }

  private func inside(_ id: String) throws -> Part {
    guard let part = root.all.first(where: { $0.tag["data-in"] == id }) else { throw Lost(what: "in \(id)") }
    return part
  }

  private func take(_ part: Part) { part.holder?.parts.removeAll { $0 === part } }

  private func replace(_ old: Part, with new: Part) {
    guard let holder = old.holder, let at = holder.parts.firstIndex(where: { $0 === old }) else { return }
    holder.parts[at] = new
    new.holder = holder
  }

  private func put(_ part: Part, _ parent: String, _ next: String?) throws {
    let place = try inside(parent)
    let at = next.flatMap { next in place.parts.firstIndex { $0.tag.id == next } }
    if next != nil, at == nil { throw Lost(what: "before \(next ?? "")") }
    place.parts.insert(part, at: at ?? place.parts.count)
    part.holder = place
  }
}

/// Random frames that are the same for the same seed.
private struct Chance {
  private var random: Seeded
  private var given = 0

  init(_ seed: UInt64) { random = Seeded(seed) }

  mutating func frame() -> Frame {
    Frame(
      product: "yhealth", profile: "me", route: Route(["r"]), title: "T", chrome: children(2),
      nodes: [element(0)] + children(2), toasts: flip() ? children(0) : [], dialog: flip() ? element(1) : nil)
  }

  /// The frame with one to three random changes.
  mutating func changed(_ frame: Frame) -> Frame {
    var frame = frame
    for _ in 0...Int.random(in: 0...2, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: frame.dialog = flip() ? element(1) : nil
      case 1: frame.toasts = children(0)
      case 2: change(&frame.chrome)
      default: change(&frame.nodes)
      }
    }
    return frame
  }

  private mutating func change(_ elements: inout [Element]) {
    guard !elements.isEmpty else { return elements = children(1) }
    let at = Int.random(in: elements.indices, using: &random)
    switch Int.random(in: 0..<11, using: &random) {
    case 0: elements.insert(element(1), at: at)
    case 1: elements.remove(at: at)
    case 2: elements.shuffle(using: &random)
    case 3: elements[at].role = role()
    case 4: elements[at].label += "!"
    case 5: elements[at].value = flip() ? nil : "v\(given)"
    case 6: elements[at].state.isSelected.toggle()
    case 7: elements[at].state.isDisabled.toggle()
    case 8 where elements.count > 1:
      // A child moves to another parent.
      var taken = elements.remove(at: at)
      let other = Int.random(in: elements.indices, using: &random)
      if let child = taken.children.popLast() { elements[other].children.append(child) }
      elements.insert(taken, at: min(at, elements.count))
    default: change(&elements[at].children)
    }
  }

  private mutating func children(_ depth: Int) -> [Element] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in element(depth) }
  }

  private mutating func element(_ depth: Int) -> Element {
    given += 1
    var element = Element(
      id: "e\(given)", role: role(), label: "L\(given) <&\"", value: flip() ? "v" : nil, hint: flip() ? "h" : nil,
      actions: flip() ? [.activate] : [], destination: flip() ? Route(["to"]) : nil)
    element.state.icon = flip() ? .star : nil
    if depth > 0 { element.children = children(depth - 1) }
    return element
  }

  private mutating func role() -> Role { Role.allCases.randomElement(using: &random) ?? .group }
  private mutating func flip() -> Bool { Bool.random(using: &random) }
}
