import Covers
import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Codes from mails, the password and the address") struct CodeTests {
  private func type(_ field: SecretField, _ text: String, _ sitting: inout Sitting) {
    sitting.do(.typeSecret(field, Redacted(text)))
  }

  /// A profile in which a mail for a new password was asked for.
  private func recovering() -> Sitting {
    var sitting = Sitting()
    sitting.do(.typeEmail(Account.mia.email))
    sitting.do(.sendMail(.recovery))
    #expect(sitting.effects == [.account(.mail(.recovery, to: Account.mia.email), in: sitting.window)])
    sitting.send(.worked(.mailed))
    return sitting
  }

  @Test(
    "A forgotten password is recovered by a code: the mail, the code, and a new password without the current one")
  func recovery() {
    var sitting = recovering()
    #expect(
      sitting.says(
        "If mia@example.org has an account, a mail with a code is on its way. Enter the code here, or open the link in the mail.",
        at: .recover))
    type(.code, "482 913", &sitting)
    sitting.do(.submitCode(.recovery))
    #expect(
      sitting.effects == [
        .account(.confirm(.recovery, of: Account.mia.email, Redacted(Sitting.code)), in: sitting.window)
      ])
    sitting.send(.worked(.confirmed(.mia)))
    #expect(sitting.state.standing == .signedIn(.mia) && sitting.told.contains(.ledOn(.password)))
    #expect(sitting.screen(.password).title == "Set password")
    #expect(sitting.node("Current password", at: .password) == nil)
    type(.newPassword, "another-long-secret", &sitting)
    sitting.do(.changePassword)
    #expect(
      sitting.effects == [
        .account(.changePassword(from: nil, to: Redacted("another-long-secret")), in: sitting.window)
      ])
    sitting.send(.worked(.passwordChanged))
    #expect(sitting.told.contains(.ledOn(.account)) && sitting.screen(.password).title == "Change password")
  }

  @Test(
    "A code that is not six digits is reported at its field and not sent",
    arguments: ["", "12345", "1234567", "abcdef"])
  func malformed(_ code: String) {
    var sitting = recovering()
    type(.code, code, &sitting)
    sitting.do(.submitCode(.recovery))
    #expect(sitting.effects.isEmpty)
    #expect(sitting.node("Code", at: .recover)?.state.invalid == "Enter the six digits of the code.")
  }

  @Test("A wrong code is reported at its field, which is emptied; typing again removes the message")
  func wrong() {
    var sitting = recovering()
    let before = sitting.node("Code", at: .recover)?.id
    type(.code, "000000", &sitting)
    sitting.do(.submitCode(.recovery))
    sitting.send(.worked(.failed(.wrongCode)))
    let field = sitting.node("Code", at: .recover)
    #expect(
      field?.state.invalid == "The code is wrong or has expired. Check the newest mail, or ask for a new one."
        && field?.id != before)
    #expect(sitting.state.windows[sitting.window].problem == nil)
    type(.code, "1", &sitting)
    #expect(sitting.node("Code", at: .recover)?.state.invalid == nil)
  }

  @Test("A throttled mail says how long to wait, and another one can be asked for")
  func throttled() {
    var sitting = recovering()
    sitting.do(.sendMail(.recovery))
    #expect(sitting.node("Send another mail", at: .recover)?.state.isDisabled == true)
    let many = Problem(
      "auth-too-many", "There were too many tries.", safe: "Nothing was changed.",
      remedy: "Wait 5 minutes, then try again.")
    sitting.send(.worked(.failed(many)))
    #expect(
      sitting.says("There were too many tries. Nothing was changed. Wait 5 minutes, then try again.", at: .recover))
    sitting.do(.sendMail(.recovery))
    sitting.send(.worked(.mailed))
    #expect(sitting.told == [.told(Toast("Another mail was sent.", tone: .success))])
  }

  @Test("An invalid address is reported at its field, and another address can be used")
  func addresses() {
    var sitting = Sitting()
    sitting.do(.typeEmail("mia"))
    sitting.do(.sendMail(.recovery))
    #expect(sitting.effects.isEmpty)
    #expect(
      sitting.node("E-mail", at: .recover)?.state.invalid == "Enter your email address, such as name@example.org.")
    sitting = recovering()
    #expect(sitting.node("E-mail", at: .recover) == nil)
    sitting.do(.useAnotherAddress(.recovery))
    #expect(sitting.node("E-mail", at: .recover) != nil)
  }

  @Test("A new account is confirmed by its code, also without the window that created it")
  func confirmation() {
    var sitting = Sitting()
    sitting.do(.typeEmail(Account.mia.email))
    type(.code, Sitting.code, &sitting)
    sitting.do(.submitCode(.confirmation))
    #expect(
      sitting.effects == [
        .account(.confirm(.confirmation, of: Account.mia.email, Redacted(Sitting.code)), in: sitting.window)
      ])
    sitting.send(.worked(.confirmed(.mia)))
    #expect(sitting.events == [.signedIn(.mia)] && sitting.told.last == .ledOn(.account))
  }

  @Test("Signing in with an unconfirmed address offers to enter the code")
  func unconfirmed() {
    var sitting = Sitting()
    sitting.fill()
    sitting.submit()
    sitting.send(.notEntered(Problem("auth-unconfirmed", "It is not confirmed.", remedy: "Open the link.")))
    #expect(sitting.node("Enter the code from the mail", at: .signIn)?.destination == .confirm)
  }

  @Test(
    "The password is changed with the current one, which is reported at its field when it is missing or wrong",
    .covers("pa-R10.3", "yh-S04.6.2-B11"))
  func password() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.changePassword)
    #expect(sitting.effects.isEmpty)
    #expect(sitting.node("Current password", at: .password)?.state.invalid == "Enter your current password.")
    #expect(sitting.node("New password", at: .password)?.state.invalid == "Enter a new password.")
    type(.currentPassword, "a guess", &sitting)
    type(.newPassword, "another-long-secret", &sitting)
    sitting.do(.changePassword)
    #expect(
      sitting.effects == [
        .account(
          .changePassword(from: Redacted("a guess"), to: Redacted("another-long-secret")), in: sitting.window)
      ])
    #expect(sitting.state.windows[sitting.window].secrets.isEmpty)
    sitting.send(.worked(.failed(.wrongCurrent)))
    #expect(
      sitting.node("Current password", at: .password)?.state.invalid
        == "The current password is not right. Type it again.")
    let weak = Problem("auth-weak-password", "This password is too weak.", safe: "x", remedy: "Choose a longer one.")
    type(.currentPassword, Sitting.password, &sitting)
    type(.newPassword, "short", &sitting)
    sitting.do(.changePassword)
    sitting.send(.worked(.failed(weak)))
    #expect(
      sitting.node("New password", at: .password)?.state.invalid == "This password is too weak. Choose a longer one.")
  }

  @Test("A refused sign-up shows the message at the field that it is about")
  func fields() {
    var sitting = Sitting()
    for (code, label) in [("auth-registered", "E-mail"), ("auth-weak-password", "Password")] {
      sitting.fill()
      sitting.submit(.signUp)
      sitting.send(.notEntered(Problem(code, "It is refused.", safe: "x", remedy: "Change it.")))
      #expect(sitting.node(label, at: .signUp)?.state.invalid == "It is refused. Change it.")
      #expect(!sitting.nodes(.signUp).contains { $0.id == "problem" })
    }
  }

  @Test("A server that asks for the current password before it changes the address gets it, from a field of the form")
  func provedEmail() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.typeNewEmail("new@example.org"))
    sitting.do(.changeEmail)
    #expect(sitting.node("Current password", at: .email) == nil)
    sitting.send(.worked(.failed(Problem("auth-again", "Confirm that it is you.", remedy: "Enter your password."))))
    #expect(sitting.node("Current password", at: .email)?.state.invalid?.contains("current password") == true)
    sitting.do(.changeEmail)
    #expect(sitting.effects.isEmpty)
    type(.currentPassword, "secret", &sitting)
    sitting.do(.changeEmail)
    #expect(
      sitting.effects == [
        .account(.changeEmail(to: "new@example.org", with: Redacted("secret")), in: sitting.window)
      ])
    sitting.send(.worked(.emailChanged(isDone: true)))
    #expect(sitting.node("Current password", at: .email) == nil)
  }

  @Test("A change of address is confirmed at both addresses, one code after the other", .covers("vx-FR-044"))
  func email() {
    var sitting = Sitting(.signedIn(.mia))
    for (typed, complaint) in [
      ("mia", "Enter your email address, such as name@example.org."),
      ("MIA@example.org", "This is your address already."),
    ] {
      sitting.do(.typeNewEmail(typed))
      sitting.do(.changeEmail)
      #expect(sitting.effects.isEmpty && sitting.node("New e-mail", at: .email)?.state.invalid == complaint)
    }
    sitting.do(.typeNewEmail("new@example.org"))
    sitting.do(.changeEmail)
    #expect(sitting.effects == [.account(.changeEmail(to: "new@example.org"), in: sitting.window)])
    sitting.send(.worked(.emailChanged(isDone: false)))
    #expect(sitting.state.standing == .signedIn(.mia))
    type(.oldCode, "111111", &sitting)
    type(.code, "222222", &sitting)
    sitting.do(.submitCode(.emailChange))
    #expect(
      sitting.effects == [
        .account(.confirm(.emailChange, of: Account.mia.email, Redacted("111111")), in: sitting.window)
      ]
    )
    sitting.send(.worked(.confirmed(nil)))
    #expect(sitting.says("mia@example.org is confirmed.", at: .email))
    #expect(
      sitting.effects.contains(
        .account(.confirm(.emailChange, of: "new@example.org", Redacted("222222")), in: sitting.window)))
    let moved = Account(id: Account.mia.id, email: "new@example.org")
    sitting.send(.worked(.confirmed(moved)))
    #expect(sitting.state.standing == .signedIn(moved) && sitting.node("E-mail")?.value == "new@example.org")
  }

  @Test("Only one operation at a time changes the session, and other windows say so")
  func once() {
    var sitting = recovering()
    sitting.do(.sendMail(.recovery))
    let other: WindowID = Sitting.identifiers.next()
    sitting.do(.typeEmail("ben@example.org"), from: other)
    sitting.do(.account(.sendMail(.recovery)), from: other)
    #expect(sitting.steps.isEmpty)
    let button = sitting.state.screen(.signIn, in: Surroundings(now: Sitting.now), at: other).nodes
      .first { $0.label == "Sign in" && $0.role == .button }
    #expect(button?.hint == "Another window is changing your account.")
  }

  @Test("No code and no new password is printed or held by a screen")
  func secret() {
    var sitting = recovering()
    type(.code, Sitting.code, &sitting)
    type(.newPassword, Sitting.password, &sitting)
    for _ in 0..<2 {
      var text = ""
      dump(sitting.state, to: &text)
      dump(sitting.steps, to: &text)
      for route in Route.all { for node in sitting.nodes(route) { dump(node.element, to: &text) } }
      #expect(!text.contains(Sitting.code) && !text.contains(Sitting.password))
      sitting.do(.submitCode(.recovery))
    }
    #expect(sitting.node("Code", at: .recover)?.offer(.draft) == nil)
    #expect(sitting.node("Code", at: .recover)?.state.purpose == .oneTimeCode)
  }
}
