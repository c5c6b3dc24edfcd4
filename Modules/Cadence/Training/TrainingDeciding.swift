internal import Days
internal import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage
internal import TrainingPlan

// The transitions for the person's actions in one window.
extension TrainingState {
  public mutating func receive(_ action: TrainingWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route): appeared(route, in: window, now)
    case .left(let route): left(route, in: window)
    case .refresh: return lookAgain() + [.say(.syncAsked)]
    case .form(let action): return decide(action, in: window, at: now)
    case .dismissProblem: windows[window].problem = nil
    case .settleSign: return settleSign(in: window, on: now.day)
    case .toggle(let section):
      if windows[window].opened.remove(section) == nil, windows[window].opened.count < 100 {
        windows[window].opened.insert(String(section.prefix(60)))
      }
    case .showInUse(let isInUse): windows[window].showsInUse = isInUse
    case .approve: return approve(in: window)
    case .decline: return decline(in: window)
    case .revise(let step): revise(step, in: window, now)
    case .approveRevision: return approveRevision(in: window, now)
    case .undoRevision: return undoRevision(in: window)
    case .planAnew:
      let moved = windows[window].revising.flatMap { $0.kind == .race ? CalendarDay($0.race) : nil }
      return planAnew(course ?? proposal, in: window, now) { runner in
        if let moved, moved > now.day { runner.goal.move(to: moved) }
      }
    case .planByFitness:
      guard let fitness = RunFitness(book(on: now.day)) else { return [] }
      return planAnew(course ?? proposal, in: window, now) { $0.race = fitness.result }
    case .planWithoutTarget: return planAnew(proposal ?? course, in: window, now) { $0.goal.dropTarget() }
    case .deleteRun(let id):
      guard let run = kept(id) else { return [] }
      return [.run(.deleteRun(run, in: window), .inOrder("keep"))]
    case .restoreRun(let run): return [.run(.restoreRun(run, in: window), .inOrder("keep"))]
    case .exportCalendar: return exportCalendar(in: window, now)
    case .exportWorkout(let number): return exportWorkout(CalendarDay(number: number), in: window, now)
    }
    return []
  }

  private mutating func appeared(_ route: Route, in window: WindowID, _ now: Moment) {
    if let kind = TrainingState.change(route) {
      open(kind, route, in: window, now)
      return
    }
    guard let name = TrainingForm(route), !findsInput(name, in: window), var form = fresh(name, in: window, at: now)
    else { return }
    if case .mark(let day) = name, let said = TrainingPlaces.figures(route) {
      windows[window].logged = route
      form.begin(with: marking(day, now, said))
    }
    if form.phase != .opening, recover(&form) { form.opened = kept(name.record) }
    windows[window].forms[name] = form
  }

  private mutating func left(_ route: Route, in window: WindowID) {
    windows[window].problem = nil
    if TrainingState.change(route) != nil { windows[window].revising = nil }
    if windows[window].logged == route { windows[window].logged = nil }
    if let name = TrainingForm(route) { leave(name, in: window) }
  }

  /// The routes of the sheets that change a plan, as they may be shown in a window.
  private func changeRoutes(in window: WindowID) -> [Route] {
    let routes = ChangeKind.allCases.map { TrainingPlaces.change($0) }
    guard let shown = windows[window].revising?.route, !routes.contains(shown) else { return routes }
    return routes + [shown]
  }

  static func change(_ route: Route) -> ChangeKind? {
    route.path.count == 3 && route.path.prefix(2) == ["today", "change"] ? ChangeKind(rawValue: route.path[2]) : nil
  }

  // MARK: Plans

  mutating func proposed(in window: WindowID?) -> Steps {
    var steps = lookAgain()
    guard let window else { return steps }
    let changes = changeRoutes(in: window)
    if windows[window].forms[.runner]?.phase == .saving { windows[window].forms[.runner] = nil }
    steps += [
      .tell(.told(Toast("Your plan is ready. Look at it, then use it.", tone: .success)), window),
      .tell(.finished([TrainingPlaces.runner] + changes), window),
    ]
    return steps
  }

  private func approve(in window: WindowID) -> Steps {
    guard let proposal else { return [] }
    var orders = [PlanOrder(plan: proposal.kept.record.with(.approved), over: proposal.kept.version)]
    if let course { orders.append(PlanOrder(plan: course.kept.record.with(.replaced), over: course.kept.version)) }
    return [.run(.decide(orders, deleting: [], .approved, in: window), .inOrder("keep"))]
  }

  private func decline(in window: WindowID) -> Steps {
    guard let proposal else { return [] }
    return [.run(.decide([], deleting: [proposal.kept], .declined, in: window), .inOrder("keep"))]
  }

  mutating func decided(_ said: TrainingAction.Decision, in window: WindowID) -> Steps {
    windows[window].problem = nil
    switch said {
    case .approved:
      return [.tell(.told(Toast("This is your plan now.", tone: .success)), window), .tell(.approved, window)]
    case .declined: return [.tell(.told(Toast("The proposed plan was removed.")), window)]
    case .changeTakenBack: return [.tell(.told(Toast("The plan is as it was before.", tone: .success)), window)]
    case .changed:
      let changes = changeRoutes(in: window)
      windows[window].revising = nil
      return [
        .tell(.offered(Toast("Plan changed.", tone: .success), undo: .undoRevision), window),
        .tell(.finished(changes), window),
      ]
    }
  }

  /// Proposes a plan from today on. It does not include a race that is over.
  private func planAnew(
    _ known: PlanCourse?, in window: WindowID, _ now: Moment, _ change: (inout PlanRunner) -> Void
  ) -> Steps {
    guard let known else { return [] }
    var runner = book(on: now.day).runner(like: known.plan.runner)
    change(&runner)
    if case .race(_, let day, _) = runner.goal, day < now.day { runner.goal = .open(weeks: 12) }
    runner.units = RunWords(now).units
    return [.run(.propose(runner, draft: nil, in: window), .inOrder("keep"))]
  }

  // MARK: Saving

  public mutating func save(_ name: TrainingForm, in window: WindowID, at now: Moment) -> Steps {
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    if name == .runner {
      guard let runner = reader.runner() else {
        windows[window].forms[name]?.phase = .editing
        return []
      }
      return [.run(.propose(runner, draft: form.draft, in: window), Self.writing(form.draft))]
    }
    guard var values = reader.run(form.opened?.record) else {
      windows[window].forms[name]?.phase = .editing
      return []
    }
    values.id = form.opened?.record.id
    if let opened = form.opened?.record, opened.day == values.day {
      (values.plannedMetres, values.plannedKind) = (opened.plannedMetres, opened.plannedKind)
    } else if values.activity.isRunning, let planned = course?.run(on: values.day) {
      (values.plannedMetres, values.plannedKind) = (planned.metres, planned.kind.rawValue)
    }
    let order = DoneRunOrder(form: name, window: window, values: values, version: form.version, draft: form.draft)
    return [.run(.saveRun(order), Self.writing(form.draft))]
  }

  mutating func saved(_ order: DoneRunOrder, _ run: Opened<RunDone>) -> Steps {
    let (window, form) = (order.window, order.form)
    stored(run, by: form, in: window, dropping: order.draft)
    runs = (runs.filter { $0.record.id != run.record.id } + [run]).sorted(by: RunDone.isNewer)
    let sign = run.record.sign
    // A note that is written anew counts again.
    if sign != nil { warning?.settled.removeAll { $0 == run.record.id.uuid } }
    let toast =
      sign.map { Toast("Run saved. \($0.advice)", tone: .warning) }
      ?? Toast("Run saved.", offline: "Run saved offline. It will sync when you're online.", tone: .success)
    let logged = windows[window].logged.map { [$0] } ?? []
    let kept: Steps = order.version == nil && sign == nil ? [.tell(.runKept, window)] : []
    return [.tell(.told(toast), window), .tell(.finished([form.route] + logged), window)] + kept
  }

  /// The run was changed elsewhere first. If the newer version equals what was opened, the save is repeated over it.
  mutating func outrun(_ order: DoneRunOrder, _ newer: Opened<RunDone>?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return findDrafts }
    let isSame = form.overtaken(by: newer, at: now)
    windows[order.window].forms[order.form] = form
    guard isSame else { return lookAgain() }
    let again = DoneRunOrder(
      form: order.form, window: order.window, values: order.values, version: form.version, draft: order.draft)
    return [.run(.saveRun(again), Self.writing(form.draft))]
  }

  mutating func deleted(_ run: Opened<RunDone>, in window: WindowID) -> Steps {
    runs.removeAll { $0.record.id == run.record.id }
    var steps: Steps = [
      .tell(.offered(Toast("Run deleted."), undo: .restoreRun(run.record)), window),
      .tell(.finished([TrainingPlaces.edit(run.record.id.uuid)]), window),
    ]
    if let form = windows[window].forms[.edit(run.record.id.uuid)], form.phase != .saving {
      windows[window].forms[form.name]?.phase = .missing
      steps.append(drop(form))
    }
    return steps
  }
}
