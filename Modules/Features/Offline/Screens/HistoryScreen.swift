internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage

// The history of versions that lost a conflict, from which each can be restored.
extension OfflineState {
  func historyScreen(_ route: Route, _ local: OfflineWindowState, _ words: ValueWords) -> Screen<OfflineWindowAction> {
    let title = "History of decisions"
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + history(words),
      dialog: local.question.flatMap { dialog($0, local, words) })
  }

  private func history(_ words: ValueWords) -> [Node<OfflineWindowAction>] {
    guard let losers else { return [.skeleton("Loading the history")] }
    guard !losers.isEmpty else {
      return [
        .empty(
          "No version has lost yet.",
          because: "When an entry was changed in two places, the version that is not used is kept here.", icon: .undo,
          .link("Back to Sync", to: OfflineRoutes.sync, id: "back"))
      ]
    }
    var names: [String: Int] = [:]
    let entries = losers.map { lost -> Node<OfflineWindowAction> in
      let kind = self.words.kind(lost.collection)
      let name = "\(kind.one.capitalized), set aside on \(words.dates.instant(lost.at))"
      let count = names[name, default: 0] + 1
      names[name] = count
      return version(lost, count > 1 ? "\(name) (\(count))" : name, words)
    }
    return [.text("The newest \(entries.count == 1 ? "one" : "\(entries.count)"), newest first.", id: "about")]
      + entries
  }

  private func version(_ lost: Lost, _ name: String, _ words: ValueWords) -> Node<OfflineWindowAction> {
    .section(
      name, id: "version-\(lost.number)",
      [
        table(of: lost, "What it held", words),
        Node(
          .button, "Bring this back", id: "back", value: name,
          offers: [Offer(.activate) { _ in .ask(.restore(lost.number)) }]
        ).with { $0.icon = .undo },
      ])
  }

  private func table(of lost: Lost, _ title: String, _ words: ValueWords) -> Node<OfflineWindowAction> {
    .table(
      title, id: "fields", columns: ["Field", "Value"],
      rows: self.words.fields(of: lost.collection, in: [lost.fields]).map {
        [$0.title, words.text(lost.fields[$0.name], as: $0.reading)]
      })
  }

  func restoring(_ lost: Lost, _ words: ValueWords) -> Node<OfflineWindowAction> {
    .dialog(
      "Bring this version back?", id: "question",
      [
        table(of: lost, "Afterwards", words),
        .text("It is saved again as a new edit. What it replaces takes its place in this history.", id: "what"),
      ],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel),
        .button("Bring it back", id: "confirm", icon: .undo, isProminent: true, does: .confirm),
      ], dismiss: .cancel)
  }
}
