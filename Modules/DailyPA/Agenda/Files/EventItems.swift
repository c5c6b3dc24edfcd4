public import ICalendar
public import Kernel
public import Platform
internal import Recurrence
internal import Storage

// Events as other calendars have them: a series with its changed occurrences is one item.
extension CalendarEvent {
  /// The identifier of the event that another calendar calls by a name. It follows from the name, so that two devices that
  /// read the same event make one. These names are random by RFC 7986.
  public static func id(uid: String) -> ID<CalendarEvent> {
    ID<CalendarEvent>(uid) ?? ID(named: "uid \(uid)")
  }

  /// The name of the event in other calendars.
  public var itemUID: String { uid ?? id.description }

  /// The identifier of an occurrence that was changed alone.
  static func id(of key: OccurrenceKey, in series: ID<CalendarEvent>) -> ID<CalendarEvent> {
    ID(named: "\(series) \(EventScope.one.rawValue) \(key.text)")
  }

  /// The events of an item: the series first, then its changed occurrences.
  public static func events(of item: CalendarItem) -> [CalendarEvent] {
    let id = id(uid: item.uid)
    var series = CalendarEvent(id: id, item.content)
    series.uid = item.uid == id.description ? nil : item.uid
    guard let rule = item.rule else { return [series] }
    series.rule = rule
    let exceptions = Set(item.exceptions).union(item.changed.keys).sorted()
    series.exceptions = exceptions.isEmpty ? nil : exceptions
    return [series]
      + item.changed.sorted { $0.key < $1.key }.compactMap { text, content in
        LocalTime(text: text, in: .gmt).map { CalendarEvent(id: self.id(of: OccurrenceKey($0), in: id), content) }
      }
  }

  private init(id: ID<CalendarEvent>, _ content: CalendarContent) {
    self.init(
      id: id, title: content.title, details: content.details, place: content.place, startsAt: content.startsAt,
      endsAt: content.endsAt, isAllDay: content.isAllDay, zone: content.zone)
  }

  private func content(own: TimeZone) -> CalendarContent {
    CalendarContent(
      title: title, details: details?.isEmpty == true ? nil : details, place: place, startsAt: startsAt, endsAt: endsAt,
      isAllDay: isAllDay, zone: isAllDay ? own.identifier : timeZone.identifier)
  }

  /// The items of events, each series with its changed occurrences, in the order of their starts.
  public static func items(of events: some Sequence<CalendarEvent>, own: TimeZone) -> [CalendarItem] {
    grouped(events, own: own).map(\.item)
  }

  /// The items with their events, the series first.
  static func grouped(
    _ events: some Sequence<CalendarEvent>, own: TimeZone
  ) -> [(item: CalendarItem, events: [CalendarEvent])] {
    let all = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var parts: [ID<CalendarEvent>: [(key: String, event: CalendarEvent)]] = [:]
    var taken: Set<ID<CalendarEvent>> = []
    for event in all.values where event.rule != nil {
      for text in event.exceptions ?? [] {
        guard let local = LocalTime(text: text, in: .gmt) else { continue }
        let id = id(of: OccurrenceKey(local), in: event.id)
        // An occurrence that was made a series of its own is no longer part of this one.
        guard let part = all[id], part.rule == nil else { continue }
        parts[event.id, default: []].append((text, part))
        taken.insert(id)
      }
    }
    let first = all.values.filter { !taken.contains($0.id) }.sorted {
      ($0.startsAt, $0.id.uuid) < ($1.startsAt, $1.id.uuid)
    }
    return first.map { event in
      let changed = parts[event.id] ?? []
      let keys = Set(changed.map(\.key))
      let item = CalendarItem(
        uid: event.itemUID, content: event.content(own: own), rule: event.rule,
        exceptions: event.rule == nil ? [] : (event.exceptions ?? []).filter { !keys.contains($0) },
        changed: Dictionary(changed.map { ($0.key, $0.event.content(own: own)) }, uniquingKeysWith: { one, _ in one }))
      return (item, [event] + changed.map(\.event))
    }
  }
}
