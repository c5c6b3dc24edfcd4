public import Interface
public import Kernel

// The screens as pure functions of the state, the route and the window.
extension IdentityState {
  /// The places of this feature's screens.
  public static let places = [
    Place("/account", title: "Account", keywords: ["sign in", "sign out", "e-mail"]),
    Place("/account/sign-in", title: "Sign in", keywords: ["log in", "password"]),
    Place("/account/sign-up", title: "Create account", keywords: ["register", "sign up"]),
    Place(
      "/account/recover", title: "Reset your password",
      keywords: ["forgot password", "lost password", "reset password"]),
    Place("/account/confirm", title: "Confirm your address", keywords: ["code", "verify", "confirm address"]),
    Place("/account/password", title: "Change password"),
    Place("/account/email", title: "Change your address", keywords: ["change e-mail", "change email"]),
  ]

  /// The pages that are left for the account once their step is done.
  public static let steps: Set<Route> = [.signIn, .signUp, .recover, .confirm, .password, .email]

  /// The pages that ask for a sign-in and are shown again after it.
  public static let askers: Set<Route> = [.password, .email]

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<IdentityWindowAction> {
    let parts = parts(of: route, in: surroundings, at: window)
    return Screen(route, title: parts.title, nodes: parts.top + parts.bottom, dialog: parts.dialog)
  }

