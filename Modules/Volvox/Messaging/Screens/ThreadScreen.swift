internal import Connectivity
internal import Days
internal import Interface
internal import Kernel
internal import Peers
internal import Platform

// One conversation.
extension MessagingState {
  func threadScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: MessagingWindowState
  ) -> Screen<MessagingWindowAction> {
    let title = "Conversation"
    if let unready = unready() {
      return Screen(route, title: title, nodes: [.heading(title, level: 1), unready])
    }
    guard let thread = MessagingPlaces.id(route).flatMap({ self.thread($0) }) else {
      return Screen(route, title: title, nodes: [.heading(title, level: 1), elsewhere])
    }
    let person = thread.with
    guard isRead(person.connection) else {
      return Screen(route, title: title, nodes: [.heading(person.name, level: 1), loading])
    }
    let shown = local.shown[person.connection] ?? MessagingWindowState.page
    let letters = thread.letters.suffix(shown)
    var nodes: [MessagingNode] = [.heading(person.name, level: 1)] + ways(person) + problem(local) + changed(person)
    if letters.count < thread.letters.count || book?.more.contains(person.connection) == true && !thread.letters.isEmpty
    {
      nodes.append(.button("Earlier messages", id: "earlier", icon: .back, does: .earlier(person.connection)))
    }
    let words = DateWords(surroundings.now)
    nodes.append(
      letters.isEmpty
        ? .text(
          "No messages yet. What you write is sealed on this device; only you and \(person.name) can read it.",
          id: "none")
        : .conversation("Messages", id: "letters", messages(letters, person, words, surroundings)))
    nodes += composer(person, local)
    return Screen(
      route, title: title, nodes: nodes, dialog: discarding(local), refresh: .refresh)
  }

  var elsewhere: MessagingNode {
    .empty(
      "Choose a conversation.", because: "This link belongs to no conversation of yours.", icon: .chat,
      .link("Messages", to: MessagingPlaces.home, id: "messages", icon: .chat))
  }

  /// The warning that the other person's identity has changed.
  private func changed(_ person: Correspondent) -> [MessagingNode] {
    guard peer(person.person).isChanged else { return [] }
    return [
      .notice(
        "\(person.name)'s security code has changed. That happens when somebody sets up messages anew, and also when somebody else reads along. Compare the code with \(person.name), or accept it.",
        id: "changed", tone: .warning, icon: .warning),
      .link("Compare security code", to: MessagingPlaces.code(person.connection), id: "compare", icon: .lock),
      .button("Accept new code", id: "accept", icon: .success, does: .accept(person.person)),
    ]
  }

  // MARK: Messages

  /// The first message of each day names it.
  private func messages(
    _ letters: ArraySlice<OpenedMessage>, _ person: Correspondent, _ words: DateWords, _ surroundings: Surroundings
  ) -> [MessagingNode] {
    var before: String?
    return letters.map { letter in
      let day = words.day(letter.sentAt)
      defer { before = day }
      let time = day == before ? words.time(letter.sentAt) : words.brief(letter.sentAt)
      let (delivery, ways): (String?, [MessagingNode]) =
        letter.isOwn ? sending(letter, person, surroundings) : (isDemonstrated ? "Demo data" : nil, [])
      return .message(
        from: letter.isOwn ? "You" : person.name, letter.content.words, id: letter.id.uuidString.lowercased(),
        at: time, isOwn: letter.isOwn, delivery: delivery, ways)
    }
  }

  /// Where an own message stands, and what can be done when it was not sent.
  private func sending(
    _ letter: OpenedMessage, _ person: Correspondent, _ surroundings: Surroundings
  ) -> (String, [MessagingNode]) {
    switch letter.sending {
    case .waiting where isDemonstrated: return ("Stays on this device: demo data", [])
    case .waiting:
      return (surroundings.connectivity.reachesServer ? "Sending" : "Waits until you are online", [])
    case .sent: return ("Sent", [])
    case .delivered: return ("Delivered", [])
    case .read: return ("Read", [])
    case .refused(let refused):
      let reason = person.isActive ? refused.reason : MessagingState.ended
      var ways: [MessagingNode] = [.note(reason, tone: .warning, icon: .warning, id: "reason")]
      if person.isActive {
        ways.append(.button("Try again", id: "retry", icon: .refresh, does: .retry(refused.change)))
      }
      ways.append(.destructive("Discard message", id: "discard", asks: .askDiscard(refused.change)))
      return ("Not sent", ways)
    }
  }

  private func discarding(_ local: MessagingWindowState) -> MessagingNode? {
    guard case .discard(let change)? = local.question else { return nil }
    return .dialog(
      "Discard this message?", id: "discarding", [.text("It was not sent, and its text is deleted.", id: "words")],
      buttons: [
        .button("Cancel", does: .cancel),
        Node.button("Discard", id: "confirm", does: .discard(change)).with { $0.isDestructive = true },
      ], dismiss: .cancel)
  }

  // MARK: Writing

  private func composer(_ person: Correspondent, _ local: MessagingWindowState) -> [MessagingNode] {
    let connection = person.connection
    if let obstacle = obstacle(person) {
      guard standing == .foreign, person.isActive else { return [.note(obstacle, icon: .info, id: "obstacle")] }
      return [
        .note(obstacle, icon: .lock, id: "obstacle"),
        MessagingNode.link("Enter key phrase", to: MessagingPlaces.restore, id: "restore", icon: .unlock)
          .with { $0.isProminent = true },
      ]
    }
    let text = text(connection, local)
    let field = MessagingNode.field(
      "Message to \(person.name)", id: "text", holds: text, draft: { .type(connection, $0) },
      commit: { .type(connection, $0) }
    ) {
      $0.isMultiline = true
      // Room for a text that is too long to be sent, so that it can be made shorter.
      $0.longest = 2 * SealedMessage.longestText
      $0.purpose = .notes
      $0.invalid = local.complained == connection ? complaint(text) : nil
      $0.enter = .send(connection)
    }
    let send = MessagingNode.button("Send", id: "send", icon: .send, isProminent: true, does: .send(connection))
    var nodes: [MessagingNode] = local.isSending ? [.progress("Sending", id: "sending")] : []
    nodes.append(.composer(field, [send.with { $0.isBusy = local.isSending }]))
    return nodes
  }

  private func ways(_ person: Correspondent) -> [MessagingNode] {
    let peer = peer(person.person)
    var ways: [MessagingNode] = []
    if !peer.code.isEmpty {
      ways.append(
        .link(
          peer.isCompared ? "Security code, compared" : "Security code", to: MessagingPlaces.code(person.connection),
          id: "code", icon: .lock))
    }
    if person.isActive {
      ways.append(
        .link(
          "About \(person.name)",
          to: Route(["connections", "person"], ["id": person.connection.uuidString.lowercased()]), id: "person",
          icon: .person))
    }
    return ways.isEmpty ? [] : [.group(id: "ways", ways)]
  }
}
