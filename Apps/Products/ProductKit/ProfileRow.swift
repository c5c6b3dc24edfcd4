package import Interface

/// A link on the profile page.
public struct ProfileRow: Sendable {
  let title: String
  let id: String
  let about: String
  let icon: Icon
  let route: Route

  package init(_ title: String, id: String, about: String, _ icon: Icon, to route: Route) {
    self.title = title
    self.id = id
    self.about = about
    self.icon = icon
    self.route = route
  }
}

extension ProfileRow {
  /// The list of links on the profile page: account, settings, accessibility, and the product's own rows.
  package static func list<Action: Sendable>(_ more: [ProfileRow], _ surroundings: Surroundings) -> Node<Action> {
    let account =
      surroundings.isSignedIn
      ? "You are signed in. E-mail, password, devices"
      : surroundings.hasAccount ? "You are signed out. Sign in again" : "Sign in, and reach your other devices"
    return .list(
      "Yours",
      [
        .row("Account", id: "account", value: account, to: Route(["account"])).with { $0.icon = .person },
        .row("Settings", id: "settings", value: "How it looks and what it tells you", to: Route(["settings"]))
          .with { $0.icon = .settings },
        .row(
          "Accessibility", id: "accessibility", value: "Contrast, vibration, sounds, time limits",
          to: Route(["settings", "accessibility"])
        )
        .with { $0.icon = .person },
      ]
        + more.map { row in
          .row(row.title, id: row.id, value: row.about, to: row.route).with { $0.icon = row.icon }
        })
  }
}
