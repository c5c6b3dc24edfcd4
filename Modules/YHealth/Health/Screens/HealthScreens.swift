internal import Days
internal import Forms
internal import Hours
public import Interface
public import Kernel
internal import Pillar
internal import Platform
internal import Units

// The screens of the log as pure functions of the state, the route, the surroundings and the window.
extension HealthState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<HealthWindowAction> {
    let local = windows[window]
    if let name = FormName(route) { return formScreen(form(name, in: window), route, surroundings, local) }
    if route == HealthState.copyDay { return copyScreen(route, surroundings, local) }
    if route.path == ["habits"] { return habitScreen(route, surroundings, local) }
    if route.path == ["history"] { return history(route, surroundings, local) }
    if route.path.count == 2, let pillar = Pillar(rawValue: route.path[1]) {
      return self.pillar(pillar, route, surroundings, local)
    }
    return logSheet(route, surroundings, local)
  }

  /// The log sheet, or the history, with what other features add; nil for every other place of the log. `bind` converts
  /// the log's own actions.
  public func screen<Bound: Sendable>(
    _ route: Route, in surroundings: Surroundings, at window: WindowID, logging: @autoclosure () -> [Node<Bound>],
    history rows: @autoclosure () -> [HistoryRow<Bound>], _ bind: @escaping @Sendable (HealthWindowAction) -> Bound
  ) -> Screen<Bound>? {
    let local = windows[window]
    if route == HealthState.log { return logSheet(route, surroundings, local, also: logging(), bind) }
    if route.path == ["history"] { return history(route, surroundings, local, also: rows(), bind) }
    return nil
  }

  // MARK: Pillar screen

  private func pillar(
    _ pillar: Pillar, _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    Screen(
      route, title: pillar.title,
      nodes: [.heading(pillar.title, level: 1)] + standing(local, surroundings) + recent(pillar, in: surroundings)
        + workoutTimes(of: pillar, in: surroundings), refresh: .retry)
  }

  // MARK: Rows

  /// One row per entry, with the time at its end, and with the day unless a heading names it. Entries with the same words
  /// and minute are numbered, since both are real.
  func rows(
    _ entries: [KeptEntry], _ surroundings: Surroundings, isDated: Bool = false
  ) -> [Node<HealthWindowAction>] {
    let dates = DateWords(surroundings.now)
    var met: [String: Int] = [:]
    return entries.map { kept in
      let moment = Moment(kept.entry.when, in: surroundings.now.zone)
      let (day, clock) = (CalendarDay(of: moment), dates.time(moment.clock))
      let words = kept.entry.record.words(in: AmountNotation(of: surroundings.locale))
      let when = "\(dates.day(day)), \(clock)"
      let count = met["\(words) \(when)", default: 0] + 1
      met["\(words) \(when)"] = count
      let notes = (isDated ? [] : [dates.brief(day)]) + (count == 1 ? [] : ["number \(count)"])
      let name = kept.name
      let waiting: [Node<HealthWindowAction>] =
        kept.isWaiting && surroundings.hasAccount ? [.note("Waiting to sync", icon: .waiting, id: "sync")] : []
      let more = "More for \(words), \(when)" + (count == 1 ? "" : ", number \(count)")
      return .row(
        words, id: "\(name.kind.rawValue)-\(name.id.uuidString.lowercased())",
        value: notes.isEmpty ? nil : notes.joined(separator: ", "), to: FormName(name.kind, editing: name.id).route,
        waiting + [
          Node(.time, clock, id: "time"),
          .menu(more, id: "menu", [.menuItem("Delete", icon: .remove, does: .delete(name))]),
        ]
      ).with { $0.icon = name.kind.icon }
    }
  }

  // MARK: Status

  /// Whether entries may be missing because they are being read, or fetched again from the server.
  var isLoading: Bool { reading == .unread || reading == .underWay || isMending }
  var loading: [Node<HealthWindowAction>] { [.skeleton("Loading your entries")] }

  /// Errors, and deleted entries that can be restored, at the top of the screen.
  func standing(_ local: HealthWindowState, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    var nodes: [Node<HealthWindowAction>] = []
    if case .failed(let problem) = reading {
      nodes.append(
        .notice(
          problem.sentence, id: "unread", tone: .warning, icon: .warning,
          [.button("Reload", icon: .refresh, does: .retry)]))
    }
    if isMending {
      nodes.append(
        .note(
          "Some data on this device was damaged and removed. It will be loaded again when you are online.",
          icon: .syncing, id: "mending"))
    }
    if let problem = local.problem {
      nodes.append(
        .notice(
          "That did not work. \(problem.sentence)", id: "undone", tone: .warning, icon: .warning,
          [.button("Hide this message", icon: .close, does: .dismissProblem)]))
    }
    // The newest is offered by a message with its own Undo.
    if local.undos.contains(where: { $0.problem != nil || $0.what.name != local.offered }) {
      nodes.append(undoing(local.undos, AmountNotation(of: surroundings.locale)))
    }
    return nodes
  }

  private func undoing(
    _ undos: UndoOffers<KeptEntry>, _ amounts: AmountNotation
  ) -> Node<HealthWindowAction> {
    undos.notice(
      undos.count == 1
        ? undos.map { "\($0.what.name.kind.title) deleted." }.joined() : "\(undos.count) entries deleted.",
      dismiss: .dismissUndos, named: { $0.entry.record.words(in: amounts) }
    ) { .undo($0.name) }
  }
}
