import Audit
import FeatureTesting
import Interface
import JSON
import Kernel
import Mode
import Testing

@testable import Settings

@Suite("Settings screens") struct ScreenTests {
  @Test("The list of categories links to each category, and all are places of the product")
  func categories() {
    let desk = Desk()
    let rows = desk.nodes().filter { $0.role == .listitem }
    #expect(rows.map(\.label) == ["Looks", "Bell"])
    #expect(rows.map(\.destination) == [Sample.looks, Sample.bellRoute])
    #expect(Sample.plan.places.map(\.pattern.text) == ["/settings", "/settings/looks", "/settings/bell"])
    #expect(desk.screen(Sample.bellRoute).title == "Bell Settings")
    #expect(desk.screen(Route(["settings", "no-such"])).title == "Settings")
  }

  @Test("Light mode shows the essential settings and how many more there are; Deep mode shows all")
  func modes() {
    var desk = Desk()
    #expect(desk.node("Calls", at: Sample.bellRoute) == nil)
    #expect(desk.node("1 more setting is here in Deep mode.", at: Sample.bellRoute) != nil)
    #expect(desk.nodes(Sample.bellRoute).contains { $0.label == "Mode" && $0.destination == Sample.looks })
    desk.set(Sample.mode, .deep)
    #expect(desk.node("Calls", at: Sample.bellRoute) != nil)
    #expect(!desk.nodes(Sample.bellRoute).contains { $0.id.hasPrefix("deeper") })
  }

  @Test(
    "Search matches names, keywords, options and categories",
    arguments: [
      ("quiet", ["Quiet hours"]), ("SLEEP", ["Quiet hours"]), ("dark", ["Theme"]), ("mode dark", ["Theme"]),
      ("bell settings rings", ["Rings"]), ("large", ["Text size"]), ("zebra", []),
      ("   ", Sample.plan.settings.map(\.title)),
    ])
  func search(query: String, titles: [String]) {
    var desk = Desk(["mode": #""deep""#])
    desk.do(.search(query))
    #expect(desk.nodes().filter { $0.role == .listitem }.map(\.label) == titles)
    let count = desk.nodes().first { $0.id == "count" }?.label
    #expect(count == (titles.count == 1 ? "1 setting" : "\(titles.count) settings"))
  }

  @Test("Search exists in Deep mode only, and its query is limited to 100 characters")
  func searchable() {
    var desk = Desk()
    desk.do(.search("dark"))
    #expect(!desk.nodes().contains { $0.role == .searchbox } && desk.node("Looks") != nil)
    desk.set(Sample.mode, .deep)
    #expect(desk.node("Search settings")?.role == .searchbox)
    desk.do(.search(String(repeating: "x", count: 10_000)))
    #expect(desk.node("Search settings")?.value?.count == 100)
  }

  @Test("A search result shows its value and links to its category")
  func found() {
    var desk = Desk(["mode": #""deep""#, "bell.rings": "7"])
    desk.do(.search("rings"))
    let row = desk.node("Rings")
    #expect(row?.value == "Bell: 7 a day" && row?.destination == Sample.bellRoute)
  }

  @Test("Every control sends its action, for text and for taps")
  func controls() {
    let desk = Desk()
    func action(_ label: String, _ route: Route, _ verb: Verb, _ entry: Entry) -> SettingsAction? {
      desk.node(label, at: route)?.offer(verb)?.action(entry)
    }
    #expect(action("Bell", Sample.bellRoute, .activate, .none) == .at(desk.name, .set("bell", false)))
    #expect(action("Theme", Sample.looks, .choose, .text("Dark")) == .at(desk.name, .set("theme", "dark")))
    #expect(action("Dark", Sample.looks, .activate, .none) == .at(desk.name, .set("theme", "dark")))
    #expect(action("Text size", Sample.looks, .choose, .text("150")) == .at(desk.name, .set("size", 150)))
    #expect(action("Rings", Sample.bellRoute, .choose, .number(1)) == .at(desk.name, .set("bell.rings", 1)))
    #expect(action("Rings", Sample.bellRoute, .choose, .number(4)) == nil)
    #expect(
      action("Quiet hours end", Sample.bellRoute, .edit, .text("6"))
        == .at(desk.name, .type(.end("bell.quiet"), "6")))
  }

  @Test("Only a setting that differs from its default offers a reset")
  func resets() {
    var desk = Desk()
    #expect(!desk.nodes(Sample.looks).contains { $0.label.hasPrefix("Reset") })
    desk.set(Sample.theme, .dark)
    let resets = desk.nodes(Sample.looks).filter { $0.label.hasPrefix("Reset") }
    #expect(resets.map(\.label) == ["Reset Theme", "Reset all of Looks"])
    #expect(resets.last?.state.isDestructive == true)
  }

  @Test("Node identifiers are unique while a dialog is open")
  func identifiers() {
    var desk = Desk(["mode": #""deep""#, "theme": #""dark""#])
    desk.do(.askReset(.category("looks")))
    for route in [Route(["settings"]), Sample.looks, Sample.bellRoute] {
      let ids = desk.nodes(route).map(\.id)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("Every screen passes the audit in every state")
  func sound() {
    var unread = Desk()
    unread.state = SettingsState(Sample.plan)
    var asked = Desk(["mode": #""deep""#, "theme": #""dark""#, "bell": "false"])
    asked.do(.askReset(.category("looks")))
    var typed = Desk()
    typed.do(.type(.end("bell.quiet"), "noon or so"))
    var unsaved = Desk()
    unsaved.set(Sample.theme, .dark)
    unsaved.diskAnswers(.full)
    var searched = Desk(["mode": #""deep""#])
    searched.do(.search("zebra"))
    for desk in [Desk(), unread, asked, typed, unsaved, searched] {
      for route in [Route(["settings"]), Sample.looks, Sample.bellRoute] {
        #expect(Audit.findings(of: desk.screen(route), theme: .yhealth) == [])
      }
    }
  }
}
