internal import Connectivity
internal import Days
internal import Hours
public import Interface
public import Kernel
internal import Platform

/// The routes of the feature's screens.
public enum ConnectorsPlaces {
  public static let connect = Route(["connect"])

  /// The places. A search finds them by `keywords`, which name the offered sources.
  public static func all(keywords: [String]) -> [Place] {
    [Place("/connect", title: "Connect a device", keywords: keywords)]
  }
}

// The screen as a pure function of the state, the route and the window.
extension ConnectorsState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ConnectorsWindowAction> {
    let local = windows[window]
    let isAway = surroundings.connectivity == .offline || surroundings.connectivity == .unreachable
    return Screen(
      route, title: "Connect a device",
      nodes: [.heading("Connect a device", level: 1)] + body(in: local, surroundings.now) + [syncing(isAway)],
      dialog: local.question.flatMap { dialog($0, surroundings.locale) }, refresh: .sync(isAway: isAway))
  }

  private func body(in local: ConnectorsWindowState, _ now: Moment) -> [Node<ConnectorsWindowAction>] {
    switch reading {
    case .unread, .underWay: [.skeleton("Loading your connections")]
    case .failed(let problem):
      [
        .notice(
          "Your connections could not be loaded. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    case .done: connectors.map { section($0, in: local, now) }
    }
  }

  private func section(
    _ connector: Connector, in local: ConnectorsWindowState, _ now: Moment
  ) -> Node<ConnectorsWindowAction> {
    var nodes: [Node<ConnectorsWindowAction>] = [.text(connector.about, id: "about")]
    if let trouble = local.problem, trouble.connector == connector.id {
      nodes.append(
        .problem(trouble.problem, dismiss: .dismissProblem))
    }
    if let connection = connections[connector.id] { nodes.append(.list("Connected", rows(connection, now))) }
    if let work, work.connector == connector.id {
      nodes += underWay(work, now.locale)
    } else {
      nodes += ways(connector, in: local)
    }
    return .section(connector.title, id: connector.id.rawValue, nodes)
  }

  /// Data of several devices is combined by syncing with the server.
  private func syncing(_ isAway: Bool) -> Node<ConnectorsWindowAction> {
    let why: [Node<ConnectorsWindowAction>] =
      isAway
      ? [
        .note(offline, tone: .warning, icon: .offline, id: "offline"),
        .text("You can import a file from this machine meanwhile; it will be sent later.", id: "meanwhile"),
      ] : []
    return .section(
      "Your other devices", id: "sync",
      [
        .text("With an account, imported data syncs to your other devices.", id: "about")
      ] + why + [.button("Sync wearables", id: "now", icon: .refresh, does: .sync(isAway: isAway))])
  }

  // MARK: Connection details

  private func rows(_ connection: ConnectedSource, _ now: Moment) -> [Node<ConnectorsWindowAction>] {
    let last = Moment(connection.at, in: now.zone)
    let file = connection.file.map { ", \($0)" } ?? ""
    let came =
      came(of: connection, in: now.locale)
      ?? "The import is incomplete. Import the file again, or remove the imported data."
    return [
      .row("Last import", id: "last", value: "\(last.day.title(on: now.day)), \(last.clock.text)\(file)"),
      .row("Imported data", id: "came", value: came),
    ]
      + (connection.unread ?? []).enumerated().map { number, unread in
        .row("Not read", id: "unread-\(number + 1)", value: NumberWords.unread(unread, in: now.locale))
      }
  }

  // MARK: Actions and progress

  private func ways(_ connector: Connector, in local: ConnectorsWindowState) -> [Node<ConnectorsWindowAction>] {
    let isConnected = connections[connector.id] != nil
    let busy = work.map { "\(self.connector($0.connector)?.title ?? "An import") is in progress." }
    func way(_ title: String, icon: Icon, does action: ConnectorsWindowAction) -> Node<ConnectorsWindowAction> {
      if let busy { return .disabledButton(title, icon: icon, because: busy) }
      return .button(title, icon: icon, does: action)
    }
    var nodes: [Node<ConnectorsWindowAction>] = []
    switch connector.way {
    case .file(let hint, let example):
      nodes = [
        .handover(
          "Choose a file", id: "file",
          hint: "\(hint) It is imported as soon as you choose it, read once and not stored.", purpose: .export
        ) { .importHanded(connector.id, path: $0, name: $1) },
        .field(
          "Path on this machine", id: "path", holds: local.paths[connector.id] ?? "",
          draft: { .type(connector.id, $0) },
          commit: { .type(connector.id, $0) }
        ) { field in
          field.example = example
          field.hint =
            "Instead of choosing a file: its full path on the machine that runs this app. It is read there and not uploaded."
          field.longest = ConnectorsWindowState.longestPath
          field.invalid =
            local.checked == connector.id ? "Choose a file above, or enter a path here, such as \(example)." : nil
        }, way("Import", icon: .add, does: .importFile(connector.id)),
      ]
    case .request(let first, let again):
      nodes = [way(isConnected ? again : first, icon: connector.icon, does: .request(connector.id))]
    }
    if isConnected, busy == nil {
      nodes.append(.destructive(connector.removing, id: "remove", asks: .askToRemove(connector.id)))
    }
    return nodes
  }

  private func underWay(_ work: Work, _ locale: String) -> [Node<ConnectorsWindowAction>] {
    switch work.phase {
    case .reading(let progress):
      let bar: Node<ConnectorsWindowAction> = .progress(
        work.file.map { "Reading \($0)" } ?? "Fetching data", id: "progress", done: progress.map { Double($0.done) },
        of: Double(progress?.whole ?? 1))
      return [
        bar,
        .text(
          progress.map { NumberWords.progress($0, in: locale) }
            ?? (work.file == nil ? "Waiting for the source." : "Opening the file."),
          id: "far"),
        .button("Cancel", icon: .close, does: .cancel),
      ]
    case .handing(let days, let all):
      return [
        .progress("Saving imported data", id: "progress", done: Double(days), of: Double(all)),
        .text("\(NumberWords.grouped(days, in: locale)) of \(NumberWords.days(all, in: locale)) saved", id: "far"),
      ]
    case .removing: return [.progress("Removing imported data", id: "progress")]
    }
  }

  private func dialog(_ id: Connector.ID, _ locale: String) -> Node<ConnectorsWindowAction>? {
    guard let connection = connections[id], let connector = connector(id) else { return nil }
    return .dialog(
      "\(connector.removing)?", id: "question",
      [
        .text(
          "All data from \(connector.phrase), about \(NumberWords.days(connection.days, in: locale)), will be removed. "
            + "Your own entries stay.", id: "words")
      ],
      buttons: [.button("Cancel", does: .dismiss), .destructive("Remove", asks: .remove)], dismiss: .dismiss,
      isAlert: true)
  }
}
