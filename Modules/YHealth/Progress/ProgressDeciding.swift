internal import Days
internal import FoundationEssentials
internal import Insights
internal import Interface
internal import Kernel
internal import Pillar

// The transitions for the user's actions in one window.
extension ProgressState {
  mutating func decide(_ action: ProgressDeskAction, at name: ProgressDesk.Name, _ now: Moment) -> Steps {
    var desk = desks[name] ?? ProgressDesk()
    defer { if desks[name] == ProgressDesk() { desks[name] = nil } }
    switch action {
    case .appeared(let route):
      desk.route = route
      open(route, at: &desk, now)
      desks[name] = desk
      // Midnight may have passed unnoticed.
      let turned: Steps = day == now.day ? trace() : receive(.dayTurned, at: now)
      return turned + opened(route, name, now)
    case .left(let route):
      let steps = seen(leaving: route, name, now)
      if desk.route == route { desk.route = nil }
      leave(route, at: &desk)
      desks[name] = desk
      return steps
    case .retry:
      desks[name] = desk
      return [.say(.daysWanted(desk.route, at: name))] + readAgain()
    case .show(let days):
      guard ProgressState.ranges.contains(days) else { return [] }
      desk.days = days
      desks[name] = desk
      return trace()
    case .dismissProblem:
      desk.problem = nil
      desks[name] = desk
    case .choose(let form, let choice): return change(form, at: name, now) { $0.choose(choice) }
    case .fill(let form, let field, let text): return change(form, at: name, now) { $0[field] = text }
    case .save(let form): return save(form, at: name, now)
    case .another(let form):
      desk.forms[form] = fresh(form, now)
      desks[name] = desk
    case .discard(let form): return discard(form, at: name, now)
    case .give(let goal, let status): return give(goal, status, at: name)
    case .delete(let goal):
      guard let kept = goals.first(where: { $0.id == goal }) else { return [] }
      desk.problem = nil
      desks[name] = desk
      return [.run(.delete(kept, name), .inOrder("goals"))]
    case .dismiss(let finding): return dismiss(finding, at: name, now)
    case .bringBack(let finding): return bringBack(finding, at: name, now)
    case .undo(let key): return undo(key, at: name, now)
    case .dismissUndos:
      let lanes = desk.undos.map { ProgressState.undoing($0.what.key, name) }
      desk.undos = []
      desks[name] = desk
      return lanes.map { .stop($0) }
    }
    return []
  }

  /// The choices of the range selector, in days.
  static let ranges = [7, 30, 90, 365]

  // MARK: Screen appearance and departure

  private mutating func open(_ route: Route, at desk: inout ProgressDesk, _ now: Moment) {
    guard let name = GoalFormName(route) else { return }
    // Unsaved input, and input being saved, stays as it is.
    if let form = desk.forms[name], form.isDirty || form.phase == .saving { return }
    desk.forms[name] = takeUp(name, now) ?? fresh(name, now)
  }

  func fresh(_ name: GoalFormName, _ now: Moment) -> GoalForm? {
    switch name {
    case .new(let pillar): return GoalForm(new: pillar, on: now.day)
    case .editing(let id):
      if let kept = goals.first(where: { $0.id == id }) { return GoalForm(kept) }
      // A goal that has not been read yet does not count as missing.
      return goalsReading == .done ? GoalForm(missing: id, on: now.day) : nil
    }
  }

  /// Drops an unchanged form; a changed one stays for when the user comes back.
  private func leave(_ route: Route, at desk: inout ProgressDesk) {
    desk.problem = nil
    guard let name = GoalFormName(route), let form = desk.forms[name] else { return }
    switch form.phase {
    case .done, .missing: desk.forms[name] = nil
    case .editing: if !form.isDirty { desk.forms[name] = nil }
    case .saving: break
    }
  }

  /// The window's drafts are on disk, where another window can restore them.
  mutating func close(_ name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard let desk = desks.removeValue(forKey: name) else { return [] }
    let left = desk.forms.values.filter { $0.isDirty && $0.phase == .editing }
    for form in left.sorted(by: { $0.name.route.text < $1.name.route.text }) {
      drafts.insert(GoalDraft(form, id: GoalDraft.id(form, at: name), at: now.date), at: 0)
    }
    return desk.undos.map { .stop(ProgressState.undoing($0.what.key, name)) }
  }

