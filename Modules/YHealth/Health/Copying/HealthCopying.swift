internal import Days
public import Interface
internal import Kernel
internal import Platform

// Logging the entries of another day again.
extension HealthState {
  /// The route of the sheet.
  public static let copyDay = Route(["log", "copy"])

  // MARK: Transitions

  mutating func decide(_ action: CopyAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .from(let text):
      guard let day = CalendarDay(text) else { return [] }
      windows[window].copy = DayCopy(source: day)
    case .leave(let name, let isLeft):
      if isLeft {
        windows[window].copy.left.insert(name)
      } else {
        windows[window].copy.left.remove(name)
      }
    case .copy:
      let chosen = chosen(windows[window], at: now)
      guard !chosen.isEmpty else { return [] }
      return [.run(.copy(chosen.map(\.quick), now, in: window), .inOrder("keep"))]
    case .undo(let copies): return [.run(.deleteCopies(copies, in: window), .inOrder("keep"))]
    }
    return []
  }

  /// Entries that were stored before one could not be are kept, and are said.
  mutating func copied(_ kept: [KeptEntry], _ problem: Problem?, in window: WindowID, _ now: Moment) -> Steps {
    kept.forEach { take($0) }
    windows[window].problem = problem
    windows[window].extendPastDay(now)
    guard let last = kept.last else { return lookAnew(now) }
    windows[window].offered = last.name
    let isOne = kept.count == 1
    let said = "\(kept.count) \(isOne ? "entry" : "entries") logged."
    let later = isOne ? HealthState.syncsLater : "They will sync when you're online."
    let toast = Toast(said, offline: "\(said) \(later)", tone: .success)
    var steps: Steps = kept.map { .say(.saved($0.name)) }
    steps.append(.tell(.offered(toast, undo: .copy(.undo(kept.map(\.entry)))), window))
    if problem == nil {
      windows[window].copy = DayCopy()
      steps.append(.tell(.logged(last.name), window))
    }
    return steps + lookAnew(now)
  }

  mutating func copiesDeleted(
    _ names: [EntryName], kept: Int, in window: WindowID, _ now: Moment
  ) -> Steps {
    entries.removeAll { names.contains($0.name) }
    var said = "\(names.count) \(names.count == 1 ? "entry" : "entries") deleted."
    if kept > 0 { said += " \(kept) \(kept == 1 ? "was" : "were") changed since; that change is kept." }
    return names.map { .say(.deleted($0)) } + [.tell(.told(Toast(said, tone: .info)), window)] + lookAnew(now)
  }

  /// The entries that the button logs.
  private func chosen(_ local: HealthWindowState, at now: Moment) -> [DayCopy.Line] {
    let day = local.pastDay(at: now) ?? CalendarDay(of: now)
    return DayCopy.lines(of: local.copy.source(for: day), for: day, entries, at: now)
      .filter { $0.isDue && !local.copy.left.contains($0.name) }
  }

  // MARK: Screen

  func copyScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    let now = surroundings.now
    let today = CalendarDay(of: now)
    let day = local.pastDay(at: now) ?? today
    let source = local.copy.source(for: day)
    return Screen(
      route, title: "Copy a day",
      nodes: [.heading("Copy a day", level: 1)] + standing(local, surroundings) + pastDay(local, surroundings) + [
        .field("Copy from", id: "from", holds: source.text, role: .datefield, commit: { .copy(.from($0)) })
      ] + copyNodes(of: source, for: day, local, surroundings))
  }

  private func copyNodes(
    of source: CalendarDay, for day: CalendarDay, _ local: HealthWindowState, _ surroundings: Surroundings
  ) -> [Node<HealthWindowAction>] {
    let now = surroundings.now
    let today = CalendarDay(of: now)
    let lines = DayCopy.lines(of: source, for: day, entries, at: now)
    if lines.isEmpty {
      if isLoading { return loading }
      let why = isBeforeKnown(source, in: now.zone) ? "It is too long ago to be copied." : "Choose another day."
      return [
        .empty("Nothing to copy from \(source.named(on: today)).", because: why, icon: .calendar)
      ]
    }
    let boxes = lines.map { line in
      let id = "\(line.name.kind.rawValue)-\(line.name.id.uuidString.lowercased())"
      let isChosen = line.isDue && !local.copy.left.contains(line.name)
      let box = Node<HealthWindowAction>.checkbox(line.words, id: id, is: isChosen ? .on : .off) {
        .copy(.leave(line.name, !$0))
      }
      return line.isDue ? box : box.disabled(because: "This time is still to come.")
    }
    let count = lines.count { $0.isDue && !local.copy.left.contains($0.name) }
    let log: Node<HealthWindowAction> =
      count == 0
      ? .disabledButton("Log entries", id: "copy", icon: .success, because: "Choose at least one entry.")
      : .button(
        "Log \(count) \(count == 1 ? "entry" : "entries")", id: "copy", icon: .success, isProminent: true,
        does: .copy(.copy))
    return [
      .text("They are logged for \(day.named(on: today)), at the same times.", id: "about"),
      .group("Entries of \(source.named(on: today))", id: "entries", boxes),
      log,
    ]
  }

  /// Whether entries of the day may be stored that are not among the newest, which are read.
  private func isBeforeKnown(_ day: CalendarDay, in zone: TimeZone) -> Bool {
    DayCopy.kinds.contains { kind in
      let known = entries.filter { $0.name.kind == kind }
      guard known.count >= extent, let oldest = known.last else { return false }
      return day <= CalendarDay(oldest.entry.when, in: zone)
    }
  }
}

extension Node {
  /// Returns the control as one that cannot be used now, with the reason as its hint.
  fileprivate func disabled(because reason: String) -> Node {
    var node = Node(role, label, id: id, value: value, hint: reason)
    node.state = state
    node.state.isDisabled = true
    return node
  }
}

extension CalendarDay {
  /// The day within a sentence: "today", "yesterday", "Friday 20 November".
  fileprivate func named(on today: CalendarDay) -> String {
    self == today ? "today" : following(1) == today ? "yesterday" : brief(on: today)
  }
}
