public import Interface
public import Kernel
public import Permissions

// The screens as pure functions of the state, the route and the window.
extension PermissionSheetsState {
  typealias N = Node<PermissionSheetsWindowAction>

  public static let home = Route(["permissions"])

  /// The sheet of a permission.
  public static func route(of id: Permission.ID) -> Route { Route(["permissions", id]) }

  /// The list of permissions and their sheets.
  public static func places(_ permissions: [Permission]) -> [Place] {
    [Place("/permissions", title: "Permissions", keywords: ["allow", "notifications", "access"])]
      + permissions.map { permission in
        Place(
          RoutePattern([.word("permissions"), .word(permission.id)]), title: permission.title, isSheet: true,
          keywords: ["permission"])
      }
  }

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<PermissionSheetsWindowAction> {
    guard let permission = permission(at: route) else {
      let rows = permissions.map { permission in
        N.row(
          permission.title, id: permission.id, value: words(for: standings[permission.id]),
          to: PermissionSheetsState.route(of: permission.id)
        ).with { $0.icon = permission.icon }
      }
      return Screen(
        route, title: "Permissions",
        nodes: [
          .heading("Permissions", level: 1),
          .text(
            "Your device asks you before anything is allowed, and you can change it there at any time.", id: "words"),
          .list("Permissions", id: "list", rows),
        ])
    }
    let problem = windows[window].problem
    return Screen(
      route, title: permission.title,
      nodes: [.heading(permission.title, level: 1), .text(permission.why, id: "why")]
        + (problem.map { [.problem($0)] } ?? [])
        + content(permission))
  }

  private func words(for standing: PermissionStanding?) -> String {
    switch standing {
    case .granted: "Allowed"
    case .quiet: "Allowed, quietly"
    case .denied: "Not allowed"
    case .undecided: "Not asked yet"
    case .unavailable: "Not offered by this device"
    case nil: "–"
    }
  }

  private func content(_ permission: Permission) -> [N] {
    if asking.contains(permission.id) {
      return [.note("Answer your device's question.", icon: .info, id: "asking").with { $0.live = .polite }]
    }
    let notNow = N.button("Not Now", id: "not-now", does: .notNow(permission.id))
    switch standings[permission.id] {
    case nil: return [.skeleton("Checking your device", id: "checking", lines: 1)]
    case .undecided:
      return [
        .note("Your device asks you next.", icon: .info, id: "next"),
        .button(
          permission.allow, id: "allow", icon: permission.icon, isProminent: true, does: .allow(permission.id)), notNow,
      ]
    case .denied:
      return [
        .note(
          "It was not allowed on this device earlier. Your device's settings change that.", tone: .warning,
          icon: .warning, id: "denied"),
        .button(
          "Open device settings", id: "settings", icon: .settings, isProminent: true, does: .openSettings(permission.id)
        ),
        .button("Check again", id: "again", icon: .refresh, does: .checkAgain(permission.id)), notNow,
      ]
    case .granted, .quiet: return [.note("Allowed", tone: .success, icon: .success, id: "granted")]
    case .unavailable: return [.note("This device does not offer it.", icon: .info, id: "unavailable")]
    }
  }
}
