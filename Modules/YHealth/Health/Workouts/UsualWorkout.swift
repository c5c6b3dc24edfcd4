public import Days
public import Hours
public import Platform

/// The hour at which a person usually begins to work out on one day of the week.
public struct UsualWorkout: Sendable, Hashable {
  public let time: TimeOfDay
  /// The number of workouts that began in that hour on that day of the week.
  public let times: Int

  /// The fewest workouts on a day of the week that make it usual.
  public static let fewest = 3
}

extension WorkoutTimes {
  /// Nil for a day of the week without enough workouts, or without one hour that has the most.
  func usual(on day: CalendarDay) -> UsualWorkout? {
    let weekday = day.weekday == 0 ? 7 : day.weekday
    let hours = begun.filter { $0.key.day == weekday }
    guard let most = hours.values.max(), most >= UsualWorkout.fewest else { return nil }
    let usual = hours.filter { $0.value == most }.keys
    guard usual.count == 1, let hour = usual.first else { return nil }
    return UsualWorkout(time: .at(hour.hour), times: most)
  }
}

extension HealthState {
  /// When the person usually works out on that day of the week, by the workouts of the last ninety days that began after
  /// `start`.
  public func usualWorkout(
    on day: CalendarDay, today: CalendarDay, in zone: TimeZone, since start: Date? = nil
  ) -> UsualWorkout? {
    let entries = entries.lazy.map(\.entry).filter { entry in start.map { entry.when >= $0 } ?? true }
    return WorkoutTimes(Array(entries), to: today, in: zone).usual(on: day)
  }
}
