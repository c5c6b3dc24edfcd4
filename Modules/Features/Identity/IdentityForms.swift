internal import Interface
internal import Kernel

// The form for signing in and for creating an account.
extension IdentityState {
  func form(_ form: IdentityDesk.Form, at desk: IdentityDesk, _ name: IdentityDesk.Name) -> [Node<DeskAction>] {
    let reason = hindrance(at: name)
    var fields = [emailField(at: desk), passwordField(form, at: desk)]
    if let reason { fields = fields.map { $0.disabled(because: reason) } }
    return problem(of: desk) + confirming(desk) + promise(desk) + fields
      + [
        // Always in the same place, so that the button does not move under the finger that presses it.
        .note(
          desk.password.revealed.isEmpty ? "What you type there is not shown." : "Typed, and not shown.", icon: .lock,
          id: "hidden")
      ]
      + [
        reason.map { .disabledButton(form.title, id: "submit", because: $0) }
          ?? .button(form.title, id: "submit", isProminent: true, does: .submit(form))
      ] + progress(at: name) + other(than: form)
  }

  /// The reason why the form cannot be used now.
  private func hindrance(at name: IdentityDesk.Name) -> String? {
    switch underWay {
    case .entering(let form, _, name, _): "\(form.doing) is under way."
    case .entering: "Another window is signing in."
    case .leaving: "Signing out is under way."
    case .weighing: "Your account is being looked up."
    case nil: nil
    }
  }

  private func progress(at name: IdentityDesk.Name) -> [Node<DeskAction>] {
    guard case .entering(let form, _, name, _) = underWay else { return [] }
    return [.progress(form.doing, id: "progress")]
  }

  // MARK: Fields

  private func emailField(at desk: IdentityDesk) -> Node<DeskAction> {
    .field(
      "E-mail", id: "email", holds: email(at: desk), draft: { .typeEmail($0) }, commit: { .typeEmail($0) }
    ) { field in
      field.purpose = .email
      field.isRequired = true
      field.longest = IdentityDesk.longestEmail
      field.example = "name@example.org"
      field.invalid = desk.isChecked ? complaintAboutEmail(at: desk) : nil
    }
  }

  /// Write-only: no frame holds the typed password, and it is not sent key by key.
  private func passwordField(_ form: IdentityDesk.Form, at desk: IdentityDesk) -> Node<DeskAction> {
    .field(
      "Password", id: desk.emptied == 0 ? "password" : "password-\(desk.emptied + 1)", holds: "",
      commit: { .typePassword(Redacted($0)) }
    ) { field in
      field.purpose = form == .signIn ? .password : .newPassword
      field.isRequired = true
      field.longest = IdentityDesk.longestPassword
      field.invalid = desk.isChecked ? complaintAboutPassword(form, at: desk) : nil
    }
  }

  // MARK: Messages and links

  func problem(of desk: IdentityDesk) -> [Node<DeskAction>] {
    desk.problem.map { [.notice($0.sentence, id: "problem", tone: .warning, icon: .warning)] } ?? []
  }

  private func confirming(_ desk: IdentityDesk) -> [Node<DeskAction>] {
    guard let email = desk.confirming else { return [] }
    return [
      .notice(IdentityState.confirming(email), id: "confirming", tone: .info, icon: .info)
    ]
  }

  private func promise(_ desk: IdentityDesk) -> [Node<DeskAction>] {
    guard standing == .local, desk.waiting > 0 else { return [] }
    return [.text("\(IdentityState.entries(desk.waiting)) will be sent to your account.", id: "promise")]
  }

  private func other(than form: IdentityDesk.Form) -> [Node<DeskAction>] {
    guard standing == .local else { return [] }
    switch form {
    case .signIn: return [.link("Create account", to: .signUp, id: "other")]
    case .signUp: return [.link("Sign in", to: .signIn, id: "other")]
    }
  }
}

extension IdentityDesk.Form {
  var title: String {
    switch self {
    case .signIn: "Sign in"
    case .signUp: "Create account"
    }
  }

  fileprivate var doing: String {
    switch self {
    case .signIn: "Signing in"
    case .signUp: "Creating your account"
    }
  }
}

extension Node {
  fileprivate func disabled(because reason: String) -> Node {
    var copy = with { $0.isDisabled = true }
    copy.hint = reason
    return copy
  }
}
