internal import Carrying
internal import Days
internal import HealthProviders
public import Interface
public import Kernel
internal import Platform
internal import Samples

typealias SyncNode = Node<HealthSyncWindowAction>

extension HealthSyncState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    if case .failed(let problem) = reading {
      return Screen(
        route, title: "Syncs",
        nodes: [
          .heading("Syncs", level: 1),
          .unread(problem, before: "Your syncs could not be read.", retry: .retryLoading),
        ])
    }
    guard reading == .done else {
      return Screen(route, title: "Syncs", nodes: [.heading("Syncs", level: 1), .skeleton("Loading your syncs")])
    }
    switch route.path {
    case HealthSyncPlaces.adding.path: return addingScreen(route, surroundings, window)
    case HealthSyncPlaces.sync.path: return syncScreen(route, surroundings, window)
    case HealthSyncPlaces.conflict.path: return conflictScreen(route, surroundings, window)
    case HealthSyncPlaces.history.path, HealthSyncPlaces.newHistory.path:
      return historyScreen(route, surroundings, window)
    default: return homeScreen(route, surroundings, window)
    }
  }

  private func homeScreen(
    _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    let local = windows[window]
    var nodes: [SyncNode] = [.heading("Syncs", level: 1)]
    if book.plans.isEmpty {
      nodes.append(empty)
      return Screen(route, title: "Syncs", nodes: nodes)
    }
    nodes.append(summary)
    if local.isRefreshing { nodes.append(.progress("Syncing", id: "refreshing")) }
    nodes.append(history(surroundings))
    nodes.append(.list("Your syncs", id: "syncs", book.plans.map { card($0, surroundings.now) }))
    let openPlans = book.plans.filter { !$0.isPaused }
    var buttons: [SyncNode] = [
      .button("Sync all now", id: "sync-all", icon: .refresh, does: .refresh),
      openPlans.isEmpty
        ? .button("Resume all", id: "resume-all", icon: .forward, does: .pauseAll(false))
        : .button("Pause all", id: "pause-all", icon: .waiting, does: .pauseAll(true)),
    ]
    if book.plans.contains(where: { isSyncing($0.id) }) || openPlans.isEmpty { buttons.removeFirst() }
    nodes.append(.group(id: "all", buttons))
    return Screen(
      route, title: "Syncs", nodes: nodes.filter { $0.role != .group || !$0.children.isEmpty },
      dialog: question(local), refresh: .refresh)
  }

  private var empty: SyncNode {
    let isBegun = !accounts.isEmpty && accounts.values.filter { $0 == .connected }.count >= 2
    return .empty(
      "No syncs yet.",
      because: "A sync copies what one app has measured to another, by itself and without counting anything twice.",
      icon: .syncing,
      Node.link(
        isBegun ? "Add a sync" : "Connect two apps", to: isBegun ? HealthSyncPlaces.adding : HealthSyncPlaces.firstApps,
        icon: isBegun ? .add : .link
      ).with { $0.isProminent = true })
  }

  /// One sentence about all of them, read in a second.
  private var summary: SyncNode {
    let statuses = book.plans.map { status(of: $0).kind }
    let attention = statuses.count { $0 == .errorNeedsAuth }
    let conflicts = statuses.contains(.conflict) ? book.conflicts.count(where: \.isOpen) : 0
    let count = book.plans.count
    var parts: [String] = []
    if attention > 0 { parts.append(attention == 1 ? "1 sync needs you" : "\(attention) syncs need you") }
    if conflicts > 0 {
      parts.append(conflicts == 1 ? "1 conflict waits for a decision" : "\(conflicts) conflicts wait for a decision")
    }
    if !parts.isEmpty {
      return .note("\(parts.joined(separator: ", ")).", tone: .warning, icon: .warning, id: "summary")
    }
    if statuses.contains(.errorRetrying) {
      return .note("A sync failed and is tried again by itself.", tone: .warning, icon: .waiting, id: "summary")
    }
    if statuses.contains(.syncing) { return .note("Syncing...", icon: .syncing, id: "summary") }
    if statuses.allSatisfy({ $0 == .paused }) { return .note("All syncs are paused.", icon: .waiting, id: "summary") }
    return .note(
      count == 1 ? "Your sync is in order." : "All \(count) syncs are in order.", tone: .success, icon: .success,
      id: "summary")
  }

  private func history(_ surroundings: Surroundings) -> SyncNode {
    guard let run = book.history, !run.isEnded else { return .group(id: "no-history", []) }
    var nodes: [SyncNode] = [
      historyProgress(run, surroundings.now), .text(historyStanding(run, surroundings.now), id: "standing"),
    ]
    if let kinds = historyKinds { nodes.append(.note("Copies \(kinds).", icon: .info, id: "kinds")) }
    if run.isPaused {
      nodes.append(.button("Resume historical sync", id: "resume-history", icon: .forward, does: .resumeHistory))
    }
    return .card("Historical Sync", id: "history", to: HealthSyncPlaces.history, nodes)
  }

  private func card(_ plan: SyncPlan, _ now: Moment) -> SyncNode {
    let status = status(of: plan, at: now)
    let isBusy = status.kind == .syncing
    var menu: [SyncNode] = []
    if !isBusy, isConnected(plan) {
      menu.append(.menuItem("Sync now", id: "now", icon: .refresh, does: .syncNow(plan.id)))
    }
    menu.append(
      plan.isPaused
        ? .menuItem("Resume", id: "resume", icon: .forward, does: .pause(plan.id, false))
        : .menuItem("Pause", id: "pause", icon: .waiting, does: .pause(plan.id, true)))
    menu.append(.menuItem("Delete", id: "delete", icon: .remove, isDestructive: true, does: .askDelete(plan.id)))
    var children: [SyncNode] = [
      .note(status.text, tone: status.tone, icon: status.icon, id: "status").with { $0.live = .polite }
    ]
    if status.kind == .conflict { children.append(.note(pairs(of: plan), id: "between")) }
    if isBusy { children.append(.progress("Syncing \(name(plan))", id: "progress")) }
    children += waitingNotes(plan, now)
    return SyncNode.row(
      title(plan), id: plan.id.description,
      value: "\(book.catalogue.name(plan.source)) → \(book.catalogue.name(plan.destination))",
      does: .openSync(plan.id), menu: menu, children
    ).with { state in
      state.icon = HealthSyncState.icon(plan)
      if status.kind == .errorNeedsAuth || status.kind == .conflict { state.tone = status.tone }
    }
  }

  /// The apps between which the conflicts of a sync are: the same ones wait at the card of the other app.
  private func pairs(of plan: SyncPlan) -> String {
    let pairs = book.openConflicts(of: plan.id).map { conflict in
      [conflict.sources.first, conflict.sources.second].map(book.catalogue.name).sorted().joined(separator: " and ")
    }
    return "Between \(Set(pairs).sorted().joined(separator: ", and between "))"
  }

  /// The sign of what flows.
  private static func icon(_ plan: SyncPlan) -> Icon {
    switch plan.kinds.first {
    case .sleep: .sleep
    case .workout: .run
    case .weight: .weight
    case .heartRate, .restingHeartRate, .heartRateVariability: .heart
    case .steps, .distance, .floors: .steps
    case .activeEnergy: .activity
    case nil: .syncing
    }
  }

  /// The kinds; with the ends where two syncs have the same kinds.
  private func title(_ plan: SyncPlan) -> String {
    let twins = book.plans.filter { $0.id != plan.id && $0.kinds == plan.kinds }
    let kinds = plan.kinds.map(\.title).joined(separator: ", ")
    if twins.isEmpty { return kinds }
    return twins.contains { $0.source == plan.source }
      ? name(plan) : "\(kinds) from \(book.catalogue.name(plan.source))"
  }

  func question(_ local: HealthSyncWindowState) -> SyncNode? {
    switch local.question {
    case .delete(let id):
      guard book.plan(id) != nil else { return nil }
      return .dialog(
        "Delete Sync?", id: "delete",
        [.text("Are you sure you want to delete this sync? This cannot be undone.", id: "words")],
        buttons: [
          .button("Cancel", id: "cancel", does: .dismiss),
          .button("Delete", id: "confirm", does: .delete).with { $0.isDestructive = true },
        ], dismiss: .dismiss, isAlert: true)
    case .history(let first, let last):
      return .dialog(
        "Sync \(last.days(since: first) + 1) days?", id: "ask-history",
        [
          .text(
            "From \(first.long) to \(last.long). This may take a long time and use much of the battery. It goes on in the "
              + "background, and you can pause it at any time.", id: "words"),
          .text(estimate(last.days(since: first) + 1), id: "estimate"),
        ],
        buttons: [
          .button("Cancel", id: "cancel", does: .dismiss),
          .button("Start", id: "start", isProminent: true, does: .startHistory),
        ], dismiss: .dismiss)
    case nil: return nil
    }
  }
}
