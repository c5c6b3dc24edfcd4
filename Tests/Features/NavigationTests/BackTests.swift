import Covers
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("Back")
struct BackTests {
  @Test("goes to the screen before", .covers("yh-S04.2.2-AC7", "yh-S04.2.2-B16"))
  func before() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text)
    walk.does(walk.action("top.back")!)
    #expect(walk.route == "/insights")
  }

  @Test("takes away the question in front, then the stack, then leads home, then out of the app")
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
    #expect(walk.node("top.back") == nil, "there is nowhere to go back to")
    walk.does(.back)
    #expect(walk.route == "/dashboard" && walk.events == [.leaveAsked])
  }

  @Test("keeps ten screens of a tab, and leads from the oldest of them to its first", .covers("yh-S04.2.2-E4"))
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

  @Test("goes on from where a link led", .covers("yh-S04.2.2-B9"))
  func afterLink() {
    var walk = Walk()
    walk.opens("/profile")
    walk.does(.checked(.test("/pillars/fitness"), isGenuine: true))
    #expect(walk.stack == ["/pillars", "/pillars/fitness"])
    walk.does(.back)
    #expect(walk.route == "/pillars")
  }

  @Test("does not meet the same screen twice when it was opened twice")
  func twice() {
    var walk = Walk()
    walk.opens("/insights", "/insights", "/notifications", "/notifications")
    #expect(walk.stack == ["/insights", "/notifications"])
  }

  @Test("of what belongs to no tab leads to where the person was")
  func anywhere() {
    var walk = Walk()
    walk.opens("/profile", "/notifications")
    #expect(walk.state.tab == "profile")
    walk.does(.back)
    #expect(walk.route == "/profile")
  }
}

@Suite("Moving")
struct MovingTests {
  @Test("says from where and to where, and what a screen reader is to say")
  func moved() {
    var walk = Walk()
    walk.opens("/insights")
    #expect(
      walk.events == [
        .moved(from: Route(["dashboard"]), to: Route(["insights"])), .announced(Announcement("Insights")),
      ])
  }

  @Test(
    "keeps every change of place, in order, and nothing when there is none", .covers("yh-S04.2.2-B10", "yh-S04.2.2-B14")
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
    "down a screen takes a number that can be scrolled to",
    arguments: [
      (12.5, 12.5), (-3, 0), (.nan, 5), (.infinity, 5), (-.infinity, 5), (0, 0),
    ])
  func scrolling(given: Double, kept: Double) {
    var walk = Walk()
    walk.does(.scrolled(5), .scrolled(given))
    #expect(walk.state.visit.scroll == kept)
  }

  @Test("carries nothing that a person entered into any event", .covers("yh-S04.2.1-L8"))
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
