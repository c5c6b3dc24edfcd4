import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("A sheet")
struct SheetTests {
  private let log = Route(["log"])

  @Test("opens over the screen of every tab, and leaves tab, screen and bars as they are")
  func everywhere() {
    for tab in Sites.health.tabs {
      var walk = Walk()
      walk.does(.select(tab.id))
      if tab.id == "pillars" { walk.opens("/pillars/fitness") }
      let before = walk
      walk.does(.open(log))
      #expect(walk.route == "/log" && walk.state.sheets == 1)
      #expect(walk.state.tab == tab.id && walk.state.seen == before.state.visit && walk.chrome == before.chrome)
      #expect(walk.events.first == .moved(from: before.state.route, to: log))
      walk.does(.closeSheets)
      #expect(walk.state.stack == before.state.stack && walk.state.tab == tab.id && walk.state.sheets == 0)
      #expect(walk.events.first == .moved(from: log, to: before.state.route))
    }
  }

  @Test("leads back to the sheet that opened it, then to the screen below")
  func back() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text, "/log", "/log/mood")
    #expect(walk.state.sheets == 2 && walk.state.seen.route == Sites.insight)
    walk.does(.back)
    #expect(walk.route == "/log" && walk.state.sheets == 1)
    walk.does(.back)
    #expect(walk.route == Sites.insight.text && walk.state.sheets == 0)
  }

  @Test("on the first screen of the home tab leads back to it, and offers no way back below")
  func home() {
    var walk = Walk()
    walk.opens("/log")
    #expect(walk.state.canGoBack && walk.node("top.back") == nil)
    walk.does(.back)
    #expect(walk.route == "/dashboard" && walk.events.first == .moved(from: log, to: Route(["dashboard"])))
    walk.does(.back)
    #expect(walk.events == [.leaveAsked])
  }

  @Test("closes with all sheets below it, and closing without one changes nothing")
  func closing() {
    var walk = Walk()
    walk.opens("/profile", "/log", "/log/mood")
    walk.does(.closeSheets)
    #expect(walk.stack == ["/profile"])
    let before = walk.state
    walk.does(.closeSheets)
    #expect(walk.state == before && walk.steps.isEmpty)
  }

  @Test("gives way to a screen that is opened from it")
  func replaced() {
    var walk = Walk()
    walk.opens("/profile", "/log", "/notifications")
    #expect(walk.stack == ["/profile", "/notifications"] && walk.state.sheets == 0)
    walk.opens("/log", "/log/mood", "/insights")
    #expect(walk.state.tab == "insights" && walk.stack == ["/insights"])
    walk.does(.select("profile"))
    #expect(walk.stack == ["/profile", "/notifications"], "the sheets do not come back with their tab")
  }

  @Test("leads back from a screen of another tab to the screen that was below it")
  func origin() {
    var walk = Walk()
    walk.opens("/profile", "/notifications", "/log", Sites.insight.text)
    walk.does(.back)
    #expect(walk.route == "/notifications" && walk.state.tab == "profile" && walk.state.sheets == 0)
  }

  @Test("keeps the scroll position of the screen below, which goes on to be recorded")
  func scroll() {
    var walk = Walk()
    walk.opens("/insights")
    walk.does(.scrolled(240))
    walk.opens("/log")
    #expect(walk.state.seen.scroll == 240 && walk.state.visit.scroll == 0)
    walk.does(.scrolled(250))
    #expect(walk.state.seen.scroll == 250 && walk.state.visit.scroll == 0)
    walk.does(.closeSheets)
    #expect(walk.route == "/insights" && walk.state.visit.scroll == 250)
  }

  @Test("is restored over its screen, in whichever tab that was")
  func restored() {
    for tab in Sites.health.tabs {
      var walk = Walk()
      walk.does(.select(tab.id), .scrolled(12), .open(log))
      var again = Walk()
      again.does(.restored(walk.state.keptBytes))
      #expect(again.route == "/log" && again.state.tab == tab.id && again.state.sheets == 1)
      #expect(again.state.seen.route == tab.root && again.state.seen.scroll == 12)
    }
  }

  @Test("whose screen below cannot be restored stands over the first screen of its tab")
  func alone() {
    var before = Walk(allowance: Sites.everything)
    before.opens("/insights/live", "/log")
    var walk = Walk()
    walk.does(.restored(before.state.keptBytes))
    #expect(walk.route == "/log" && walk.state.seen.route.text == "/insights")
    walk.does(.closeSheets)
    #expect(walk.stack == ["/insights"])
  }

  @Test("cannot be opened twice in a row")
  func twice() {
    var walk = Walk()
    walk.opens("/log", "/log")
    #expect(walk.stack == ["/dashboard", "/log"])
  }

  @Test("opened by a link stands over the screen that was open")
  func link() {
    var walk = Walk()
    walk.opens("/profile")
    walk.does(.checked(.test("/log/mood"), isGenuine: true))
    #expect(walk.stack == ["/profile", "/log/mood"] && walk.state.seen.route.text == "/profile")
  }

  @Test("leaves the ways back of the screen below to another tab as they are")
  func originBelow() {
    var walk = Walk()
    walk.opens("/profile", Sites.insight.text, "/log")
    walk.does(.closeSheets, .back)
    #expect(walk.route == "/profile")
  }
}

