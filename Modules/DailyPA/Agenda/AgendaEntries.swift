public import Days
public import Hours
public import Interface
public import Kernel
internal import Platform

/// An event on one day, for others to show. One of several days is there once for each.
public struct AgendaEntry: Sendable, Equatable {
  public let title: String
  public let place: String?
  public let day: CalendarDay
  /// Whether it begins on this day.
  public let isFirstDay: Bool
  /// Nil for a whole day, and on the days after its first.
  public let start: TimeOfDay?
  /// Nil for a whole day, and on the days before its last.
  public let end: TimeOfDay?
  public let route: Route
}

extension AgendaState {
  /// The most days that are looked at.
  private static let mostDays = 400

  /// The events of some days, in the order of their days and starts.
  public func entries(in range: ClosedRange<CalendarDay>, at now: Moment) -> [AgendaEntry] {
    let last = min(range.upperBound, range.lowerBound.following(AgendaState.mostDays))
    let expansion = EventExpansion(events.values.lazy.map(\.event), in: range.lowerBound...last, zone: now.zone)
    return (range.lowerBound.number...last.number).flatMap { number in
      let day = CalendarDay(number: number)
      return expansion.on(day).map { one in
        let (begin, end) = (Moment(one.start, in: now.zone), Moment(one.end, in: now.zone))
        return AgendaEntry(
          title: one.title, place: one.place, day: day, isFirstDay: one.days(in: now.zone).lowerBound == day,
          start: one.isAllDay || begin.day != day ? nil : begin.clock,
          end: one.isAllDay || end.day != day ? nil : end.clock, route: AgendaPlaces.event(one.event, one.key))
      }
    }
  }
}
