internal import Connectivity
internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import Sync

// The queue of unsent entries, with the action that sends them now.
extension OfflineState {
  func syncScreen(
    _ route: Route, _ local: OfflineWindowState, _ words: ValueWords, isLoading: Bool
  ) -> Screen<OfflineWindowAction> {
    Screen(
      route, title: "Sync",
      nodes: [.heading("Sync", level: 1)] + standing(words, isLoading: isLoading) + complaints + queue(local, words)
        + lastRound(words)
        + [
          .section(
            "See also", id: "see-also",
            (isWithheld ? [.link("Your consents", to: OfflineRoutes.consent, id: "consent", icon: .book)] : []) + [
              .link("History of decisions", to: OfflineRoutes.history, id: "history", icon: .undo),
              .link("Storage", to: OfflineRoutes.storage, id: "storage", icon: .layers),
            ])
        ],
      dialog: local.question.flatMap { dialog($0, local, words) }, refresh: .syncNow)
  }

  private func standing(_ words: ValueWords, isLoading: Bool) -> [Node<OfflineWindowAction>] {
    let known = line.isKnown ? connectivity : nil
    let synced = lastSynced.map { "Last synced \(words.dates.ago($0)), \(words.dates.instant($0))" } ?? "Not synced yet"
    let sending = planner.progress.map {
      "Sending \(min($0.done + 1, $0.total)) of \($0.total). You can go on meanwhile."
    }
    return [
      .note(
        known?.standing ?? "Looking for the server", tone: known?.tone ?? .neutral, icon: known?.icon ?? .waiting,
        id: "standing"),
      .text(synced, id: "synced"),
      .button("Sync Now", id: "now", icon: .refresh, hint: sending, isProminent: true, does: .syncNow).with {
        $0.isBusy = isLoading
      },
    ]
  }

  private var complaints: [Node<OfflineWindowAction>] {
    var nodes: [Node<OfflineWindowAction>] = []
    if let problem { nodes.append(.problem(problem)) }
    if let first = waiting?.conflicts.first {
      nodes.append(
        .notice(
          decisions, id: "conflicts", tone: .warning, icon: .flag,
          [.link("Review", to: OfflineRoutes.conflict(first.op), id: "review", icon: .forward)]))
    }
    if let fill, fill.isQueueAlmostFull {
      nodes.append(.notice(fill.queueWarning, id: "queue-full", tone: .warning, icon: .warning))
    }
    return nodes
  }

  // MARK: Queue

  private func queue(_ local: OfflineWindowState, _ words: ValueWords) -> [Node<OfflineWindowAction>] {
    guard let waiting, waiting.counts.unsent > 0 || local.reading == .done else {
      return [.skeleton("Looking what waits", id: "queue")]
    }
    guard waiting.counts.unsent > 0 else {
      return [
        .empty(
          "Nothing waits to be sent.", because: "What you enter offline waits here until you are online.", id: "queue",
          icon: .success)
      ]
    }
    let changes = waiting.pages[local.page] ?? []
    let first = local.page * Waiting.page
    let rows = apart(changes.map { row($0, words) }).enumerated().map { index, row in
      row.with { state in
        state.position = first + index + 1
        state.size = max(waiting.counts.unsent, first + changes.count)
      }
    }
    var nodes: [Node<OfflineWindowAction>] = [.text(summary(waiting), id: "summary")]
    nodes.append(
      changes.isEmpty ? .skeleton("Loading this page", id: "page") : .list("Entries to be sent", id: "entries", rows))
    nodes += paging(local)
    if waiting.counts.aside > 0 {
      nodes.append(.button("Try all again", id: "all-again", icon: .refresh, does: .retryAll))
    }
    return [.section("Waiting to be sent", id: "queue", nodes)]
  }

  /// "5 entries: 3 mood check-ins, 2 meals".
  private func summary(_ waiting: Waiting) -> String {
    let kinds = self.words.counts(waiting.kinds)
    let all = entries(waiting.counts.unsent)
    return kinds == all || kinds.isEmpty ? "\(all)." : "\(all): \(kinds)."
  }

