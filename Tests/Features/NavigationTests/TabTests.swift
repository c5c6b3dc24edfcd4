import Covers
import Interface
import Testing

@testable import Navigation

@Suite("Tabs")
struct TabTests {
  @Test("are four for one product, in order, with the first one open")
  func four() {
    let walk = Walk()
    #expect(walk.tabs.map(\.label) == ["Dashboard", "Pillars", "Insights", "Profile"])
    #expect(walk.tabs.map(\.state.icon) == [.home, .layers, .lightbulb, .person])
    #expect(walk.tabs.map(\.state.position) == [1, 2, 3, 4] && walk.tabs.allSatisfy { $0.state.size == 4 })
    #expect(walk.route == "/dashboard")
  }

  @Test("are five for another product")
  func five() {
    #expect(Walk(Sites.sober).tabs.map(\.label) == ["Sobriety", "Matches", "Connections", "Messages", "Profile"])
  }

  @Test(
    "open their root, and the open one is marked as current",
    .covers("yh-S04.2.1-AC2"),
    arguments: [Sites.health, Sites.sober])
  func selecting(site: Site) {
    var walk = Walk(site)
    for tab in site.tabs + site.tabs.reversed() {
      walk.does(walk.action("tabs.\(tab.id)")!)
      #expect(walk.state.route == tab.root)
      #expect(walk.tabs.filter(\.state.isCurrent).map(\.label) == [tab.title])
      #expect(walk.events.contains(.tabUsed(tab.id)))
    }
  }

  @Test("return to their root when tapped again")
  func again() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text)
    walk.does(.scrolled(40), .select("insights"))
    #expect(walk.stack == ["/insights"] && walk.state.visit.scroll == 0)
  }

  @Test("keep their screens and scroll positions", .covers("vx-US7-5", "vx-FR-051"))
  func kept() {
    var walk = Walk()
    walk.opens("/insights", Sites.insight.text)
    walk.does(.scrolled(320.5), .select("profile"), .scrolled(7), .select("insights"))
    #expect(walk.stack == ["/insights", Sites.insight.text])
    #expect(walk.state.visit.scroll == 320.5)
    walk.does(.select("profile"))
    #expect(walk.state.visit.scroll == 7)
  }

  @Test(
    "are shown on every screen except full-screen ones", .covers("yh-S04.2.1-B11", "yh-S04.2.1-L6")
  )
  func everywhere() {
    var walk = Walk(allowance: Sites.everything)
    for route in Sites.health.places.flatMap(\.pattern.examples)
    where walk.state.site.place(route)?.isFullScreen == false {
      walk.does(.open(route))
      #expect(walk.tabs.count == 4 && walk.tabs.filter(\.state.isCurrent).count == 1)
    }
    walk.opens("/insights/workout")
    #expect(walk.tabs.isEmpty && walk.parts.isEmpty && !walk.topBar.isEmpty)
    walk.does(.back)
    #expect(walk.tabs.count == 4)
  }

  @Test("that do not exist open home with a toast")
  func unknown() {
    var walk = Walk()
    walk.opens("/insights")
    walk.does(.select("nowhere"))
    #expect(walk.route == "/dashboard" && walk.toasts == ["Content unavailable. Showing your dashboard."])
  }

  @Test("give a screen reader a label, a position and the number of new items", .covers("yh-S04.2.1-L9"))
  func labels() {
    var walk = Walk()
    walk.does(.setBadge("insights", .count(3, "unread")))
    for tab in walk.tabs { #expect(!tab.label.isEmpty && tab.role == .link && tab.state.position != nil) }
    #expect(walk.tabs[2].value == "3 unread")
    #expect(walk.chrome.first { $0.id == "tabs" }?.label == "Main")
    #expect(walk.topBar.allSatisfy { !$0.label.isEmpty })
  }
}

