public import Days
public import Forms
internal import Interface
public import Kernel
internal import Measures
internal import Numbers
internal import Platform
internal import Units

// Reading, saving and deleting goals, and their progress.
extension ProgressState {
  // MARK: Loading of goals

  /// Reads the goals. If a read is under way, one more follows it, so that a busy sync cannot keep every read from
  /// ending.
  mutating func readAgain() -> Steps {
    guard hasBegun else { return [] }
    guard isReading else { return readAnew() }
    mustReadAgain = true
    return []
  }

  /// Starts a new read: the one under way may have started before an own save, so its answer is ignored.
  mutating func readAnew() -> Steps {
    guard hasBegun else { return [] }
    isReading = true
    mustReadAgain = false
    return [.run(.readGoals, .latest("goals"))]
  }

  mutating func adopt(_ goals: [KeptGoal], _ now: Moment) -> Steps {
    let isFirst = self.goals.isEmpty && !goals.isEmpty
    self.goals = goals
    goalsReading = .done
    isReading = false
    refill(now)
    return (isFirst ? [.say(.goalSet)] : []) + (mustReadAgain ? readAnew() : []) + celebrate(now)
  }

  mutating func put(_ kept: KeptGoal) {
    goals.removeAll { $0.id == kept.id }
    let place = goals.firstIndex { KeptGoal.isNewer(kept, $0) } ?? goals.endIndex
    goals.insert(kept, at: place)
  }

  /// Fills forms that waited for their goals, and updates unchanged forms with what was saved elsewhere.
  private mutating func refill(_ now: Moment) {
    for window in windows.windows {
      let local = windows[window]
      if let name = local.route.flatMap({ GoalFormName($0, focus: focus) }), local.forms[name] == nil {
        windows[window].forms[name] = opened(name, in: window, now)
      }
      for var form in Array(local.forms.values) {
        guard case .editing(let id) = form.name, let kept = goals.first(where: { $0.id == id }) else { continue }
        if form.isBehind {
          form.phase = .behind(kept)
          windows[window].forms[form.name] = form
        } else if form.phase == .editing, !form.isDirty, kept.version != form.version {
          windows[window].forms[form.name] = opened(form.name, in: window, now)
        }
      }
    }
  }

  // MARK: Forms

  public static func effect(_ effect: FormEffect<GoalFormName>) -> ProgressEffect { .form(effect) }

  public func fresh(_ name: GoalFormName, in window: WindowID, at now: Moment) -> GoalForm? {
    var form = GoalForm(name, in: window)
    form.region = RegionalSettings(of: now)
    switch name {
    case .new(let pillar): form.begin(with: FormValues(pillar: pillar, begins: now.day.text))
    case .editing(let id):
      if let kept = goals.first(where: { $0.id == id }) {
        form.fill(with: kept, at: now)
      } else if goalsReading == .done {
        form.phase = .missing
      } else {
        // A goal that has not been read yet does not count as missing.
        return nil
      }
    }
    return form
  }

  /// The form with its draft, if there is one and its goal is there.
  mutating func opened(_ name: GoalFormName, in window: WindowID, _ now: Moment) -> GoalForm? {
    guard var form = fresh(name, in: window, at: now) else { return nil }
    if form.phase == .editing { recover(&form) }
    return form
  }

  /// A draft of a goal that was changed since says so before it replaces the goal.
  public func recovered(_ form: inout GoalForm) {
    if let opened = form.opened, opened.version != form.version { form.phase = .behind(opened) }
  }