  private func row(_ change: Change, _ words: ValueWords) -> Node<OfflineWindowAction> {
    let kind = self.words.kind(change.collection)
    let route = change.state == .conflict ? OfflineRoutes.conflict(change.op) : OfflineRoutes.entry(change.op)
    return Node.row(
      kind.one.capitalized, id: change.op.uuidString.lowercased(),
      value: "\(standing(of: change)), \(change.verb) \(words.dates.instant(change.editedAt))", to: route
    ).with { state in
      state.icon = kind.icon
      state.tone = change.tone
    }
  }

  private func paging(_ local: OfflineWindowState) -> [Node<OfflineWindowAction>] {
    guard lastPage > 0 else { return [] }
    var buttons: [Node<OfflineWindowAction>] = [
      .text("Page \(local.page + 1) of \(lastPage + 1)", id: "where")
    ]
    if local.page > 0 {
      buttons.append(.button("Previous page", id: "previous", icon: .back, does: .page(local.page - 1)))
    }
    if local.page < lastPage {
      buttons.append(.button("Next page", id: "next", icon: .forward, does: .page(local.page + 1)))
    }
    return [.group("Pages", id: "pages", buttons)]
  }

  // MARK: Last sync round

  private func lastRound(_ words: ValueWords) -> [Node<OfflineWindowAction>] {
    guard !outcomes.isEmpty else { return [] }
    let rows = outcomes.reversed().map { outcome -> Node<OfflineWindowAction> in
      Node.row(
        self.words.kind(outcome.collection).one.capitalized, id: outcome.op.uuidString.lowercased(),
        value: "\(said(of: outcome)), entered \(words.dates.instant(outcome.at))"
      ).with { state in
        state.icon = outcome.end.icon
        state.tone = outcome.end.tone
      }
    }
    return [.section("Sent last", id: "last", [.list("What became of each", id: "outcomes", rows)])]
  }

  /// Numbers the repeats of rows with the same text, so that a screen reader can tell them apart.
  func apart(_ rows: [Node<OfflineWindowAction>]) -> [Node<OfflineWindowAction>] {
    var seen: [String: Int] = [:]
    return rows.map { row in
      let said = "\(row.label)|\(row.value ?? "")"
      let count = seen[said, default: 0] + 1
      seen[said] = count
      guard count > 1 else { return row }
      var row = row
      row.value = "\(row.value ?? "") (\(count))"
      return row
    }
  }
}

extension OfflineState {
  /// The state of a change in words.
  func standing(of change: Change) -> String {
    switch change.state {
    case .waiting: change.attempts > 0 ? "Waiting to be tried again" : "Waiting"
    case .claimed: "Being sent"
    case .aside(let reason): "Not sent: \(words.refusal(reason, of: change.collection))"
    case .conflict: "Needs your decision"
    }
  }

  /// The outcome of a change in the last round, in words.
  private func said(of outcome: Outcome) -> String {
    switch outcome.end {
    case .sent: "Sent"
    case .failed(let reason): "Not sent: \(words.refusal(reason, of: outcome.collection))"
    case .conflict: "Needs your decision"
    }
  }
}

extension Change {
  var verb: String {
    switch kind {
    case .insert: "entered"
    case .update: "changed"
    case .delete: "deleted"
    }
  }

  var tone: Tone {
    switch state {
    case .waiting, .claimed: .neutral
    case .aside, .conflict: .warning
    }
  }

  var isAside: Bool { if case .aside = state { true } else { false } }
}

extension OfflineState.Outcome.End {
  var icon: Icon {
    switch self {
    case .sent: .success
    case .failed: .error
    case .conflict: .flag
    }
  }

  var tone: Tone {
    switch self {
    case .sent: .success
    case .failed, .conflict: .warning
    }
  }
}
