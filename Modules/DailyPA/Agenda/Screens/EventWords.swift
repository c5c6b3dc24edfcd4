internal import Days
internal import Kernel
internal import Platform

/// Writes when events take place, in the person's zone and locale.
struct EventWords {
  let now: Moment
  private let dates: DateWords

  init(_ now: Moment) {
    self.now = now
    dates = DateWords(now)
  }

  /// "Monday 23 November 2026".
  func day(_ day: CalendarDay) -> String { dates.weekday(day) }

  /// "Today, Monday 23 November 2026".
  func title(_ day: CalendarDay) -> String {
    switch day.days(since: now.day) {
    case 0: "Today, \(self.day(day))"
    case 1: "Tomorrow, \(self.day(day))"
    case -1: "Yesterday, \(self.day(day))"
    default: self.day(day)
    }
  }

  func time(_ date: Date) -> String { dates.time(date) }

  /// The times of an occurrence on one of its days: "09:00 to 10:00", "from 22:00", "all day".
  func times(_ occurrence: EventOccurrence, on day: CalendarDay) -> String {
    let days = occurrence.days(in: now.zone)
    if occurrence.isAllDay {
      return days.isOneDay
        ? "All day"
        : "All day, day \(day.days(since: days.lowerBound) + 1) of \(days.upperBound.days(since: days.lowerBound) + 1)"
    }
    let (start, end) = (time(occurrence.start), time(occurrence.end))
    switch (day == days.lowerBound, day == days.upperBound) {
    case (true, true): return occurrence.end == occurrence.start ? start : "\(start) to \(end)"
    case (true, false): return "From \(start), until \(dates.day(days.upperBound)), \(end)"
    case (false, true): return "Until \(end), since \(dates.day(days.lowerBound))"
    case (false, false): return "All day, until \(dates.day(days.upperBound)), \(end)"
    }
  }

  /// The short form in a cell of a month: "09:00 Dentist".
  func brief(_ occurrence: EventOccurrence, on day: CalendarDay) -> String {
    let isFirst = !occurrence.isAllDay && occurrence.days(in: now.zone).lowerBound == day
    return (isFirst ? "\(time(occurrence.start)) " : "") + occurrence.title
  }

  /// "Monday 23 November 2026, 09:00 to 10:00", in the zone of this moment.
  func whole(_ occurrence: EventOccurrence) -> String {
    let days = occurrence.days(in: now.zone)
    let (first, last) = (day(days.lowerBound), day(days.upperBound))
    if occurrence.isAllDay { return days.isOneDay ? "\(first), all day" : "\(first) to \(last), all day" }
    let (start, end) = (time(occurrence.start), time(occurrence.end))
    if !days.isOneDay { return "\(first), \(start) to \(last), \(end)" }
    return "\(first), \(start)" + (occurrence.end == occurrence.start ? "" : " to \(end)")
  }

  /// "November 2026".
  static func month(_ day: CalendarDay) -> String { day.long.split(separator: " ").dropFirst().joined(separator: " ") }
}

extension ClosedRange<CalendarDay> {
  fileprivate var isOneDay: Bool { lowerBound == upperBound }
}

extension CalendarEvent {
  /// The way it repeats, in words; nil for an event that does not.
  var repeatWords: String? {
    guard let rule, isRepeating else { return nil }
    let first = CalendarDay(startsAt, in: timeZone)
    return RepeatPlan(rule, from: first)?.words(from: first) ?? "By the rule \(rule)"
  }
}
