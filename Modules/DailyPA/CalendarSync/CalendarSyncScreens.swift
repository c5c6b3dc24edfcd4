internal import CalDAV
internal import Days
public import Interface
public import Kernel
internal import Platform

/// The place of the sync with a calendar.
public enum CalendarSyncPlaces {
  public static let home = Route(["calendar", "sync"])

  public static let all: [Place] = [
    Place(
      "/calendar/sync", title: "Calendar sync",
      keywords: ["google calendar", "apple calendar", "icloud", "caldav", "provider"])
  ]
}

// The screen as a pure function of the state, the route and the window.
extension CalendarSyncState {
  typealias N = Node<CalendarSyncWindowAction>

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<CalendarSyncWindowAction> {
    let local = windows[window]
    var nodes: [N] = [.heading("Calendar sync", level: 1)]
    if let problem = local.problem {
      nodes.append(.problem(problem, dismiss: .dismissProblem))
    }
    switch reading {
    case .unread, .underWay: nodes.append(.skeleton("Loading the calendar sync", lines: 3))
    case .failed(let problem):
      nodes.append(
        .unread(problem, retry: .retry))
    case .done:
      if let link {
        nodes += standing(link, local, surroundings.now)
      } else {
        nodes += local.found.map { picking($0, local) } ?? choosing(local)
      }
    }
    return Screen(
      route, title: "Calendar sync", nodes: nodes, dialog: local.isAsking ? question : nil, refresh: .retry)
  }

  // MARK: With a calendar

  private func standing(_ link: CalendarLink, _ local: CalendarSyncWindowState, _ now: Moment) -> [N] {
    let dates = DateWords(now)
    var nodes: [N] = []
    if let problem {
      nodes.append(
        .notice(
          "The last sync did not come to its end. \(problem.sentence)", id: "not-synced", tone: .warning,
          icon: .warning, [.button("Retry", icon: .refresh, does: .retry)]))
    }
    let last = link.syncedAt.map { dates.brief($0) } ?? "Not yet"
    nodes.append(
      .list(
        "Synced calendar", id: "about",
        [
          .row("Provider", id: "provider", value: link.provider.title),
          .row("Calendar", id: "calendar", value: link.name),
        ] + (link.user.isEmpty ? [] : [.row("Account", id: "account", value: link.user)]) + [
          .row("Last synced", id: "last", value: isSyncing ? "Syncing now" : last)
        ]))
    nodes.append(
      .group(
        id: "ways",
        [
          isSyncing
            ? .progress("Syncing with \(link.name)", id: "syncing")
            : .button("Sync now", id: "sync", icon: .refresh, isProminent: true, does: .syncNow),
          .button("Stop syncing", id: "end", icon: .close, does: .askEnd),
        ]))
    if let report = link.report { nodes += told(report) }
    return nodes + [
      .note(
        "Events go both ways, every 15 minutes and when you sync. Todos with a due day appear in the calendar, and are changed here.",
        icon: .info, id: "how")
    ]
  }

