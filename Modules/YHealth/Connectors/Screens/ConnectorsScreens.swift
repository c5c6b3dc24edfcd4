internal import AppleHealth
internal import Connectivity
internal import Days
internal import FoundationEssentials
internal import Hours
public import Interface
public import Kernel

/// The routes of the feature's screens.
public enum ConnectorsPlaces {
  public static let connect = Route(["connect"])
  public static let all: [Place] = [
    Place(
      "/connect", title: "Connect a device",
      keywords: ["Apple Health", "import", "export.zip", "export.xml", "wearable", "watch", "simulated device"])
  ]
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
      dialog: local.question.flatMap(dialog), refresh: .sync(isAway: isAway))
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
    case .done: Connector.allCases.map { section($0, in: local, now) }
    }
  }

  private func section(
    _ connector: Connector, in local: ConnectorsWindowState, _ now: Moment
  ) -> Node<ConnectorsWindowAction> {
    var nodes: [Node<ConnectorsWindowAction>] = [.text(connector.about, id: "about")]
    if let trouble = local.problem, trouble.connector == connector {
      nodes.append(
        .notice(
          trouble.problem.sentence, id: "problem", tone: .warning, icon: .warning, dismiss: .dismissProblem))
    }
    if let connection = connections[connector] { nodes.append(.list("Connected", rows(connection, now))) }
    if let work, work.connector == connector {
      nodes += underWay(work)
    } else {
      nodes += ways(connector, in: local)
    }
    return .section(connector.title, id: connector.rawValue, nodes)
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
    let came = connection.came ?? "The import is incomplete. Import the file again, or remove the imported data."
    return [
      .row("Last import", id: "last", value: "\(last.day.title(on: now.day)), \(last.clock.text)\(file)"),
      .row("Imported data", id: "came", value: came),
    ]
  }

  // MARK: Actions and progress

  private func ways(_ connector: Connector, in local: ConnectorsWindowState) -> [Node<ConnectorsWindowAction>] {
    let isConnected = connections[connector] != nil
    let busy = work.map { "\($0.connector.title) is in progress." }
    func way(_ title: String, icon: Icon, does action: ConnectorsWindowAction) -> Node<ConnectorsWindowAction> {
      if let busy { return .disabledButton(title, icon: icon, because: busy) }
      return .button(title, icon: icon, does: action)
    }
    var nodes: [Node<ConnectorsWindowAction>] = []
    switch connector {
    case .appleHealth:
      nodes = [
        .handover(
          "Choose a file", id: "file",
          hint: "The export.zip from your iPhone, or the export.xml in it. The file is read once and not stored.",
          purpose: .export
        ) { .importHanded(path: $0, name: $1) },
        .field(
          "Path on this machine", id: "path", holds: local.path, draft: { .type($0) }, commit: { .type($0) }
        ) { field in
          field.example = "/home/me/export.zip"
          field.hint =
            "Instead of choosing a file: its full path on the machine that runs this app. It is read there and not uploaded."
          field.longest = ConnectorsWindowState.longestPath
          field.invalid =
            local.isChecked ? "Enter the path of the file, such as /home/me/export.zip." : nil
        }, way("Import", icon: .add, does: .importFile),
      ]
    case .simulated:
      nodes = [
        way(isConnected ? "Import newest days" : "Add the simulated device", icon: .device, does: .simulate)
      ]
    }
    if isConnected, busy == nil {
      nodes.append(.destructive(connector.removing, id: "remove", asks: .askToRemove(connector)))
    }
    return nodes
  }

  private func underWay(_ work: Work) -> [Node<ConnectorsWindowAction>] {
    switch work.phase {
    case .reading(let progress):
      let bar: Node<ConnectorsWindowAction> = .progress(
        "Reading \(work.file)", id: "progress", done: progress.map { Double($0.done) },
        of: Double(progress?.whole ?? 1))
      return [
        bar, .text(progress.map(NumberWords.progress) ?? "Opening the file.", id: "far"),
        .button("Cancel", icon: .close, does: .cancel),
      ]
    case .handing(let days, let all):
      return [
        .progress("Saving imported data", id: "progress", done: Double(days), of: Double(all)),
        .text("\(NumberWords.grouped(days)) of \(NumberWords.days(all)) saved", id: "far"),
      ]
    case .removing: return [.progress("Removing imported data", id: "progress")]
    }
  }

  private func dialog(_ connector: Connector) -> Node<ConnectorsWindowAction>? {
    guard let connection = connections[connector] else { return nil }
    return .dialog(
      "\(connector.removing)?", id: "question",
      [
        .text(
          "All data from \(connector.sentence), about \(NumberWords.days(connection.days)), will be removed. "
            + "Your own entries stay.", id: "words")
      ],
      buttons: [.button("Cancel", does: .dismiss), .destructive("Remove", asks: .remove)], dismiss: .dismiss,
      isAlert: true)
  }
}

extension Connector {
  fileprivate var about: String {
    switch self {
    case .appleHealth:
      "On your iPhone open Health, tap your picture and choose Export All Health Data. Then choose the "
        + "exported file export.zip here."
    case .simulated:
      "No device at hand? This one generates thirty days of steps, sleep and heart rate as an example. "
        + "None of it was measured. It is marked “Simulated device” and can be removed at any time."
    }
  }

  fileprivate var removing: String {
    switch self {
    case .appleHealth: "Remove imported data"
    case .simulated: "Remove the simulated device"
    }
  }
}
