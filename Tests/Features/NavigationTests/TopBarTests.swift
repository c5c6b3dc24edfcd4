import Audit
import Connectivity
import Covers
import Entitlement
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("The top bar")
struct TopBarTests {
  @Test("shows the brand, the channels, the bell and the search, each with its name")
  func shows() {
    let walk = Walk()
    #expect(walk.topBar.map(\.label) == ["Health", "Voice", "WhatsApp", "Notifications", "Search"])
    #expect(walk.topBar.map(\.state.icon) == [nil, .microphone, .chat, .bell, .search])
    #expect(walk.topBar.allSatisfy { $0.actions == [.activate] })
    #expect(walk.node("top.brand")?.destination?.text == "/dashboard")
  }

  @Test("has the preferred channel first, and the order of the product without a preference or for an unknown one")
  func preferred() {
    var walk = Walk()
    for (channel, order) in [
      ("whatsapp", ["WhatsApp", "Voice"]), ("voice", ["Voice", "WhatsApp"]), (nil, ["Voice", "WhatsApp"]),
      ("fax", ["Voice", "WhatsApp"]),
    ] {
      walk.does(.surroundingsChanged(Allowance(preferredChannel: channel)))
      #expect(walk.topBar.map(\.label) == ["Health"] + order + ["Notifications", "Search"], "\(channel ?? "none")")
    }
  }

  @Test("is shown on every screen, including full-screen ones", .covers("yh-S04.2.2-B13"))
  func everywhere() {
    var walk = Walk(allowance: Sites.everything)
    for route in Sites.health.places.flatMap(\.pattern.examples) {
      walk.does(.open(route))
      #expect(walk.route == route.text && walk.node("top.voice") != nil && walk.node("top.whatsapp") != nil)
    }
  }
}

@Suite("Search")
struct SearchScreenTests {
  @Test(
    "passes the audit with and without results", arguments: ["", "fitness", "zebra"])
  func sound(query: String) {
    var walk = Walk()
    walk.does(.open(Site.search), .search(query))
    #expect(Audit.findings(of: walk.state.searchScreen, theme: .plain) == [])
  }
}

@Suite("A channel")
struct ChannelTests {
  /// The state without the prompt and the channels' standing.
  func place(_ walk: Walk) -> String { "\(walk.state.tab) \(walk.state.stacks)" }

  @Test("that is ready opens without changing the place")
  func ready() {
    var walk = Walk()
    walk.opens("/pillars/fitness")
    walk.does(.scrolled(120), .setChannel("voice", .ready))
    let before = walk.state
    walk.does(walk.action("top.voice")!)
    #expect(walk.steps == [.say(.channelOpened("voice"))] && walk.state == before)
  }

  @Test("that needs the microphone asks for it first")
  func permission() {
    var walk = Walk()
    walk.opens("/pillars/fitness")
    let before = place(walk)
    walk.does(walk.action("top.voice")!)
    #expect(walk.events.isEmpty && walk.dialog?.label == "Voice")
    #expect(walk.node("prompt.words")?.label == "Voice needs the microphone.")
    walk.does(walk.action("prompt.buttons.continue")!)
    #expect(walk.events == [.permissionAsked("voice")] && walk.dialog == nil && place(walk) == before)
  }

  @Test("that is not connected says how to connect it")
  func linking() {
    var walk = Walk()
    let before = place(walk)
    walk.does(walk.action("top.whatsapp")!)
    #expect(walk.dialog?.label == "Connect WhatsApp")
    #expect(walk.node("prompt.what-to-do")?.children.map(\.label) == ["Choose Connect.", "Send the message."])
    walk.does(walk.action("prompt.buttons.connect")!)
    #expect(walk.events == [.setupAsked("whatsapp")] && place(walk) == before)
    walk.does(.setChannel("whatsapp", .ready), .openChannel("whatsapp"))
    #expect(walk.events == [.channelOpened("whatsapp")] && place(walk) == before)
  }

  @Test("that is unavailable says so in its own words")
  func unavailable() {
    var walk = Walk()
    walk.does(.setChannel("voice", .unavailable("Voice coaching is currently unavailable. Try again later.")))
    let before = walk.state
    walk.does(.openChannel("voice"))
    #expect(walk.toasts == ["Voice coaching is currently unavailable. Try again later."] && walk.state == before)
  }

