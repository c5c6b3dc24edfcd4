public import ICalendar
public import Kernel
public import Platform
public import Storage

/// A change of an event that another calendar asks for.
public struct EventChange: Sendable, Equatable {
  /// The event as the other calendar knows it here; nil if there is none.
  let before: CalendarItem?
  /// Nil deletes it.
  let after: CalendarItem?
  /// The other calendar's event where a field of it lost. It is saved before `after`, so that the versions hold it.
  let lost: CalendarItem?
  let uid: String

  public init(uid: String, before: CalendarItem?, after: CalendarItem?, lost: CalendarItem? = nil) {
    self.uid = uid
    self.before = before
    self.after = after
    self.lost = lost
  }
}

/// The person's events for a sync with another calendar. Changes are owned and synced as the person's own.
public struct EventExchange: Sendable {
  private let shelf: Shelf<CalendarEvent>
  /// Events that are read.
  private static let most = 50_000
  /// Events that are saved at the same moment by the person make a transaction begin anew, at most so often.
  private static let mostTries = 5

  public init(_ store: Store) { shelf = Shelf(store, .owned(.entered)) }

  public func items(own: TimeZone) async throws(Problem) -> [CalendarItem] {
    CalendarEvent.items(of: try await read().map(\.event), own: own)
  }

  /// Reads all events. One that is not read would pass for a deleted one, so too many are refused.
  private func read() async throws(Problem) -> [KeptEvent] {
    let all = try await shelf.collection().opened(newest: EventExchange.most + 1)
    guard all.count <= EventExchange.most else {
      throw Problem(
        "calendar-full", "There are more than \(EventExchange.most) events.", safe: "Nothing was synced.",
        remedy: "Delete old events, then sync again.")
    }
    return all.map { KeptEvent($0) }
  }

  /// Makes the changes in one transaction, with what `alongside` adds to it for the positions of those that are made, which it
  /// returns. An event that is no longer as `before` says stays as it is.
  public func apply(
    _ changes: [EventChange], own: TimeZone,
    alongside: @Sendable (inout Batch, Set<Int>) throws(Problem) -> Void = { _, _ in }
  ) async throws(Problem) -> Set<Int> {
    let all = try await shelf.collection()
    var left = EventExchange.mostTries
    while true {
      let (write, made) = made(of: changes, try await read(), own)
      do throws(Problem) {
        try await shelf.write { batch throws(Problem) in
          for save in write.saves { try batch.save(save.event, over: save.over, in: all) }
          for deleted in write.deletes { try batch.delete(deleted.id, over: .version(deleted.version), in: all) }
          try alongside(&batch, made)
        }
        return made
      } catch {
        left -= 1
        guard ["stale", "gone"].contains(error.code), left > 0 else { throw error }
      }
    }
  }

  private func made(
    of changes: [EventChange], _ kept: [KeptEvent], _ own: TimeZone
  ) -> (write: EventWrite, made: Set<Int>) {
    let existing = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    let groups = CalendarEvent.grouped(kept.lazy.map(\.event), own: own)
    let known = Dictionary(groups.map { ($0.events[0].id, $0) }, uniquingKeysWith: { one, _ in one })
    var (write, made, touched) = (EventWrite(), Set<Int>(), Set<String>())
    for (place, change) in changes.enumerated() {
      let former = known[CalendarEvent.id(uid: change.uid)]
      guard former?.item == change.before, touched.insert(change.uid).inserted else { continue }
      let events = change.after.map { CalendarEvent.events(of: $0) } ?? []
      var one = EventWrite(events, over: former?.events ?? [], existing)
      if let lost = change.lost { one.saveFirst(CalendarEvent.events(of: lost), before: events, existing) }
      write.saves += one.saves
      write.deletes += one.deletes
      made.insert(place)
    }
    return (write, made)
  }
}

extension EventWrite {
  /// Saves what lost in a merge before the events that won, in the same transaction. What has no event among those is
  /// left out.
  fileprivate mutating func saveFirst(
    _ lost: [CalendarEvent], before events: [CalendarEvent], _ existing: [ID<CalendarEvent>: KeptEvent]
  ) {
    let kept = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    var first: [Save] = []
    for event in lost {
      guard let winner = kept[event.id], event != winner, event != existing[event.id]?.event else { continue }
      first.append(Save(event: event, over: existing[event.id].map { .version($0.version) } ?? .nothing))
      saves.removeAll { $0.event.id == event.id }
      saves.append(Save(event: winner, over: .anything))
    }
    saves = first + saves
  }
}
