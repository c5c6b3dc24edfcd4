import Audit
import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Identity screens") struct ScreenTests {
  @Test("A local profile says what an account offers, and links to both forms")
  func local() {
    let desk = Desk()
    #expect(
      desk.says("Your entries stay on this device. With an account they reach your other devices too."))
    #expect(desk.node("Sign in")?.destination == .signIn && desk.node("Create account")?.destination == .signUp)
    #expect(IdentityState.places.map(\.pattern.text) == ["/account", "/account/sign-in", "/account/sign-up"])
    #expect(desk.screen(.signIn).title == "Sign in" && desk.screen(.signUp).title == "Create account")
  }

  @Test("A signed-in user sees their own address")
  func signedIn() {
    let desk = Desk(.signedIn(.mia))
    #expect(desk.node("E-mail")?.value == "mia@example.org")
    #expect(!desk.nodes().contains { $0.role == .textbox })
  }

  @Test("Every control sends its action")
  func controls() {
    let desk = Desk()
    #expect(
      desk.node("Password", at: .signIn)?.offer(.edit)?.action(.text("x"))
        == .at(desk.name, .typePassword(Redacted("x"))))
    #expect(
      desk.node("E-mail", at: .signUp)?.offer(.draft)?.action(.text("m")) == .at(desk.name, .typeEmail("m")))
    #expect(desk.node("Sign in", at: .signIn)?.offer(.activate)?.action(.none) == .at(desk.name, .submit(.signIn)))
    let button = desk.nodes(.signUp).first { $0.role == .button }
    #expect(button?.offer(.activate)?.action(.none) == .at(desk.name, .submit(.signUp)))
  }

  @Test("Every screen passes the audit in every state")
  func sound() {
    var checked = Desk()
    checked.submit()
    var filled = Desk()
    filled.fill()
    filled.send(.counted(12, .entering, at: filled.name))
    var underWay = filled
    underWay.submit()
    var refused = underWay
    refused.send(.notEntered(.wrong))
    var confirming = filled
    confirming.submit(.signUp)
    confirming.send(.mustConfirm(email: Account.mia.email))
    var again = Desk(.expired(.mia))
    again.do(.typePassword(Redacted("x")))
    again.submit()
    var looking = Desk()
    looking.send(.heard(.signedIn(.mia)))
    var desks = [Desk(.unknown), Desk(), Desk(.signedIn(.mia)), Desk(.expired(.mia))]
    desks += [checked, filled, underWay, refused, confirming, again, looking]
    for standing in [Standing.signedIn(.mia), .expired(.mia)] {
      for count in [0, 1, 12] {
        var asking = Desk(standing)
        asking.do(.askToSignOut)
        desks.append(asking)
        asking.send(.counted(count, .leaving, at: asking.name))
        desks.append(asking)
        asking.do(.signOut)
        desks.append(asking)
        asking.send(.notLeft(.noServer))
        desks.append(asking)
      }
    }
    for (number, desk) in desks.enumerated() {
      for route in [Route.account, .signIn, .signUp] {
        #expect(Audit.findings(of: desk.screen(route), theme: .yhealth) == [], "\(number) \(route)")
        let ids = desk.nodes(route).map(\.id)
        #expect(Set(ids).count == ids.count)
      }
    }
  }

  @Test(
    "Any sequence of user actions passes the audit, and no action by itself signs in or out", arguments: 0..<4)
  func anything(seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<10 {
      var desk = Desk([Standing.local, .signedIn(.mia), .expired(.mia)].randomElement(using: &random) ?? .local)
      for _ in 0..<30 {
        let route = [Route.account, .signIn, .signUp].randomElement(using: &random) ?? .account
        let screen = desk.screen(route)
        let nodes = (screen.dialog?.all ?? screen.nodes.flatMap(\.all)).filter { !$0.state.isDisabled }
        let offers = nodes.flatMap(\.offers)
        let before = desk.state.standing
        desk.steps = []
        if let offer = offers.randomElement(using: &random),
          let action = offer.action(.text("mia@example.org")) ?? offer.action(.none)
        {
          desk.send(action)
          #expect(desk.state.standing == before)
        }
        let effects = desk.effects
        if random.next() % 6 == 0 { desk.do(.left(route)) }
        for effect in effects {
          switch effect {
          case .enter: desk.send(random.next() % 2 == 0 ? .notEntered(.wrong) : .entered(.mia))
          case .count(let reason, let name): desk.send(.counted(Int(random.next() % 3), reason, at: name))
          case .leave: desk.send([.left, .unsentLeft(2), .notLeft(.noServer)].randomElement(using: &random) ?? .left)
          case .listen, .weigh: break
          }
        }
        #expect(desk.state.underWay == nil)
        if random.next() % 8 == 0 { #expect(Audit.findings(of: desk.screen(route), theme: .yhealth) == []) }
      }
    }
  }
}
