import Testing

@testable import Interface

@Suite("The identifiers of nodes")
struct NodeIdentifierTests {
  typealias N = Node<Deed>

  func ids(_ nodes: [N], dialog: N? = nil) -> [String] {
    let screen = Screen(Route(["a"]), title: "A", nodes: nodes, dialog: dialog)
    return (screen.nodes + [screen.dialog].compactMap(\.self)).flatMap(\.all).map(\.id)
  }

  @Test("are prefixed by those of the parents")
  func prefixed() {
    let nodes: [N] = [.section("Your Week", [.group(id: "days", [.button("Log Meal", does: .pressed)])])]
    #expect(ids(nodes) == ["your-week", "your-week.heading", "your-week.days", "your-week.days.log-meal"])
  }

  @Test("are unique among siblings of the same name, the later ones numbered")
  func siblings() {
    let twins: [N] = ["Run", "Run", "Run 2", "Run"].map { .text($0) }
    #expect(ids(twins) == ["run", "run-2", "run-2-2", "run-3"])
  }

  @Test("are the same each time the screen is built")
  func stable() {
    #expect(ids(Specimens.everyBuilder) == ids(Specimens.everyBuilder))
  }

  @Test("of rows are those of their records, independent of order and labels")
  func records() {
    func list(_ rows: [(String, String)]) -> [N] { [.list("Meals", rows.map { .row($1, id: $0) })] }
    #expect(ids(list([("r1", "Soup"), ("r2", "Soup")])) == ["meals", "meals.r1", "meals.r2"])
    #expect(ids(list([("r2", "Stew"), ("r1", "Soup")])) == ["meals", "meals.r2", "meals.r1"])
  }

  @Test("are unique on a screen with one of every builder")
  func unique() {
    let all = ids(Specimens.everyBuilder, dialog: .dialog("Save", [], buttons: [], dismiss: .dismissed))
    #expect(Set(all).count == all.count)
  }

  @Test("of a dialog and of the button that opens it differ, although both have the same label")
  func dialog() {
    let button: N = .destructive("Delete", asks: .pressed)
    let dialog: N = .dialog("Delete", [], buttons: [button], dismiss: .dismissed)
    #expect(
      ids([button], dialog: dialog) == [
        "delete", "delete-2", "delete-2.heading", "delete-2.buttons", "delete-2.buttons.delete",
      ])
  }

  @Test("of a screen never equal those of the bars around it", arguments: ["Top", "Tabs", "Parts", "Prompt", "Toast"])
  func reserved(title: String) {
    #expect(ids([.section(title, [])]).first == "\(N.slug(title))-2")
  }

  @Test("have a dot only between a parent and its child")
  func dots() {
    let nodes: [N] = [.group(id: "a", [.group(id: "b.c", [])]), .group(id: "a.b", [.group(id: "c", [])])]
    #expect(ids(nodes) == ["a", "a.b-c", "a-b", "a-b.c"])
  }

  @Test(
    "are words of any script, joined by hyphens and of limited length",
    arguments: [
      ("Log Meal", "log-meal"), ("  What's  new? ", "what-s-new"), ("Größe", "größe"), ("睡眠", "睡眠"), ("👍", "node"),
      ("", "node"), ("--", "node"), ("7-day trend", "7-day-trend"),
      (String(repeating: "ab", count: 80), String(repeating: "ab", count: 30)),
    ])
  func slug(label: String, slug: String) {
    #expect(N.slug(label) == slug)
  }

  @Test("of nodes without a label are the name of the role")
  func unnamed() {
    #expect(N(.separator).id == "separator")
  }
}

@Suite("A node added to a screen")
struct AddedNodeTests {
  @Test("stands below the named one, or at the end, and has an identifier of its own")
  func added() {
    let screen = Screen<Deed>(
      Route(["home"]), title: "Home", nodes: [.text("One", id: "a"), .text("Two", id: "b")], refresh: .pressed)
    let below = screen.adding(.group(id: "b", [.text("New", id: "x")]), below: "a")
    #expect(below.nodes.map(\.label) == ["One", "", "Two"] && below.nodes[2].id == "b" && below.nodes[1].id != "b")
    #expect(below.nodes[1].children.map(\.id) == ["\(below.nodes[1].id).x"] && below.refresh == .pressed)
    #expect(screen.adding(.text("New"), below: "none").nodes.map(\.label) == ["One", "Two", "New"])
  }
}

@Suite("A screen as a sheet")
struct SheetScreenTests {
  typealias N = Node<Deed>
  typealias S = Screen<Deed>

  private func screen(_ name: String, _ nodes: [N], dialog: N? = nil) -> S {
    S(Route([name]), title: name, nodes: nodes, dialog: dialog, refresh: .pressed)
  }

