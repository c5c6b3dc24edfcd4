internal import Days
internal import Kernel
internal import Measures
internal import Platform

/// Accumulates the entries of several days into figures.
struct DaySums {
  private let zone: TimeZone
  private let today: CalendarDay
  private let order: [String]
  private var days: [CalendarDay: DaySum] = [:]

  /// `order` names the imports that the person prefers, the most preferred first.
  init(at now: Moment, preferring order: [String] = []) {
    self.order = order
    zone = now.zone
    today = CalendarDay(of: now)
  }

  mutating func add(_ entry: LogEntry) {
    for part in entry.shares(in: zone) { days[part.day, default: DaySum(preferring: order)].add(entry, part) }
  }
  /// Adds a device's figure, unless it is not sound.
  mutating func add(_ day: DeviceDay) {
    guard day.isSound else { return }
    days[day.day, default: DaySum(preferring: order)].add(day)
  }

  /// The figures of each day, including days without data.
  func figures(of range: some Sequence<CalendarDay>, _ habits: HabitBook) -> [DayFigures] {
    range.map { day in
      (days[day] ?? DaySum()).figures(on: day, in: zone, habits.count(on: day, today: today, in: zone))
    }
  }

  /// The figures of devices alone, for each day.
  func counted(of range: some Sequence<CalendarDay>) -> [DayFigures] {
    range.map { days[$0]?.counted(on: $0) ?? DayFigures($0) }
  }
}
