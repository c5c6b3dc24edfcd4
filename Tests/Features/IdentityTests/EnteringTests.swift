import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing in and creating an account") struct EnteringTests {
  @Test("Submitting twice sends one request, from one window or from two")
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

  @Test("While a request is under way, the form is disabled, says why and shows progress")
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
    "An invalid address is reported at its field on submit, and no request is sent",
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

  @Test("An empty password is reported at its field, in the words of the form")
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

  @Test("Input longer than a field's limit is ignored")
  func long() {
    var desk = Desk()
    desk.do(.typeEmail(String(repeating: "a", count: 255)))
    desk.do(.typePassword(Redacted(String(repeating: "a", count: 1025))))
    #expect(desk.state.desks.isEmpty)
    let field = desk.node("E-mail", at: .signIn)
    #expect(field?.offer(.edit)?.action(.text(String(repeating: "a", count: 255))) == nil)
  }

  @Test("A refusal is shown, keeps the address and clears the password field")
  func refused() {
    var desk = Desk()
    desk.fill("mia@example.com")
    let before = desk.node("Password", at: .signIn)?.id
    desk.submit()
    desk.send(.notEntered(.wrong))
    #expect(desk.says(Problem.wrong.sentence, at: .signIn))
    #expect(desk.node("E-mail", at: .signIn)?.value == "mia@example.com")
    // A new field, since a browser keeps what was typed in the old one.
    #expect(desk.node("Password", at: .signIn)?.id != before)
    #expect(desk.state.desks[desk.name]?.password == Redacted(""))
    desk.do(.typePassword(Redacted("the right one")))
    desk.submit()
    #expect(!desk.says(Problem.wrong.sentence, at: .signIn))
  }

  @Test("A refusal after leaving the screen does not change it")
  func late() {
    var desk = Desk()
    desk.fill()
    desk.submit()
    desk.do(.left(.signIn))
    let before = desk.state.desks
    desk.send(.notEntered(.wrong))
    #expect(desk.state.desks == before && desk.events.isEmpty)
    #expect(desk.node("E-mail", at: .signIn)?.value == Account.mia.email)
    // An answer without a pending request is ignored.
    desk.send(.notEntered(.wrong))
    desk.send(.entered(.ben))
    #expect(desk.state.desks == before && desk.state.standing == .local)
  }

  @Test("A refusal after closing the window leaves no desk behind, and the next attempt is sent")
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

  @Test("Signing in notifies the shell and the user, and clears all forms")
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

  @Test("An account that needs confirmation says where the link was sent, also after leaving the screen")
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

  @Test("The form says how many local entries will be sent to the account")
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

  @Test("A count that arrives before the session is known is shown once it is")
  func early() {
    var desk = Desk(.unknown)
    desk.do(.appeared(.signUp))
    desk.send(.counted(3, .entering, at: desk.name))
    desk.weigh(.local)
    #expect(desk.says("3 entries will be sent to your account.", at: .signUp))
  }

  @Test("After the session expires, the address is prefilled, nothing is lost and no second account can be created")
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

  @Test("Nothing is sent while the session is unknown or the user is signed in")
  func notNow() {
    for standing in [Standing.unknown, .signedIn(.mia)] {
      var desk = Desk(standing)
      desk.fill()
      desk.submit()
      #expect(desk.effects.isEmpty)
    }
  }
}
