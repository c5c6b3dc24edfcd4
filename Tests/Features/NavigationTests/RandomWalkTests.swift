import Connectivity
import Entitlement
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("A random walk")
struct RandomWalkTests {
  @Test("keeps the state legal after any action", arguments: 0..<8 as Range<UInt64>)
  func legal(seed: UInt64) {
    var random = Seeded(seed)
    var walk = Walk(seed % 2 == 0 ? Sites.health : Sites.sober)
    for _ in 0..<400 {
      let before = walk.state
      walk.does(Walk.randomAction(&random))
      walk.expectLegal(offlineToo: true)
      let moves = walk.events.filter { if case .moved = $0 { true } else { false } }
      #expect(moves == (before.route == walk.state.route ? [] : [.moved(from: before.route, to: walk.state.route)]))
    }
  }

  @Test("can always leave the app by going back", arguments: 0..<8 as Range<UInt64>)
  func out(seed: UInt64) {
    var random = Seeded(seed)
    var walk = Walk(seed % 2 == 0 ? Sites.health : Sites.sober)
    for _ in 0..<100 {
      walk.does(Walk.randomAction(&random))
      var leaving = walk
      var count = 0
      repeat {
        leaving.does(.back)
        count += 1
      } while leaving.events != [.leaveAsked] && count < 60
      #expect(leaving.events == [.leaveAsked] && leaving.state.route == leaving.state.site.home.root)
    }
  }

  @Test("shows the screen below again when sheets are closed", arguments: 0..<8 as Range<UInt64>)
  func sheets(seed: UInt64) {
    var random = Seeded(seed)
    var walk = Walk(allowance: Sites.everything)
    for _ in 0..<200 {
      walk.does(Walk.randomAction(&random))
      let (tab, seen) = (walk.state.tab, walk.state.seen)
      var closed = walk
      closed.does(.closeSheets)
      #expect(closed.state.sheets == 0 && closed.state.tab == tab && closed.state.visit.route == seen.route)
      // Only a stack of nothing but sheets has no screen below, and then it is the first screen of the tab.
      if walk.state.stack.contains(where: { !walk.state.isSheet($0.route) }) { #expect(closed.state.visit == seen) }
      for route in [Route(["log"]), Route(["log", "mood"])] {
        let before = closed.state
        closed.does(.open(route))
        #expect(closed.state.tab == tab && closed.state.seen == before.seen)
      }
    }
  }

  @Test("can be restored from its stored state", arguments: 0..<8 as Range<UInt64>)
  func keepRestore(seed: UInt64) {
    var random = Seeded(seed)
    var walk = Walk(allowance: Sites.everything)
    for _ in 0..<100 {
      let action = Walk.randomAction(&random)
      // With everything allowed, since locked places are dropped on purpose.
      if case .surroundingsChanged = action { continue }
      walk.does(action)
      var again = Walk(allowance: Sites.everything)
      again.does(.restored(walk.state.keptBytes))
      #expect(again.state.tab == walk.state.tab && again.state.visit == walk.state.visit)
      for tab in walk.state.site.tabs { #expect(again.state.stack(of: tab.id) == walk.state.stack(of: tab.id)) }
    }
  }
}

extension Walk {
  /// Checks the invariants of every state. A screen that lost its server while it was open may stay.
  func expectLegal(offlineToo: Bool = false, _ location: SourceLocation = #_sourceLocation) {
    let site = state.site
    func isLegal(_ route: Route) -> Bool {
      switch state.admission(to: route) {
      case .granted: true
      case .offline: offlineToo
      default: false
      }
    }
    #expect(state.place != nil && isLegal(state.route), "\(state.route)", sourceLocation: location)
    #expect(site.tab(state.tab) != nil, sourceLocation: location)
    for (id, visits) in state.stacks {
      #expect(site.tab(id) != nil && (1...10).contains(visits.count), sourceLocation: location)
      #expect(visits.allSatisfy { isLegal($0.route) && $0.scroll.isFinite && $0.scroll >= 0 }, sourceLocation: location)
    }
    #expect(site.place(state.seen.route)?.isSheet == false, "\(state.seen.route)", sourceLocation: location)
    #expect((state.sheets > 0) == (state.place?.isSheet == true), sourceLocation: location)
    let isFullScreen = site.place(state.seen.route)?.isFullScreen ?? false
    #expect(tabs.filter(\.state.isCurrent).count == (isFullScreen ? 0 : 1), sourceLocation: location)
    let ids = (chrome.flatMap(\.all) + (dialog?.all ?? [])).map(\.id)
    #expect(Set(ids).count == ids.count, sourceLocation: location)
  }

  static func randomAllowance(_ random: inout Seeded) -> Allowance {
    Allowance(
      entitlements: Bool.random(using: &random) ? ["premium"] : [],
      connectivity: Connectivity.allCases.randomElement(using: &random)!, isSignedIn: Bool.random(using: &random))
  }

  static func randomAction(_ random: inout Seeded) -> NavigationAction {
    let tabs = (Sites.health.tabs + Sites.sober.tabs).map(\.id) + ["nowhere"]
    let places = Sites.health.places + Sites.sober.places
    let routes =
      places.flatMap(\.pattern.examples) + [
        Sites.insight, Route(["nowhere"]), Route(["pillars", "fitness"], ["range": "7"]),
      ]
    func one<Item>(of items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &random)] }
    let route = one(of: routes)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2: return .select(one(of: tabs))
    case 3, 4, 5, 6: return .open(route)
    case 7: return .back
    case 8: return Bool.random(using: &random) ? .back : .closeSheets
    case 9: return .scrolled(Double.random(in: -10...1000, using: &random))
    case 10: return .checked(.test(route.text), isGenuine: Bool.random(using: &random))
    case 11: return .openChannel(one(of: ["voice", "whatsapp", "fax"]))
    case 12: return Bool.random(using: &random) ? .acceptPrompt : .dismissPrompt
    case 13:
      return .setBadge(one(of: tabs), .count(Int.random(in: -1...200, using: &random), "new"))
    case 14: return .follow("nonsense")
    default: return .surroundingsChanged(randomAllowance(&random))
    }
  }
}
