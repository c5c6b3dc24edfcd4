import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing in and creating an account") struct EnteringTests {
  @Test("Two taps make one request, from one window or from two")
  func once() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    #expect(desk.effects == [.enter(.signIn, email: Account.mia.email, Redacted(Desk.password))])
    desk.submit()
    #expect(desk.steps.isEmpty)
    let other = Desk.identifiers.next(IdentityDesk.self)
    desk.send(.at(other, .typeEmail("ben@example.org")))
    desk.send(.at(other, .typePassword(Redacted("another"))))
    desk.send(.at(other, .submit(.signIn)))
    #expect(desk.steps.isEmpty)
    let button = desk.state.screen(.signIn, in: Surroundings(now: Desk.now), at: other).nodes
      .first { $0.role == .button }
    #expect(button?.state.isDisabled == true && button?.hint == "Another window is signing in.")
  }

  @Test("While it is under way the form cannot be used, says why, and shows that something goes on")
  func underWay() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    for label in ["E-mail", "Password", "Sign in"] {
      let node = desk.node(label, at: .signIn)
      #expect(node?.state.isDisabled == true && node?.hint == "Signing in is under way.", "\(label)")
    }
    #expect(desk.node("Signing in", at: .signIn)?.role == .progressbar)
    desk.send(.notEntered(.wrong))
    #expect(desk.node("Sign in", at: .signIn)?.state.isDisabled == false)
    #expect(desk.node("Signing in", at: .signIn) == nil)
  }

  @Test(
    "What is no address is said at its field once it was to be sent, and nobody is asked",
    arguments: [
      "", "  ", "mia", "mia@", "@example.org", "mia@example", "mia@example.", "mia@.org", "a b@example.org",
      "a@b@c.org",
    ])
  func addresses(_ email: String) {
    var desk = Desk()
    desk.fill(email)
    #expect(desk.node("E-mail", at: .signIn)?.state.invalid == nil)
    desk.submit()
    #expect(desk.effects.isEmpty)
    #expect(desk.node("E-mail", at: .signIn)?.state.invalid == "Write your address, such as name@example.org.")
    #expect(desk.node("E-mail", at: .signIn)?.value == email)
    desk.do(.typeEmail(" mia@example.org "))
    #expect(desk.node("E-mail", at: .signIn)?.state.invalid == nil)
    desk.submit()
    #expect(desk.effects == [.enter(.signIn, email: "mia@example.org", Redacted(Desk.password))])
  }

  @Test("An empty password is said at its field, in words of what is being done")
  func noPassword() {
    for (form, route, words) in [
      (IdentityDesk.Form.signIn, Route.signIn, "Write your password."),
      (.signUp, .signUp, "Write a password for your account."),
    ] {
      var desk = Desk()
      desk.fill("mia@example.org", "")
      desk.submit(form)
      #expect(desk.effects.isEmpty && desk.node("Password", at: route)?.state.invalid == words)
    }
  }

  @Test("What is longer than a field takes is not taken")
  func long() {
    var desk = Desk()
    desk.do(.typeEmail(String(repeating: "a", count: 255)))
    desk.do(.typePassword(Redacted(String(repeating: "a", count: 1025))))
    #expect(desk.state.desks.isEmpty)
    let field = desk.node("E-mail", at: .signIn)
    #expect(field?.offer(.edit)?.action(.text(String(repeating: "a", count: 255))) == nil)
  }

  @Test("A refusal is said with the address kept and the password gone from its field")
  func refused() {
    var desk = Desk()
    desk.fill("mia@example.com")
    let before = desk.node("Password", at: .signIn)?.id
    desk.submit()
    desk.send(.notEntered(.wrong))
    #expect(desk.says(Problem.wrong.sentence, at: .signIn))
    #expect(desk.node("E-mail", at: .signIn)?.value == "mia@example.com")
    // Another field, since a browser keeps in its own what was typed there.
    #expect(desk.node("Password", at: .signIn)?.id != before)
    #expect(desk.state.desks[desk.name]?.password == Redacted(""))
    desk.do(.typePassword(Redacted("the right one")))
    desk.submit()
    #expect(!desk.says(Problem.wrong.sentence, at: .signIn))
  }

  @Test("A refusal after the screen was left changes nothing on it")
  func late() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    desk.do(.left(.signIn))
    let before = desk.state.desks
    desk.send(.notEntered(.wrong))
    #expect(desk.state.desks == before && desk.events.isEmpty)
    #expect(desk.node("E-mail", at: .signIn)?.value == Account.mia.email)
    // And an answer that nobody waits for is no answer.
    desk.send(.notEntered(.wrong))
    desk.send(.entered(.ben))
    #expect(desk.state.desks == before && desk.state.standing == .local)
  }

  @Test("A refusal after the window was closed leaves no desk behind, and another can try")
  func closed() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    desk.send(.close(desk.name))
    desk.send(.notEntered(.wrong))
    #expect(desk.state.desks.isEmpty)
    desk.fill()
    desk.submit()
    #expect(desk.effects.count == 1)
  }

  @Test("Signed in, the shell and the person are told, and no form holds anything")
  func entered() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    desk.send(.entered(.mia))
    #expect(desk.state.standing == .signedIn(.mia) && desk.state.desks.isEmpty)
    #expect(
      desk.events == [
        .signedIn(.mia), .told(Toast("Signed in as mia@example.org.", tone: .success), at: desk.name),
      ])
    for route in [Route.account, .signIn, .signUp] {
      #expect(desk.screen(route).title == "Account" && desk.node("Sign out", at: route) != nil)
    }
  }

  @Test("An account that must be confirmed says where the link went, also to who has left the screen")
  func confirming() {
    let words = "A link was sent to mia@example.org. Open it, then sign in here."
    for isLeft in [false, true] {
      var desk = Desk()
      desk.fill()
      desk.submit(.signUp)
      if isLeft { desk.do(.left(.signUp)) }
      desk.send(.mustConfirm(email: Account.mia.email))
      #expect(desk.state.standing == .local && desk.says(words, at: .signUp) != isLeft)
      #expect(desk.events == (isLeft ? [.told(Toast(words), at: desk.name)] : []))
    }
  }

  @Test("What a local profile holds goes to the account, and the form says how much that is")
  func promise() {
    var desk = Desk()
    desk.do(.appeared(.signUp))
    #expect(desk.effects == [.count(.entering, at: desk.name)])
    desk.send(.counted(12, .entering, at: desk.name))
    #expect(desk.says("12 entries will be sent to your account.", at: .signUp))
    desk.send(.counted(1, .entering, at: desk.name))
    #expect(desk.says("1 entry will be sent to your account.", at: .signIn))
    desk.send(.counted(0, .entering, at: desk.name))
    #expect(!desk.nodes(.signUp).contains { $0.id == "promise" })
  }

  @Test("A count that comes before the session has spoken is still said when it has")
  func early() {
    var desk = Desk(.unknown)
    desk.do(.appeared(.signUp))
    desk.send(.counted(3, .entering, at: desk.name))
    desk.weigh(.local)
    #expect(desk.says("3 entries will be sent to your account.", at: .signUp))
  }

  @Test("Who must sign in again finds their address filled in, and can neither lose anything nor make a second account")
  func expired() {
    var desk = Desk(.expired(.mia))
    #expect(desk.says("Please sign in again. Nothing you entered is lost."))
    #expect(desk.node("E-mail")?.value == "mia@example.org")
    desk.do(.typePassword(Redacted(Desk.password)))
    desk.submit(.signUp)
    #expect(desk.effects.isEmpty)
    #expect(
      desk.says(
        "This profile belongs to mia@example.org. Sign out there first, or use another profile.", at: .signUp))
    desk.submit(.signIn)
    #expect(desk.effects == [.enter(.signIn, email: "mia@example.org", Redacted(Desk.password))])
  }

  @Test("Nothing can be sent before the session has spoken, nor by who is signed in")
  func notNow() {
    for standing in [Standing.unknown, .signedIn(.mia)] {
      var desk = Desk(standing)
      desk.fill()
      desk.submit()
      #expect(desk.effects.isEmpty)
    }
  }
}
