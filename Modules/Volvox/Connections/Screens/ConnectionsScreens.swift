internal import Connectivity
internal import Days
internal import Hours
public import Interface
public import Kernel
internal import Peers
internal import Platform

typealias ConnectionsNode = Node<ConnectionsWindowAction>

extension ConnectionsState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ConnectionsWindowAction> {
    let local = windows[window]
    switch route.path {
    case ConnectionsPlaces.person.path: return personScreen(route, surroundings, local)
    case ConnectionsPlaces.end.path: return endSheet(route, surroundings, local)
    case ConnectionsPlaces.report.path: return reportSheet(route, surroundings, local)
    case ConnectionsPlaces.checkIn.path: return checkInSheet(route, surroundings, local)
    case ConnectionsPlaces.blocked.path: return blockedScreen(route, local)
    default: return home(route, surroundings, local)
    }
  }

  func problem(_ local: ConnectionsWindowState) -> [ConnectionsNode] {
    guard let problem = local.problem else { return [] }
    // What the server refuses is said in its words alone.
    let words = problem.remedy.isEmpty ? problem.what : problem.sentence
    return [.notice(words, id: "problem", tone: .warning, icon: .warning, dismiss: .dismissProblem)]
  }

  // MARK: Home

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    var nodes: [ConnectionsNode] = [.heading("Connections", level: 1)] + problem(local)
    if session == nil {
      nodes.append(
        .empty(
          "Sign in to see your connections.", because: "They are between two people, so both need an account.",
          icon: .link, .link("Account", to: Route(["account"]), id: "sign-in", icon: .person)))
    } else if case .failed(let problem) = reading {
      nodes.append(
        .unread(problem, retry: .refresh))
    } else if reading != .done {
      nodes.append(.skeleton("Loading your connections", lines: 4))
    } else {
      nodes += [
        pendingSection(surroundings, local), activeSection(surroundings), pastSection(surroundings),
      ]
      if !book.blocks.isEmpty { nodes.append(.link("Blocked people", to: ConnectionsPlaces.blocked, icon: .lock)) }
    }
    return Screen(route, title: "Connections", nodes: nodes, refresh: .refresh)
  }

  private func pendingSection(_ surroundings: Surroundings, _ local: ConnectionsWindowState) -> ConnectionsNode {
    let (incoming, outgoing) = (incoming, outgoing(at: surroundings.now.date))
    let rows =
      incoming.map { incomingRow($0, surroundings, local) } + outgoing.map { outgoingRow($0, surroundings, local) }
    return .section(
      "Pending requests", id: "pending",
      [
        rows.isEmpty
          ? .text("No requests wait for an answer.", id: "none") : .list("Pending requests", id: "requests", rows)
      ])
  }

  private func incomingRow(
    _ request: ConnectionRequest, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> ConnectionsNode {
    let name = name(request.sender)
    let wish = request.asksFor == .sponsor ? "Asks you to be their sponsor" : "Offers to be your sponsor"
    return .row(
      name, id: request.id.description, value: request.note.map { "\(wish): “\($0)”" } ?? wish,
      to: ConnectionsPlaces.person(request.id.uuid), answers(request, name, surroundings, local)
    ).with { $0.icon = .person }
  }

  /// Accepting and declining, in one tap each.
  func answers(
    _ request: ConnectionRequest, _ name: String, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> [ConnectionsNode] {
    if local.busy.contains(.accept(request.id)) || local.busy.contains(.decline(request.id)) {
      return [.progress("Answering \(name)", id: "answering")]
    }
    guard surroundings.connectivity.reachesServer else {
      return [.note("You can answer when you are online.", icon: .offline, id: "offline")]
    }
    let accept = ConnectionsNode.button(
      "Accept \(name)", id: "accept", icon: .success, isProminent: true,
      does: .act(ConnectionsAct(.accept(request.id), name: name)))
    guard request.status == .pending else { return [accept] }
    return [
      .group(
        id: "answers",
        [
          accept,
          .button(
            "Decline \(name)", id: "decline", icon: .undo,
            does: .act(ConnectionsAct(.decline(request.id), name: name))),
        ])
    ]
  }

  private func outgoingRow(
    _ request: ConnectionRequest, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> ConnectionsNode {
    let name = name(request.recipient)
    guard request.status == .pending else {
      return .row(
        name, id: request.id.description, value: "Asked on \(day(request.sentAt, surroundings))",
        [.note("Request declined", id: "declined")]
      ).with { $0.icon = .person }
    }
    let sent = "Waits for an answer since \(day(request.sentAt, surroundings))"
    let withdraw: ConnectionsNode =
      local.busy.contains(.withdraw(request.id))
      ? .progress("Withdrawing", id: "withdrawing")
      : surroundings.connectivity.reachesServer
        ? .button(
          "Withdraw request to \(name)", id: "withdraw", icon: .undo,
          does: .act(ConnectionsAct(.withdraw(request.id), name: name)))
        : .note("You can withdraw it when you are online.", icon: .offline, id: "offline")
    return .row(
      name, id: request.id.description, value: sent, to: ConnectionsPlaces.person(request.id.uuid), [withdraw]
    ).with { $0.icon = .person }
  }

  private func activeSection(_ surroundings: Surroundings) -> ConnectionsNode {
    let rows = active.map { connection -> ConnectionsNode in
      let partner = partner(of: connection)
      return .row(
        name(partner), id: connection.id.description,
        value: "\(role(connection)), \(connected(connection, surroundings))",
        to: ConnectionsPlaces.person(connection.id.uuid),
        [
          .note(
            "Last interaction: \(day(lastInteraction(of: connection, at: surroundings.now.date), surroundings))",
            id: "last"), message(connection),
        ]
      ).with { $0.icon = .person }
    }
    let section: [ConnectionsNode] =
      rows.isEmpty
      ? [
        .text("Nobody yet. Find somebody in your matches.", id: "none"),
        .link("Matches", to: Route(["matches"]), id: "matches", icon: .people),
      ] : [.list("Active connections", id: "people", rows)]
    return .section("Active connections", id: "active", section)
  }

  /// A link to the conversation. It belongs to another feature, which knows it by the connection.
  private func message(_ connection: SponsorConnection) -> ConnectionsNode {
    .link(
      "Message \(name(partner(of: connection)))", to: Route(["messages", "thread"], ["id": connection.id.uuid.lower]),
      id: "message", icon: .chat)
  }

  private func pastSection(_ surroundings: Surroundings) -> ConnectionsNode {
    let rows = past.map { connection -> ConnectionsNode in
      let ended = connection.endedAt ?? connection.beganAt
      return .row(
        name(partner(of: connection)), id: connection.id.description,
        value: "\(role(connection)), \(day(connection.beganAt, surroundings)) to \(day(ended, surroundings))"
      ).with { $0.icon = .person }
    }
    return .section(
      "Past connections", id: "past",
      [
        rows.isEmpty
          ? .text("Connections that have ended are kept here.", id: "none")
          : .list("Past connections", id: "people", rows)
      ])
  }

  // MARK: Words

  /// Role of the other person.
  func role(_ connection: SponsorConnection) -> String {
    connection.sponsor == session ? "Your sponsee" : "Your sponsor"
  }

  func connected(_ connection: SponsorConnection, _ surroundings: Surroundings) -> String {
    let days = max(0, surroundings.now.day.days(since: CalendarDay(connection.beganAt, in: surroundings.now.zone)))
    return days == 0 ? "connected today" : days == 1 ? "connected for 1 day" : "connected for \(days) days"
  }

  func day(_ date: Date, _ surroundings: Surroundings) -> String {
    DateWords(surroundings.now).day(date)
  }

  // MARK: One person

  private func personScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
    if let connection = active.first(where: { $0.id.uuid == id }) {
      return connectionScreen(connection, route, surroundings, local)
    }
    if let request = (incoming + outgoing(at: surroundings.now.date)).first(where: { $0.id.uuid == id }) {
      let person = partner(of: request)
      let way = request.sender == session ? [] : answers(request, name(person), surroundings, local)
      let note: [ConnectionsNode] =
        request.note.map { [.section("Message", id: "message", [.text($0, id: "note")])] } ?? []
      return Screen(
        route, title: "Connection",
        nodes: [.heading(name(person), level: 1)] + problem(local) + note + way + [about(person, surroundings)]
          + safety(person), dialog: blocking(person, local))
    }
    return Screen(
      route, title: "Connection",
      nodes: [.heading("Connection", level: 1)] + problem(local) + [elsewhere])
  }

  var elsewhere: ConnectionsNode {
    .empty(
      "Choose a person in your connections.", because: "This link belongs to no active connection or request of yours.",
      icon: .link, .link("Connections", to: ConnectionsPlaces.home, id: "connections", icon: .link))
  }

  private func connectionScreen(
    _ connection: SponsorConnection, _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    let person = partner(of: connection)
    let now = surroundings.now
    let ahead = checkIns(of: connection).filter { $0.plannedAt > now.date }
    let planned = ahead.map { checkIn -> ConnectionsNode in
      let words = DateWords(now).instant(checkIn.plannedAt)
      return .row(
        words, id: checkIn.id.description,
        value: checkIn.planner == session ? "Planned by you" : "Planned by \(name(person))",
        checkIn.planner == session
          ? [.button("Cancel check-in of \(words)", id: "cancel", icon: .remove, does: .unplan(checkIn))] : []
      ).with { $0.icon = .calendar }
    }
    return Screen(
      route, title: "Connection",
      nodes: [.heading(name(person), level: 1)] + problem(local) + [
        .text(
          "\(role(connection)), \(connected(connection, surroundings)). Last interaction: "
            + "\(day(lastInteraction(of: connection, at: now.date), surroundings)).", id: "summary"),
        message(connection),
        .section(
          "Check-ins", id: "check-ins",
          (planned.isEmpty
            ? [.text("None is planned.", id: "none")] : [.list("Planned check-ins", id: "planned", planned)])
            + [
              Node.link(
                "Plan a check-in", to: ConnectionsPlaces.checkIn(connection.id.uuid), id: "plan", icon: .calendar
              )
              .with { $0.isProminent = true }
            ]),
        about(person, surroundings),
        .link("End connection", to: ConnectionsPlaces.end(connection.id.uuid), id: "end", icon: .remove),
      ] + safety(person), dialog: blocking(person, local), refresh: .refresh)
  }

  private func about(_ person: UUID, _ surroundings: Surroundings) -> ConnectionsNode {
    let rows: [ConnectionsNode] = (card(person).map { words.facts($0, on: surroundings.now.day) } ?? []).map {
      .row($0.label, id: $0.id, value: $0.value)
    }
    let title = "About \(name(person))"
    return .section(
      title, id: "about",
      rows.isEmpty
        ? [
          fetchProblem == nil
            ? .skeleton("Loading the profile")
            : .note("Unable to load. Please check your connection", icon: .offline, id: "not-loaded")
        ] : [.list("Profile", id: "profile", rows)])
  }

  private func safety(_ person: UUID) -> [ConnectionsNode] {
    [
      .link("Report \(name(person))", to: ConnectionsPlaces.report(person), id: "report", icon: .flag),
      .destructive("Block \(name(person))", id: "block", icon: .lock, asks: .askBlock(person.lower)),
    ]
  }

  private func blocking(_ person: UUID, _ local: ConnectionsWindowState) -> ConnectionsNode? {
    guard local.blocking == person.lower else { return nil }
    return .dialog(
      "Block \(name(person))?", id: "blocking",
      [
        .text(
          "You no longer see their requests and messages, and they no longer find you in matches. \(name(person)) is not told. You can undo this under Blocked people.",
          id: "words")
      ],
      buttons: [
        .button("Cancel", does: .cancel),
        Node.button("Block", id: "confirm", does: .block(person.lower)).with { $0.isDestructive = true },
      ], dismiss: .cancel)
  }
}
