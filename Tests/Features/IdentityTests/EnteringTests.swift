import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing in and creating an account") struct EnteringTests {
  @Test("Submitting twice sends one request, from one window or from two")
  func once() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    #expect(
      sitting.effects == [.enter(.signIn, email: Account.mia.email, Redacted(Sitting.password), in: sitting.window)])
    sitting.submit()
    #expect(sitting.steps.isEmpty)
    let other: WindowID = Sitting.identifiers.next()
    sitting.do(.typeEmail("ben@example.org"), from: other)
    sitting.do(.typePassword(Redacted("another")), from: other)
    sitting.do(.submit(.signIn), from: other)
    #expect(sitting.steps.isEmpty)
    let button = sitting.state.screen(.signIn, in: Surroundings(now: Sitting.now), at: other).nodes
      .first { $0.role == .button }
    #expect(button?.state.isDisabled == true && button?.hint == "Another window is signing in.")
  }

  @Test("While a request is under way, the form is disabled, says why and shows progress")
  func underWay() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    for label in ["E-mail", "Password", "Sign in"] {
      let node = sitting.node(label, at: .signIn)
      #expect(node?.state.isDisabled == true && node?.hint == "Signing in is in progress.", "\(label)")
    }
    #expect(sitting.node("Signing in", at: .signIn)?.role == .progressbar)
    sitting.send(.notEntered(.wrong))
    #expect(sitting.node("Sign in", at: .signIn)?.state.isDisabled == false)
    #expect(sitting.node("Signing in", at: .signIn) == nil)
  }

  @Test(
    "An invalid address is reported at its field on submit, and no request is sent",
    arguments: [
      "", "  ", "mia", "mia@", "@example.org", "mia@example", "mia@example.", "mia@.org", "a b@example.org",
      "a@b@c.org",
    ])
  func addresses(_ email: String) {
    var sitting = Sitting()
    sitting.fill(email)
    #expect(sitting.node("E-mail", at: .signIn)?.state.invalid == nil)
    sitting.submit()
    #expect(sitting.effects.isEmpty)
    #expect(sitting.node("E-mail", at: .signIn)?.state.invalid == "Enter your email address, such as name@example.org.")
    #expect(sitting.node("E-mail", at: .signIn)?.value == email)
    sitting.do(.typeEmail(" mia@example.org "))
    #expect(sitting.node("E-mail", at: .signIn)?.state.invalid == nil)
    sitting.submit()
    #expect(
      sitting.effects == [.enter(.signIn, email: "mia@example.org", Redacted(Sitting.password), in: sitting.window)])
  }

  @Test("An empty password is reported at its field, in the words of the form")
  func noPassword() {
    for (form, route, words) in [
      (IdentityWindowState.Form.signIn, Route.signIn, "Enter your password."),
      (.signUp, .signUp, "Enter a password for your account."),
    ] {
      var sitting = Sitting()
      sitting.fill("mia@example.org", "")
      sitting.submit(form)
      #expect(sitting.effects.isEmpty && sitting.node("Password", at: route)?.state.invalid == words)
    }
  }

  @Test("Input longer than a field's limit is ignored")
  func long() {
    var sitting = Sitting()
    sitting.do(.typeEmail(String(repeating: "a", count: 255)))
    sitting.do(.typePassword(Redacted(String(repeating: "a", count: 1025))))
    #expect(sitting.state.windows.isEmpty)
    let field = sitting.node("E-mail", at: .signIn)
    #expect(field?.offer(.edit)?.action(.text(String(repeating: "a", count: 255))) == nil)
  }

  @Test("A refusal is shown, keeps the address and clears the password field")
  func refused() {
    var sitting = Sitting()
    sitting.fill("mia@example.com")
    let before = sitting.node("Password", at: .signIn)?.id
    sitting.submit()
    sitting.send(.notEntered(.wrong))
    #expect(sitting.says(Problem.wrong.sentence, at: .signIn))
    #expect(sitting.node("E-mail", at: .signIn)?.value == "mia@example.com")
    // A new field, since a browser keeps what was typed in the old one.
    #expect(sitting.node("Password", at: .signIn)?.id != before)
    #expect(sitting.state.windows[sitting.window].password == Redacted(""))
    sitting.do(.typePassword(Redacted("the right one")))
    sitting.submit()
    #expect(!sitting.says(Problem.wrong.sentence, at: .signIn))
  }

  @Test("A refusal after leaving the screen does not change it")
  func late() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    sitting.do(.left(.signIn))
    let before = sitting.state.windows
    sitting.send(.notEntered(.wrong))
    #expect(sitting.state.windows == before && sitting.events.isEmpty && sitting.told.isEmpty)
    #expect(sitting.node("E-mail", at: .signIn)?.value == Account.mia.email)
    // An answer without a pending request is ignored.
    sitting.send(.notEntered(.wrong))
    sitting.send(.entered(.ben))
    #expect(sitting.state.windows == before && sitting.state.standing == .local)
  }

  @Test("A refusal after closing the window leaves no local state behind, and the next attempt is sent")
  func closed() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    sitting.close()
    sitting.send(.notEntered(.wrong))
    #expect(sitting.state.windows.isEmpty)
    sitting.fill()
    sitting.submit()
    #expect(sitting.effects.count == 1)
  }

  @Test("Signing in notifies the shell and the user, and clears all forms")
  func entered() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    sitting.send(.entered(.mia))
    #expect(sitting.state.standing == .signedIn(.mia) && sitting.state.windows.isEmpty)
    // The page whose step is done is left for the account.
    let toast = Toast("Signed in as mia@example.org.", tone: .success)
    #expect(sitting.steps.prefix(2) == [.say(.signedIn(.mia)), .tell(.told(toast), sitting.window)])
    #expect(sitting.events == [.signedIn(.mia)] && sitting.told == [.told(toast), .ledOn(.account)])
    #expect(sitting.screen().title == "Account" && sitting.node("Sign out") != nil)
    // In another window the pages of the step say that it is done.
    for (route, title) in [(Route.signIn, "Sign in"), (.signUp, "Create account"), (.confirm, "Confirm your address")] {
      #expect(sitting.screen(route).title == title && sitting.says("You are signed in as mia@example.org.", at: route))
      #expect(sitting.node("Account", at: route)?.destination == .account)
    }
  }

  @Test("Signing in leads every other window on that waits at a page of that step, and no other")
  func led() {
    for route in Route.all {
      let other: WindowID = Sitting.identifiers.next()
      var sitting = Sitting()
      sitting.do(.appeared(.signIn))
      sitting.do(.appeared(route), from: other)
      sitting.fill()
      sitting.submit()
      sitting.send(.entered(.mia))
      let led: [IdentityEvent] = sitting.steps.compactMap {
        if case .tell(let event, other) = $0 { event } else { nil }
      }
      #expect(led == ([.signIn, .signUp, .confirm].contains(route) ? [.ledOn(.account)] : []), "\(route)")
      #expect(sitting.told.count { $0 == .ledOn(.account) } == 1)
    }
    // A person who opens such a page while signed in stays there.
    var opening = Sitting(.unknown)
    opening.do(.appeared(.signIn))
    opening.weigh(.signedIn(.mia))
    #expect(opening.told == [])
  }

  @Test("An account that needs confirmation leads on to its code; a user who has left the screen is told by a toast")
  func confirming() {
    let words = "A mail was sent to mia@example.org. Confirm your address with its code or its link."
    for isLeft in [false, true] {
      var sitting = Sitting()
      sitting.fill()
      sitting.submit(.signUp)
      if isLeft { sitting.do(.left(.signUp)) }
      sitting.send(.mustConfirm(email: Account.mia.email))
      #expect(sitting.state.standing == .local && sitting.events.isEmpty)
      #expect(sitting.told == (isLeft ? [.told(Toast(words))] : [.ledOn(.confirm)]))
      #expect(sitting.says("A mail was sent to mia@example.org. Enter its code here, or open its link.", at: .confirm))
    }
  }

  @Test("The form says how many local entries will be sent to the account")
  func promise() {
    var sitting = Sitting()
    sitting.do(.appeared(.signUp))
    #expect(
      sitting.effects == [.count(.entering, in: sitting.window), .look(.providers, nil, in: sitting.window)])
    sitting.send(.counted(Unsent(12), .entering, in: sitting.window))
    #expect(sitting.says("12 entries will be sent to your account.", at: .signUp))
    sitting.send(.counted(Unsent(1), .entering, in: sitting.window))
    #expect(sitting.says("1 entry will be sent to your account.", at: .signIn))
    sitting.send(.counted(Unsent(0), .entering, in: sitting.window))
    #expect(!sitting.nodes(.signUp).contains { $0.id == "promise" })
  }

  @Test("A count that arrives before the session is known is shown once it is")
  func early() {
    var sitting = Sitting(.unknown)
    sitting.do(.appeared(.signUp))
    sitting.send(.counted(Unsent(3), .entering, in: sitting.window))
    sitting.weigh(.local)
    #expect(sitting.says("3 entries will be sent to your account.", at: .signUp))
  }

  @Test("After the session expires, the address is prefilled, nothing is lost and no second account can be created")
  func expired() {
    var sitting = Sitting(.expired(.mia))
    #expect(sitting.says("Please sign in again. Nothing you entered is lost."))
    #expect(sitting.node("E-mail")?.value == "mia@example.org")
    sitting.do(.typePassword(Redacted(Sitting.password)))
    sitting.submit(.signUp)
    #expect(sitting.effects.isEmpty)
    #expect(
      sitting.says(
        "This profile belongs to mia@example.org. Sign out there first, or use another profile.", at: .signUp))
    sitting.submit(.signIn)
    #expect(
      sitting.effects == [.enter(.signIn, email: "mia@example.org", Redacted(Sitting.password), in: sitting.window)])
  }

  @Test("Nothing is sent while the session is unknown or the user is signed in")
  func notNow() {
    for standing in [Standing.unknown, .signedIn(.mia)] {
      var sitting = Sitting(standing)
      sitting.fill()
      sitting.submit()
      #expect(sitting.effects.isEmpty)
    }
  }
}
