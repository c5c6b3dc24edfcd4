internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage

// One queued change: its content, the reason why it waits, and its actions.
extension OfflineState {
  func entryScreen(_ route: Route, _ local: OfflineWindowState, _ words: ValueWords) -> Screen<OfflineWindowAction> {
    guard let op = OfflineRoutes.op(route), let change = change(op) else {
      let isRead = local.reading == .done && local.looking == OfflineRoutes.op(route)
      return Screen(
        route, title: "Entry to be sent",
        nodes: [
          .heading("Entry to be sent", level: 1),
          isRead || OfflineRoutes.op(route) == nil
            ? .empty(
              "This does not wait any more.", because: "It was sent, discarded or decided on meanwhile.",
              icon: .success,
              .link("Back to Sync", to: OfflineRoutes.sync, id: "back"))
            : .skeleton("Loading the entry"),
        ])
    }
    let kind = self.words.kind(change.collection)
    let title = "\(kind.one.capitalized) to be sent"
    return Screen(
      route, title: title,
      nodes: [
        .heading(title, level: 1),
        .note(standing(of: change), tone: change.tone, icon: change.isAside ? .error : .waiting, id: "standing"),
        .text(about(change, words), id: "about"),
        fields(change, words),
      ] + ways(change), dialog: local.question.flatMap { dialog($0, local, words) })
  }

  private func about(_ change: Change, _ words: ValueWords) -> String {
    let made = "\(change.verb.capitalized) on \(words.dates.instant(change.editedAt))."
    let tries = change.attempts == 0 ? "" : " Tried \(change.attempts == 1 ? "once" : "\(change.attempts) times")."
    let next =
      change.state == .waiting && change.notBefore > words.dates.now.date
      ? " Next try at \(words.dates.time(change.notBefore))." : ""
    return made + tries + next
  }

  private func fields(_ change: Change, _ words: ValueWords) -> Node<OfflineWindowAction> {
    let fields = self.words.fields(of: change.collection, in: [change.fields])
    guard !fields.isEmpty else {
      return .text(change.kind == .delete ? "The entry itself is deleted." : "It holds no fields.", id: "fields")
    }
    let title =
      switch change.kind {
      case .insert: "What it holds"
      case .update: "What you changed"
      case .delete: "What it held"
      }
    return .table(
      title, id: "fields", columns: ["Field", "Value"],
      rows: fields.map { [$0.title, words.text(change.fields[$0.name], as: $0.reading)] })
  }

  private func ways(_ change: Change) -> [Node<OfflineWindowAction>] {
    if change.state == .conflict {
      return [.link("Review both versions", to: OfflineRoutes.conflict(change.op), id: "review", icon: .forward)]
    }
    var nodes: [Node<OfflineWindowAction>] = []
    if change.isAside {
      nodes.append(.button("Try again", id: "again", icon: .refresh, isProminent: true, does: .retry(change.op)))
    }
    if change.kind != .delete, words.editing(change.collection, "") != nil {
      nodes.append(.button("Edit", id: "edit", icon: .edit, does: .edit(change.op)))
    }
    if change.state == .claimed {
      nodes.append(
        .disabledButton("Discard", id: "discard", icon: .remove, because: "It is on its way to the server just now."))
    } else {
      nodes.append(.destructive("Discard", id: "discard", asks: .ask(.discard(change.op))))
    }
    return nodes
  }

  // MARK: Confirmation dialogs

  func dialog(
    _ question: OfflineWindowState.Question, _ local: OfflineWindowState, _ words: ValueWords
  ) -> Node<OfflineWindowAction>? {
    switch question {
    case .discard(let op): change(op).map { discarding($0, words) }
    case .keep(let op, let choice): keeping(op, choice, local, words)
    case .restore(let number): losers?.first { $0.number == number }.map { restoring($0, words) }
    case .clear: clearing
    }
  }

  private func discarding(_ change: Change, _ words: ValueWords) -> Node<OfflineWindowAction> {
    let kind = self.words.kind(change.collection)
    let at = words.dates.instant(change.editedAt)
    let loss =
      switch change.kind {
      case .insert:
        "The \(kind.one) that you entered on \(at) is lost for good. The server never had it."
      case .update:
        "What you changed on \(at) is lost for good, and so is what you changed later. The \(kind.one) is again what the server has."
      case .delete: "The \(kind.one) that you deleted on \(at) comes back, and stays on the server."
      }
    return .dialog(
      "Discard this \(kind.one)?", id: "question", [.text(loss, id: "loss")],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel), .destructive("Discard", id: "confirm", asks: .confirm),
      ],
      dismiss: .cancel, isAlert: true)
  }
}
