internal import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Storage

// The transitions for actions on habits.
extension HealthState {
  mutating func decide(
    _ action: HabitAction, at desk: inout HealthDesk, _ name: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    switch action {
    // Allows text slightly beyond the limit, so that it is reported and not cut off.
    case .name(let text): desk.habit.name = String(text.prefix(Habit.longestName + 100))
    case .cadence(let cadence): desk.habit.cadence = cadence
    case .times(let text): desk.habit.times = String(text.prefix(12))
    case .add: return add(at: &desk, name)
    case .tick(let id, let day, let times):
      guard let habit = habits[id], day <= now.day, now.day.days(since: day) < KeptDay.most else { return [] }
      desk.problem = nil
      return [.run(.tick(HabitEntry(habit.id, on: day, times: times), name), .inOrder("habits"))]
    case .day(let day):
      guard let day else {
        desk.habit.day = nil
        return []
      }
      let isToday = day >= now.day
      desk.habit.day = isToday ? nil : max(day, now.day.following(1 - KeptDay.most))
    case .archive(let id, let isArchived):
      guard let kept = habits.habits.first(where: { $0.id.uuid == id }) else { return [] }
      var habit = kept.record
      habit.isArchived = isArchived
      desk.problem = nil
      return [.run(.saveHabit(habit, kept.version, name), .inOrder("habits"))]
    }
    return []
  }

  private mutating func add(at desk: inout HealthDesk, _ name: HealthDesk.Name) -> Steps {
    desk.habit.isTried = true
    guard !desk.habit.isSaving, desk.habit.nameComplaint == nil, let times = desk.habit.countedTimes else { return [] }
    guard habits.habits.count < Habit.most else {
      desk.problem = Problem(
        "too-many-habits", "There are \(Habit.most) habits already.", safe: "What you typed is still here.",
        remedy: "Do with those that there are.")
      return []
    }
    desk.problem = nil
    desk.habit.isSaving = true
    let title = desk.habit.name.replacing("\0", with: "").trimmed
    return [.run(.addHabit(named: title, desk.habit.cadence, times: times, name), .inOrder("habits"))]
  }

  mutating func habitSaved(_ habit: Habit, isNew: Bool, at name: HealthDesk.Name, _ now: Moment) -> Steps {
    if isNew { desks[name]?.habit = HabitDesk() }
    let words =
      isNew ? "“\(habit.name.brief(40))” is added." : habit.isArchived ? "Archived." : "Back among your habits."
    return [.say(.told(Toast(words, tone: .success), at: name))] + lookAnew(now)
  }

  mutating func ticked(_ tick: HabitEntry, _ now: Moment) -> Steps {
    habits.take(tick)
    return lookAnew(now)
  }

  mutating func habitNotSaved(_ problem: Problem, at name: HealthDesk.Name, _ now: Moment) -> Steps {
    desks[name]?.habit.isSaving = false
    desks[name, default: HealthDesk()].problem = problem
    return lookAnew(now)
  }
}

extension HabitBook {
  subscript(id: UUID) -> Habit? { habits.first { $0.id.uuid == id }?.record }
}
