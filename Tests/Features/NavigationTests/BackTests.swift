import Covers
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("Back")
struct BackTests {
  @Test("returns to the previous screen", .covers("yh-S04.2.2-AC7", "yh-S04.2.2-B16"))
  func before() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text)
    walk.does(walk.action("top.back")!)
    #expect(walk.route == "/insights")
  }

  @Test("closes the prompt first, then pops the stack, then goes home, then leaves the app")
  func order() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text, "/insights/weekly")
    #expect(walk.state.prompt != nil && walk.route == Sites.insight.text)
    walk.does(.back)
    #expect(walk.state.prompt == nil && walk.route == Sites.insight.text)
    walk.does(.back)
    #expect(walk.route == "/insights")
    walk.does(.back)
    #expect(walk.route == "/dashboard")
    #expect(walk.node("top.back") == nil, "the first screen has no back button")
    walk.does(.back)
    #expect(walk.route == "/dashboard" && walk.events == [.leaveAsked])
  }

  @Test("has no button on the first screen of a tab, also where another tab led there; the key still returns")
  func noButton() {
    var walk = Walk()
    walk.does(.select("insights"))
    #expect(walk.route == "/insights" && walk.node("top.back") == nil && walk.state.canGoBack)
    walk.opens("/profile", "/insights")
    #expect(walk.node("top.back") == nil)
    walk.does(.back)
    #expect(walk.route == "/profile")
  }

  @Test("keeps ten screens per tab, and goes from the oldest of them to the tab's root", .covers("yh-S04.2.2-E4"))
  func bounded() {
    var walk = Walk()
    walk.does(.select("insights"))
    let routes = (10..<30).map { "/insights/018f3b1c-0000-7000-8000-0123456789\($0)" }
    for route in routes { walk.opens(route) }
    #expect(walk.stack == Array(routes.suffix(10)))
    for route in routes.suffix(10).dropLast().reversed() {
      walk.does(.back)
      #expect(walk.route == route)
    }
    walk.does(.back)
    #expect(walk.route == "/insights" && walk.state.isAtRoot)
    walk.does(.back)
    #expect(walk.route == "/dashboard")
  }

  @Test(
    "returns to the screen of another tab that led here, and leaves that tab's stack as it was",
    .covers("yh-S04.2.2-AC7"))
  func acrossTabs() {
    var walk = Walk()
    walk.opens("/profile", "/notifications", "/pillars/fitness", "/pillars/nutrition")
    #expect(walk.state.tab == "pillars" && walk.stack == ["/pillars", "/pillars/nutrition"])
    walk.does(.back)
    #expect(walk.state.tab == "profile" && walk.stack == ["/profile", "/notifications"])
    walk.does(.select("pillars"))
    #expect(walk.stack == ["/pillars"])
  }

  @Test("returns to the screen that led to the first screen of a tab, or to a screen that was open there")
  func acrossTabsAgain() {
    var walk = Walk()
    walk.opens("/profile", "/insights")
    walk.does(.back)
    #expect(walk.route == "/profile")
    walk.opens(Sites.insight.text)
    walk.does(.select("profile"))
    walk.opens(Sites.insight.text)
    #expect(walk.stack == ["/insights", Sites.insight.text])
    walk.does(.back)
    #expect(walk.route == "/profile")
    walk.opens("/dashboard")
    #expect(!walk.state.canGoBack, "the first screen of the home tab leads nowhere back")
  }

  @Test("stays in a tab that was selected, and remembers across a restart which tab led to a screen")
  func originForgottenAndKept() {
    var walk = Walk()
    walk.opens("/profile", Sites.insight.text)
    var again = Walk()
    again.does(.restored(walk.state.keptBytes), .back)
    #expect(again.route == "/profile")
    walk.does(.select("dashboard"), .select("insights"), .back)
    #expect(walk.route == "/insights")
  }

  @Test("returns to the parent of a screen opened by a link", .covers("yh-S04.2.2-B9"))
  func afterLink() {
    var walk = Walk()
    walk.opens("/profile")
    walk.does(.checked(.test("/pillars/fitness"), isGenuine: true))
    #expect(walk.stack == ["/pillars", "/pillars/fitness"])
    walk.does(.back)
    #expect(walk.route == "/pillars")
  }

  @Test("does not visit a screen twice that was opened twice in a row")
  func twice() {
    var walk = Walk()
    walk.opens("/insights", "/insights", "/notifications", "/notifications")
    #expect(walk.stack == ["/insights", "/notifications"])
  }

  @Test("returns from a screen outside all tabs to the previous screen")
  func anywhere() {
    var walk = Walk()
    walk.opens("/profile", "/notifications")
    #expect(walk.state.tab == "profile")
    walk.does(.back)
    #expect(walk.route == "/profile")
  }
}

@Suite("Navigating")
struct MovingTests {
  @Test("reports the old route, the new route and the screen reader announcement")
  func moved() {
    var walk = Walk()
    walk.opens("/insights")
    #expect(
      walk.events == [
        .moved(from: Route(["dashboard"]), to: Route(["insights"])), .announced(Announcement("Insights")),
      ])
  }

  @Test(
    "stores every change of place in order, and nothing when there is none", .covers("yh-S04.2.2-B10", "yh-S04.2.2-B14")
  )
  func keeping() {
    var walk = Walk()
    walk.opens("/insights")
    #expect(walk.kept == [walk.state.keptBytes])
    #expect(walk.steps.contains(.run(.keep(walk.state.keptBytes), .newest("keep"))))
    walk.does(.scrolled(3))
    #expect(walk.kept.count == 1)
    for action in [
      NavigationAction.scrolled(3), .select("insights"), .setNotifications(4), .search("x"), .dismissPrompt,
    ] {
      var other = walk
      other.does(action)
      #expect(other.kept.count == (other.state.kept == walk.state.kept ? 0 : 1))
    }
  }

  @Test(
    "clamps a negative scroll position to 0, and ignores one that is not finite",
    arguments: [
      (12.5, 12.5), (-3, 0), (.nan, 5), (.infinity, 5), (-.infinity, 5), (0, 0),
    ])
  func scrolling(given: Double, kept: Double) {
    var walk = Walk()
    walk.does(.scrolled(5), .scrolled(given))
    #expect(walk.state.visit.scroll == kept)
  }

  @Test("puts nothing that the user typed into events or stored state", .covers("yh-S04.2.1-L8"))
  func privateWords() {
    var walk = Walk(allowance: Sites.everything)
    let secret = "I feel low today"
    let actions: [NavigationAction] = [
      .search(secret), .open(Route([secret])), .open(Route(["insights"], ["note": secret])), .follow(secret),
      .follow("troupe://health/\(secret)"), .select(secret), .openChannel(secret), .restored(.init(secret.utf8)),
      .select("insights"), .back, .open(Site.search), .search(secret), .back,
    ]
    for action in actions {
      walk.does(action)
      #expect(!"\(walk.events)".contains("feel"))
      #expect(!walk.kept.contains { String(decoding: $0, as: UTF8.self).contains("feel") })
    }
  }
}