  // MARK: Reactions to findings

  /// Counts one opening each time the finding's screen appears.
  private mutating func opened(_ route: Route, _ name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.finding.path, let finding = finding(route) else { return [] }
    return regard(finding.id, name, now) { $0.opened += 1 } + [.say(.opened(pillar: finding.pillar))]
  }

  /// Marks the listed findings as seen when the user leaves the list.
  private mutating func seen(leaving route: Route, _ name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard route.path == ProgressPlaces.insights.path else { return [] }
    return (run?.run.findings ?? []).filter(isNew).flatMap { regard($0.id, name, now) { _ in } }
  }

  private mutating func regard(
    _ finding: String, _ name: ProgressDesk.Name, _ now: Moment, _ change: (inout Regard) -> Void
  ) -> Steps {
    var regard = regards[finding] ?? Regard(finding, at: now.date)
    regard.at = now.date
    change(&regard)
    regards[finding] = regard
    return [.run(.keepRegard(regard, name), .inOrder("regards"))]
  }

  private mutating func dismiss(_ id: String, at name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard let finding = run?.run.findings.first(where: { $0.id == id }), regards[id]?.isDismissed != true else {
      return []
    }
    let steps = regard(id, name, now) { $0.isDismissed = true }
    return steps + offer(.finding(id, title: finding.title), at: name, now) + [.say(.changed)]
  }

  private mutating func bringBack(_ id: String, at name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard regards[id]?.isDismissed == true else { return [] }
    let steps = regard(id, name, now) { $0.isDismissed = false }
    let key = ProgressDesk.Undo.What.finding(id, title: "").key
    desks[name]?.undos.removeAll { $0.what.key == key }
    return steps + [
      .stop(ProgressState.undoing(key, name)), .say(.changed),
      .say(.told(Toast("The insight is back.", tone: .success), at: name)),
    ]
  }

  // MARK: Undo

  mutating func offer(_ what: ProgressDesk.Undo.What, at name: ProgressDesk.Name, _ now: Moment) -> Steps {
    let until = now.advanced(by: ProgressDesk.Undo.lasts).date
    var undos = desks[name]?.undos.filter { $0.what.key != what.key } ?? []
    undos.append(ProgressDesk.Undo(what: what, until: until))
    desks[name, default: ProgressDesk()].undos = undos.suffix(ProgressDesk.Undo.most)
    return [.run(.awaitUndo(what.key, until: until, name), ProgressState.undoing(what.key, name))]
  }

  private mutating func undo(_ key: String, at name: ProgressDesk.Name, _ now: Moment) -> Steps {
    guard let undo = desks[name]?.undos.first(where: { $0.what.key == key }) else { return [] }
    switch undo.what {
    case .goal(let kept): return [.run(.restore(kept, name), .inOrder("goals"))]
    case .finding(let id, _): return bringBack(id, at: name, now)
    }
  }

  mutating func restored(_ kept: KeptGoal, at name: ProgressDesk.Name) -> Steps {
    let key = ProgressDesk.Undo.What.goal(kept).key
    desks[name]?.undos.removeAll { $0.what.key == key }
    put(kept)
    return [
      .stop(ProgressState.undoing(key, name)), .say(.told(Toast("The goal is back.", tone: .success), at: name)),
    ] + readAnew()
  }

  /// The offer stays for as long as the window does, which alone still has the goal.
  mutating func notRestored(_ key: String, _ problem: Problem, at name: ProgressDesk.Name) {
    guard let index = desks[name]?.undos.firstIndex(where: { $0.what.key == key }) else { return }
    desks[name]?.undos[index].problem = problem
  }

  mutating func endUndo(_ key: String, at name: ProgressDesk.Name) {
    desks[name]?.undos.removeAll { $0.what.key == key && $0.problem == nil }
    if desks[name] == ProgressDesk() { desks[name] = nil }
  }

  static func undoing(_ key: String, _ desk: ProgressDesk.Name) -> Lane { .standing("undo \(key) \(desk)") }
}