@Suite("The main act")
struct MainActTests {
  @Test("is the first button beside the tabs of every screen that has them, and is no tab")
  func everywhere() throws {
    var walk = Walk(allowance: Sites.everything)
    for route in Sites.health.places.flatMap(\.pattern.examples) {
      walk.does(.open(route))
      let bar = walk.chrome.first { $0.id == "tabs" }
      #expect((bar == nil) == (Sites.health.place(walk.state.seen.route)?.isFullScreen == true))
      guard let first = bar?.children.first else { continue }
      #expect(first.id == "tabs.main-act" && first.label == "Log" && first.role == .button && first.state.icon == .add)
      #expect(first.destination?.text == "/log" && first.actions == [.activate])
      #expect(!first.state.isCurrent && first.state.position == nil)
    }
  }

  @Test("opens its sheet")
  func opens() {
    var walk = Walk()
    walk.does(.select("insights"))
    #expect(walk.action("tabs.main-act") == nil, "it is a destination, which the window opens")
    walk.does(.open(walk.node("tabs.main-act")!.destination!))
    #expect(walk.route == "/log" && walk.state.tab == "insights")
  }

  @Test("is missing in a product without one")
  func none() {
    #expect(Walk(Sites.sober).node("tabs.main-act") == nil)
  }
}

@Suite("A channel with a page")
struct ChannelPageTests {
  private static let words = "Voice requires internet. Try again when online."
  private static let site = Site(
    product: "health", brand: "Health", home: Sites.health.home, tabs: Sites.health.tabs,
    channels: [
      Channel(
        "Voice", id: "voice", icon: .microphone, standing: .unavailable("Not now."), offline: words,
        page: Route(["insights", "live"])),
      Channel(
        "WhatsApp", id: "whatsapp", icon: .chat, standing: .needsSetup(["Choose Connect."]),
        page: Route(["notifications"])),
    ], places: Sites.health.places, unavailable: "Gone.")

  @Test("opens it until the channel is ready, without a dialog or a message")
  func page() {
    var walk = Walk(ChannelPageTests.site)
    walk.does(.select("profile"))
    walk.does(walk.action("top.whatsapp")!)
    #expect(walk.stack == ["/profile", "/notifications"] && walk.dialog == nil && walk.toasts.isEmpty)
    walk.does(.back, .setChannel("whatsapp", .ready))
    walk.does(.openChannel("whatsapp"))
    #expect(walk.route == "/profile" && walk.events == [.channelOpened("whatsapp")])
  }

  @Test("leads back from a page of another tab to the screen before")
  func back() {
    var walk = Walk(ChannelPageTests.site, allowance: Sites.everything)
    walk.does(.select("profile"), .openChannel("voice"))
    #expect(walk.route == "/insights/live" && walk.state.tab == "insights")
    walk.does(.back)
    #expect(walk.route == "/profile")
  }

  @Test("says its sentence when it needs the server and there is none")
  func offline() {
    var walk = Walk(ChannelPageTests.site)
    walk.does(.openChannel("voice"))
    #expect(walk.toasts == [ChannelPageTests.words] && walk.route == "/dashboard")
    walk.does(.openChannel("whatsapp"))
    #expect(walk.toasts.isEmpty && walk.route == "/notifications")
  }
}
