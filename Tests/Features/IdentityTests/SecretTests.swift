import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Password handling") struct SecretTests {
  private func everything(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text + String(describing: value) + String(reflecting: value)
  }

  @Test("No state, action, effect, event or screen prints the password, and no screen holds it")
  func printed() {
    var desk = Desk()
    var seen: [String] = []
    func look(_ action: IdentityAction? = nil) {
      seen += [everything(desk.state), everything(desk.steps)]
      if let action { seen.append(everything(action)) }
      for route in [Route.account, .signIn, .signUp] {
        for node in desk.nodes(route) { seen.append(everything(node.element)) }
      }
    }
    desk.fill()
    look(.at(desk.name, .typePassword(Redacted(Desk.password))))
    desk.submit()
    look()
    desk.send(.notEntered(.wrong))
    look(.notEntered(.wrong))
    #expect(seen.allSatisfy { !$0.contains(Desk.password) })
    #expect(desk.node("Password", at: .signIn)?.value == "")
  }

  @Test("The password field has no drafts, so nothing is sent key by key")
  func drafts() {
    let desk = Desk()
    #expect(desk.node("Password", at: .signIn)?.offer(.draft) == nil)
    #expect(desk.node("E-mail", at: .signIn)?.offer(.draft) != nil)
    #expect(desk.node("Password", at: .signIn)?.state.purpose == .password)
    #expect(desk.node("Password", at: .signUp)?.state.purpose == .newPassword)
    #expect(desk.node("E-mail", at: .signUp)?.state.purpose == .email)
  }

  @Test("The password is cleared on submit, on leaving the screen and on closing the window; the address stays")
  func forgotten() {
    var desk = Desk()
    desk.fill()
    desk.do(.left(.signIn))
    #expect(desk.state.desks[desk.name]?.password == Redacted(""))
    #expect(desk.node("E-mail", at: .signIn)?.value == Account.mia.email)
    desk.fill()
    desk.submit()
    #expect(desk.state.desks[desk.name]?.password == Redacted(""))
    desk.send(.close(desk.name))
    #expect(desk.state.desks.isEmpty)
  }

  @Test("Typing the password does not move anything on the screen")
  func still() {
    var desk = Desk()
    let before = desk.nodes(.signIn).map(\.id)
    desk.fill()
    #expect(desk.nodes(.signIn).map(\.id) == before && desk.says("Typed, and not shown.", at: .signIn))
  }

  @Test("The log contains neither the address nor the password")
  func logged() async {
    let lines = Locked<[String]>([])
    let context = FeatureContext(log: Log { line in lines.withLock { $0.append(line.text) } })
    let world = World(on: context)
    world.change { $0.failure = .wrong }
    let identity = Identity(on: context, needs: world.needs)
    let desk = context.identifiers.next(IdentityDesk.self)
    await identity.send(.begin)
    for await state in identity.states.listen() where state.standing == .local { break }
    await identity.send(.at(desk, .typeEmail(Account.mia.email)))
    await identity.send(.at(desk, .typePassword(Redacted(Desk.password))))
    await identity.send(.at(desk, .submit(.signIn)))
    await context.settling.settled()
    let all = lines.withLock { $0 }
    #expect(all == ["Nobody was signed in (wrong-password)."])
  }
}
