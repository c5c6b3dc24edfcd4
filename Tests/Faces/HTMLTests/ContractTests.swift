import Entitlement
import EveryRole
import HTML
import Interface
import Plot
import Testing

@Suite("The HTML that patches rely on")
struct ContractTests {
  let face = Face(base: "/yhealth/me")

  /// Frames that together contain every role, with a dialog of each kind.
  static let frames: [Frame] =
    [EveryRole.words, EveryRole.doing, EveryRole.entering, EveryRole.showing].map { EveryRole.frame($0) }
    + [EveryRole.dialog, EveryRole.question, EveryRole.sheet].map {
      EveryRole.frame(EveryRole.words, toasts: [EveryRole.toast], dialog: $0)
    }

  /// Every role, plain, with all its properties and disabled, in every kind of parent.
  static let specimens: [(Element, Element)] = Role.allCases.flatMap { role in
    var state = Condition()
    state.icon = .star
    state.badge = "3"
    state.isUnread = true
    state.isSelected = true
    state.locked = "premium"
    state.invalid = "No."
    state.hue = "fitness"
    state.tone = .warning
    state.position = 1
    state.size = 2
    let child = Element(id: "it.a", role: .paragraph, label: "First")
    let button = Element(id: "it.b", role: .button, label: "Second", actions: [.activate])
    let plain = Element(id: "it", role: role, label: "It")
    let full = Element(
      id: "it", role: role, label: "It", value: "what it holds", hint: "A hint.", state: state,
      actions: [.activate, .edit, .choose, .dismiss], destination: Route(["there"]), children: [child, button])
    var off = full
    off.state.isDisabled = true
    off.actions = []
    let parents: [Role] = [.main, .list, .log, .navigation, .banner, .tablist, .card, .status, .radiogroup]
    return [plain, full, off].flatMap { element in
      parents.map { (element, Element(id: "parent", role: $0, label: "Parent")) }
    }
  }

  @Test("every element is one tag with its identifier, and one tag within it contains only its children")
  func oneTag() throws {
    for (element, parent) in ContractTests.specimens { try check(element, in: parent) }
    for frame in ContractTests.frames { try check(frame.root, in: frame.root) }
  }

  private func check(_ element: Element, in parent: Element) throws {
    let tags = try Tag.read(face.html(element, in: parent))
    guard let root = tags.first, tags.count == 1 else {
      Issue.record("\(element.role) in \(parent.role) renders \(tags.count) tags")
      return
    }
    try check(element, is: root, whole: false)
  }

  private func check(_ element: Element, is tag: Tag, whole isInWhole: Bool) throws {
    #expect(tag.id == element.id, "\(element.role)")
    let holders = tag.all.filter { $0["data-in"] == element.id }
    if face.isWhole(element.role) {
      #expect(holders.isEmpty, "\(element.role) is rendered as a whole and has no holder for children")
      return
    }
    guard let holder = holders.first, holders.count == 1 else {
      Issue.record("\(element.role) has \(holders.count) holders for its children")
      return
    }
    #expect(holder.children.map(\.id) == element.children.map(\.id), "\(element.role)")
    #expect(holder.ownText.isEmpty, "\(element.role)")
    for (child, tag) in zip(element.children, holder.children) { try check(child, is: tag, whole: isInWhole) }
  }

  @Test("an element rendered alone equals the element rendered with its children, without them")
  func alone() throws {
    func check(_ element: Element, in parent: Element) throws {
      var bare = element
      bare.children = []
      if !face.isWhole(element.role) {
        let whole = try Tag.read(face.html(element, in: parent)).map { $0.outline(emptying: element.id) }
        let alone = try Tag.read(face.ownHTML(bare, in: parent)).map { $0.outline(emptying: element.id) }
        #expect(whole == alone, "\(element.role) in \(parent.role)")
      }
      for child in element.children where !face.isWhole(element.role) { try check(child, in: element) }
    }
    for (element, parent) in ContractTests.specimens { try check(element, in: parent) }
    for frame in ContractTests.frames { try check(frame.root, in: frame.root) }
  }

  @Test("every element that can be activated has a submit button or a link, and no other element has one")
  func activated() throws {
    for frame in ContractTests.frames {
      let tags = try Tag.read(face.html(frame.root, in: frame.root)).flatMap(\.all)
      let wanted = frame.everything.filter { $0.actions.contains(.activate) && $0.chart == nil }
      for element in wanted {
        let found =
          tags.filter { $0["data-for"] == element.id && ($0["data-do"] != nil || $0["data-set"] != nil) }
          + tags.filter { $0.name == "option" && $0["value"] == element.id }
        #expect(found.count == 1, "\(element.role) \(element.id)")
        if let button = found.first(where: { $0.name == "button" }) {
          #expect(button["type"] == "submit" && button["form"] == "acts" && button["name"] == "do")
          #expect(button["value"] == element.id)
        }
        if let link = found.first(where: { $0.name == "a" }) {
          #expect(link["href"] == element.destination.map { "/yhealth/me\($0.text)" })
        }
      }
      let offering = Set(frame.everything.filter { !$0.actions.isEmpty }.map(\.id))
      #expect(tags.compactMap { $0["data-do"] == nil ? nil : $0["data-for"] }.allSatisfy(offering.contains))
    }
  }

  @Test("every editable element is a control that names it, and a disabled one has no name")
  func filledIn() throws {
    let frame = EveryRole.frame(EveryRole.entering)
    let tags = try Tag.read(face.html(frame.root, in: frame.root)).flatMap(\.all)
    for element in frame.everything where element.actions.contains(.edit) {
      let control = tags.first { $0["data-for"] == element.id }
      #expect(control?["data-set"] == "edit" && control?["name"] == "set:\(element.id)" && control?["form"] == "acts")
      #expect((control?["data-draft"] != nil) == element.actions.contains(.draft))
    }
    let off = Element(id: "off", role: .textbox, label: "Off", hint: "Turn it on first.")
    let field = try #require(Tag.read(face.html(off, in: frame.root)).first?.called("input").first)
    #expect(field["disabled"] != nil && field["name"] == nil && field["aria-describedby"] == "off~hint")
  }

  @Test("a dialog can be dismissed and makes the rest inert, and a carousel can be swiped")
  func inFront() throws {
    let frame = EveryRole.frame([.heading("Sample", level: 1)], dialog: EveryRole.question)
    let tags = try Tag.read(face.html(frame.root, in: frame.root)).flatMap(\.all)
    #expect(tags.contains { $0["role"] == "dialog" && $0["data-dismiss"] == frame.dialog?.id })
    for id in ["frame-chrome", "frame-main"] { #expect(tags.first { $0.id == id }?["inert"] != nil) }
    let open = EveryRole.frame(EveryRole.showing)
    let rest = try Tag.read(face.html(open.root, in: open.root)).flatMap(\.all)
    #expect(rest.allSatisfy { $0["inert"] == nil })
    #expect(rest.contains { $0["data-swipe"] == "insights" })
  }
}
