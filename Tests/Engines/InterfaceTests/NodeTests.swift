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
