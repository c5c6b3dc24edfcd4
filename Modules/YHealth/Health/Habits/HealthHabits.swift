internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform
internal import Storage

// The transitions for actions on habits.
extension HealthState {
  mutating func decide(_ action: HabitAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    // Allows text slightly beyond the limit, so that it is reported and not cut off.
    case .name(let text): windows[window].habit.name = String(text.prefix(Habit.longestName + 100))
    case .cadence(let cadence): windows[window].habit.cadence = cadence
    case .times(let text): windows[window].habit.times = String(text.prefix(NumberNotation.longest))
    case .add: return addHabit(in: window, now)
    case .tick(let id, let day, let times):
      guard let habit = habits[id], day <= now.day, now.day.days(since: day) < KeptDay.most else { return [] }
      windows[window].problem = nil
      return [.run(.tick(HabitEntry(habit.id, on: day, times: times), in: window), .inOrder("habits"))]
    case .day(let day):
      let earlier = day.flatMap { $0 < now.day ? $0 : nil }
      windows[window].habit.day = earlier.map { max($0, now.day.following(1 - KeptDay.most)) }
    case .archive(let id, let isArchived):
      guard let kept = habits.habits.first(where: { $0.id.uuid == id }) else { return [] }
      var habit = kept.record
      habit.isArchived = isArchived
      windows[window].problem = nil
      return [.run(.saveHabit(habit, kept.version, in: window), .inOrder("habits"))]
    }
    return []
  }

  private mutating func addHabit(in window: WindowID, _ now: Moment) -> Steps {
    windows[window].habit.isTried = true
    let typed = windows[window].habit
    guard !typed.isSaving, typed.nameComplaint == nil,
      let times = try? typed.countedTimes(in: NumberNotation(locale: now.locale))
    else { return [] }
    guard habits.habits.count < Habit.most else {
      windows[window].problem = Problem(
        "too-many-habits", "The limit of \(Habit.most) habits is reached.", safe: "What you typed is still here.",
        remedy: "Use one of your existing habits.")
      return []
    }
    windows[window].problem = nil
    windows[window].habit.isSaving = true
    let name = typed.name.replacing("\0", with: "").trimmed
    return [.run(.addHabit(named: name, typed.cadence, times: times, in: window), .inOrder("habits"))]
  }

  mutating func habitSaved(_ habit: Habit, isNew: Bool, in window: WindowID, _ now: Moment) -> Steps {
    if isNew { windows[window].habit = HabitWindowState() }
    let words =
      isNew ? "“\(habit.name.brief(40))” added." : habit.isArchived ? "Archived." : "Restored to your habits."
    return [.tell(.told(Toast(words, tone: .success)), window)] + lookAnew(now)
  }

  mutating func ticked(_ tick: HabitEntry, _ now: Moment) -> Steps {
    habits.take(tick)
    return lookAnew(now)
  }

  mutating func habitNotSaved(_ problem: Problem, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].habit.isSaving = false
    windows[window].problem = problem
    return lookAnew(now)
  }
}

extension HabitBook {
  subscript(id: UUID) -> Habit? { habits.first { $0.id.uuid == id }?.record }
}