  public mutating func closed(_ local: ProgressWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  /// Replaces what was saved elsewhere if the person was told of it.
  public mutating func save(_ name: GoalFormName, in window: WindowID, at now: Moment) -> Steps {
    windows[window].forms[name]?.rebase(at: now)
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let order = GoalOrder(
      id: form.opened?.id, goal: reader.goal(form.opened?.goal), version: form.version, form: name, window: window,
      draft: form.draft)
    return [.run(.save(order), ProgressState.writing(form.draft))]
  }

  mutating func saved(_ order: GoalOrder, _ kept: KeptGoal, _ now: Moment) -> Steps {
    // A new goal may have been read, found reached and be saved as such before the first save is confirmed.
    if order.id != nil { reaching.remove(kept.id) }
    if let window = order.window, let form = order.form {
      stored(kept, by: form, in: window, dropping: order.draft)
    }
    var steps: Steps = goals.isEmpty ? [.say(.goalSet)] : []
    put(kept)
    if let window = order.window {
      steps.append(.tell(.told(Toast("Saved.", tone: .success)), window))
      if let form = order.form { steps.append(.tell(.finished(form), window)) }
    }
    return steps + readAnew() + celebrate(now)
  }

  /// The input stays in its form.
  mutating func notSaved(_ order: GoalOrder, _ problem: Problem) -> Steps {
    // A failed save of a reached goal is repeated at the next start, not over and over.
    guard let window = order.window else { return [] }
    guard let name = order.form else {
      windows[window].problem = problem
      return readAnew()
    }
    let steps = notStored(name, in: window, problem) + readAnew()
    guard var form = windows[window].forms[name] else { return steps }
    switch problem.code {
    case "stale":
      // The newer version follows when the goals are read.
      form.phase = .behind(form.opened)
      form.problem = nil
    case "gone": (form.opened, form.version) = (nil, nil)
    default: break
    }
    windows[window].forms[name] = form
    return steps
  }

  mutating func give(_ id: ID<Goal>, _ status: Goal.Status, in window: WindowID) -> Steps {
    guard let kept = goals.first(where: { $0.id == id }), kept.goal.status != status else { return [] }
    var goal = kept.goal
    goal.status = status
    let order = GoalOrder(id: id, goal: goal, version: kept.version, form: nil, window: window)
    return [.run(.save(order), .inOrder("goals"))]
  }

  /// The goal is deleted from the store at once, and Undo saves it again.
  mutating func deleted(_ kept: KeptGoal, in window: WindowID, _ now: Moment) -> Steps {
    goals.removeAll { $0.id == kept.id }
    let form = GoalFormName.editing(kept.id)
    var steps: Steps = []
    if let open = windows[window].forms[form], open.phase != .saving {
      windows[window].forms[form]?.phase = .missing
      steps += [drop(open), .tell(.finished(form), window)]
    }
    return steps + offer(.goal(kept), in: window, now) + readAnew()
  }

  // MARK: Milestones and progress

  /// Stores and reports new milestones once. Those reached long ago, as after an import, are not reported. A goal that
  /// is wholly reached is saved as such.
  mutating func celebrate(_ now: Moment) -> Steps {
    guard let table, hasRecalled, goalsReading == .done, let today = day else { return [] }
    let known = Set(achievements.map(\.id))
    let new = Achievement.all(of: goals.map(\.goal), in: table, on: today, at: now.date).filter {
      !known.contains($0.id)
    }
    var steps: Steps = []
    if !new.isEmpty {
      achievements = new + achievements
      steps.append(.run(.keepAchievements(new), .inOrder("achievements")))
      let told = new.filter { today.days(since: $0.day) <= 1 && !$0.milestone.isOutdone(by: new) }
      steps += told.map { .say(.milestone($0.milestone, on: $0.day)) }
    }
    for kept in goals where kept.goal.status == .active && !reaching.contains(kept.id) {
      guard GoalProgress(of: kept.goal, in: table, on: today).percent == 100 else { continue }
      reaching.insert(kept.id)
      var goal = kept.goal
      goal.status = .reached
      let order = GoalOrder(id: kept.id, goal: goal, version: kept.version, form: nil, window: nil)
      steps.append(.run(.save(order), .inOrder("goals")))
    }
    return steps + count(table, today, now)
  }

  /// Stores the progress of the goals, to show it at the next start.
  private mutating func count(_ table: DayTable, _ today: CalendarDay, _ now: Moment) -> Steps {
    let amounts = AmountNotation(of: now.locale)
    let said = goals.map { kept in
      let progress = GoalProgress(of: kept.goal, in: table, on: today, saying: amounts)
      return (
        "\(kept.id)",
        KeptProgress.Said(
          says: progress.says, percent: progress.percent, unit: Aim(kept.goal)?.unit(in: amounts)?.rawValue)
      )
    }
    let newest = KeptProgress(goals: Dictionary(said, uniquingKeysWith: { first, _ in first }), at: now.date)
    guard newest.goals != counted?.goals else { return [] }
    counted = newest
    return [.run(.keepProgress(newest), .newest("progress"))]
  }

  /// The achievements of a day.
  public func achievements(on day: CalendarDay) -> [Achievement] { achievements.filter { $0.day == day } }

  /// The achievements of that day and the one before that a person is told of: of several of a kind the greatest.
  public func news(on day: CalendarDay) -> [Achievement] {
    let latest = achievements.filter { (0...1).contains(day.days(since: $0.day)) }
    return latest.filter { !$0.milestone.isOutdone(by: latest) }
  }

  func progress(of goal: Goal, saying amounts: AmountNotation) -> GoalProgress? {
    guard let table, let day else { return nil }
    return GoalProgress(of: goal, in: table, on: day, saying: amounts)
  }
}