  private func told(_ report: CalendarReport) -> [N] {
    var nodes: [N] = []
    if report.held > 0 {
      nodes.append(
        .notice(
          "\(report.held) events would be deleted at once. They are unchanged on both sides until you confirm.",
          id: "held", tone: .warning, icon: .warning,
          [.button("Delete them", id: "confirm", icon: .remove, does: .confirm)]))
    }
    nodes.append(
      .section(
        "Last sync", id: "report",
        [
          .list(
            "Last sync", id: "counts",
            [
              .row("Received", id: "received", value: CalendarSyncState.count(report.received)),
              .row("Sent", id: "sent", value: CalendarSyncState.count(report.sent)),
            ])
        ]))
    if !report.notes.isEmpty {
      let rows = report.notes.prefix(20).enumerated().map { N.row($1, id: "note-\($0 + 1)") }
      let more = report.notes.count - rows.count
      nodes.append(
        .section(
          "What to know", id: "notes",
          [.list("What to know", id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))]))
    }
    return nodes
  }

  private static func count(_ count: Int) -> String { count == 1 ? "1 change" : "\(count) changes" }

  private var question: N {
    .dialog(
      "Stop syncing?", id: "ending",
      [.text("Your events stay here and in the calendar. The password is deleted from this device.", id: "words")],
      buttons: [
        .button("Keep syncing", does: .keep),
        .button("Stop syncing", id: "stop", does: .end).with { $0.isDestructive = true },
      ], dismiss: .keep)
  }

  // MARK: Choosing

  private func choosing(_ local: CalendarSyncWindowState) -> [N] {
    let offered: [CalendarProvider] = [.none, .google, .apple, .other]
    var nodes: [N] = [
      .text("Sync your events with a calendar that you use elsewhere. Both sides keep everything.", id: "about"),
      .choice(
        "Sync with", id: "provider", offered.map { ($0.rawValue, $0.title) }, selected: local.provider.rawValue
      ) { .choose(CalendarProvider(rawValue: $0) ?? .none) },
    ]
    switch local.provider {
    case .none, .device: nodes.append(.note("Your events stay in this app.", id: "none"))
    case .google:
      switch google {
      case .unavailable(let reason):
        nodes += [
          .note(reason, icon: .info, id: "google"),
          .disabledButton("Connect Google", id: "connect", icon: .link, because: reason),
        ]
      case .offered:
        nodes.append(.button("Connect Google", id: "connect", icon: .link, isProminent: true, does: .connectGoogle))
      case .connected: nodes += [field(.user, "Google e-mail address", local), find(local)]
      }
    case .apple where hasDevice:
      nodes.append(.button("Use this device's calendar", id: "find", icon: .forward, isProminent: true, does: .find))
    case .apple:
      nodes += [
        field(.user, "Apple Account e-mail address", local),
        password("App password", "Make one at account.apple.com, under App-Specific Passwords.", local), find(local),
      ]
    case .other:
      nodes += [
        field(.address, "Address of the server", local), field(.user, "User name", local),
        password("Password", nil, local), find(local),
      ]
    }
    return nodes
  }

  private func field(_ field: CalendarSyncField, _ title: String, _ local: CalendarSyncWindowState) -> N {
    .field(
      title, id: field.rawValue, holds: local.typed[field] ?? "", draft: { .type(field, $0) },
      commit: { .type(field, $0) }
    ) { about in
      about.purpose = field == .address ? .url : local.provider == .other ? .name : .email
      about.example = field == .address ? "https://calendar.example.org" : nil
      about.longest = CalendarSyncWindowState.longest
      about.isRequired = true
      about.invalid = local.faults[field]
    }
  }

  /// Write-only: no frame holds what was typed.
  private func password(_ title: String, _ hint: String?, _ local: CalendarSyncWindowState) -> N {
    .field(title, id: "password", holds: "", commit: { .enter(Redacted($0)) }) { about in
      about.purpose = .password
      about.hint = hint
      about.longest = CalendarSyncWindowState.longest
      about.isRequired = true
      about.invalid = local.faults[.password]
    }
  }

  private func find(_ local: CalendarSyncWindowState) -> N {
    local.isLooking
      ? .progress("Looking for calendars", id: "looking")
      : .button("Find calendars", id: "find", icon: .search, isProminent: true, does: .find)
  }

  private func picking(_ found: [CalDAVClient.Calendar], _ local: CalendarSyncWindowState) -> [N] {
    [
      .choice("Calendar", id: "calendar", found.map { ($0.address, $0.name) }, selected: local.picked) { .pick($0) },
      .group(
        id: "ways",
        [
          local.isLooking
            ? .disabledButton("Start syncing", id: "link", icon: .save, because: "It is being saved.")
            : .button("Start syncing", id: "link", icon: .save, isProminent: true, does: .link),
          .button("Back", id: "cancel", icon: .back, does: .cancel),
        ]),
    ]
  }
}