  private func ids(_ screen: S) -> [String] {
    (screen.nodes + [screen.dialog].compactMap(\.self)).flatMap(\.all).map(\.id)
  }

  @Test("stands in front of the screen below, with its own title, Close, and Back if there is a way back")
  func front() throws {
    let (sheet, below) = (screen("Log", [.text("In front")]), screen("Home", [.text("Below")]))
    let both = sheet.sheet(over: below, closes: .dismissed, back: nil)
    let front = try #require(both.dialog)
    #expect(both.nodes.map(\.label) == ["Below"] && both.route == sheet.route && both.title == "Log")
    #expect(front.role == .sheet && front.id == "sheet" && front.label == "Log" && front.state.isModal)
    #expect(front.children.map(\.id) == ["in-front", "sheet-close"])
    #expect(front.offer(.dismiss)?.action(.none) == .dismissed)
    #expect(front.children.last?.offer(.activate)?.action(.none) == .dismissed)
    #expect(both.refresh == nil, "what is below cannot be pulled")
    let second = try #require(sheet.sheet(over: below, closes: .dismissed, back: .pressed).dialog)
    #expect(second.children.map(\.id) == ["sheet-back", "in-front", "sheet-close"])
    #expect(second.children.first?.offer(.activate)?.action(.none) == .pressed)
  }

  @Test("has identifiers that differ from those of the screen below, which keeps its own where it can")
  func unique() {
    let below: [N] = [
      .group(id: "a", [.text("One", id: "x")]), .text("Two", id: "a"), .text("Three", id: "a-2"),
      .text("Four", id: "b"),
      .text("Five", id: "sheet"), .text("Six", id: "sheet-close"),
    ]
    let sheet: [N] = [.group(id: "a", [.text("One", id: "x")]), .text("Close", id: "sheet-close")]
    let both = screen("Log", sheet).sheet(over: screen("Home", below), closes: .dismissed, back: .pressed)
    let all = ids(both)
    #expect(Set(all).count == all.count, "\(all)")
    #expect(both.nodes.map(\.label) == ["", "Two", "Three", "Four", "Five", "Six"])
    #expect(both.nodes[3].id == "b" && both.nodes[0].children.map(\.id) == ["\(both.nodes[0].id).x"])
    #expect(both.nodes[0].id != "a" && both.dialog?.children[1].id == "a")
  }

  @Test("has unique identifiers over a screen with the same nodes")
  func same() {
    let one = screen("A", Specimens.everyBuilder)
    let all = ids(one.sheet(over: one, closes: .dismissed, back: .pressed))
    #expect(Set(all).count == all.count && all.count > 2 * Specimens.everyBuilder.count)
    #expect(all == ids(one.sheet(over: one, closes: .dismissed, back: .pressed)))
  }

  @Test("with a question shows the question in its place, over the same screen below")
  func question() throws {
    let ask: N = .dialog("Sure?", [], buttons: [.button("Yes", does: .pressed)], dismiss: .dismissed)
    let sheet = screen("Log", [.text("Sure?")], dialog: ask)
    let both = sheet.sheet(over: screen("Home", [.text("Sure?"), .text("Sure?")]), closes: .pressed, back: nil)
    #expect(both.dialog?.role == .dialog && both.dialog?.offer(.dismiss)?.action(.none) == .dismissed)
    #expect(Set(ids(both)).count == ids(both).count && both.nodes.count == 2)
  }
}

@Suite("A node")
struct NodeTests {
  @Test("lists the verbs that it supports, which for a destination is activation")
  func verbs() {
    #expect(Node<Deed>.link("Away", to: Route(["a"])).element.actions == [.activate])
    #expect(Node<Deed>.field("Name", holds: "", commit: { .committed($0) }).element.actions == [.edit])
    #expect(Node<Deed>.text("Words").element.actions.isEmpty)
  }

  @Test("that is disabled offers no verbs and gives the reason")
  func disabled() {
    let node = Node<Deed>.disabledButton("Send", because: "Nothing is written yet.")
    #expect(node.element.actions.isEmpty && node.element.state.isDisabled)
    #expect(node.element.hint == "Nothing is written yet.")
    #expect(Node<Deed>.button("Go", does: .pressed).with { $0.isDisabled = true }.element.actions.isEmpty)
  }

  @Test("keeps its element and its offers when its actions are mapped")
  func mapping() {
    for node in Specimens.everyBuilder {
      let mapped = node.map { deed in "\(deed)" }
      #expect(mapped.element == node.element)
      for (one, other) in zip(node.all, mapped.all) {
        for entry in [Entry.none, .text("on"), .text("a"), .number(3), .flag(false)] {
          for (offer, same) in zip(one.offers, other.offers) {
            #expect(offer.action(entry).map { "\($0)" } == same.action(entry))
          }
        }
      }
    }
  }
}
