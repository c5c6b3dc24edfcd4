internal import Kernel
public import Platform
internal import Recurrence

extension CalendarItem {
  /// The item as a calendar of its own, or merged into one that has it already: what the item does not hold, such as alarms,
  /// guests and properties of other programs, stays as it was, and what is the same is not written again.
  public func calendar(over base: ICalendarComponent? = nil, own: TimeZone, at now: Date) -> ICalendarComponent {
    var calendar = base ?? CalendarItem.empty
    let before = base.flatMap { CalendarItems([$0], own: own).items.first { $0.uid == uid } }
    guard before != self else { return calendar }
    let zones = ICalendarZones([calendar], own: own)
    let writing = ItemWriting(reading: EventReading(zones: zones, own: own), series: content, uid: uid, now: now)
    var events = calendar.components.filter { $0.name == "VEVENT" }
    let place = events.firstIndex { $0["RECURRENCE-ID"] == nil }
    if place == nil, let only = events.first {
      // An invitation to occurrences of a series that is not there.
      events[0] = writing.written(content, to: only, before: before?.content)
    } else {
      var master = writing.written(content, to: place.map { events[$0] } ?? writing.fresh(), before: before?.content)
      writing.writeSeries(self, to: &master, before: before)
      if let place { events[place] = master } else { events.append(master) }
      writing.writeChanged(self, to: &events, before: before)
    }
    calendar.components.removeAll { $0.name == "VEVENT" }
    calendar.components += events
    calendar.components = CalendarItem.missingZones(of: calendar, from: content.startsAt) + calendar.components
    return calendar
  }

  private static var empty: ICalendarComponent {
    ICalendarComponent(
      "VCALENDAR", [ICalendarProperty("VERSION", "2.0"), ICalendarProperty("PRODID", "-//Troupe//Calendar//EN")])
  }

  /// Several items as one file.
  public static func calendar(of items: [CalendarItem], own: TimeZone, at now: Date) -> ICalendarComponent {
    var calendar = empty
    for item in items {
      calendar.components += item.calendar(own: own, at: now).components.filter { $0.name == "VEVENT" }
    }
    let first = items.map(\.content.startsAt).min() ?? now
    calendar.components = missingZones(of: calendar, from: first) + calendar.components
    return calendar
  }

  /// The definitions of zones that events name and the calendar does not have.
  private static func missingZones(of calendar: ICalendarComponent, from date: Date) -> [ICalendarComponent] {
    let known = Set(calendar.components.filter { $0.name == "VTIMEZONE" }.compactMap { $0["TZID"]?.value })
    let named = Set(calendar.components.flatMap(\.properties).compactMap { $0["TZID"] }).subtracting(known)
    return named.sorted().compactMap { TimeZone(named: $0) }.map { ICalendarZones.component(of: $0, from: date) }
  }
}

/// Writes an item into the components of its calendar.
private struct ItemWriting {
  let reading: EventReading
  let series: CalendarContent
  let uid: String
  let now: Date

  func fresh() -> ICalendarComponent {
    ICalendarComponent("VEVENT", [ICalendarProperty("UID", text: uid), stamp("DTSTAMP")])
  }

  private func stamp(_ name: String) -> ICalendarProperty { ICalendarProperty(name, ICalendarTime(now).text) }

  func written(
    _ content: CalendarContent, to old: ICalendarComponent, before: CalendarContent?
  ) -> ICalendarComponent {
    var event = old
    guard before != content else { return event }
    if before?.title != content.title { event.set("SUMMARY", text: content.title) }
    if before?.details != content.details { event.set("DESCRIPTION", text: content.details) }
    if before?.place != content.place { event.set("LOCATION", text: content.place) }
    if before.map({ !$0.isTimed(like: content) }) ?? true {
      event.set("DTSTART", to: [time(content.startsAt, of: content).property("DTSTART")])
      event.set("DURATION", to: [])
      event.set("DTEND", to: [time(content.endsAt, of: content).property("DTEND")])
    }
    event.set("DTSTAMP", to: [stamp("DTSTAMP")])
    event.set("LAST-MODIFIED", to: [stamp("LAST-MODIFIED")])
    let isMoved = before.map { !$0.isTimed(like: content) } ?? false
    event.set(
      "SEQUENCE", to: [ICalendarProperty("SEQUENCE", "\(EventReading.sequence(event) + (isMoved ? 1 : 0))")])
    return event
  }

  private func time(_ date: Date, of content: CalendarContent) -> ICalendarTime {
    let zone = content.timeZone
    if content.isAllDay { return ICalendarTime(LocalTime(date, in: .gmt, isDay: true)) }
    if ["GMT", "UTC", "Etc/UTC"].contains(zone.identifier) { return ICalendarTime(date) }
    return ICalendarTime(LocalTime(date, in: zone, isDay: false), .named(zone.identifier))
  }

  private func key(_ text: String) -> ICalendarTime? {
    guard let local = LocalTime(text: text, in: .gmt) else { return nil }
    if local.isDay { return ICalendarTime(local) }
    let zone = series.timeZone
    if ["GMT", "UTC", "Etc/UTC"].contains(zone.identifier) { return ICalendarTime(local, .utc) }
    return ICalendarTime(local, .named(zone.identifier))
  }

  func writeSeries(_ item: CalendarItem, to event: inout ICalendarComponent, before: CalendarItem?) {
    let isMoved = before.map { !$0.content.isTimed(like: item.content) } ?? true
    if before?.rule != item.rule || isMoved && item.rule != nil {
      event.set(
        "RRULE",
        to: item.rule.map { [ICalendarProperty("RRULE", CalendarRule.written($0, of: item.content))] } ?? [])
    }
    if before?.exceptions != item.exceptions || isMoved && !item.exceptions.isEmpty {
      event.set("EXDATE", to: item.exceptions.compactMap { key($0)?.property("EXDATE") })
    }
  }

  func writeChanged(_ item: CalendarItem, to events: inout [ICalendarComponent], before: CalendarItem?) {
    func key(of event: ICalendarComponent) -> String? {
      // A change of all following occurrences is not held, so it stays.
      guard let id = event["RECURRENCE-ID"], id["RANGE"] == nil, let time = id.time else { return nil }
      return reading.key(time, of: before?.content ?? series)
    }
    events.removeAll { event in
      key(of: event).map { item.changed[$0] == nil && before?.changed[$0] != nil } ?? false
    }
    for (text, content) in item.changed.sorted(by: { $0.key < $1.key }) {
      let place = events.firstIndex { key(of: $0) == text }
      if place != nil, before?.changed[text] == content { continue }
      guard let id = self.key(text)?.property("RECURRENCE-ID") else { continue }
      var event = written(
        content, to: place.map { events[$0] } ?? fresh(), before: place.flatMap { _ in before?.changed[text] })
      event.set("RECURRENCE-ID", to: [id])
      if let place { events[place] = event } else { events.append(event) }
    }
  }
}
