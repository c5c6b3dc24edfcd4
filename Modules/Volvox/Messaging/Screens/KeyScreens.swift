internal import Interface
internal import Kernel
internal import Peers
internal import Platform

// The security code, the key phrase, and setting up on another device.
extension MessagingState {
  func codeScreen(_ route: Route, _ local: MessagingWindowState) -> Screen<MessagingWindowAction> {
    let title = "Security code"
    func screen(_ nodes: [MessagingNode]) -> Screen<MessagingWindowAction> {
      Screen(route, title: title, nodes: [.heading(title, level: 1)] + problem(local) + nodes)
    }
    if let unready = unready() { return screen([unready]) }
    guard let person = MessagingPlaces.id(route).flatMap({ thread($0) })?.with else { return screen([elsewhere]) }
    let peer = peer(person.person)
    guard !peer.code.isEmpty else {
      return screen([.text("There is no code yet: one of you has not set up messages.", id: "none")])
    }
    var nodes: [MessagingNode] = [
      .text(
        "Read these digits to each other, in person or on the telephone. \(person.name) finds them in the conversation with you. If they are the same, nobody in between can read your messages.",
        id: "about"),
      .code(MessagingState.lines(peer.code), label: "Code with \(person.name)", id: "digits"),
    ]
    if peer.isChanged {
      nodes += [
        .notice(
          "This code is new. Accept it if it is the same for \(person.name).", id: "changed", tone: .warning,
          icon: .warning),
        .button("Accept new code", id: "accept", icon: .success, isProminent: true, does: .accept(person.person)),
      ]
    } else if peer.isCompared {
      nodes += [
        .note("You have compared this code.", tone: .success, icon: .success, id: "compared"),
        .button("Not compared", id: "undo", icon: .undo, does: .compared(person.person, false)),
      ]
    } else {
      nodes.append(
        .button(
          "They are the same", id: "same", icon: .success, isProminent: true, does: .compared(person.person, true)))
    }
    return screen(nodes)
  }

  /// Four groups a line.
  private static func lines(_ groups: [String]) -> String {
    stride(from: 0, to: groups.count, by: 4).map { groups[$0..<min($0 + 4, groups.count)].joined(separator: " ") }
      .joined(separator: "\n")
  }

  // MARK: Key phrase

  func phraseScreen(_ route: Route, _ local: MessagingWindowState) -> Screen<MessagingWindowAction> {
    let title = "Key phrase"
    func screen(_ nodes: [MessagingNode]) -> Screen<MessagingWindowAction> {
      Screen(
        route, title: title, nodes: [.heading(title, level: 1)] + problem(local) + nodes, dialog: anew(local))
    }
    if let unready = unready() { return screen([unready]) }
    guard case .ready = standing else {
      return standing == .foreign
        ? screen([
          .text("The phrase is on the device on which you set up messages.", id: "none"),
          .link("Set up messages", to: MessagingPlaces.restore, id: "restore", icon: .unlock),
        ]) : screen([.text("There is no phrase yet. Messages are set up with the next sync.", id: "none")])
    }
    var nodes: [MessagingNode] = [
      .text(
        "Your messages are sealed on your devices. With these nine words you read and write them on another device. Keep them where only you look; whoever has them can read your messages.",
        id: "about")
    ]
    if let phrase = local.phrase {
      nodes += [
        .code(phrase, label: "Your key phrase", id: "phrase"),
        .button("Hide", id: "hide", icon: .close, does: .hidePhrase),
      ]
      if book?.isNoted == false {
        nodes.append(.button("I have written it down", id: "noted", icon: .success, isProminent: true, does: .noted))
      }
    } else {
      nodes.append(.button("Show key phrase", id: "show", icon: .unlock, isProminent: true, does: .showPhrase))
    }
    nodes += [
      .section(
        "What the server sees", id: "server",
        [
          .text(
            "Who writes to whom, when, whether it was read, and roughly how long a message is. Not what it says, unless one of you includes the last messages in a report.",
            id: "words")
        ]),
      .destructive("Replace the phrase", id: "anew", icon: .refresh, asks: .askAnew),
    ]
    return screen(nodes)
  }

  func restoreScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: MessagingWindowState
  ) -> Screen<MessagingWindowAction> {
    let title = "Set up messages"
    func screen(_ nodes: [MessagingNode]) -> Screen<MessagingWindowAction> {
      Screen(
        route, title: title, nodes: [.heading(title, level: 1)] + problem(local) + nodes, dialog: anew(local))
    }
    if let unready = unready() { return screen([unready]) }
    if case .ready = standing {
      return screen([
        .text("You can read and write messages on this device.", id: "done"),
        .link("Messages", to: MessagingPlaces.home, id: "messages", icon: .chat),
        .section("Former phrase", id: "former", former(local)),
      ])
    }
    guard standing == .foreign else {
      return screen([.text("Messages are set up with the next sync.", id: "none")])
    }
    return screen(
      [
        .text(
          "You have set up messages on another device. There you find the phrase under Messages, Key phrase.",
          id: "about")
      ] + entering(local) + [
        .section(
          "Without the phrase", id: "anew",
          [
            .text(
              "You can begin anew. Earlier messages then stay unreadable on this device, and the people you write to are told that your security code has changed.",
              id: "words"),
            .destructive("Begin anew", id: "begin", icon: .refresh, asks: .askAnew),
          ])
      ])
  }

  private func former(_ local: MessagingWindowState) -> [MessagingNode] {
    [.text("Messages from before you began anew can be read with the phrase of that time.", id: "about")]
      + entering(local)
  }

  private func entering(_ local: MessagingWindowState) -> [MessagingNode] {
    [
      .field(
        "Key phrase", id: "typed", holds: local.typedPhrase, draft: { .typePhrase($0) },
        commit: { .typePhrase($0) }
      ) {
        $0.hint = "Nine words of five letters."
        $0.longest = 500
        $0.invalid = local.complaint
      },
      local.isBusy
        ? .progress("Looking at your messages", id: "busy")
        : .button("Use this phrase", id: "restore", icon: .unlock, isProminent: true, does: .restore),
    ]
  }

  private func anew(_ local: MessagingWindowState) -> MessagingNode? {
    guard local.question == .anew else { return nil }
    return .dialog(
      "Begin anew with another phrase?", id: "anew-asked",
      [
        .text(
          "Your other devices need the new phrase to go on. The people you write to are told that your security code has changed.",
          id: "words")
      ],
      buttons: [
        .button("Cancel", does: .cancel),
        Node.button("Begin anew", id: "confirm", does: .startAnew).with { $0.isDestructive = true },
      ], dismiss: .cancel)
  }
}
