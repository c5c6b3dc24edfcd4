internal import Days
internal import FoundationEssentials
internal import Insights
internal import Interface
public import Kernel
internal import Pillar

// The transitions for the user's actions in one window.
extension ProgressState {
  public mutating func receive(
    _ action: ProgressWindowAction, from window: WindowID, at now: Moment
  ) -> Steps {
    switch action {
    case .appeared(let route):
      windows[window].route = route
      open(route, in: window, now)
      // Midnight may have passed unnoticed.
      let turned: Steps = day == now.day ? trace() : receive(.dayTurned, at: now)
      return turned + opened(route, in: window, now)
    case .left(let route):
      windows[window].leave(route, focus: focus)
      return seen(leaving: route, in: window, now)
    case .retry: return [.tell(.daysWanted(windows[window].route), window)] + readAgain()
    case .show(let days):
      guard ProgressState.ranges.contains(days) else { return [] }
      windows[window].days = days
      return trace()
    case .turn(let tab, let pillar):
      guard PillarTab.all(of: pillar).contains(tab) else { return [] }
      windows[window].tabs[pillar] = tab
    case .dismissProblem: windows[window].problem = nil
    case .choose(let form, let choice): return change(form, in: window, now) { $0.choose(choice) }
    case .fill(let form, let field, let text): return change(form, in: window, now) { $0[field] = text }
    case .save(let form): return save(form, in: window, now)
    case .another(let form): windows[window].forms[form] = fresh(form, now)
    case .discard(let form): return discard(form, in: window, now)
    case .give(let goal, let status): return give(goal, status, in: window)
    case .delete(let goal):
      guard let kept = goals.first(where: { $0.id == goal }) else { return [] }
      windows[window].problem = nil
      return [.run(.delete(kept, in: window), .inOrder("goals"))]
    case .dismiss(let finding): return dismiss(finding, in: window, now)
    case .bringBack(let finding): return bringBack(finding, in: window, now)
    case .undo(let key): return undo(key, in: window, now)
    case .dismissUndos:
      let lanes = windows[window].undos.map { ProgressState.undoing($0.what.key, in: window) }
      windows[window].undos = []
      return lanes.map { .stop($0) }
    }
    return []
  }

  /// The choices of the range selector, in days.
  static let ranges = [7, 30, 90, 365]

  // MARK: Screen appearance and departure

  private mutating func open(_ route: Route, in window: WindowID, _ now: Moment) {
    guard let name = GoalFormName(route, focus: focus) else { return }
    // Unsaved input, and input being saved, stays as it is.
    if let form = windows[window].forms[name], form.isDirty || form.phase == .saving { return }
    let form = takeUp(name, now) ?? fresh(name, now)
    windows[window].forms[name] = form
  }

  func fresh(_ name: GoalFormName, _ now: Moment) -> GoalForm? {
    switch name {
    case .new(let pillar): return GoalForm(new: pillar, at: now)
    case .editing(let id):
      if let kept = goals.first(where: { $0.id == id }) { return GoalForm(kept, in: now.locale) }
      // A goal that has not been read yet does not count as missing.
      return goalsReading == .done ? GoalForm(missing: id, at: now) : nil
    }
  }

  /// The window's drafts are on disk, where another window can restore them.
  public mutating func closed(_ local: ProgressWindowState, of window: WindowID, at now: Moment) -> Steps {
    let left = local.forms.values.filter { $0.isDirty && $0.phase == .editing }
    for form in left.sorted(by: { $0.name.route.text < $1.name.route.text }) {
      drafts.insert(GoalDraft(form, id: GoalDraft.id(form, at: window), at: now.date), at: 0)
    }
    return []
  }

  // MARK: Reactions to findings

  /// Counts one opening each time the finding's screen appears.
  private mutating func opened(_ route: Route, in window: WindowID, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.finding.path, let finding = finding(route) else { return [] }
    return regard(finding.id, in: window, now) { $0.opened += 1 } + [.say(.opened(pillar: finding.pillar))]
  }

  /// Marks the listed findings as seen when the user leaves the list.
  private mutating func seen(leaving route: Route, in window: WindowID, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.insights.path else { return [] }
    return (run?.run.findings ?? []).filter(isNew).flatMap { regard($0.id, in: window, now) { _ in } }
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
    guard let finding = run?.run.findings.first(where: { $0.id == id }), regards[id]?.isDismissed != true else {
      return []
    }
    let steps = regard(id, in: window, now) { $0.isDismissed = true }
    return steps + offer(.finding(id, title: finding.title), in: window, now) + [.say(.changed)]
  }

  private mutating func bringBack(_ id: String, in window: WindowID, _ now: Moment) -> Steps {
    guard regards[id]?.isDismissed == true else { return [] }
    let steps = regard(id, in: window, now) { $0.isDismissed = false }
    let key = ProgressWindowState.Undo.What.finding(id, title: "").key
    windows[window].undos.removeAll { $0.what.key == key }
    return steps + [
      .stop(ProgressState.undoing(key, in: window)), .say(.changed),
      .tell(.told(Toast("Insight restored.", tone: .success)), window),
    ]
  }

  // MARK: Undo

  mutating func offer(_ what: ProgressWindowState.Undo.What, in window: WindowID, _ now: Moment) -> Steps {
    let until = now.advanced(by: ProgressWindowState.Undo.lasts).date
    var undos = windows[window].undos.filter { $0.what.key != what.key }
    undos.append(ProgressWindowState.Undo(what: what, until: until))
    windows[window].undos = undos.suffix(ProgressWindowState.Undo.most)
    return [.run(.awaitUndo(what.key, until: until, in: window), ProgressState.undoing(what.key, in: window))]
  }

  private mutating func undo(_ key: String, in window: WindowID, _ now: Moment) -> Steps {
    guard let undo = windows[window].undos.first(where: { $0.what.key == key }) else { return [] }
    switch undo.what {
    case .goal(let kept): return [.run(.restore(kept, in: window), .inOrder("goals"))]
    case .finding(let id, _): return bringBack(id, in: window, now)
    }
  }

  mutating func restored(_ kept: KeptGoal, in window: WindowID) -> Steps {
    let key = ProgressWindowState.Undo.What.goal(kept).key
    windows[window].undos.removeAll { $0.what.key == key }
    put(kept)
    return [
      .stop(ProgressState.undoing(key, in: window)), .tell(.told(Toast("Goal restored.", tone: .success)), window),
    ] + readAnew()
  }

  /// The offer stays for as long as the window does, which alone still has the goal.
  mutating func notRestored(_ key: String, _ problem: Problem, in window: WindowID) {
    guard let index = windows[window].undos.firstIndex(where: { $0.what.key == key }) else { return }
    windows[window].undos[index].problem = problem
  }

  mutating func endUndo(_ key: String, in window: WindowID) {
    windows[window].undos.removeAll { $0.what.key == key && $0.problem == nil }
  }

  static func undoing(_ key: String, in window: WindowID) -> Lane { .standing("undo \(key)", of: window) }
}

extension ProgressWindowState {
  /// Drops an unchanged form; a changed one stays for when the user comes back.
  fileprivate mutating func leave(_ left: Route, focus: Pillar?) {
    if route == left { route = nil }
    problem = nil
    guard let name = GoalFormName(left, focus: focus), let form = forms[name] else { return }
    switch form.phase {
    case .done, .missing: forms[name] = nil
    case .editing: if !form.isDirty { forms[name] = nil }
    case .saving: break
    }
  }
}
