internal import Days
public import Interface
public import Kernel
internal import OAuthClient
internal import Platform

/// The routes of the feature's screens.
public enum ConnectedAppsPlaces {
  public static let apps = Route(["apps"])
  public static let source = Route(["apps", "source"])
  public static let destination = Route(["apps", "destination"])

  /// The places. A search finds the first by the names of the offered apps.
  public static func all(_ apps: [ConnectedApp], _ words: ConnectedAppsWords = ConnectedAppsWords()) -> [Place] {
    let list = Place(
      "/apps", title: words.title, keywords: ["disconnect", "reconnect", "accounts", "permissions"] + apps.map(\.name))
    guard words.pairs else { return [list] }
    return [
      list,
      Place("/apps/source", title: "Choose Source App", keywords: ["connect", "first sync", "from"]),
      Place("/apps/destination", title: "Choose Destination App", keywords: ["connect", "first sync", "to"]),
    ]
  }
}

// The screens as pure functions of the state, the route and the window.
extension ConnectedAppsState {
  typealias N = Node<ConnectedAppsWindowAction>

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ConnectedAppsWindowAction> {
    let local = windows[window]
    let role: ConnectedApp.Role? =
      switch route {
      case ConnectedAppsPlaces.source: .source
      case ConnectedAppsPlaces.destination: .destination
      default: nil
      }
    let title = role.map(ConnectedAppsState.title) ?? words.title
    let body: [N] =
      switch reading {
      case .unread, .underWay: [.skeleton("Loading your apps")]
      case .failed(let problem):
        [
          .notice(
            "Your apps could not be loaded. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
            [.button("Try again", icon: .refresh, does: .retry)])
        ]
      case .done:
        notices(local) + connecting(local)
          + (role.map { chooser($0, local) } ?? overview(local, DateWords(surroundings.now)))
      }
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + body, dialog: local.asking.map(question))
  }

  private static func title(of role: ConnectedApp.Role) -> String {
    switch role {
    case .source: "Choose Source App"
    case .destination: "Choose Destination App"
    }
  }

  private func notices(_ local: ConnectedAppsWindowState) -> [N] {
    let problem: [N] =
      local.problem.map {
        [.problem($0, dismiss: .dismissProblem)]
      } ?? []
    return problem
  }

  /// The visit under way in the browser, with the way back.
  private func connecting(_ local: ConnectedAppsWindowState) -> [N] {
    guard let connecting = local.connecting else { return [] }
    let app = name(connecting.app)
    let cancel: N = .button("Cancel", id: "cancel", icon: .close, does: .cancel)
    let (words, way): (String, [N]) =
      switch connecting.phase {
      case .opening: ("The page of \(app) is being opened.", [cancel])
      case .away: ("Allow access on the page of \(app) that has opened. You come back here by yourself.", [cancel])
      case .arriving: ("\(app) has answered. The connection is being made.", [])
      }
    return [
      .group(
        "Connecting \(app)", id: "connecting",
        [.progress("Connecting \(app)", id: "progress"), .text(words, id: "words")] + way)
    ]
  }

  // MARK: Connected apps

  private func overview(_ local: ConnectedAppsWindowState, _ dates: DateWords) -> [N] {
    let rows = connected.map { row($0, local, dates) }
    let list: N =
      rows.isEmpty
      ? .empty(
        words.nothing, because: words.use, icon: .link)
      : .section("Connected", id: "connected", order + [.list("Accounts", id: "list", rows)])
    return reminders + [list] + offers(local)
  }

  /// The use of the order, where more than one account delivers.
  private var order: [N] {
    delivers && connected.count > 1
      ? [.text("Where several of them recorded the same day, the first in this list counts.", id: "order")] : []
  }

  /// The last delivery of an account, and what can be done about the next.
  private func delivery(_ account: AppAccount, _ name: String) -> [N] {
    guard delivers, account.phase == .connected else { return [] }
    let id = account.app
    var nodes: [N] = []
    if let problem = undelivered[id], problem.code != Problem.reconnect.code {
      nodes.append(
        .note("\(name) could not be synced. \(problem.sentence)", tone: .warning, icon: .warning, id: "undelivered"))
    }
    nodes.append(
      delivering.contains(id)
        ? .progress("Syncing \(name)", id: "syncing")
        : .button("Sync \(name) now", id: "sync", icon: .syncing, does: .syncNow(id)))
    if connected.first?.app != id {
      nodes.append(.button("Move \(name) up", id: "prefer", icon: .arrow, does: .prefer(id)))
    }
    return nodes
  }

  private func row(_ account: AppAccount, _ local: ConnectedAppsWindowState, _ dates: DateWords) -> N {
    let (app, id) = (app(account.app), account.app)
    let name = name(id)
    let used =
      delivers
      ? account.syncedAt.map { "last synced \(dates.ago($0))" } ?? "not synced yet"
      : account.usedAt.map { "last used \(dates.ago($0))" } ?? "not used yet"
    let kind = app.map { "\($0.kind), " } ?? ""
    let since = "connected \(dates.day(account.connectedAt))"
    var nodes: [N] = []
    if let leaving = leaving[id] {
      nodes = self.leaving(leaving, id, name)
    } else {
      if account.phase == .attention {
        nodes.append(
          .note("\(name) asks for your consent again.", tone: .warning, icon: .warning, id: "attention"))
      } else if !account.missing.isEmpty {
        nodes.append(.note("Without \(missing(account)).", tone: .warning, icon: .info, id: "missing"))
      }
      if account.phase == .attention || !account.missing.isEmpty, app?.offer == .available {
        nodes.append(connectButton("Reconnect \(name)", id, local))
      }
      nodes += delivery(account, name)
      nodes.append(.destructive("Disconnect \(name)", id: "disconnect", icon: nil, asks: .askToDisconnect(id)))
    }
    return .row(name, id: id.rawValue, value: "\(kind)\(since), \(used)", nodes).with { $0.icon = app?.icon ?? .link }
  }

  private func leaving(_ leaving: Leaving, _ id: ConnectedApp.ID, _ name: String) -> [N] {
    if let problem = leaving.problem {
      return [
        .note("\(name) could not be disconnected. \(problem.sentence)", tone: .warning, icon: .warning, id: "left"),
        .button("Disconnect \(name) again", id: "again", icon: .refresh, does: .disconnectAgain(id)),
      ]
    }
    let progress: N = .progress("Disconnecting \(name)", id: "progress")
    guard leaving.isWaiting else { return [progress] }
    return [
      progress,
      .note("\(name) cannot be reached. It is told again in a moment.", icon: .waiting, id: "waiting"),
      .button("Disconnect \(name) here only", id: "here", does: .disconnectHere(id)),
    ]
  }

  /// The accesses that a person still has to end at providers that could not be told.
  private var reminders: [N] {
    accounts.values.filter { $0.phase == .unrevoked }.sorted { $0.app.rawValue < $1.app.rawValue }.map { account in
      .notice(
        byHandWords(account.app), id: "reminder-\(account.app)", tone: .warning, icon: .warning,
        [.button("I have done that at \(name(account.app))", id: "done", does: .dismissReminder(account.app))])
    }
  }

  // MARK: Other apps

  private func offers(_ local: ConnectedAppsWindowState) -> [N] {
    let others = apps.filter { accounts[$0.id]?.isConnected != true && leaving[$0.id] == nil }
    guard !others.isEmpty else { return [] }
    let rows: [N] = others.map { app in
      .row(app.name, id: app.id.rawValue, value: reason(app) ?? app.kind, [way(app, local)]).with { state in
        state.icon = app.icon
      }
    }
    return [.section(words.adding, id: "add", [.list("To connect", id: "offers", rows)])]
  }

  /// Why an app is greyed out.
  private func reason(_ app: ConnectedApp) -> String? {
    switch app.offer {
    case .available: nil
    case .unavailable(let reason), .replaced(_, let reason): reason
    }
  }

  private func way(_ app: ConnectedApp, _ local: ConnectedAppsWindowState) -> N {
    switch app.offer {
    case .available: connectButton("Connect \(app.name)", app.id, local)
    case .unavailable(let reason): .disabledButton("Connect \(app.name)", id: "connect", because: reason)
    case .replaced(let other, _): move(app, to: other, local)
    }
  }

  private func move(_ app: ConnectedApp, to other: ConnectedApp.ID, _ local: ConnectedAppsWindowState) -> N {
    let label = "Move \(app.name) to \(name(other))"
    if case .unavailable(let reason)? = self.app(other)?.offer {
      return .disabledButton(label, id: "connect", because: reason)
    }
    return connectButton(label, other, replacing: app.id, local)
  }

  private func connectButton(
    _ label: String, _ id: ConnectedApp.ID, replacing: ConnectedApp.ID? = nil, _ local: ConnectedAppsWindowState
  ) -> N {
    if let connecting = local.connecting {
      return .disabledButton(label, id: "connect", because: "\(name(connecting.app)) is being connected.")
    }
    if leaving[id] != nil {
      return .disabledButton(label, id: "connect", because: "\(name(id)) is being disconnected.")
    }
    return .button(label, id: "connect", icon: .link, does: .connect(id, replacing: replacing))
  }

  private func question(_ id: ConnectedApp.ID) -> N {
    let name = name(id)
    return .dialog(
      "Disconnect \(name)?", id: "question",
      [
        .text(words.disconnecting, id: "words")
      ],
      buttons: [
        .button("Cancel", id: "keep", does: .keep), .destructive("Disconnect", id: "confirm", asks: .disconnect),
      ],
      dismiss: .keep, isAlert: true)
  }

  // MARK: The first two apps

  private func chooser(_ role: ConnectedApp.Role, _ local: ConnectedAppsWindowState) -> [N] {
    let words =
      switch role {
      case .source: "Choose the app that your data comes from."
      case .destination: "Choose the app that your data goes to."
      }
    let offered = apps.filter { app in
      guard app.roles.contains(role) else { return false }
      return role == .source || local.pair[.source] != app.id
    }
    let closed = offered.filter { reason($0) != nil }
    let open = offered.filter { reason($0) == nil }
    guard !open.isEmpty else {
      return [.text(words, id: "about")] + summary(local)
        + [.note("None of the apps can be connected here.", tone: .warning, icon: .info, id: "none"), reasons(closed)]
    }
    return [.text(words, id: "about")] + summary(local)
      + [.group("Apps", id: "grid", open.map { card($0, role, local) })] + others(closed, local)
  }

  /// The apps that cannot be chosen, folded below the others, each with its reason.
  private func others(_ apps: [ConnectedApp], _ local: ConnectedAppsWindowState) -> [N] {
    guard !apps.isEmpty else { return [] }
    let fold: N = .button("Apps that cannot be chosen", id: "others", does: .toggleOthers)
      .with { $0.isExpanded = local.showsOthers }
    return [fold] + (local.showsOthers ? [reasons(apps)] : [])
  }

  private func reasons(_ apps: [ConnectedApp]) -> N {
    let rows: [N] = apps.map { app in
      .row(app.name, id: app.id.rawValue, value: reason(app)).with { $0.icon = app.icon }
    }
    return .list("Apps that cannot be chosen", id: "closed", rows)
  }

  /// The apps chosen so far.
  private func summary(_ local: ConnectedAppsWindowState) -> [N] {
    let rows: [N] = ConnectedApp.Role.allCases.compactMap { role in
      guard let id = local.pair[role] else { return nil }
      let title = role == .source ? "Source" : "Destination"
      return .row(
        title, id: role.rawValue, value: "\(name(id)), \(isConnected(id) ? "Connected" : "not connected yet")")
    }
    guard !rows.isEmpty else { return [] }
    let isReady = ConnectedApp.Role.allCases.allSatisfy { local.pair[$0].map(isConnected) ?? false }
    return [.list("Your first two apps", id: "pair", rows)]
      + (isReady ? [.button("Set up the sync", id: "go-on", isProminent: true, does: .goOn)] : [])
  }

  private func card(_ app: ConnectedApp, _ role: ConnectedApp.Role, _ local: ConnectedAppsWindowState) -> N {
    let isChosen = local.pair[role] == app.id
    let standing = isConnected(app.id) ? "Connected" : app.kind
    let label = "Choose \(app.name)"
    let button: N =
      if let connecting = local.connecting {
        .disabledButton(label, id: "choose", because: "\(name(connecting.app)) is being connected.")
      } else {
        .button(label, id: "choose", does: .choose(app.id, as: role))
      }
    return .card(app.name, id: app.id.rawValue, value: standing, [button]).with { state in
      state.icon = app.icon
      state.isSelected = isChosen
    }
  }
}
