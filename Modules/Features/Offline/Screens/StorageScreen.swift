internal import Connectivity
internal import Interface
internal import Storage

// Storage usage, and the way to free space.
extension OfflineState {
  func storageScreen(_ route: Route, _ local: OfflineWindowState, _ words: ValueWords) -> Screen<OfflineWindowAction> {
    Screen(
      route, title: "Storage",
      nodes: [.heading("Storage", level: 1)] + room + [.destructive("Clear Cache", id: "clear", asks: .ask(.clear))],
      dialog: local.question.flatMap { dialog($0, local, words) })
  }

  private var room: [Node<OfflineWindowAction>] {
    guard let fill else { return [.skeleton("Measuring")] }
    var nodes: [Node<OfflineWindowAction>] = []
    if fill.isCacheAlmostFull {
      nodes.append(.notice(StorageFill.cacheWarning, id: "almost-full", tone: .warning, icon: .warning))
    }
    if fill.isQueueAlmostFull {
      nodes.append(
        .notice(
          fill.queueWarning, id: "queue-full", tone: .warning, icon: .warning,
          [.button("Sync Now", id: "now", icon: .refresh, does: .syncNow)]))
    }
    nodes.append(meter("All together", id: "whole", fill.total, fill.whole))
    nodes.append(
      .section(
        "By kind", id: "kinds",
        storage.parts.map { meter($0.title, id: $0.budget.name, fill.bytes(of: $0.budget), $0.budget.bytes) }))
    nodes.append(
      .text(
        "Cached data is kept for 7 days, and the oldest goes first when there is no room. What you entered stays.",
        id: "rules"))
    if let damage = fill.damage() { nodes.append(.note(damage, icon: .info, id: "damage")) }
    return nodes
  }

  private func meter(_ title: String, id: String, _ bytes: Int, _ whole: Int) -> Node<OfflineWindowAction> {
    let share = Double(bytes) / Double(whole)
    let per = Int((min(share, 9.99) * 100).rounded())
    return Node(.meter, title, id: id, value: "\(StorageFill.of(bytes, whole)), \(per) %").with { state in
      // Per cent, for the centre of a ring.
      state.number = Double(min(max(0, per), 100))
      state.minimum = 0
      state.maximum = 100
      state.tone = share >= Budget.warning ? .warning : .neutral
      state.icon = share >= Budget.warning ? .warning : .layers
    }
  }

  // MARK: Clearing

  var clearing: Node<OfflineWindowAction> {
    let later =
      line.isKnown && connectivity.reachesServer
      ? "It is fetched again when you need it." : "You are not online, so it is only fetched again once you are."
    return .dialog(
      "Clear Cache?", id: "question",
      [
        .text("All cached data on this device is removed. \(later)", id: "what"),
        .text("What you entered is not touched, sent or not.", id: "safe"),
      ],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel), .destructive("Clear Cache", id: "confirm", asks: .confirm),
      ], dismiss: .cancel, isAlert: true)
  }
}
