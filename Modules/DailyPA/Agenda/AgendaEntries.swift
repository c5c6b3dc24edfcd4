public import Days
public import Hours
public import Interface
public import Kernel
public import Platform

/// An event on one day, for others to show. One of several days is there once for each.
public struct AgendaEntry: Sendable, Equatable {
  public let event: UUID
  public let title: String
  public let place: String?
  public let details: String?
  public let day: CalendarDay
  /// Whether it begins on this day.
  public let isFirstDay: Bool
  /// Nil for a whole day, and on the days after its first.
  public let start: TimeOfDay?
  /// Nil for a whole day, and on the days before its last.
  public let end: TimeOfDay?
  public let isAllDay: Bool
  public let isRepeating: Bool
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
      return expansion.on(day).map { entry($0, on: day, now) }
    }
  }

  /// Every event once, in no order: a series on its next day, or on its first one when it has none within the days that
  /// are looked at.
  public func all(at now: Moment) -> [AgendaEntry] {
    let range = now.day...now.day.following(AgendaState.mostDays)
    let series = EventExpansion(events.values.lazy.map(\.event).filter(\.isRepeating), in: range, zone: now.zone)
    var next: [ID<CalendarEvent>: AgendaEntry] = [:]
    for number in range.lowerBound.number...range.upperBound.number {
      let day = CalendarDay(number: number)
      for one in series.on(day) where next[one.event] == nil { next[one.event] = entry(one, on: day, now) }
    }
    return events.values.map { next[$0.id] ?? entry(of: $0.event, at: nil, now) }
  }

  /// The event of its page; nil for another place and for an event that is gone.
  public func entry(at route: Route, _ now: Moment) -> AgendaEntry? {
    guard route.path == AgendaPlaces.event.path, let event = AgendaPlaces.id(route).flatMap({ events[$0]?.event })
    else {
      return nil
    }
    return entry(of: event, at: AgendaPlaces.key(route), now)
  }

  private func entry(of event: CalendarEvent, at key: OccurrenceKey?, _ now: Moment) -> AgendaEntry {
    let occurrence = event.occurrence(at: key ?? (event.isRepeating ? OccurrenceKey(event.start) : nil))
    return entry(occurrence, on: occurrence.days(in: now.zone).lowerBound, now)
  }

  private func entry(_ one: EventOccurrence, on day: CalendarDay, _ now: Moment) -> AgendaEntry {
    let (begin, end) = (Moment(one.start, in: now.zone), Moment(one.end, in: now.zone))
    return AgendaEntry(
      event: one.event.uuid, title: one.title, place: one.place, details: events[one.event]?.event.details, day: day,
      isFirstDay: one.days(in: now.zone).lowerBound == day,
      start: one.isAllDay || begin.day != day ? nil : begin.clock,
      end: one.isAllDay || end.day != day ? nil : end.clock, isAllDay: one.isAllDay, isRepeating: one.key != nil,
      route: AgendaPlaces.event(one.event, one.key))
  }
}