  /// The nodes of a page in two parts, between which other features may add sections.
  public func parts(
    of route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> AccountParts<IdentityWindowAction> {
    let local = windows[window]
    let title = title(of: route)
    return AccountParts(
      title: title, top: [.heading(title, level: 1)] + body(of: route, in: local, window),
      bottom: bottom(of: route, in: local), takesSections: standing.isSignedIn && route == .account,
      dialog: local.losing.map(question) ?? local.unlinking.map(unlinkQuestion))
  }

  private func title(of route: Route) -> String {
    if standing.isSignedIn, route == .password { return passwordTitle }
    return Self.places.first { $0.pattern.matches(route) }?.title ?? "Account"
  }

  private func body(
    of route: Route, in local: IdentityWindowState, _ window: WindowID
  ) -> [Node<IdentityWindowAction>] {
    switch (standing, route) {
    case (.unknown, _): [.skeleton("Loading your account")]
    case (_, .recover): recovery(in: local, window)
    case (.local, .signIn): form(.signIn, in: local, window)
    case (.local, .signUp): form(.signUp, in: local, window)
    case (.local, .confirm): confirmation(in: local, window)
    case (.local, .password), (.expired, .password): invitation("Sign in to change your password.")
    case (.local, .email), (.expired, .email): invitation("Sign in to change your address.")
    case (.local, _): offer
    case (.signedIn, .password): passwordForm(in: local, window)
    case (.signedIn(let account), .email): emailForm(account, in: local, window)
    case (.signedIn(let account), .signIn), (.signedIn(let account), .signUp), (.signedIn(let account), .confirm):
      entered(as: account)
    case (.signedIn(let account), _): signedIn(account, in: local, window)
    case (.expired(let account), .signUp), (.expired(let account), .confirm): owned(by: account)
    case (.expired, _):
      [
        .notice(
          "Please sign in again. Nothing you entered is lost.", id: "expired", tone: .warning, icon: .lock)
      ] + form(.signIn, in: local, window)
    }
  }

  /// Content below the sections of other features.
  private func bottom(of route: Route, in local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    switch (standing, route) {
    case (.signedIn, .account), (.expired, .account), (.expired, .signIn): wayOut(local)
    case (.unknown, _), (.local, _), (.signedIn, _), (.expired, _): []
    }
  }

  // MARK: Profile without an account

  private var offer: [Node<IdentityWindowAction>] {
    [
      .text(words.offer, id: "offer"),
      .link("Sign in", to: .signIn, icon: .person), .link("Create account", to: .signUp, icon: .add),
    ]
  }

  /// Content of a page that only a signed-in person can use.
  private func invitation(_ words: String) -> [Node<IdentityWindowAction>] {
    [
      .empty(
        words, because: "You are not signed in on this device.", icon: .lock,
        .link("Sign in", to: .signIn, icon: .person))
    ]
  }

  // MARK: Profile with an account

  /// Content of the pages for signing in, once signed in.
  private func entered(as account: Account) -> [Node<IdentityWindowAction>] {
    [.text("You are signed in as \(account.email).", id: "entered"), .link("Account", to: .account, icon: .person)]
  }

  private func owned(by account: Account) -> [Node<IdentityWindowAction>] {
    [.text(Problem.owned(by: account).sentence, id: "owned"), .link("Account", to: .account, icon: .person)]
  }

  private func wayOut(_ local: IdentityWindowState) -> [Node<IdentityWindowAction>] {
    switch underWay {
    case .leaving: [.progress("Signing out"), .disabledButton("Sign out", because: "Signing out is in progress.")]
    case .entering, .weighing: [.disabledButton("Sign out", because: "Signing in is in progress.")]
    case .working(let work, _, _): [.disabledButton("Sign out", because: "\(work.doing) is in progress.")]
    case nil where local.isCounting:
      [.disabledButton("Sign out", because: "Your unsent entries are being counted.")]
    case nil: [.button("Sign out", does: .askToSignOut)]
    }
  }

  /// The sign-out question, which names every loss.
  private func question(_ losing: Unsent) -> Node<IdentityWindowAction> {
    let cancel = Node<IdentityWindowAction>.button("Cancel", does: .dismiss)
    let withdrawn: [Node<IdentityWindowAction>] = losing.withdrawals.enumerated().map { index, title in
      .text(
        "Your withdrawal of \(title) has not reached the server yet; your other devices go on sending until it does. "
          + "It is kept here, and sent first when you sign in to this account again.", id: "withdrawal-\(index + 1)")
    }
    guard losing.entries > 0 else {
      return .dialog(
        "Sign out?", id: "question", [.text(words.leaving, id: "words")] + withdrawn,
        buttons: [cancel, .button("Sign out", does: .signOut)], dismiss: .dismiss, isAlert: !withdrawn.isEmpty)
    }
    let entries = IdentityState.entries(losing.entries)
    let (have, them) = losing.entries == 1 ? ("has", "it") : ("have", "them")
    return .dialog(
      "Sign out?", id: "question",
      [
        .text(
          "\(entries) \(have) not been sent\(before(losing, them)), or sign out and discard \(them).", id: "words")
      ] + withdrawn,
      buttons: [
        first(losing), .link("Export first", to: Route(["settings", "privacy", "data"]), id: "export", icon: .save),
        .destructive("Discard \(entries) and sign out", id: "discard", asks: .signOut), cancel,
      ], dismiss: .dismiss, isAlert: true)
  }

  /// Says what the person can do before they sign out, after "3 entries have not been sent".
  private func before(_ losing: Unsent, _ them: String) -> String {
    // An expired session cannot sync before the next sign-in.
    if standing.isExpired { return ". Sign in to send \(them)" }
    return losing.isWithheld
      ? ", because you have not agreed to sending. Change your consent first" : ". Sync \(them) first"
  }

  private func first(_ losing: Unsent) -> Node<IdentityWindowAction> {
    if standing.isExpired {
      return .button("Sign in first", id: "first", icon: .person, isProminent: true, does: .dismiss)
    }
    return losing.isWithheld
      ? .link("Change your consent", to: Route(["settings", "consent"]), id: "consent", icon: .book)
      : .button("Sync first", id: "first", icon: .syncing, isProminent: true, does: .syncFirst)
  }

  static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}

extension Route {
  static let account = Route(["account"])
  static let signIn = Route(["account", "sign-in"])
  static let signUp = Route(["account", "sign-up"])
  static let recover = Route(["account", "recover"])
  static let confirm = Route(["account", "confirm"])
  static let password = Route(["account", "password"])
  static let email = Route(["account", "email"])
}

/// The nodes of a page of the account, before they are placed.
public struct AccountParts<Action: Sendable>: Sendable {
  public let title: String
  /// The page down to the sections of other features.
  public let top: [Node<Action>]
  /// The rest: signing out.
  public let bottom: [Node<Action>]
  /// Whether sections of other features belong on this page now.
  public let takesSections: Bool
  public let dialog: Node<Action>?
}
