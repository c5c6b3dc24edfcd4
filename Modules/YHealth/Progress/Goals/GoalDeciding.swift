public import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Measures
internal import Numbers

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
      for form in local.forms.values where form.isBehind {
        guard let kept = goals.first(where: { $0.id == form.opened?.id }) else { continue }
        windows[window].forms[form.name]?.opened = kept
      }
      if let form = local.route.flatMap({ GoalFormName($0, focus: focus) }), local.forms[form] == nil {
        windows[window].forms[form] = fresh(form, now)
      }
      for form in local.forms.values where form.phase == .editing && !form.isDirty {
        guard case .editing(let id) = form.name, let kept = goals.first(where: { $0.id == id }),
          kept.version != form.opened?.version
        else { continue }
        windows[window].forms[form.name] = GoalForm(kept, in: form.locale)
      }
    }
    takeUpOpen(now)
  }

  // MARK: Changes to goals

  mutating func change(
    _ name: GoalFormName, in window: WindowID, _ now: Moment, _ body: (inout GoalValues) -> Void
  ) -> Steps {
    guard var form = windows[window].forms[name] ?? fresh(name, now), form.phase == .editing else { return [] }
    body(&form.values)
    form.problem = nil
    windows[window].forms[name] = form
    return keep(form, in: window, now)
  }

  mutating func discard(_ name: GoalFormName, in window: WindowID, _ now: Moment) -> Steps {
    guard let form = windows[window].forms[name], form.phase == .editing else { return [] }
    windows[window].forms[name] = fresh(name, now)
    let draft = GoalDraft.id(form, at: window)
    return [.run(.dropDraft(draft), ProgressState.writing(draft))]
  }

  mutating func save(_ name: GoalFormName, in window: WindowID, _ now: Moment) -> Steps {
    guard var form = windows[window].forms[name] ?? fresh(name, now), form.phase == .editing else { return [] }
    form.isTried = true
    form.problem = nil
    let read = form.read(at: now)
    if read.complaints.isEmpty { form.phase = .saving }
    windows[window].forms[name] = form
    guard form.phase == .saving else { return [] }
    let draft = GoalDraft.id(form, at: window)
    let order = GoalOrder(
      id: form.opened?.id, goal: read.goal, version: form.opened?.version, form: name, window: window, draft: draft)
    return [.run(.save(order), ProgressState.writing(draft))]
  }

  mutating func saved(_ order: GoalOrder, _ kept: KeptGoal, _ now: Moment) -> Steps {
    // A new goal may have been read, found reached and be saved as such before the first save is confirmed.
    if order.id != nil { reaching.remove(kept.id) }
    // The window may have been closed meanwhile.
    drafts.removeAll { $0.id == order.draft }
    var steps: Steps = goals.isEmpty ? [.say(.goalSet)] : []
    put(kept)
    if let window = order.window {
      steps.append(.tell(.told(Toast("Saved.", tone: .success)), window))
      if let form = order.form {
        windows[window].forms[form]?.phase = .done
        steps.append(.tell(.finished(form), window))
      }
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
    // The window was closed meanwhile; the input is in its draft.
    guard var form = windows[window].forms[name] else { return [.run(.recall, .latest("recall"))] + readAnew() }
    form.phase = .editing
    form.problem = problem
    switch problem.code {
    case "stale": form.isBehind = true
    case "gone": form.opened = nil
    default: break
    }
    windows[window].forms[name] = form
    return readAnew()
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
      let draft = GoalDraft.id(open, at: window)
      steps += [.run(.dropDraft(draft), ProgressState.writing(draft)), .tell(.finished(form), window)]
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
    let said = goals.map { kept in
      let progress = GoalProgress(of: kept.goal, in: table, on: today)
      return ("\(kept.id)", KeptProgress.Said(says: progress.says, percent: progress.percent))
    }
    let newest = KeptProgress(goals: Dictionary(said, uniquingKeysWith: { first, _ in first }), at: now.date)
    guard newest.goals != counted?.goals else { return [] }
    counted = newest
    return [.run(.keepProgress(newest), .newest("progress"))]
  }

  /// The achievements of a day.
  public func achievements(on day: CalendarDay) -> [Achievement] { achievements.filter { $0.day == day } }

  func progress(of goal: Goal) -> GoalProgress? {
    guard let table, let day else { return nil }
    return GoalProgress(of: goal, in: table, on: day)
  }
}

extension GoalForm {
  func read(at now: Moment) -> GoalReader {
    let draft =
      opened?.goal
      ?? Goal(id: ID(GoalForm.nobody), pillar: values.pillar, name: "", beginsOn: now.day)
    return GoalReader(values, as: draft, on: now.day, NumberNotation(locale: locale))
  }

  /// The complaints to show beside the fields. Missing values are reported only after an attempt to save.
  func complaints(at now: Moment) -> [GoalField: String] {
    let read = read(at: now)
    return read.complaints.filter { isTried || !read.missing.contains($0.key) }
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension GoalValues {
  mutating func choose(_ choice: GoalChoice) {
    switch choice {
    case .pillar(let pillar): choose(pillar)
    case .measure(let measure): choose(measure)
    case .way(let word):
      guard let way = Aim.Way(rawValue: word), let measure, Aim.ways(of: measure).contains(way) else { return }
      self.way = way
    }
  }
}
