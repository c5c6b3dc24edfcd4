public import Interface
public import Kernel

// The page and the row of the account, as pure functions of the state.
extension WhatsAppState {
  public static let route = Route(["whatsapp"])
  public static let place = Place(
    "/whatsapp", title: "WhatsApp", keywords: ["messages", "link", "chat", "phone", "number"])

  typealias N = Node<WhatsAppWindowAction>

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<WhatsAppWindowAction> {
    let local = windows[window]
    return Screen(
      route, title: "WhatsApp",
      nodes: [.heading("WhatsApp", level: 1)] + body(local, surroundings) + [
        .link("Channels", to: Route(["settings", "channels"]), icon: .settings)
      ], dialog: local.asksUnlink ? linked.map(question) : nil)
  }

  /// The phone number among the account's settings.
  public func section(in surroundings: Surroundings) -> [Node<WhatsAppWindowAction>] {
    guard surroundings.isSignedIn else { return [] }
    return [
      .list(
        "Phone", id: "phone",
        [
          .row("WhatsApp number", id: "whatsapp", value: linked?.text ?? "Not linked", to: WhatsAppState.route)
        ])
    ]
  }

  private func body(_ local: WhatsAppWindowState, _ surroundings: Surroundings) -> [N] {
    if let linked { return linkedNodes(linked, local) }
    return [
      .text(
        "Linked to WhatsApp, your coach can write to you there, and the icon opens your conversation.", id: "about"),
      steps(local, surroundings),
    ] + linking(local, surroundings) + conversation(local)
  }

  // MARK: Linking

  private func steps(_ local: WhatsAppWindowState, _ surroundings: Surroundings) -> N {
    let isSignedIn = surroundings.isSignedIn
    return .list(
      "To link it",
      [
        .row(
          "1. Sign in to your account", id: "account",
          value: isSignedIn ? "Done" : "So that messages reach the right person", to: Route(["account"])
        ).with { $0.icon = isSignedIn ? .success : .person },
        .row("2. Enter your phone number", id: "number", value: local.sentTo?.text ?? numberWords)
          .with { $0.icon = local.sentTo == nil ? .call : .success },
        .row("3. Enter the code that you get in WhatsApp", id: "code", value: "It shows that the number is yours")
          .with { $0.icon = .lock },
      ])
  }

  private var numberWords: String {
    guard let service else { return "With its country code" }
    if service.verifies { return "With its country code" }
    return service.coach == nil ? "Your server has no WhatsApp number yet" : "Your server sends no codes"
  }

  private func linking(_ local: WhatsAppWindowState, _ surroundings: Surroundings) -> [N] {
    guard surroundings.isSignedIn else { return [] }
    guard let service else {
      return problem.map { [.notice($0.sentence, id: "problem", tone: .warning, icon: .warning)] }
        ?? [.skeleton("Asking your server", lines: 1)]
    }
    guard service.verifies else {
      return [
        .note(
          service.coach == nil
            ? "Your server has no WhatsApp number, so there is nothing to link. Whoever runs your server adds one."
            : "Your server cannot send codes, so a number cannot be linked. You can write to your coach all the same.",
          icon: .info, id: "who")
      ]
    }
    let fields = local.sentTo.map { code($0, local) } ?? number(local)
    let complaint: [N] =
      local.problem.map { [.notice($0.sentence, id: "problem", tone: .critical, icon: .error)] } ?? []
    return complaint + fields
  }

  private func number(_ local: WhatsAppWindowState) -> [N] {
    [
      .field("Phone number", id: "phone", holds: local.number, commit: { .writeNumber($0) }) {
        $0.purpose = .phone
        $0.longest = WhatsAppNumber.longest
        $0.example = "+49 170 1234567"
        $0.hint = "A code is sent to it in WhatsApp."
      },
      local.isBusy
        ? .progress("Sending the code", id: "busy")
        : .button("Send the code", id: "send", icon: .send, isProminent: true, does: .sendCode),
    ]
  }

  private func code(_ number: WhatsAppNumber, _ local: WhatsAppWindowState) -> [N] {
    [
      .note("A code was sent to \(number.text). It is valid for ten minutes.", icon: .info, id: "sent")
        .with { $0.live = .polite },
      .field("Code", id: "code", holds: local.code, commit: { .writeCode($0) }) {
        $0.purpose = .oneTimeCode
        $0.longest = 20
      },
      local.isBusy
        ? .progress("Checking the code", id: "busy")
        : .button("Link WhatsApp", id: "confirm", icon: .link, isProminent: true, does: .confirm),
      .button("Use another number", id: "change", icon: .edit, does: .change),
    ]
  }

  // MARK: Linked

  private func linkedNodes(_ number: WhatsAppNumber, _ local: WhatsAppWindowState) -> [N] {
    let complaint: [N] =
      local.problem.map { [.notice($0.sentence, id: "problem", tone: .critical, icon: .error)] } ?? []
    let stopped: [N] =
      service?.isStopped == true
      ? [
        .notice(
          "You answered STOP in WhatsApp, so your coach does not write there.", id: "stopped", tone: .info, icon: .info,
          [.button("Receive messages again", id: "resume", does: .resume)])
      ] : []
    return complaint + stopped + [
      .list("Linked", [.row("Your number", id: "number", value: number.text).with { $0.icon = .success }])
    ] + conversation(local) + [
      .button("Unlink this number", id: "unlink", icon: .remove, does: .askUnlink)
    ]
  }

  /// The way to the conversation, where the server names a number for it.
  private func conversation(_ local: WhatsAppWindowState) -> [N] {
    guard let chat else { return [] }
    let button = N.button(
      "Open the conversation", id: "open", icon: .chat, hint: "Opens WhatsApp.", isProminent: linked != nil, does: .open
    )
    guard local.hasOpened else { return [button] }
    return [
      button,
      .note("If WhatsApp did not open, use this address.", icon: .info, id: "opened").with { $0.live = .polite },
      .code(chat.address, label: "Conversation", id: "address"),
    ]
  }

  private func question(_ number: WhatsAppNumber) -> N {
    .dialog(
      "Unlink \(number.text)?", id: "unlinking",
      [.text("Your coach no longer writes to this number, and the server forgets it. Your entries stay.", id: "words")],
      buttons: [
        .button("Cancel", does: .keep),
        .button("Unlink", id: "unlink", icon: .remove, does: .unlink).with { $0.isDestructive = true },
      ], dismiss: .keep, isAlert: true)
  }
}