@Suite("The second row")
struct SecondRowTests {
  @Test("shows the three pillars only while their tab is open")
  func shows() {
    var walk = Walk()
    #expect(walk.parts.isEmpty)
    walk.does(.select("pillars"))
    #expect(walk.parts.map(\.label) == ["Fitness", "Nutrition", "Wellbeing"])
    #expect(walk.parts.map(\.state.icon) == [.activity, .food, .heart])
    #expect(walk.parts.map(\.destination?.text) == ["/pillars/fitness", "/pillars/nutrition", "/pillars/wellbeing"])
    #expect(walk.parts.allSatisfy { !$0.state.isCurrent })
    walk.does(.select("profile"))
    #expect(walk.parts.isEmpty)
  }

  @Test("marks the open part, and parts replace one another on the stack")
  func siblings() {
    var walk = Walk()
    walk.opens("/pillars", "/pillars/fitness", "/pillars/nutrition", "/pillars/wellbeing")
    #expect(walk.stack == ["/pillars", "/pillars/wellbeing"])
    #expect(walk.parts.filter(\.state.isCurrent).map(\.label) == ["Wellbeing"])
    walk.does(.back)
    #expect(walk.route == "/pillars")
  }

  @Test("opens its own tab when one of its screens is opened from elsewhere")
  func elsewhere() {
    var walk = Walk()
    walk.opens("/pillars/nutrition?range=30")
    #expect(walk.state.tab == "pillars" && walk.stack == ["/pillars", "/pillars/nutrition?range=30"])
    #expect(walk.parts.filter(\.state.isCurrent).map(\.label) == ["Nutrition"])
  }
}

@Suite("Badges")
struct BadgeTests {
  @Test(
    "show the number of unread items in digits and in words",
    arguments: [
      (1, "1", "1 unread"), (99, "99", "99 unread"), (100, "99+", "100 unread"), (Int.max, "99+", "\(Int.max) unread"),
    ])
  func count(number: Int, badge: String, words: String) {
    var walk = Walk()
    walk.does(.setBadge("insights", .count(number, "unread")))
    #expect(walk.tabs[2].state.badge == badge && walk.tabs[2].value == words)
    #expect(walk.tabs.filter { $0.state.badge != nil }.count == 1)
  }

  @Test("are hidden when the count is not positive", arguments: [0, -1, Int.min])
  func zero(number: Int) {
    var walk = Walk()
    walk.does(.setBadge("insights", .count(number, "unread")))
    #expect(walk.tabs[2].state.badge == nil && walk.tabs[2].value == nil)
  }

  @Test("may be a mark without a count")
  func mark() {
    var walk = Walk()
    walk.does(.setBadge("profile", .mark("A device wants attention")))
    #expect(walk.tabs[3].state.badge == "•" && walk.tabs[3].value == "A device wants attention")
  }

  @Test("count requests and messages in the product with five tabs")
  func sober() {
    var walk = Walk(Sites.sober)
    walk.does(.setBadge("messages", .count(4, "unread")), .setBadge("connections", .count(1, "pending")))
    #expect(walk.tabs.map(\.state.badge) == [nil, nil, "1", "4", nil])
    #expect(walk.tabs.map(\.value) == [nil, nil, "1 pending", "4 unread", nil])
  }

  @Test("are updated at once without changing the place")
  func follow() {
    var walk = Walk()
    walk.opens("/profile")
    for number in [1, 2, 3] {
      walk.does(.setBadge("insights", .count(number, "unread")))
      #expect(walk.tabs[2].state.badge == "\(number)")
      #expect(walk.route == "/profile" && walk.steps.isEmpty)
    }
    walk.does(.setBadge("insights", nil), .setBadge("nowhere", .count(1, "lost")))
    #expect(walk.tabs.allSatisfy { $0.state.badge == nil } && walk.state.badges.isEmpty)
  }

  @Test("on the bell show the number of notifications")
  func bell() {
    var walk = Walk()
    #expect(walk.node("top.bell")?.label == "Notifications" && walk.node("top.bell")?.state.badge == nil)
    walk.does(.setNotifications(12))
    #expect(walk.node("top.bell")?.state.badge == "12" && walk.node("top.bell")?.value == "12 new")
    walk.does(.setNotifications(-5))
    #expect(walk.node("top.bell")?.state.badge == nil && walk.state.notifications == 0)
  }

  @Test("have no bell where a product has no notifications")
  func noBell() {
    #expect(Walk(Sites.sober).node("top.bell") == nil)
  }
}
