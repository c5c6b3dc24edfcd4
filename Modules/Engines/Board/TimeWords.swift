public import Days
public import FoundationEssentials
internal import Hours
public import Interface
internal import Kernel

/// Formats days and instants in the given zone and locale.
public struct TimeWords: Sendable {
  private let now: Moment
  /// "Sunday, November 22, 2026, 3:05 PM" rather than "Sunday 22 November 2026, 15:05".
  private let isAmerican: Bool

  public init(_ surroundings: Surroundings) {
    now = surroundings.now
    isAmerican = surroundings.locale.hasSuffix("-US") || surroundings.locale.hasSuffix("_US")
  }

  /// "Sunday 22 November 2026".
  public var today: String {
    isAmerican ? "\(now.day.weekdayName), \(long(now.day))" : "\(now.day.weekdayName) \(long(now.day))"
  }

  /// "22 November 2026".
  public func long(_ day: CalendarDay) -> String {
    guard isAmerican, let month = day.long.split(separator: " ").dropFirst().first else { return day.long }
    return "\(month) \(day.day), \(day.year)"
  }

  /// The time alone for today, the day and time for other days.
  public func brief(_ date: Date) -> String {
    let moment = Moment(date, in: now.zone)
    return moment.day == now.day ? clock(moment.clock) : "\(long(moment.day)), \(clock(moment.clock))"
  }

  /// "Last updated 15:05".
  public func updated(_ date: Date) -> String { "Last updated \(brief(date))" }

  /// "15:05".
  private func clock(_ time: TimeOfDay) -> String {
    guard isAmerican else { return time.text }
    let (hour, minute) = (time.minutes / 60, time.minutes % 60)
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute < 10 ? "0" : "")\(minute) \(hour < 12 ? "AM" : "PM")"
  }

  /// "Data from yesterday. Connect to update." Nil for data that is up to a day old.
  public func badge(_ date: Date) -> String? {
    let age = now.date.timeIntervalSince(date)
    guard age > 86_400 else { return nil }
    let day = CalendarDay(date, in: now.zone)
    if age > 7 * 86_400 { return "Data from \(long(day)). Connect to refresh all data." }
    return "Data from \(day.following(1) == now.day ? "yesterday" : long(day)). Connect to update."
  }
}
