import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("A gate") struct GateTests {
  private static let gate = PlaceGate(Route(["insights", "workout"]), open: [Route(["notifications"])])
  private static let closed = NavigationAction.surroundingsChanged(Allowance(gate: gate))
  private static let opened = NavigationAction.surroundingsChanged(Allowance())

  /// A person at the gate, whose places were restored.
  private func walk(_ routes: String...) -> Walk {
    var walk = Walk()
    walk.does(.restored(nil))
    for route in routes { walk.opens(route) }
    walk.does(GateTests.closed)
    return walk
  }

  @Test("leads every place to its own, and lets the open ones through")
  func leads() {
    var walk = walk()
    #expect(walk.route == "/insights/workout")
    for route in ["/dashboard", "/pillars/fitness", "/profile", "/insights", "/search"] {
      walk.opens(route)
      #expect(walk.route == "/insights/workout", "\(route)")
    }
    for tab in walk.state.site.tabs {
      walk.does(.select(tab.id))
      #expect(walk.route == "/insights/workout", "\(tab.id)")
    }
    walk.opens("/notifications")
    #expect(walk.route == "/notifications")
    walk.does(.back)
    #expect(walk.route == "/insights/workout")
  }

  @Test("has no way back and no button for one, and the gesture puts the app away")
  func back() {
    var walk = walk("/pillars/fitness")
    #expect(!walk.state.canGoBack && walk.node("top.brand") != nil && walk.node("top.back") == nil)
    walk.does(.back)
    #expect(walk.route == "/insights/workout" && walk.events.contains(.leaveAsked))
  }

  @Test("shows what was open before when it opens, and is left behind")
  func opens() {
    var walk = walk("/pillars/fitness")
    walk.does(GateTests.opened)
    #expect(walk.route == "/pillars/fitness")
    walk.does(.back)
    #expect(walk.route != "/insights/workout")
  }

  @Test("waits until the kept places are restored, so that none is lost")
  func restored() {
    var walk = Walk()
    walk.opens("/pillars/fitness")
    let kept = walk.state.keptBytes
    walk = Walk()
    walk.does(GateTests.closed)
    walk.does(.restored(kept))
    #expect(walk.route == "/insights/workout")
    #expect(walk.state.stacks.values.flatMap { $0 }.contains { $0.route == Route(["pillars", "fitness"]) })
  }

  @Test("admits its route and what lies below the open ones")
  func admits() {
    let gate = PlaceGate(Route(["onboarding"]), open: [Route(["account"])])
    #expect(gate.admits(Route(["onboarding"])) && gate.admits(Route(["account", "sign-in"])))
    #expect(!gate.admits(Route(["accounts"])) && !gate.admits(Route([])) && !gate.admits(Route(["dashboard"])))
  }
}
