internal import Days
internal import Hours
internal import Interface
internal import Kernel
internal import Platform

// Moving an event in one act.
extension AgendaState {
  /// Shows a moved event at once, and offers to take the move back.
  mutating func moved(
    _ kept: KeptEvent, from before: CalendarEvent?, in window: WindowID, _ now: Moment
  ) -> Steps {
    change(now) { $0[kept.id] = kept }
    let event: AgendaNews =
      before.map { .offered(Toast("Event moved.", tone: .success), undo: .moveBack($0, over: kept.version)) }
      ?? .told(Toast("Event is back where it was.", tone: .info))
    return readAnew() + [.tell(event, window)]
  }
}

extension CalendarEvent {
  /// The event on another day, as long as before. Without a time it starts when it did, as the clock of the person's zone
  /// shows it. One of whole days becomes one of an hour with a time.
  func moved(to day: CalendarDay, _ time: TimeOfDay?, at now: Moment) -> CalendarEvent {
    var event = self
    let start: Date?
    if isAllDay {
      start = time.map { day.instant(at: $0, in: now.zone) } ?? Date(timeIntervalSince1970: Double(day.number) * 86_400)
    } else {
      start = day.instant(at: time ?? Moment(startsAt, in: now.zone).clock, in: now.zone)
    }
    guard let start else { return self }
    let isTimed = isAllDay && time != nil
    (event.startsAt, event.endsAt) = (start, start.addingTimeInterval(isTimed ? 3_600 : length))
    if isTimed { (event.isAllDay, event.zone) = (false, now.zone.identifier) }
    return event
  }
}
