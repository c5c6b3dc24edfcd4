internal import Interface
public import Kernel

// The user's actions in one window, and the outcome of signing in and out.
extension IdentityState {
  public mutating func receive(_ action: IdentityWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      windows[window].shown = route
      let isEntry = route == .signIn || route == .signUp
      return (standing.account == nil && isEntry ? [count(.entering, window)] : []) + lookAround(in: window)
    case .left:
      windows[window].leave()
      windows[window].shown = nil
      return leave(window) + [.stop(lane(.leaving, window))]
    case .typeEmail(let text):
      guard text.count <= IdentityWindowState.longestEmail else { return [] }
      windows[window].email = text
      windows[window].faults[.email] = nil
    case .typePassword(let text):
      guard text.revealed.count <= IdentityWindowState.longestPassword else { return [] }
      windows[window].password = text
      windows[window].faults[.newPassword] = nil
    case .submit(let form): return submit(form, in: window)
    case .askToSignOut:
      guard underWay == nil, standing.account != nil else { return [] }
      windows[window].isCounting = true
      windows[window].problem = nil
      return [count(.leaving, window)]
    case .dismiss: windows[window].losing = nil
    case .syncFirst:
      guard windows[window].losing != nil else { return [] }
      windows[window].losing = nil
      return [.say(.syncAsked)]
    case .signOut:
      guard underWay == nil, let losing = windows[window].losing else { return [] }
      windows[window].losing = nil
      underWay = .leaving(in: window, isLeft: false)
      return [.run(.leave(discarding: losing.entries), .inOrder("session"))]
    case .account(let action): return receive(action, from: window)
    }
    return []
  }

  /// An operation that was begun in the window continues, and its result is not kept for the window.
  public mutating func closed(_ local: IdentityWindowState, of window: WindowID, at now: Moment) -> Steps {
    leave(window)
  }

  /// The user has moved to another screen, or the window is closed.
  private mutating func leave(_ window: WindowID) -> Steps {
    switch underWay {
    case .entering(let form, let email, window, _): underWay = .entering(form, email: email, in: window, isLeft: true)
    case .leaving(window, _): underWay = .leaving(in: window, isLeft: true)
    case .working(let work, window, _): underWay = .working(work, in: window, isLeft: true)
    case .entering, .leaving, .working, .weighing, nil: break
    }
    return []
  }

  // MARK: Signing in

  private mutating func submit(_ form: IdentityWindowState.Form, in window: WindowID) -> Steps {
    // A profile that has an owner accepts no new account.
    guard underWay == nil, standing == .local || (form == .signIn && standing.isExpired) else { return [] }
    let local = windows[window]
    guard complaintAboutEmail(in: local) == nil, complaintAboutPassword(form, in: local) == nil else {
      windows[window].isChecked = true
      return []
    }
    let email = IdentityState.trimmed(email(in: local))
    let password = windows[window].takePassword()
    windows[window].isChecked = false
    windows[window].problem = nil
    windows[window].faults = [:]
    underWay = .entering(form, email: email, in: window, isLeft: false)
    return [.run(.enter(form, email: email, password, in: window), .inOrder("session"))]
  }

  mutating func entered(_ account: Account) -> Steps {
    guard case .entering(_, _, let window, let isLeft) = underWay else { return [] }
    windows[window].email = nil
    let toast = Toast("Signed in as \(account.email).", tone: .success)
    return become(.signedIn(account)) + [.tell(.told(toast), window)] + finish()
      + (isLeft ? [] : [.tell(.ledOn(.account), window)])
  }

  /// The account was created: the user is told even after leaving the screen.
  mutating func mustConfirm(_ email: String) -> Steps {
    guard case .entering(_, _, let window, let isLeft) = underWay else { return [] }
    mailed[.confirmation] = email
    let toast: Steps = isLeft ? [.tell(.told(Toast(IdentityState.confirming(email))), window)] : []
    return toast + notEntered { _ in } + (isLeft ? [] : [.tell(.ledOn(.confirm), window)])
  }

  static func confirming(_ email: String) -> String {
    "A mail was sent to \(email). Confirm your address with its code or its link."
  }

  /// Shows the outcome on the screen where signing in was requested, if that screen is still there.
  mutating func notEntered(_ say: (inout IdentityWindowState) -> Void) -> Steps {
    guard case .entering(_, _, let window, let isLeft) = underWay else { return [] }
    if !isLeft { say(&windows[window]) }
    return finish()
  }

  /// Shows a refusal at the field that it is about, or else above the form.
  mutating func notEntered(_ problem: Problem) -> Steps {
    let field: AccountField? =
      switch problem.code {
      case "auth-registered", "auth-mail": .email
      case "auth-weak-password", "auth-password": .newPassword
      default: nil
      }
    return notEntered { local in
      if let field { local.faults[field] = problem.inField } else { local.problem = problem }
    }
  }

  // MARK: Counts of unsent entries

  private func lane(_ reason: Counting, _ window: WindowID) -> Lane { .latest("count \(reason)", of: window) }

  private func count(_ reason: Counting, _ window: WindowID) -> Step<IdentityEffect, IdentityEvent> {
    .run(.count(reason, in: window), lane(reason, window))
  }

  mutating func counted(_ unsent: Unsent, _ reason: Counting, in window: WindowID) -> Steps {
    switch reason {
    case .entering: windows[window].waiting = unsent.entries
    case .leaving:
      guard windows[window].isCounting, standing.account != nil else { return [] }
      windows[window].isCounting = false
      windows[window].losing = unsent
    }
    return []
  }

  mutating func notCounted(_ problem: Problem, _ reason: Counting, in window: WindowID) -> Steps {
    guard reason == .leaving, windows[window].isCounting else { return [] }
    windows[window].isCounting = false
    windows[window].problem = problem
    return []
  }

  // MARK: Signing out

  mutating func left() -> Steps {
    guard case .leaving(let window, _) = underWay else { return [] }
    let steps = become(.local)
    // The previous user's address is not shown to the next one.
    windows = WindowStates()
    return steps + [.tell(.told(Toast("Signed out.", tone: .success)), window)] + finish()
  }

  /// A user who has left the screen is told as well, since they believe that they are signed out.
  mutating func notLeft(_ problem: Problem?, _ say: (inout IdentityWindowState) -> Void) -> Steps {
    guard case .leaving(let window, let isLeft) = underWay else { return [] }
    guard isLeft else {
      say(&windows[window])
      return finish()
    }
    let toast = problem.map { Toast($0) } ?? Toast("You are still signed in: there are unsent entries.", tone: .warning)
    return [.tell(.told(toast), window)] + finish()
  }
}

extension Standing {
  var isExpired: Bool { if case .expired = self { true } else { false } }
}
