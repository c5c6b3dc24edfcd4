internal import Interface
internal import Kernel

// The form for signing in and for creating an account.
extension IdentityState {
  func form(
    _ form: IdentityWindowState.Form, in local: IdentityWindowState, _ window: WindowID
  ) -> [Node<IdentityWindowAction>] {
    let fields = [emailField(in: local, window), passwordField(form, in: local, window)]
    return problem(of: local) + unconfirmed(local) + promise(local) + fields
      + [
        // Always in the same place, so that the button does not move under the finger that presses it.
        .note(
          local.password.revealed.isEmpty
            ? "Your password is hidden as you type." : "The password is entered and hidden.", icon: .lock,
          id: "hidden")
      ]
      + [act(form.title, id: "submit", in: window, isProminent: true, .submit(form))] + progress(in: window)
      + (form == .signIn ? [.link("Forgot your password?", to: .recover, id: "forgot")] : [])
      + continueWith(in: local, window) + other(than: form)
  }

  /// The reason why the form cannot be used now.
  func hindrance(in window: WindowID) -> String? {
    switch underWay {
    case .working(let work, window, _): "\(work.doing) is in progress."
    case .working: "Another window is changing your account."

    case .entering(let form, _, window, _): "\(form.doing) is in progress."
    case .entering: "Another window is signing in."
    case .leaving: "Signing out is in progress."
    case .weighing: "Your account is loading."
    case nil: nil
    }
  }

  func progress(in window: WindowID) -> [Node<IdentityWindowAction>] {
    switch underWay {
    case .entering(let form, _, window, _): [.progress(form.doing, id: "progress")]
    case .working(let work, window, _): [.progress(work.doing, id: "progress")]
    case .entering, .working, .leaving, .weighing, nil: []
    }
  }

  // MARK: Fields

  func emailField(in local: IdentityWindowState, _ window: WindowID) -> Node<IdentityWindowAction> {
    .field(
      "E-mail", id: "email", holds: email(in: local), draft: { .typeEmail($0) }, commit: { .typeEmail($0) }
    ) { field in
      field.purpose = .email
      field.isRequired = true
      field.longest = IdentityWindowState.longestEmail
      field.example = "name@example.org"
      field.invalid = local.faults[.email] ?? (local.isChecked ? complaintAboutEmail(in: local) : nil)
    }.disabled(because: hindrance(in: window))
  }

  /// Write-only: no frame holds the typed password, and it is not sent key by key.
  private func passwordField(
    _ form: IdentityWindowState.Form, in local: IdentityWindowState, _ window: WindowID
  ) -> Node<IdentityWindowAction> {
    .field(
      "Password", id: local.emptied == 0 ? "password" : "password-\(local.emptied + 1)", holds: "",
      commit: { .typePassword(Redacted($0)) }
    ) { field in
      field.purpose = form == .signIn ? .password : .newPassword
      field.isRequired = true
      field.longest = IdentityWindowState.longestPassword
      field.invalid = local.faults[.newPassword] ?? (local.isChecked ? complaintAboutPassword(form, in: local) : nil)
    }.disabled(because: hindrance(in: window))
  }

  // MARK: Messages and links

  func problem(of local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    local.problem.map { [.problem($0)] } ?? []
  }

  private func unconfirmed(_ local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    guard local.problem?.code == "auth-unconfirmed" else { return [] }
    return [.link("Enter the code from the mail", to: .confirm, id: "confirm")]
  }

  private func promise(_ local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    guard standing == .local, local.waiting > 0 else { return [] }
    return [.text("\(IdentityState.entries(local.waiting)) will be sent to your account.", id: "promise")]
  }

  private func other(than form: IdentityWindowState.Form) -> [Node<IdentityWindowAction>] {
    guard standing == .local else { return [] }
    switch form {
    case .signIn:
      var nodes: [Node<IdentityWindowAction>] = [
        .link("Create account", to: .signUp, id: "other"), .text(words.without, id: "without"),
      ]
      if let start = words.start {
        nodes.append(.link("Go on without an account", to: start, id: "go-on", icon: .forward))
      }
      return nodes
    case .signUp: return [.link("Sign in", to: .signIn, id: "other")]
    }
  }
}

extension IdentityWindowState.Form {
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
