public import Days
public import Kernel
public import Platform
public import Storage

/// The number of times that a habit was kept on one day. Its identifier follows from habit and day, so that all devices
/// update the same record.
public struct HabitEntry: Syncable {
  public static let collection = "habit_entries"

  public let id: ID<HabitEntry>
  public let habit: UUID
  public let day: CalendarDay
  public var times: Int

  public var when: Date { day.noon }

  public init(_ habit: ID<Habit>, on day: CalendarDay, times: Int = 1) {
    id = HabitEntry.id(habit.uuid, day)
    self.habit = habit.uuid
    self.day = day
    self.times = min(max(0, times), 1000)
  }

  public enum CodingKeys: String, ColumnKey {
    case id, habit, day, times
  }

  static func id(_ habit: UUID, _ day: CalendarDay) -> ID<HabitEntry> {
    ID(named: "\(habit.uuidString.lowercased()) \(day.text)")
  }
}
