internal import Interface
internal import Kernel

// The user's actions in one window, and the outcome of signing in and out.
extension IdentityState {
  mutating func decide(_ action: DeskAction, at name: IdentityDesk.Name) -> Steps {
    switch action {
    case .appeared(let route):
      return standing.account == nil && route != .account ? [count(.entering, name)] : []
    case .left:
      if desks[name] != nil { change(name) { $0.leave() } }
      return leave(name) + [.stop(lane(.leaving, name))]
    case .typeEmail(let text):
      guard text.count <= IdentityDesk.longestEmail else { return [] }
      change(name) { $0.email = text }
    case .typePassword(let text):
      guard text.revealed.count <= IdentityDesk.longestPassword else { return [] }
      change(name) { $0.password = text }
    case .submit(let form): return submit(form, at: name)
    case .askToSignOut:
      guard underWay == nil, standing.account != nil else { return [] }
      change(name) { desk in
        desk.isCounting = true
        desk.problem = nil
      }
      return [count(.leaving, name)]
    case .dismiss: change(name) { $0.losing = nil }
    case .syncFirst:
      guard desks[name]?.losing != nil else { return [] }
      change(name) { $0.losing = nil }
      return [.say(.syncAsked)]
    case .signOut:
      guard underWay == nil, let losing = desks[name]?.losing else { return [] }
      change(name) { $0.losing = nil }
      underWay = .leaving(at: name, isLeft: false)
      return [.run(.leave(discarding: losing), .inOrder("session"))]
    }
    return []
  }

  /// The user has moved to another screen, or the window is closed.
  mutating func leave(_ name: IdentityDesk.Name) -> Steps {
    switch underWay {
    case .entering(let form, let email, name, _): underWay = .entering(form, email: email, at: name, isLeft: true)
    case .leaving(name, _): underWay = .leaving(at: name, isLeft: true)
    case .entering, .leaving, .weighing, nil: break
    }
    return []
  }

  // MARK: Signing in

  private mutating func submit(_ form: IdentityDesk.Form, at name: IdentityDesk.Name) -> Steps {
    // A profile that has an owner accepts no new account.
    guard underWay == nil, standing == .local || (form == .signIn && standing.isExpired) else { return [] }
    let desk = desks[name] ?? IdentityDesk()
    guard complaintAboutEmail(at: desk) == nil, complaintAboutPassword(form, at: desk) == nil else {
      change(name) { $0.isChecked = true }
      return []
    }
    let email = IdentityState.trimmed(email(at: desk))
    var password = Redacted("")
    change(name) { desk in
      password = desk.takePassword()
      desk.isChecked = false
      desk.problem = nil
      desk.confirming = nil
    }
    underWay = .entering(form, email: email, at: name, isLeft: false)
    return [.run(.enter(form, email: email, password), .inOrder("session"))]
  }

  mutating func entered(_ account: Account) -> Steps {
    guard case .entering(_, _, let name, _) = underWay else { return [] }
    desks[name]?.email = nil
    return become(.signedIn(account)) + [.say(.told(Toast("Signed in as \(account.email).", tone: .success), at: name))]
      + finish()
  }

  /// The account was created: the user is told even after leaving the screen.
  mutating func mustConfirm(_ email: String) -> Steps {
    guard case .entering(_, _, let name, let isLeft) = underWay else { return [] }
    let toast: Steps = isLeft ? [.say(.told(Toast(IdentityState.confirming(email)), at: name))] : []
    return toast + notEntered { $0.confirming = email }
  }

  static func confirming(_ email: String) -> String { "A link was sent to \(email). Open it, then sign in here." }

  /// Shows the outcome on the screen where signing in was requested, if that screen is still there.
  mutating func notEntered(_ say: (inout IdentityDesk) -> Void) -> Steps {
    guard case .entering(_, _, let name, let isLeft) = underWay else { return [] }
    if !isLeft { change(name, say) }
    return finish()
  }

  // MARK: Counts of unsent entries

  private func lane(_ reason: Counting, _ name: IdentityDesk.Name) -> Lane { .latest("count \(reason) \(name)") }

  private func count(_ reason: Counting, _ name: IdentityDesk.Name) -> Step<IdentityEffect, IdentityEvent> {
    .run(.count(reason, at: name), lane(reason, name))
  }

  mutating func counted(_ count: Int, _ reason: Counting, at name: IdentityDesk.Name) -> Steps {
    switch reason {
    case .entering: change(name) { $0.waiting = max(0, count) }
    case .leaving:
      guard desks[name]?.isCounting == true, standing.account != nil else { return [] }
      change(name) { desk in
        desk.isCounting = false
        desk.losing = max(0, count)
      }
    }
    return []
  }

  mutating func notCounted(_ problem: Problem, _ reason: Counting, at name: IdentityDesk.Name) -> Steps {
    guard reason == .leaving, desks[name]?.isCounting == true else { return [] }
    change(name) { desk in
      desk.isCounting = false
      desk.problem = problem
    }
    return []
  }

  // MARK: Signing out

  mutating func left() -> Steps {
    guard case .leaving(let name, _) = underWay else { return [] }
    let steps = become(.local)
    // The previous user's address is not shown to the next one.
    desks = [:]
    return steps + [.say(.told(Toast("Signed out.", tone: .success), at: name))] + finish()
  }

  /// A user who has left the screen is told as well, since they believe that they are signed out.
  mutating func notLeft(_ problem: Problem?, _ say: (inout IdentityDesk) -> Void) -> Steps {
    guard case .leaving(let name, let isLeft) = underWay else { return [] }
    guard isLeft else {
      change(name, say)
      return finish()
    }
    let toast = problem.map { Toast($0) } ?? Toast("You are still signed in: there are unsent entries.", tone: .warning)
    return [.say(.told(toast, at: name))] + finish()
  }
}

extension Standing {
  var isExpired: Bool { if case .expired = self { true } else { false } }
}
