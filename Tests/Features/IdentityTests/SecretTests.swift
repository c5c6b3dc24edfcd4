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
    var sitting = Sitting()
    var seen: [String] = []
    func look(_ action: (any Sendable)? = nil) {
      seen += [everything(sitting.state), everything(sitting.steps)]
      if let action { seen.append(everything(action)) }
      for route in Route.all {
        for node in sitting.nodes(route) { seen.append(everything(node.element)) }
      }
    }
    sitting.fill()
    look(IdentityWindowAction.typePassword(Redacted(Sitting.password)))
    sitting.submit()
    look()
    sitting.send(.notEntered(.wrong))
    look(IdentityAction.notEntered(.wrong))
    #expect(seen.allSatisfy { !$0.contains(Sitting.password) })
    #expect(sitting.node("Password", at: .signIn)?.value == "")
  }

  @Test("The password field has no drafts, so nothing is sent key by key")
  func drafts() {
    let sitting = Sitting()
    #expect(sitting.node("Password", at: .signIn)?.offer(.draft) == nil)
    #expect(sitting.node("E-mail", at: .signIn)?.offer(.draft) != nil)
    #expect(sitting.node("Password", at: .signIn)?.state.purpose == .password)
    #expect(sitting.node("Password", at: .signUp)?.state.purpose == .newPassword)
    #expect(sitting.node("E-mail", at: .signUp)?.state.purpose == .email)
  }

  @Test("The password is cleared on submit, on leaving the screen and on closing the window; the address stays")
  func forgotten() {
    var sitting = Sitting()
    sitting.fill()
    sitting.do(.left(.signIn))
    #expect(sitting.state.windows[sitting.window].password == Redacted(""))
    #expect(sitting.node("E-mail", at: .signIn)?.value == Account.mia.email)
    sitting.fill()
    sitting.submit()
    #expect(sitting.state.windows[sitting.window].password == Redacted(""))
    sitting.close()
    #expect(sitting.state.windows.isEmpty)
  }

  @Test("Typing the password does not move anything on the screen")
  func still() {
    var sitting = Sitting()
    let before = sitting.nodes(.signIn).map(\.id)
    sitting.fill()
    #expect(
      sitting.nodes(.signIn).map(\.id) == before && sitting.says("The password is entered and hidden.", at: .signIn))
  }

  @Test("The log contains neither the address nor the password")
  func logged() async {
    let lines = Locked<[String]>([])
    let context = FeatureContext(log: Log { line in lines.withLock { $0.append(line.text) } })
    let world = World(on: context)
    world.change { $0.failure = .wrong }
    let identity = Identity(on: context, needs: world.needs)
    let window: WindowID = context.identifiers.next()
    await identity.send(.begin)
    for await state in identity.states.listen() where state.standing == .local { break }
    await identity.send(.typeEmail(Account.mia.email), from: window)
    await identity.send(.typePassword(Redacted(Sitting.password)), from: window)
    await identity.send(.submit(.signIn), from: window)
    await context.settling.settled()
    let all = lines.withLock { $0 }
    #expect(all == ["Signing in failed (wrong-password)."])
  }
}
