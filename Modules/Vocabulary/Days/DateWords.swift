public import Hours
public import Kernel
public import Platform

/// Writes days and instants in words, in the zone and locale of a moment.
public struct DateWords: Sendable {
  public let now: Moment
  /// "November 22, 2026, 3:05 PM" rather than "22 November 2026, 15:05".
  public let isAmerican: Bool

  public init(_ now: Moment) {
    self.now = now
    isAmerican = RegionalSettings.putsMonthFirst(now.locale)
  }

  /// "22 November 2026".
  public func day(_ day: CalendarDay) -> String { DateWords.day(day, locale: now.locale) }

  /// "22 November 2026", and "November 22, 2026" where the month comes first.
  public static func day(_ day: CalendarDay, locale: String) -> String {
    guard RegionalSettings.putsMonthFirst(locale), let month = day.long.split(separator: " ").dropFirst().first else {
      return day.long
    }
    return "\(month) \(day.day), \(day.year)"
  }

  /// "Sunday 22 November 2026".
  public func weekday(_ day: CalendarDay) -> String { "\(day.weekdayName)\(isAmerican ? "," : "") \(self.day(day))" }

  /// "Today, Sunday 22 November 2026".
  public func title(_ day: CalendarDay) -> String {
    if day == now.day { return "Today, \(weekday(day))" }
    return day.following(1) == now.day ? "Yesterday, \(weekday(day))" : weekday(day)
  }

  /// "Today", "Yesterday", "Sunday 22 November", and with its year in another year.
  public func brief(_ day: CalendarDay) -> String {
    if isAmerican, day != now.day, day.following(1) != now.day {
      let whole = weekday(day)
      return day.year == now.day.year ? String(whole.dropLast(6)) : whole
    }
    return day.brief(on: now.day)
  }

  /// "22 November 2026".
  public func day(_ date: Date) -> String { local(date).map { day($0.day) } ?? "an unknown day" }

  /// "15:05".
  public func time(_ time: TimeOfDay) -> String {
    guard isAmerican else { return time.text }
    let (hour, minute) = (time.minutes / 60, time.minutes % 60)
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute < 10 ? "0" : "")\(minute) \(hour < 12 ? "AM" : "PM")"
  }

  /// "15:05".
  public func time(_ date: Date) -> String { local(date).map { time($0.clock) } ?? "an unknown time" }

  /// "22 November 2026, 15:05".
  public func instant(_ date: Date) -> String { "\(day(date)), \(time(date))" }

  /// The time alone for today, the day and time for other days.
  public func brief(_ date: Date) -> String { day(date) == day(now.date) ? time(date) : instant(date) }

  /// "5 minutes ago".
  public func ago(_ date: Date) -> String {
    let seconds = now.date.timeIntervalSince(date)
    // A time in the future, as after the clock was set back, reads as now.
    guard seconds.isFinite, seconds >= 60 else { return "just now" }
    func words(_ count: Double, _ unit: String) -> String {
      let whole = Int(min(count, 1_000_000))
      return "\(whole) \(unit)\(whole == 1 ? "" : "s") ago"
    }
    switch seconds {
    case ..<3600: return words(seconds / 60, "minute")
    case ..<86_400: return words(seconds / 3600, "hour")
    default: return words(seconds / 86_400, "day")
    }
  }

  /// Nil beyond the years in which entries lie, where arithmetic could overflow.
  private func local(_ date: Date) -> Moment? {
    abs(date.timeIntervalSince1970) < 250_000_000_000 ? Moment(date, in: now.zone) : nil
  }
}
