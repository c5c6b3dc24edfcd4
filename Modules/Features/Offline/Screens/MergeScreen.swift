internal import Interface
internal import Storage
internal import Sync

// A merge, field by field: the user decides the fields that both have changed; the others are taken over.
extension OfflineState {
  func merging(_ conflict: Conflict, _ local: OfflineWindowState, _ words: ValueWords) -> [Node<OfflineWindowAction>] {
    guard let merge = Merge(conflict), let merging = local.merging else { return [] }
    let fields = self.words.fields(of: conflict.collection, in: [merge.mine, merge.theirs])
    let clashing = fields.filter { merge.clashes.contains($0.name) }
    let open = merge.clashes.count { merging.sides[$0] == nil }
    var nodes: [Node<OfflineWindowAction>] = []
    if clashing.isEmpty {
      nodes.append(.text("No field was changed on both sides, so both can be kept.", id: "whole"))
    } else {
      nodes.append(
        .section("Changed on both sides", id: "clashes", clashing.map { clash($0, merge, merging, words) }))
    }
    nodes += takenOver(fields, merge, conflict.base, words)
    let buttons: [Node<OfflineWindowAction>] = [
      open == 0
        ? .button("Preview", id: "preview", icon: .search, isProminent: true, does: .ask(.keep(conflict.op, .merge)))
        : .disabledButton(
          "Preview", id: "preview", icon: .search,
          because: open == 1 ? "Choose for 1 more field first." : "Choose for \(open) more fields first."),
      .button("Back to both versions", id: "back", icon: .back, does: .leaveMerge),
    ]
    return nodes + [.group("Merge", id: "ways", buttons)]
  }

  private func clash(
    _ field: OfflineWords.Field, _ merge: Merge, _ merging: OfflineWindowState.Merging, _ words: ValueWords
  ) -> Node<OfflineWindowAction> {
    let mine = words.text(merge.mine[field.name], as: field.reading)
    let theirs = words.text(merge.theirs[field.name], as: field.reading)
    return .choice(
      field.title, id: "clash-\(field.name)",
      [("mine", "My version: \(mine)"), ("theirs", "Server version: \(theirs)")],
      selected: merging.sides[field.name]?.rawName, hint: "Both sides have changed it."
    ) { .choose(field.name, $0 == "mine" ? .mine : .theirs) }
  }

  private func takenOver(
    _ fields: [OfflineWords.Field], _ merge: Merge, _ base: Fields?, _ words: ValueWords
  ) -> [Node<OfflineWindowAction>] {
    let differing = Set(Merge.differing(merge.mine, merge.theirs)).subtracting(merge.clashes)
    let rows = fields.filter { differing.contains($0.name) }.map { field -> Node<OfflineWindowAction> in
      let value = merge.merged[field.name] ?? .null
      let isMine = value.means(merge.mine[field.name] ?? .null)
      return .row(
        field.title, id: "taken-\(field.name)",
        value: "\(words.text(value, as: field.reading)), \(isMine ? "changed only here" : "changed only on the server")"
      )
    }
    return rows.isEmpty ? [] : [.section("Taken over", id: "taken", [.list("Changed on one side", id: "fields", rows)])]
  }
}

extension Merge.Side {
  fileprivate var rawName: String {
    switch self {
    case .mine: "mine"
    case .theirs: "theirs"
    }
  }
}
