internal import Connectivity
internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Peers
internal import Platform

// The sheets in which something is typed, and the blocked people.
extension ConnectionsState {
  /// A sheet stands in front of everything else, so it has a link to the crisis card of its own.
  private var help: ConnectionsNode { .link("Help now", to: Route(["help-now"]), id: "help-now", icon: .call) }

  private func sheet(
    _ route: Route, _ title: String, _ local: ConnectionsWindowState, _ nodes: [ConnectionsNode]
  ) -> Screen<ConnectionsWindowAction> {
    Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + problem(local) + nodes + [help],
      dialog: local.forms.question?.dialog { .form($0) })
  }

  /// Says that what is typed is a draft that was found, and from when.
  private func found(
    _ name: PairForm, _ local: ConnectionsWindowState, _ surroundings: Surroundings
  ) -> [ConnectionsNode] {
    local.forms[name]?.notices(in: surroundings) { .form($0) } ?? []
  }

  private func connection(at route: Route) -> SponsorConnection? {
    let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
    return connections.first { $0.id.uuid == id }
  }

  func endSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    let title = "End connection"
    guard let connection = connection(at: route) else { return sheet(route, title, local, [elsewhere]) }
    let name = name(partner(of: connection))
    guard connection.status == .active else {
      return sheet(route, title, local, [.text("This connection has already been ended.", id: "ended")])
    }
    let isBusy = local.busy.contains { if case .end(connection.id, _) = $0 { true } else { false } }
    let end: ConnectionsNode =
      isBusy
      ? .progress("Ending the connection")
      : surroundings.connectivity.reachesServer
        ? Node.button("End connection with \(name)", id: "confirm", icon: .remove, does: .end(connection.id.uuid))
          .with { $0.isDestructive = true }
        : .disabledButton(
          "End connection with \(name)", id: "confirm", icon: .remove,
          because: "You are offline. Ending a connection needs the server; blocking works without it.")
    return sheet(
      route, title, local,
      found(.end(connection.id.uuid), local, surroundings) + [
        .text(
          "You and \(name) no longer see each other's profiles. The connection stays under Past connections for both of you. This cannot be undone.",
          id: "about"),
        .field(
          "Feedback", id: "feedback", holds: typed(.end(connection.id.uuid), local)[.feedback],
          draft: { .typeFeedback(connection.id.uuid, $0) }, commit: { .typeFeedback(connection.id.uuid, $0) }
        ) {
          $0.isMultiline = true
          $0.longest = SponsorConnection.longestFeedback
          $0.hint = "Only if you like. \(name) does not see it; whoever runs the server can read it."
          $0.purpose = .notes
        },
        end,
      ])
  }

  func reportSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    guard let id = route.parameters["id"].flatMap({ UUID(uuidString: $0) }),
      (requests.map(partner) + connections.map(partner)).contains(id)
    else { return sheet(route, "Report", local, [elsewhere]) }
    let (typed, isTried) = (typed(.report(id), local), local.isReportTried)
    let kind = PeerReport(rawValue: typed[.kind])
    let isBusy = local.busy.contains { if case .report = $0 { true } else { false } }
    let send: ConnectionsNode =
      isBusy
      ? .progress("Sending the report")
      : surroundings.connectivity.reachesServer
        ? .button("Send report", id: "send", icon: .send, isProminent: true, does: .report(id.lower))
        : .disabledButton(
          "Send report", id: "send", icon: .send, because: "You are offline. Blocking works without the server.")
    return sheet(
      route, "Report", local,
      found(.report(id), local, surroundings) + [
        .text(
          "\(name(id)) is not told. The report keeps \(name(id))'s profile and the requests and connections between you as they are now, for whoever runs the server. If somebody is in danger, call the emergency number first.",
          id: "about"),
        .choice(
          "What it is about", id: "kind", PeerReport.allCases.map { (id: $0.rawValue, title: $0.title) },
          selected: kind?.rawValue, hint: isTried && kind == nil ? "Choose what it is about." : nil
        ) { .chooseReport(id, PeerReport(rawValue: $0) ?? .other) },
        .field(
          "What happened", id: "words", holds: typed[.words], draft: { .typeReport(id, $0) },
          commit: { .typeReport(id, $0) }
        ) {
          $0.isMultiline = true
          $0.isRequired = true
          $0.longest = PeerReport.longestWords
          $0.purpose = .notes
          $0.invalid = isTried && typed[.words].allSatisfy(\.isWhitespace) ? "Say in a few words what happened." : nil
        },
      ] + including(id, typed[.messages] == "on") + [send])
  }

  /// Offers to include messages, which nobody but the two can open otherwise.
  private func including(_ person: UUID, _ isOn: Bool) -> [ConnectionsNode] {
    guard hasMessages(with: person) else { return [] }
    return [
      .toggle(
        "Include the last messages of \(name(person))", id: "messages", isOn: isOn,
        hint:
          "Up to \(ReportedMessage.most) texts between you, as this device has opened them. Whoever runs the server can then read them; without this nobody but the two of you can."
      ) { .includeMessages(person, $0) }
    ]
  }

  func checkInSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: ConnectionsWindowState
  ) -> Screen<ConnectionsWindowAction> {
    let title = "Plan a check-in"
    guard let connection = connection(at: route), connection.status == .active else {
      return sheet(route, title, local, [elsewhere])
    }
    let form = local.plan
    var complaint: String?
    if form.isTried, case .failure(let wrong) = planned(form, surroundings.now) { complaint = wrong.sentence }
    return sheet(
      route, title, local,
      [
        .text("\(name(partner(of: connection))) sees it too.", id: "about"),
        .field(
          "Day", id: "day", holds: form.day ?? surroundings.now.day.following(1).text, role: .datefield,
          draft: { .typeDay($0) }, commit: { .typeDay($0) }
        ) { $0.invalid = complaint },
        .field(
          "Time", id: "time", holds: form.time, role: .timefield, draft: { .typeTime($0) }, commit: { .typeTime($0) }),
        .button("Plan check-in", id: "save", icon: .save, isProminent: true, does: .plan(connection.id.uuid)),
      ])
  }

  func blockedScreen(_ route: Route, _ local: ConnectionsWindowState) -> Screen<ConnectionsWindowAction> {
    let rows = book.blocks.map { block -> ConnectionsNode in
      .row(
        name(block.blocked), id: block.id.description,
        [.button("Unblock \(name(block.blocked))", id: "unblock", icon: .unlock, does: .unblock(block))])
    }
    return Screen(
      route, title: "Blocked people",
      nodes: [.heading("Blocked people", level: 1)] + problem(local) + [
        rows.isEmpty
          ? .text("You have blocked nobody.", id: "none") : .list("Blocked people", id: "people", rows)
      ])
  }
}
