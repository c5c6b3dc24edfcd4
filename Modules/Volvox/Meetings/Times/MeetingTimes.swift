internal import Days
public import Hours
internal import Kernel
public import Platform

/// One time that a meeting takes place.
public struct MeetingOccurrence: Sendable, Hashable {
  public let start: Date
  public let end: Date

  public func isUnderWay(at now: Date) -> Bool { start <= now && now < end }
}

/// The times at which a meeting takes place every week, by the clocks of its own zone.
public struct MeetingTimes: Sendable, Hashable {
  /// Days of the week from 0, Sunday, to 6.
  public let days: [Int]
  public let start: TimeOfDay
  public let end: TimeOfDay
  public let zone: TimeZone

  /// Without an end the meeting takes an hour. An end that is not after the start is on the following day.
  public init(_ days: [Int], from start: TimeOfDay, to end: TimeOfDay? = nil, in zone: TimeZone) {
    self.days = days
    self.start = start
    self.end =
      end.flatMap { $0 == start ? nil : $0 } ?? TimeOfDay(minutes: (start.minutes + 60) % TimeOfDay.minutesOfADay)
      ?? start
    self.zone = zone
  }

  /// The times of a meeting; nil for one by appointment or without a time. `zone` is used where the listing names none.
  public init?(_ listing: MeetingListing, in zone: TimeZone) {
    guard let start = listing.time, !listing.days.isEmpty else { return nil }
    self.init(
      listing.days, from: start, to: listing.end, in: listing.zone.flatMap { TimeZone(named: $0) } ?? zone)
  }

  /// Minutes from the start to the end by an undisturbed clock, 1 to 1439.
  private var minutes: Int {
    let length = end.minutes - start.minutes
    return length > 0 ? length : length + TimeOfDay.minutesOfADay
  }

  /// The occurrence that is under way or comes next.
  public func next(at now: Date) -> MeetingOccurrence? {
    var clock = MeetingClock(zone)
    return occurrences(at: now, by: &clock).min { $0.start < $1.start }
  }

  /// For each day of the week the occurrence that is under way or comes next.
  func occurrences(at now: Date, by clock: inout MeetingClock) -> [MeetingOccurrence] {
    let today = clock.day(of: now)
    return days.compactMap { day in
      // From yesterday, whose meeting may last past midnight, to the same day next week. A zone that skips a whole day
      // takes one day more on either side.
      for ahead in -2...9 where today.following(ahead).weekday == day {
        if let occurrence = occurrence(on: today.following(ahead), by: &clock), now < occurrence.end {
          return occurrence
        }
      }
      return nil
    }
  }

  /// The occurrence that begins on that day. It ends when clocks show the end, but lasts as long as planned where a
  /// change of the clock would leave nothing of it.
  private func occurrence(on day: CalendarDay, by clock: inout MeetingClock) -> MeetingOccurrence? {
    guard let begins = clock.instant(of: day, at: start) else { return nil }
    let last = end > start ? day : day.following(1)
    let ends = clock.instant(of: last, at: end).flatMap { $0 > begins ? $0 : nil }
    return MeetingOccurrence(start: begins, end: ends ?? begins.addingTimeInterval(Double(minutes) * 60))
  }
}
