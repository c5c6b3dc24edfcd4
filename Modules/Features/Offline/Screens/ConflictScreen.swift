internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import Sync

// Two versions of one entry side by side, with the ways to resolve them. One conflict at a time.
extension OfflineState {
  func conflictScreen(_ route: Route, _ local: OfflineWindowState, _ words: ValueWords) -> Screen<OfflineWindowAction> {
    guard let op = OfflineRoutes.op(route), let conflict = conflict(op) else {
      // An earlier reading may be older than the conflict.
      let isRead = local.reading == .done && local.looking == OfflineRoutes.op(route)
      return decided(route, isRead: isRead || OfflineRoutes.op(route) == nil)
    }
    let title = "Two versions of a \(self.words.kind(conflict.collection).one)"
    let body =
      local.merging?.op == op
      ? merging(conflict, local, words)
      : [.text(explanation(conflict, words), id: "why"), versions(conflict, words)] + choices(conflict)
    return Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + place(of: op) + body + [leaving(op)],
      dialog: local.question.flatMap { dialog($0, local, words) })
  }

  /// A resolved conflict links to the next.
  private func decided(_ route: Route, isRead: Bool) -> Screen<OfflineWindowAction> {
    let next = waiting?.conflicts.first
    let way: Node<OfflineWindowAction> =
      next.map { .link("Review the next one", to: OfflineRoutes.conflict($0.op), id: "next", icon: .forward) }
      ?? .link("Back to Sync", to: OfflineRoutes.sync, id: "back")
    let reason =
      next == nil ? "Nothing else needs your decision." : decisions
    return Screen(
      route, title: "Two versions",
      nodes: [
        .heading("Two versions", level: 1),
        isRead
          ? .empty("This is decided.", because: reason, icon: .success, way) : .skeleton("Loading both versions"),
      ])
  }

  /// "1 of 3".
  private func place(of op: UUID) -> [Node<OfflineWindowAction>] {
    guard let index = waiting?.conflicts.firstIndex(where: { $0.op == op }) else { return [] }
    return [.note("\(index + 1) of \(max(counts.conflicts, index + 1))", icon: .flag, id: "place")]
  }

  private func leaving(_ op: UUID) -> Node<OfflineWindowAction> {
    let conflicts = waiting?.conflicts ?? []
    let index = conflicts.firstIndex { $0.op == op } ?? 0
    var ways: [Node<OfflineWindowAction>] = [.link("Decide later", to: OfflineRoutes.sync, id: "later", icon: .waiting)]
    if conflicts.indices.contains(index + 1) {
      ways.append(
        .link("Review the next one", to: OfflineRoutes.conflict(conflicts[index + 1].op), id: "next", icon: .forward))
    }
    return .group(
      id: "leaving", [.text("Until you decide, only this entry waits; the others are sent.", id: "meanwhile")] + ways)
  }

  // MARK: Comparison of versions

  private func explanation(_ conflict: Conflict, _ words: ValueWords) -> String {
    let mine = words.dates.instant(conflict.editedAt)
    let server = conflict.serverEdit.map { " on \(words.dates.instant($0))" } ?? ""
    switch (conflict.mine, conflict.theirs) {
    case (nil, _): return "You deleted it here on \(mine). On the server it was changed\(server)."
    case (_, nil): return "You changed it here on \(mine). On the server it was deleted\(server)."
    default:
      return "My version was last edited on \(mine). The server's version was last edited\(server)\(newer(conflict))."
    }
  }

  /// Compares the two edit times as a hint for the user. The clocks may differ, so it decides nothing.
  private func newer(_ conflict: Conflict) -> String {
    guard let server = conflict.serverEdit else { return "" }
    let ahead = server.timeIntervalSince(conflict.editedAt)
    if abs(ahead) < 60 { return ": both within a minute" }
    return ahead > 0 ? ": it is the newer one" : ": mine is the newer one"
  }

  private func versions(_ conflict: Conflict, _ words: ValueWords) -> Node<OfflineWindowAction> {
    let differing = Set(Merge.differing(conflict.mine ?? [:], conflict.theirs ?? [:]))
    let fields = self.words.fields(of: conflict.collection, in: [conflict.mine, conflict.theirs])
    let heads = ["Field", "My version", "Server version", "Compared"]
    let rows = fields.map { field -> Node<OfflineWindowAction> in
      let isDifferent = differing.contains(field.name)
      func text(_ fields: Fields?) -> String {
        fields.map { words.text($0[field.name], as: field.reading) } ?? "deleted"
      }
      let cells = [field.title, text(conflict.mine), text(conflict.theirs), isDifferent ? "different" : "the same"]
      let nodes = zip(heads, cells).map { head, cell in
        Node<OfflineWindowAction>(.cell, head, value: cell).with { state in
          guard head == "Compared" else { return }
          state.icon = isDifferent ? .warning : .success
          state.tone = isDifferent ? .warning : .neutral
        }
      }
      return Node(.row, field.title, id: "field-\(field.name)", children: nodes)
    }
    let columns = Node<OfflineWindowAction>(
      .row, "Columns", id: "columns", children: heads.map { Node(.columnheader, $0) })
    return Node(.table, "Both versions", id: "versions", children: [columns] + rows)
  }

  private func choices(_ conflict: Conflict) -> [Node<OfflineWindowAction>] {
    var buttons: [Node<OfflineWindowAction>] = [
      .button("Keep my version", id: "mine", does: .ask(.keep(conflict.op, .mine))),
      .button("Use server version", id: "theirs", does: .ask(.keep(conflict.op, .theirs))),
    ]
    if conflict.canMerge { buttons.append(.button("Merge", id: "merge", icon: .layers, does: .merge(conflict.op))) }
    return [.group("Your decision", id: "choices", buttons)]
  }

  // MARK: Confirmation dialog

  /// Previews the result of a choice before it is applied.
  func keeping(
    _ op: UUID, _ choice: OfflineWindowState.Choice, _ local: OfflineWindowState, _ words: ValueWords
  ) -> Node<OfflineWindowAction>? {
    guard let conflict = conflict(op), let resolution = resolution(choice, of: op, in: local) else { return nil }
    let (title, result): (String, Fields?) =
      switch resolution {
      case .mine: ("Keep my version?", conflict.mine)
      case .theirs: ("Use server version?", conflict.theirs)
      case .merged(let fields): ("Merge both versions?", fields)
      }
    return .dialog(
      title, id: "question",
      preview(of: result, conflict.collection, words) + [
        .text("This is permanent. The other version stays in the history.", id: "permanent")
      ],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel),
        .button("Confirm", id: "confirm", icon: .success, isProminent: true, does: .confirm),
      ], dismiss: .cancel)
  }

  func preview(of fields: Fields?, _ collection: String, _ words: ValueWords) -> [Node<OfflineWindowAction>] {
    let kind = self.words.kind(collection)
    guard let fields else { return [.text("The \(kind.one) is deleted, here and on the server.", id: "preview")] }
    return [
      .section(
        "Preview", level: 3, id: "preview",
        [
          .table(
            "The \(kind.one) afterwards", id: "after", columns: ["Field", "Value"],
            rows: self.words.fields(of: collection, in: [fields]).map {
              [$0.title, words.text(fields[$0.name], as: $0.reading)]
            })
        ])
    ]
  }
}

extension Conflict {
  /// The last edit of the server's version, by its own time.
  var serverEdit: Date? {
    for name in ["edited_at", "updated_at"] {
      switch theirs?[name] {
      case .date(let date): return date
      case .text(let text): if let date = Moment.date(text) { return date }
      default: continue
      }
    }
    return nil
  }
}
