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
    let sitting = Sitting()
    let rows = sitting.nodes().filter { $0.role == .listitem }
    #expect(rows.map(\.label) == ["Looks", "Bell"])
    #expect(rows.map(\.destination) == [Sample.looks, Sample.bellRoute])
    #expect(Sample.plan.places.map(\.pattern.text) == ["/settings", "/settings/looks", "/settings/bell"])
    #expect(sitting.screen(Sample.bellRoute).title == "Bell Settings")
    #expect(sitting.screen(Route(["settings", "no-such"])).title == "Settings")
  }

  @Test("Light mode shows the essential settings and how many more there are; Deep mode shows all")
  func modes() {
    var sitting = Sitting()
    #expect(sitting.node("Calls", at: Sample.bellRoute) == nil)
    #expect(sitting.node("1 more setting in Deep mode.", at: Sample.bellRoute) != nil)
    #expect(sitting.nodes(Sample.bellRoute).contains { $0.label == "Mode" && $0.destination == Sample.looks })
    sitting.set(Sample.mode, .deep)
    #expect(sitting.node("Calls", at: Sample.bellRoute) != nil)
    #expect(!sitting.nodes(Sample.bellRoute).contains { $0.id.hasPrefix("deeper") })
  }

  @Test(
    "Search matches names, keywords, options and categories",
    arguments: [
      ("quiet", ["Quiet hours"]), ("SLEEP", ["Quiet hours"]), ("dark", ["Theme"]), ("mode dark", ["Theme"]),
      ("bell settings rings", ["Rings"]), ("large", ["Text size"]), ("zebra", []),
      ("   ", Sample.plan.settings.map(\.title)),
    ])
  func search(query: String, titles: [String]) {
    var sitting = Sitting(["mode": #""deep""#])
    sitting.do(.search(query))
    #expect(sitting.nodes().filter { $0.role == .listitem }.map(\.label) == titles)
    let count = sitting.nodes().first { $0.id == "count" }?.label
    #expect(count == (titles.count == 1 ? "1 setting" : "\(titles.count) settings"))
  }

  @Test("Search exists in Deep mode only, and its query is limited to 100 characters")
  func searchable() {
    var sitting = Sitting()
    sitting.do(.search("dark"))
    #expect(!sitting.nodes().contains { $0.role == .searchbox } && sitting.node("Looks") != nil)
    sitting.set(Sample.mode, .deep)
    #expect(sitting.node("Search settings")?.role == .searchbox)
    sitting.do(.search(String(repeating: "x", count: 10_000)))
    #expect(sitting.node("Search settings")?.value?.count == 100)
  }

  @Test("A search result shows its value and links to its category")
  func found() {
    var sitting = Sitting(["mode": #""deep""#, "bell.rings": "7"])
    sitting.do(.search("rings"))
    let row = sitting.node("Rings")
    #expect(row?.value == "Bell: 7 a day" && row?.destination == Sample.bellRoute)
  }

  @Test("Every control sends its action, for text and for taps")
  func controls() {
    let sitting = Sitting()
    func action(_ label: String, _ route: Route, _ verb: Verb, _ entry: Entry) -> SettingsWindowAction? {
      sitting.node(label, at: route)?.offer(verb)?.action(entry)
    }
    #expect(action("Bell", Sample.bellRoute, .activate, .none) == .set("bell", false))
    #expect(action("Theme", Sample.looks, .choose, .text("Dark")) == .set("theme", "dark"))
    #expect(action("Dark", Sample.looks, .activate, .none) == .set("theme", "dark"))
    #expect(action("Text size", Sample.looks, .choose, .text("150")) == .set("size", 150))
    #expect(action("Rings", Sample.bellRoute, .choose, .number(1)) == .set("bell.rings", 1))
    #expect(action("Rings", Sample.bellRoute, .choose, .number(4)) == nil)
    #expect(
      action("Quiet hours end", Sample.bellRoute, .edit, .text("6"))
        == .type(.end("bell.quiet"), "6"))
  }

  @Test("Only a setting that differs from its default offers a reset")
  func resets() {
    var sitting = Sitting()
    #expect(!sitting.nodes(Sample.looks).contains { $0.label.hasPrefix("Reset") })
    sitting.set(Sample.theme, .dark)
    let resets = sitting.nodes(Sample.looks).filter { $0.label.hasPrefix("Reset") }
    #expect(resets.map(\.label) == ["Reset Theme", "Reset all of Looks"])
    #expect(resets.last?.state.isDestructive == true)
  }

  @Test("Node identifiers are unique while a dialog is open")
  func identifiers() {
    var sitting = Sitting(["mode": #""deep""#, "theme": #""dark""#])
    sitting.do(.askReset(.category("looks")))
    for route in [Route(["settings"]), Sample.looks, Sample.bellRoute] {
      let ids = sitting.nodes(route).map(\.id)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("Every screen passes the audit in every state")
  func sound() {
    var unread = Sitting()
    unread.state = SettingsState(Sample.plan)
    var asked = Sitting(["mode": #""deep""#, "theme": #""dark""#, "bell": "false"])
    asked.do(.askReset(.category("looks")))
    var typed = Sitting()
    typed.do(.type(.end("bell.quiet"), "noon or so"))
    var unsaved = Sitting()
    unsaved.set(Sample.theme, .dark)
    unsaved.diskAnswers(.full)
    var searched = Sitting(["mode": #""deep""#])
    searched.do(.search("zebra"))
    for sitting in [Sitting(), unread, asked, typed, unsaved, searched] {
      for route in [Route(["settings"]), Sample.looks, Sample.bellRoute] {
        #expect(Audit.findings(of: sitting.screen(route), theme: .plain) == [])
      }
    }
  }
}
