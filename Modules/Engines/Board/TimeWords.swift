public import Days
internal import Hours
public import Interface
internal import Kernel
public import Platform

/// Formats days and instants in the given zone and locale.
public struct TimeWords: Sendable {
  private let now: Moment
  private let words: DateWords

  public init(_ surroundings: Surroundings) {
    now = surroundings.now
    words = DateWords(now)
  }

  /// "Sunday 22 November 2026".
  public var today: String {
    words.isAmerican ? "\(now.day.weekdayName), \(long(now.day))" : "\(now.day.weekdayName) \(long(now.day))"
  }

  /// "22 November 2026".
  public func long(_ day: CalendarDay) -> String { words.day(day) }

  /// The time alone for today, the day and time for other days.
  public func brief(_ date: Date) -> String { words.brief(date) }

  /// "Last updated 15:05".
  public func updated(_ date: Date) -> String { "Last updated \(brief(date))" }

  /// "Data from yesterday. Connect to update." Nil for data that is up to a day old.
  public func badge(_ date: Date) -> String? {
    let age = now.date.timeIntervalSince(date)
    guard age > 86_400 else { return nil }
    let day = CalendarDay(date, in: now.zone)
    if age > 7 * 86_400 { return "Data from \(long(day)). Connect to refresh all data." }
    return "Data from \(day.following(1) == now.day ? "yesterday" : long(day)). Connect to update."
  }
}
