internal import Interface
internal import Kernel

// The page of a signed-in account, and the ways to sign in with a provider.
extension IdentityState {
  func signedIn(_ account: Account, in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    problem(of: local) + [
      .list(
        "Signed in",
        [
          .row("E-mail", id: "email", value: account.email, to: .email),
          .row("Devices", id: "devices", value: "Where you are signed in", to: Route(["account", "devices"])),
        ]),
      .text(words.reach, id: "reach"),
    ] + waysToSignIn(in: local, window) + away(local) + progress(in: window)
  }

  private func waysToSignIn(in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    let links = ways?.links ?? []
    // A provider is linked at most once from here.
    let free = ways == nil ? [] : local.providers.filter { provider in !links.contains { $0.provider == provider } }
    let password = ways.map { $0.hasPassword ? "Set" : "Not set" } ?? "Change"
    let rows: Nodes =
      [.row("Password", id: "password", value: password, to: .password)]
      + links.map { .row($0.provider.title, id: "link-\($0.id)", value: $0.email ?? "Linked") }
    let unlinks: Nodes = links.map { link in
      let label = "Unlink \(link.provider.title)"
      let id = "unlink-\(link.id)"
      guard ways?.remains(without: link) == true else {
        return .disabledButton(label, id: id, because: "It is your only way to sign in. Set a password first.")
      }
      return hindrance(in: window).map { .disabledButton(label, id: id, because: $0) }
        ?? .destructive(label, id: id, icon: .remove, asks: .account(.askToUnlink(link)))
    }
    let adds = free.map { provider in
      act("Link \(provider.title)", id: "add-\(provider.id)", in: window, icon: .add, .account(.goTo(provider)))
    }
    let buttons = adds + unlinks
    return [.list("Ways to sign in", id: "ways", rows)]
      + (buttons.isEmpty ? [] : [.group(id: "linking", buttons)])
  }

  /// The buttons that sign in with a provider. None without a browser, or while the server offers none.
  func continueWith(in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    let buttons = local.providers.map { provider in
      act(
        "Continue with \(provider.title)", id: "continue-\(provider.id)", in: window, icon: .person,
        .account(.goTo(provider)))
    }
    return (buttons.isEmpty ? [] : [.group("Other ways", id: "others", buttons)]) + away(local)
  }

  private func away(_ local: IdentityWindowState) -> Nodes {
    guard let provider = local.away else { return [] }
    return [
      .note("Continue with \(provider.title) in your browser.", icon: .info, id: "away"),
      .button("Cancel", id: "cancel-visit", does: .account(.cancelVisit)),
    ]
  }

  func unlinkQuestion(_ link: ProviderLink) -> Node<IdentityWindowAction> {
    .dialog(
      "Unlink \(link.provider.title)?", id: "unlinking",
      [.text("You can no longer sign in with \(link.provider.title). Your entries stay.", id: "words")],
      buttons: [
        .button("Cancel", does: .account(.keepLink)),
        .button("Unlink", id: "unlink", icon: .remove, does: .account(.unlink)).with { $0.isDestructive = true },
      ], dismiss: .account(.keepLink), isAlert: true)
  }
}
