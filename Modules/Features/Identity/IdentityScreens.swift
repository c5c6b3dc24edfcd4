public import Interface
public import Kernel

// The screens as pure functions of the state, the route and the window.
extension IdentityState {
  /// The places of this feature's screens.
  public static let places = [
    Place("/account", title: "Account", keywords: ["sign in", "sign out", "e-mail"]),
    Place("/account/sign-in", title: "Sign in", keywords: ["log in", "password"]),
    Place("/account/sign-up", title: "Create account", keywords: ["register", "sign up"]),
  ]

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<IdentityWindowAction> {
    let local = windows[window]
    let title = title(of: route)
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + body(of: route, in: local, window),
      dialog: local.losing.map(question))
  }

  private func title(of route: Route) -> String {
    guard standing.account == nil else { return "Account" }
    switch route {
    case .signIn: return "Sign in"
    case .signUp: return "Create account"
    default: return "Account"
    }
  }

  private func body(
    of route: Route, in local: IdentityWindowState, _ window: WindowID
  ) -> [Node<IdentityWindowAction>] {
    switch (standing, route) {
    case (.unknown, _): [.skeleton("Loading your account")]
    case (.local, .signIn): form(.signIn, in: local, window)
    case (.local, .signUp): form(.signUp, in: local, window)
    case (.local, _): offer
    case (.signedIn(let account), _): signedIn(account, in: local)
    case (.expired(let account), .signUp): owned(by: account)
    case (.expired, _):
      [
        .notice(
          "Please sign in again. Nothing you entered is lost.", id: "expired", tone: .warning, icon: .lock)
      ] + form(.signIn, in: local, window) + wayOut(local)
    }
  }

  // MARK: Profile without an account

  private var offer: [Node<IdentityWindowAction>] {
    [
      .text(
        "Your entries stay on this device. With an account they sync to your other devices.", id: "offer"),
      .link("Sign in", to: .signIn, icon: .person), .link("Create account", to: .signUp, icon: .add),
    ]
  }

  // MARK: Profile with an account

  private func signedIn(_ account: Account, in local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    [
      .list("Signed in", [.row("E-mail", id: "email", value: account.email)]),
      .text("Your entries sync to your other devices.", id: "reach"),
    ] + problem(of: local) + wayOut(local)
  }

  private func owned(by account: Account) -> [Node<IdentityWindowAction>] {
    [.text(Problem.owned(by: account).sentence, id: "owned"), .link("Account", to: .account, icon: .person)]
  }

  private func wayOut(_ local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    switch underWay {
    case .leaving: [.progress("Signing out"), .disabledButton("Sign out", because: "Signing out is in progress.")]
    case .entering, .weighing: [.disabledButton("Sign out", because: "Signing in is in progress.")]
    case nil where local.isCounting:
      [.disabledButton("Sign out", because: "Your unsent entries are being counted.")]
    case nil: [.button("Sign out", does: .askToSignOut)]
    }
  }

  /// The sign-out question, which names every loss.
  private func question(_ losing: Int) -> Node<IdentityWindowAction> {
    let cancel = Node<IdentityWindowAction>.button("Cancel", does: .dismiss)
    guard losing > 0 else {
      return .dialog(
        "Sign out?", id: "question", [.text("Your entries stay on the server.", id: "words")],
        buttons: [cancel, .button("Sign out", does: .signOut)], dismiss: .dismiss)
    }
    let entries = IdentityState.entries(losing)
    let (have, them) = losing == 1 ? ("has", "it") : ("have", "them")
    // An expired session cannot sync before the next sign-in.
    let isExpired = standing.isExpired
    let first = isExpired ? "Sign in to send \(them)" : "Sync \(them) first"
    return .dialog(
      "Sign out?", id: "question",
      [.text("\(entries) \(have) not been sent. \(first), or sign out and discard \(them).", id: "words")],
      buttons: [
        isExpired
          ? .button("Sign in first", id: "first", icon: .person, isProminent: true, does: .dismiss)
          : .button("Sync first", id: "first", icon: .syncing, isProminent: true, does: .syncFirst),
        .destructive("Discard \(entries) and sign out", id: "discard", asks: .signOut), cancel,
      ], dismiss: .dismiss, isAlert: true)
  }

  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}

extension Route {
  static let account = Route(["account"])
  static let signIn = Route(["account", "sign-in"])
  static let signUp = Route(["account", "sign-up"])
}
