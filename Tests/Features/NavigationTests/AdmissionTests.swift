import Connectivity
import Entitlement
import Interface
import Testing

@testable import Navigation

@Suite("A locked place")
struct AdmissionTests {
  @Test("asks for an upgrade in the words of the specification, and opens after it")
  func premium() {
    var walk = Walk()
    walk.opens("/insights", "/insights/weekly")
    #expect(walk.route == "/insights")
    #expect(walk.dialog?.role == .dialog && walk.dialog?.state.isModal == true && walk.dialog?.label == "Weekly Report")
    #expect(walk.node("prompt.words")?.label == "This feature requires Premium. Upgrade to access.")
    #expect(walk.node("prompt.buttons.not-now")?.label == "Not now")
    walk.does(walk.action("prompt.buttons.upgrade")!)
    #expect(walk.events == [.upgradeAsked("premium")] && walk.dialog == nil && walk.route == "/insights")
    walk.does(.surroundingsChanged(Allowance(entitlements: ["premium"])))
    walk.opens("/insights/weekly")
    #expect(walk.route == "/insights/weekly")
  }

  @Test(
    "leaves everything unchanged when the prompt is dismissed", arguments: ["/insights/weekly", "/profile/account"])
  func notNow(route: String) {
    var walk = Walk()
    walk.opens("/insights")
    let before = walk.state
    walk.opens(route)
    walk.does(walk.action("prompt.buttons.not-now")!)
    #expect(walk.state == before && walk.steps.isEmpty)
  }

  @Test("asks to sign in where an account is needed")
  func account() {
    var walk = Walk()
    walk.opens("/profile/account")
    #expect(walk.route == "/dashboard" && walk.node("prompt.words")?.label == "Sign in to open Account.")
    walk.does(walk.action("prompt.buttons.sign-in")!)
    #expect(walk.events == [.signInAsked] && walk.dialog == nil)
    walk.does(.surroundingsChanged(Allowance(isSignedIn: true)))
    walk.opens("/profile/account")
    #expect(walk.route == "/profile/account")
  }

  @Test(
    "after an upgrade leads on to the place that asked for it, and to the given one when nothing did or it is closed still"
  )
  func leadsOnAfterUpgrade() {
    let steps: Set<Route> = [Route(["notifications"])]
    for (asks, buys) in [(true, true), (true, false), (false, true)] {
      var walk = Walk()
      walk.opens("/insights")
      if asks {
        walk.opens("/insights/weekly")
        walk.does(walk.action("prompt.buttons.upgrade")!)
      }
      walk.opens("/notifications")
      if buys { walk.does(.surroundingsChanged(Allowance(entitlements: ["premium"]))) }
      walk.does(.leadOn(to: Route(["insights", "workout"]), past: steps))
      #expect(walk.route == (asks && buys ? "/insights/weekly" : "/insights/workout"))
    }
  }

  @Test("after a sign-in leads on to the place that asked for it, and else to the given one")
  func leadsOn() {
    let steps: Set<Route> = [Route(["notifications"])]
    for asks in [true, false] {
      var walk = Walk()
      if asks {
        walk.opens("/profile/account")
        walk.does(walk.action("prompt.buttons.sign-in")!)
      }
      walk.opens("/notifications")
      #expect(walk.route == "/notifications")
      walk.does(.surroundingsChanged(Allowance(isSignedIn: true)))
      walk.does(.leadOn(to: Route(["insights", "workout"]), past: steps))
      #expect(walk.route == (asks ? "/profile/account" : "/insights/workout"))
      // The step is gone: back does not return to it.
      walk.does(.back)
      #expect(walk.route != "/notifications")
      let before = walk.state
      walk.does(.leadOn(to: Route(["insights"]), past: steps))
      #expect(walk.state == before)
    }
  }

