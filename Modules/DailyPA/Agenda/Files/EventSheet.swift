internal import ICalendar
internal import Kernel
internal import Platform
internal import Storage

/// The contents of a calendar file, compared with the calendar.
public struct EventSheet: Sendable, Equatable {
  /// The base for comparing a file.
  public struct Context: Sendable, Equatable {
    let existing: [ID<CalendarEvent>: KeptEvent]
    let zone: TimeZone
  }

  enum Standing: Sendable, Equatable {
    case new, same, different
  }

  /// One event of the file, with its series.
  struct Entry: Sendable, Equatable {
    let item: CalendarItem
    let standing: Standing
    /// The changes that take it over.
    let write: EventWrite
  }

  let entries: [Entry]
  /// Events that cannot be taken over, and what is left out of others.
  let flaws: [CalendarFlaw]
  let notes: [CalendarFlaw]
  /// Todos and other entries, which are no events.
  let others: Int

  /// The most events that are taken from one file.
  static let most = 10_000

  init(_ bytes: [UInt8], _ context: Context) throws(Problem) {
    let found = CalendarItems(try ICalendar.read(bytes), own: context.zone)
    guard found.items.count <= EventSheet.most else {
      throw Problem(
        "calendar-events", "The file has more than \(EventSheet.most) events.", safe: "Nothing was imported.",
        remedy: "Export a shorter period or fewer calendars, and use that file.")
    }
    let groups = CalendarEvent.grouped(context.existing.values.lazy.map(\.event), own: context.zone)
    let known = Dictionary(groups.map { ($0.events[0].id, $0) }, uniquingKeysWith: { one, _ in one })
    // Two names that mean one event are one.
    var met: Set<ID<CalendarEvent>> = []
    entries = found.items.compactMap { item in
      guard met.insert(CalendarEvent.id(uid: item.uid)).inserted else { return nil }
      let events = CalendarEvent.events(of: item)
      guard let former = known[events[0].id] else {
        return Entry(item: item, standing: .new, write: EventWrite(events, over: [], context.existing))
      }
      let standing: Standing = former.item == item ? .same : .different
      return Entry(
        item: item, standing: standing, write: EventWrite(events, over: former.events, context.existing))
    }
    (flaws, notes, others) = (found.flaws, found.notes, found.others)
  }

  func count(_ standing: Standing) -> Int { entries.count { $0.standing == standing } }

  /// Everything that is taken over.
  func chosen(withUpdates: Bool) -> EventWrite {
    var write = EventWrite()
    for entry in entries where entry.standing == .new || withUpdates && entry.standing == .different {
      write.saves += entry.write.saves
      write.deletes += entry.write.deletes
      write.replaced += entry.write.replaced
      write.count += 1
    }
    return write
  }
}

extension EventWrite {
  /// The changes that make `former` events those of another calendar.
  init(_ events: [CalendarEvent], over former: [CalendarEvent], _ existing: [ID<CalendarEvent>: KeptEvent]) {
    saves = events.compactMap { event in
      guard let kept = existing[event.id] else { return Save(event: event, over: .nothing) }
      return kept.event == event ? nil : Save(event: event, over: .version(kept.version))
    }
    replaced = saves.compactMap { existing[$0.event.id]?.event }
    let ids = Set(events.map(\.id))
    deletes = former.compactMap { ids.contains($0.id) ? nil : existing[$0.id] }
  }
}

/// The events of an import, and those that they replaced.
public struct ImportedEvents: Sendable, Equatable {
  /// The saved events with their new versions.
  let saved: [KeptEvent]
  /// The events that were changed or deleted, as they were.
  let former: [CalendarEvent]
  /// The number of items that were added or changed.
  var count: Int

  init(_ write: EventWrite, _ saved: [KeptEvent]) {
    self.saved = saved
    former = write.replaced + write.deletes.map(\.event)
    count = write.count
  }

  /// The changes that take it back.
  var takingBack: EventWrite {
    var write = EventWrite()
    let before = Dictionary(former.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    for kept in saved {
      if let event = before[kept.id] {
        write.saves.append(.init(event: event, over: .version(kept.version)))
      } else {
        write.deletes.append(kept)
      }
    }
    let ids = Set(saved.map(\.id))
    write.saves += former.filter { !ids.contains($0.id) }.map { .init(event: $0, over: .nothing) }
    return write
  }
}
