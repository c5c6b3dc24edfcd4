internal import Days
internal import Hours
internal import Platform

/// Converts local times of one time zone to instants, and remembers them: the meetings of a list share few times.
struct MeetingClock {
  let zone: TimeZone
  private var known: [Int: Date?] = [:]

  init(_ zone: TimeZone) { self.zone = zone }

  /// The instant at which clocks in the zone show that time on that day. Of a time that comes twice it is the first; a
  /// time that clocks skip is moved by as much as they are.
  mutating func instant(of day: CalendarDay, at time: TimeOfDay) -> Date? {
    let key = day.number * TimeOfDay.minutesOfADay + time.minutes
    if let known = known[key] { return known }
    let instant = day.instant(at: time, in: zone)
    known[key] = .some(instant)
    return instant
  }

  func day(of date: Date) -> CalendarDay { CalendarDay(date, in: zone) }
}