  /// The asker stays on top of the first stack, and is itself a step of the second.
  @Test(
    "after a sign-in leads back to the page below that asked for it, until that is itself done",
    arguments: [
      ["/insights", "/insights/workout", "/notifications"], ["/insights/workout", "/log/mood", "/notifications"],
    ])
  func leadsBack(stack: [String]) {
    let asker = Route(["insights", "workout"])
    let steps: Set<Route> = [asker, Route(["log", "mood"]), Route(["notifications"])]
    var walk = Walk()
    for route in stack { walk.opens(route) }
    let before = walk.state
    walk.does(.leadOn(to: Route(["profile"]), past: steps, backTo: [asker]))
    #expect(walk.route == "/insights/workout")
    walk.does(.leadOn(to: Route(["profile"]), past: steps, backTo: [asker]))
    #expect(walk.route == "/profile" && walk.state.stack(of: "insights").allSatisfy { $0.route != asker })
    // Without it in the set, both go to the given page.
    walk.state = before
    walk.does(.leadOn(to: Route(["profile"]), past: steps))
    #expect(walk.route == "/profile")
  }

  @Test("after a sign-in in another tab leads back to the page that asked for it")
  func leadsBackToATab() {
    var walk = Walk()
    walk.opens("/insights/workout", "/profile")
    #expect(walk.state.tab == "profile")
    walk.does(
      .leadOn(to: Route(["pillars"]), past: [Route(["profile"])], backTo: [Route(["insights", "workout"])]))
    #expect(walk.route == "/insights/workout" && walk.state.tab == "insights")
  }

  @Test(
    "shows a toast when it needs the server and there is none; the others open",
    arguments: Connectivity.allCases)
  func offline(connectivity: Connectivity) {
    var walk = Walk(allowance: Allowance(connectivity: connectivity))
    walk.opens("/insights", "/insights/live")
    #expect(walk.route == (connectivity.reachesServer ? "/insights/live" : "/insights"))
    #expect(
      walk.toasts == (connectivity.reachesServer ? [] : ["Live Insights needs a connection. Connect and try again."]))
    walk.opens("/insights/workout")
    #expect(walk.route == "/insights/workout")
  }

  @Test("does not close the other screens of its tab")
  func below() {
    var walk = Walk(allowance: Allowance(connectivity: .online))
    walk.opens("/insights", "/insights/live", "/profile")
    walk.does(.surroundingsChanged(Allowance(connectivity: .offline)), .select("insights"))
    #expect(walk.stack == ["/insights"])
    #expect(walk.toasts == ["Live Insights needs a connection. Connect and try again."])
  }

  @Test("stays open when the connection is lost")
  func goesOffline() {
    var walk = Walk(allowance: Allowance(connectivity: .online))
    walk.opens("/insights/live")
    walk.does(.surroundingsChanged(Allowance(connectivity: .offline)))
    #expect(walk.route == "/insights/live")
  }

  @Test("is closed at once in every tab when access to it ends")
  func ends() {
    var walk = Walk(allowance: Sites.everything)
    walk.opens("/insights", "/insights/weekly", "/profile", "/profile/account")
    walk.does(.surroundingsChanged(Allowance(connectivity: .online)))
    #expect(walk.stack == ["/profile"])
    #expect(walk.events.contains(.moved(from: Route(["profile", "account"]), to: Route(["profile"]))))
    walk.does(.select("insights"))
    #expect(walk.stack == ["/insights"])
  }

  @Test(
    "stops asking once the user has what it needs",
    arguments: [
      ("/insights/weekly", Allowance(entitlements: ["premium"])), ("/profile/account", Allowance(isSignedIn: true)),
    ])
  func granted(route: String, allowance: Allowance) {
    var walk = Walk()
    walk.opens(route)
    walk.does(.surroundingsChanged(Allowance(connectivity: .slow)))
    #expect(walk.state.prompt != nil)
    walk.does(.surroundingsChanged(allowance))
    #expect(walk.state.prompt == nil)
  }

  @Test("does not prevent navigating elsewhere")
  func elsewhere() {
    var walk = Walk()
    walk.opens("/insights/weekly")
    walk.does(.select("profile"))
    #expect(walk.state.prompt == nil && walk.route == "/profile")
    walk.opens("/insights/weekly", "/pillars")
    #expect(walk.state.prompt == nil && walk.route == "/pillars")
  }

  @Test("does nothing on accept or dismiss when there is no prompt")
  func nothing() {
    var walk = Walk()
    walk.does(.acceptPrompt, .dismissPrompt)
    #expect(walk.steps.isEmpty && walk.state == NavigationState(Sites.health))
  }
}
