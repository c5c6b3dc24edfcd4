public import Days
internal import Kernel
public import Platform
public import Storage

/// A person's habits, with the days on which they were kept.
public struct HabitBook: Sendable, Equatable {
  /// Sorted by creation.
  public private(set) var habits: [Opened<Habit>] = []
  private var ticks: [UUID: [CalendarDay: Int]] = [:]
  /// The habit and day of each entry, to resolve deletions.
  private var places: [UUID: HabitPlace] = [:]

  struct HabitPlace: Hashable {
    let habit: UUID
    let day: CalendarDay
  }

  init(_ habits: [Opened<Habit>] = [], _ entries: [HabitEntry] = []) {
    take(habits)
    for entry in entries { take(entry) }
  }

  mutating func take(_ habits: [Opened<Habit>]) {
    self.habits = habits.sorted { ($0.record.when, $0.id.description) < ($1.record.when, $1.id.description) }
  }

  mutating func take(_ entry: HabitEntry) {
    guard entry.times > 0 else { return forget(entry.id.uuid) }
    ticks[entry.habit, default: [:]][entry.day] = entry.times
    places[entry.id.uuid] = HabitPlace(habit: entry.habit, day: entry.day)
  }

  mutating func forget(_ entry: UUID) {
    guard let place = places.removeValue(forKey: entry) else { return }
    ticks[place.habit]?[place.day] = nil
    if ticks[place.habit]?.isEmpty == true { ticks[place.habit] = nil }
  }

  public func times(_ habit: UUID, on day: CalendarDay) -> Int { ticks[habit]?[day] ?? 0 }
  public func days(of habit: UUID) -> [CalendarDay: Int] { ticks[habit] ?? [:] }

  /// Counts the daily habits that were due, and all habits that were kept. A day that is not over has no missed habits:
  /// one counts once it was kept. Nil when none was due.
  func count(on day: CalendarDay, today: CalendarDay, in zone: TimeZone) -> HabitCount? {
    var count = HabitCount()
    for habit in habits.map(\.record) {
      let times = times(habit.id.uuid, on: day)
      let isDue = !habit.isArchived && habit.cadence == .daily && CalendarDay(habit.when, in: zone) <= day
      if isDue || times > 0 { count.due += 1 }
      if times >= (habit.cadence == .daily ? habit.times : 1) { count.done += 1 }
    }
    if count.due == 0 || day > today { return nil }
    return day == today && count.done == 0 ? nil : count
  }
}
