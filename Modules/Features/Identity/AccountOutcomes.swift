internal import Interface
internal import Kernel

// The outcomes of operations on the account.
extension IdentityState {
  mutating func worked(_ outcome: AccountOutcome) -> Steps {
    guard case .working(let work, let window, let isLeft) = underWay else { return [] }
    switch outcome {
    case .failed(let problem): return failed(work, problem, in: window, isLeft)
    case .mailed:
      guard case .mail(let purpose, let email) = work else { return finish() }
      let isAgain = mailed[purpose] != nil
      mailed[purpose] = email
      windows[window].email = nil
      return finish() + (isAgain ? [tell("Another mail was sent.", in: window)] : [])
    case .confirmed(let account):
      guard case .confirm(let purpose, let email) = work else { return finish() }
      return confirmed(purpose, email, account, in: window, isLeft)
    case .passwordChanged:
      mustSetPassword = false
      let words = "Your password is changed. Other devices must sign in again."
      return finish() + [tell(words, in: window)] + look(.ways, in: window) + lead(to: .account, in: window, isLeft)
    case .emailChanged(let isDone):
      guard case .changeEmail(let email) = work else { return finish() }
      return emailChanged(to: email, isDone, in: window, isLeft)
    case .departed(let visit):
      guard case .depart(let provider, _) = work else { return finish() }
      guard !isLeft else { return finish() }
      windows[window].away = provider
      return finish() + [.tell(.browserAsked(visit), window)]
    case .arrived(let arrival): return arrived(arrival, in: window)
    case .unlinked:
      guard case .unlink(let link) = work else { return finish() }
      return finish() + [tell("\(link.provider.title) is unlinked.", in: window)] + look(.ways, in: window)
    }
  }

  private func tell(_ words: String, in window: WindowID) -> Step<IdentityEffect, IdentityEvent> {
    .tell(.told(Toast(words, tone: .success)), window)
  }

  private func lead(to route: Route, in window: WindowID, _ isLeft: Bool) -> Steps {
    isLeft ? [] : [.tell(.ledOn(route), window)]
  }

  // MARK: Success

  private mutating func confirmed(
    _ purpose: MailPurpose, _ email: String, _ account: Account?, in window: WindowID, _ isLeft: Bool
  ) -> Steps {
    guard let account else {
      if email == addressChange?.old { addressChange?.isOldConfirmed = true }
      if email == addressChange?.new { addressChange?.isNewConfirmed = true }
      let steps = finish()
      // The other code was typed as well.
      guard windows[window].secrets[.code] != nil || windows[window].secrets[.oldCode] != nil else { return steps }
      return steps + receive(.submitCode(.emailChange), from: window)
    }
    let arrival: SignInReturn =
      switch purpose {
      case .confirmation: .confirmed(account)
      case .recovery: .recovered(account)
      case .emailChange: .emailChanged(account)
      }
    return arrived(arrival, in: window, isLeft)
  }

  private mutating func emailChanged(
    to email: String, _ isDone: Bool, in window: WindowID, _ isLeft: Bool
  ) -> Steps {
    guard let account = standing.account else { return finish() }
    windows[window].newEmail = ""
    windows[window].provesEmail = false
    guard !isDone else {
      return arrived(.emailChanged(Account(id: account.id, email: email)), in: window, isLeft)
    }
    addressChange = AddressChange(old: account.email, new: email)
    mailed[.emailChange] = email
    return finish()
  }

  /// The person is signed in. A new account is the standing from now on; the same one may have a new address.
  private mutating func arrived(_ arrival: SignInReturn, in window: WindowID, _ isLeft: Bool = false) -> Steps {
    guard let account = arrival.account else {
      return finish() + [tell("One address is confirmed. Confirm the other one too.", in: window)]
    }
    let (words, route): (String, Route) =
      switch arrival {
      case .recovered: ("Signed in as \(account.email). Set a new password now.", .password)
      case .emailChanged: ("Your address is \(account.email) now.", .account)
      case .linked: ("It is linked to your account.", .account)
      case .confirmed: ("Your address is confirmed. Signed in as \(account.email).", .account)
      case .signedIn, .half: ("Signed in as \(account.email).", .account)
      }
    var steps = become(.signedIn(account))
    mailed = [:]
    addressChange = nil
    windows[window].email = nil
    windows[window].away = nil
    if case .recovered = arrival { mustSetPassword = true }
    steps.append(tell(words, in: window))
    return steps + finish() + look(.ways, in: window) + lead(to: route, in: window, isLeft)
  }

  // MARK: Failure

  private mutating func failed(
    _ work: AccountWork, _ problem: Problem, in window: WindowID, _ isLeft: Bool
  ) -> Steps {
    guard !isLeft else {
      // A mail or a code that failed can be asked for again; a change that failed is reported.
      switch work {
      case .mail, .confirm, .depart: return finish()
      case .changePassword, .changeEmail, .arrive, .unlink:
        return finish() + [.tell(.told(Toast(problem)), window)]
      }
    }
    show(problem, of: work, in: window)
    let isReturn = work == .arrive
    // The window may show any screen when a browser returns.
    return finish() + (isReturn ? [.tell(.told(Toast(problem)), window)] : [])
  }

  /// Shows the problem at the field that it is about, or else above the form.
  private mutating func show(_ problem: Problem, of work: AccountWork, in window: WindowID) {
    if case .changeEmail = work, problem.code == "auth-again", ways?.hasPassword != false {
      windows[window].provesEmail = true
      windows[window].faults[.currentPassword] = "Enter your current password, which the server asks for."
      return
    }
    guard let field = field(of: problem, work) else {
      windows[window].problem = problem
      return
    }
    windows[window].faults[field] = problem.inField
  }

  private func field(of problem: Problem, _ work: AccountWork) -> AccountField? {
    switch (problem.code, work) {
    case ("auth-code", .confirm(.emailChange, let email)) where email == addressChange?.old: .oldCode
    case ("auth-code", .confirm): .code
    case ("auth-current-password", _): .currentPassword
    case ("auth-weak-password", .changePassword), ("auth-same-password", .changePassword),
      ("auth-password", .changePassword):
      .newPassword
    case ("auth-registered", .changeEmail), ("auth-mail", .changeEmail), ("auth-invalid", .changeEmail): .newEmail
    case ("auth-mail", .mail), ("auth-invalid", .mail): .email
    default: nil
    }
  }
}

extension Problem {
  /// The event and the remedy, for the message at a field.
  var inField: String { "\(what) \(remedy)" }
}
