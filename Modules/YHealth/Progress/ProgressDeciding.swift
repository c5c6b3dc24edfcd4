internal import Days
internal import Forms
internal import Insights
internal import Interface
public import Kernel
internal import Pillar
internal import Platform

// The transitions for the user's actions in one window.
extension ProgressState {
  public mutating func receive(
    _ action: ProgressWindowAction, from window: WindowID, at now: Moment
  ) -> Steps {
    switch action {
    case .appeared(let route):
      windows[window].route = route
      if let (pillar, tab) = PillarTab.asked(by: route) { windows[window].tabs[pillar] = tab }
      open(route, in: window, now)
      // Midnight may have passed unnoticed.
      let turned: Steps = day == now.day ? trace() : receive(.dayTurned, at: now)
      return turned + read(route, in: window, now)
    case .left(let route):
      if windows[window].route == route { windows[window].route = nil }
      windows[window].problem = nil
      windows[window].forms.question = nil
      if let form = GoalFormName(route, focus: focus) { leave(form, in: window) }
      return seen(leaving: route, in: window, now)
    case .retry: return [.tell(.daysWanted(windows[window].route), window)] + readAgain()
    case .show(let days):
      guard ProgressState.ranges.contains(days) else { return [] }
      windows[window].days = days
      return trace()
    case .report(let days):
      if DoctorReport.periods.contains(days) { windows[window].reportDays = days }
    case .turn(let tab, let pillar):
      guard PillarTab.all(of: pillar).contains(tab) else { return [] }
      windows[window].tabs[pillar] = tab
    case .dismissProblem: windows[window].problem = nil
    case .form(.fill(let form, let field, let word)) where GoalField.choices.contains(field):
      return type(form, in: window, at: now) { $0.choose(field, word) }
    case .form(let action): return decide(action, in: window, at: now)
    case .another(let form): windows[window].forms[form] = fresh(form, in: window, at: now)
    case .give(let goal, let status): return give(goal, status, in: window)
    case .delete(let goal):
      guard let kept = goals.first(where: { $0.id == goal }) else { return [] }
      windows[window].problem = nil
      return [.run(.delete(kept, in: window), .inOrder("goals"))]
    case .dismiss(let finding): return dismiss(finding, in: window, now)
    case .bringBack(let finding): return bringBack(finding, in: window, now)
    case .undo(let key): return undo(key, in: window, now)
    case .dismissUndos:
      return windows[window].undos.dismiss(in: window).map { .stop($0) }
    }
    return []
  }

  /// The choices of the range selector, in days.
  static let ranges = [7, 30, 90, 365]

  // MARK: Screen appearance and departure

  private mutating func open(_ route: Route, in window: WindowID, _ now: Moment) {
    guard let name = GoalFormName(route, focus: focus), !findsInput(name, in: window) else { return }
    windows[window].forms[name] = opened(name, in: window, now)
  }

  // MARK: Reactions to findings

  /// Counts one opening each time the finding's screen appears.
  private mutating func read(_ route: Route, in window: WindowID, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.finding.path, let finding = finding(route) else { return [] }
    return regard(finding.id, in: window, now) { $0.opened += 1 } + [.say(.opened(pillar: finding.pillar))]
  }

  /// Marks the listed findings as seen when the user leaves the list.
  private mutating func seen(leaving route: Route, in window: WindowID, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.insights.path else { return [] }
    return listed.filter { regards[$0] == nil }.flatMap { regard($0, in: window, now) { _ in } }
  }

  private mutating func regard(
    _ finding: String, in window: WindowID, _ now: Moment, _ change: (inout Regard) -> Void
  ) -> Steps {
    var regard = regards[finding] ?? Regard(finding, at: now.date)
    regard.at = now.date
    change(&regard)
    regards[finding] = regard
    return [.run(.keepRegard(regard, in: window), .inOrder("regards"))]
  }

  private mutating func dismiss(_ id: String, in window: WindowID, _ now: Moment) -> Steps {
    guard let title = title(of: id), regards[id]?.isDismissed != true else { return [] }
    let steps = regard(id, in: window, now) { $0.isDismissed = true }
    return steps + offer(.finding(id, title: title), in: window, now) + [.say(.changed)]
  }

  private func title(of id: String) -> String? {
    if let finding = run?.run.findings.first(where: { $0.id == id }) { return finding.title }
    return run?.run.own.first { $0.id == id }.flatMap { own in ownLabels[own.own].map { own.title($0) } }
  }

  private mutating func bringBack(_ id: String, in window: WindowID, _ now: Moment) -> Steps {
    guard regards[id]?.isDismissed == true else { return [] }
    let steps = regard(id, in: window, now) { $0.isDismissed = false }
    let key = ProgressWindowState.Removed.finding(id, title: "").undoKey
    windows[window].undos.remove(key)
    return steps + [
      .stop(UndoOffers<ProgressWindowState.Removed>.lane(key, in: window)), .say(.changed),
      .tell(.told(Toast("Insight restored.", tone: .success)), window),
    ]
  }

  // MARK: Undo

  mutating func offer(_ what: ProgressWindowState.Removed, in window: WindowID, _ now: Moment) -> Steps {
    let until = windows[window].undos.offer(what, at: now)
    let lane = UndoOffers<ProgressWindowState.Removed>.lane(what.undoKey, in: window)
    return [.run(.awaitUndo(what.undoKey, until: until, in: window), lane)]
  }

  private mutating func undo(_ key: String, in window: WindowID, _ now: Moment) -> Steps {
    switch windows[window].undos[key] {
    case .goal(let kept): [.run(.restore(kept, in: window), .inOrder("goals"))]
    case .finding(let id, _): bringBack(id, in: window, now)
    case nil: []
    }
  }

  mutating func restored(_ kept: KeptGoal, in window: WindowID) -> Steps {
    let key = ProgressWindowState.Removed.goal(kept).undoKey
    windows[window].undos.remove(key)
    put(kept)
    return [
      .stop(UndoOffers<ProgressWindowState.Removed>.lane(key, in: window)),
      .tell(.told(Toast("Goal restored.", tone: .success)), window),
    ] + readAnew()
  }
}