  @Test("that needs the server says so when offline, whatever else it needs")
  func offline() {
    let words = "Voice requires internet. Try again when online."
    let voice = Channel(
      "Voice", id: "voice", icon: .microphone, standing: .needsPermission("Voice needs the microphone."), offline: words
    )
    let site = Site(
      product: "health", brand: "Health", home: Sites.health.home, tabs: Sites.health.tabs, channels: [voice],
      places: Sites.health.places, unavailable: "Gone.")
    var state = NavigationState(site)
    func steps(_ connectivity: Connectivity) -> NavigationState.Steps {
      _ = state.receive(
        .surroundingsChanged(Allowance(Surroundings(now: Walk.noon, connectivity: connectivity))), at: Walk.noon)
      return state.receive(.openChannel("voice"), at: Walk.noon)
    }
    for away in [Connectivity.offline, .unreachable] {
      #expect(steps(away) == [.say(.toast(Toast(words, tone: .warning)))] && state.prompt == nil)
    }
    #expect(steps(.online).isEmpty && state.prompt != nil)
  }

  @Test("that a product does not have cannot be set")
  func unknown() {
    var walk = Walk()
    walk.does(.setChannel("fax", .ready))
    #expect(walk.state == NavigationState(Sites.health))
  }
}

@Suite("The search")
struct SearchTests {
  func results(_ query: String, allowance: Allowance = Allowance()) -> [Element] {
    var walk = Walk(allowance: allowance)
    walk.does(.search(query))
    return walk.state.searchScreen.nodes.map(\.element).first { $0.role == .list }?.children ?? []
  }

  @Test(
    "finds screens by name, ignoring case",
    arguments: [
      ("profile", ["Profile"]), ("PROFILE", ["Profile"]), (" weekly ", ["Weekly Report"]),
      ("weekly\treport", ["Weekly Report"]),
      ("report", ["Weekly Report"]), ("insights", ["Insights", "Live Insights"]),
    ])
  func titles(query: String, found: [String]) {
    #expect(results(query).map(\.label) == found)
  }

  @Test(
    "finds screens by keywords",
    arguments: [
      ("trends", ["/insights"]), ("home", ["/dashboard"]),
      ("sleep", ["/pillars/fitness", "/pillars/nutrition", "/pillars/wellbeing"]),
    ])
  func keywords(query: String, found: [String]) {
    #expect(results(query).map(\.destination?.text) == found)
  }

  @Test("lists every screen with a name for an empty query, except itself")
  func all() {
    #expect(results("").count == 14)
    #expect(!results("").contains { $0.destination == Site.search })
    #expect(!results("").contains { $0.label == "Insight" }, "a screen for one entry is not listed")
    #expect(Set(results("").map(\.id)).count == 14)
  }

  @Test("says when no screen matches, and shows the count")
  func nothing() {
    var walk = Walk()
    walk.does(.search("unicorn"))
    let all = walk.state.searchScreen.nodes.flatMap(\.element.all)
    #expect(all.contains { $0.label == "No screen is called “unicorn”." })
    #expect(all.first { $0.id == "count" }?.label == "0 screens")
    #expect(!all.contains { $0.role == .list })
  }

  @Test(
    "marks locked screens with the reason",
    arguments: [
      ("weekly", "Needs Premium"), ("account", "Sign in to open"), ("live", "Needs a connection"),
    ])
  func locked(query: String, note: String) {
    #expect(results(query).map(\.value) == [note])
    #expect(results(query, allowance: Sites.everything).map(\.value) == [nil])
    #expect(results(query).map(\.state.locked) == [query == "weekly" ? "premium" : nil])
  }

  @Test("limits the query to 100 characters, and stores none of it")
  func bounded() {
    var walk = Walk()
    walk.does(.search(String(repeating: "a", count: 5000)))
    #expect(walk.state.query.count == 100 && walk.steps.isEmpty)
    #expect(!String(decoding: walk.state.keptBytes, as: UTF8.self).contains("aaa"))
  }
}
