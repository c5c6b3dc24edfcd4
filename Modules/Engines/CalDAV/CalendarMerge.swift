public import ICalendar
internal import Platform

/// The merge of two versions of an event that come from one. A field that one side changed is that side's; of one that both
/// changed, this device's stays and the other is told.
public struct CalendarMerge: Sendable, Hashable {
  public let item: CalendarItem
  /// The contents of the other version, as sentences.
  public let losers: [String]

  /// Without a common version, the other side's fields stay.
  public init(base: CalendarItem?, local: CalendarItem, remote: CalendarItem) {
    guard let base else {
      (item, losers) = (remote, local == remote ? [] : CalendarMerge.told(local.content, lost: remote.content, "here"))
      return
    }
    var losers: [String] = []
    var merged = local
    merged.content = CalendarMerge.content(base.content, local.content, remote.content, &losers)
    let times = CalendarMerge.isTimed(merged.content, as: local.content) ? local : remote
    let both = (base.rule, local.rule, remote.rule)
    merged.rule = both.1 == both.0 ? both.2 : both.1
    if both.1 != both.0, both.2 != both.0, both.1 != both.2 {
      losers.append("The calendar had it repeat by “\(both.2 ?? "no rule")”.")
    }
    if CalendarMerge.isTimed(local.content, as: base.content), CalendarMerge.isTimed(remote.content, as: base.content) {
      let keys = Set(base.changed.keys).union(local.changed.keys).union(remote.changed.keys)
      merged.changed = [:]
      for key in keys {
        merged.changed[key] = CalendarMerge.occurrence(
          base.changed[key], local.changed[key], remote.changed[key], &losers)
      }
      let sets = (Set(base.exceptions), Set(local.exceptions), Set(remote.exceptions))
      let all = sets.0.union(sets.1).union(sets.2).filter { key in
        let (had, here, there) = (sets.0.contains(key), sets.1.contains(key), sets.2.contains(key))
        return here == had ? there : here
      }
      merged.exceptions = all.subtracting(merged.changed.keys).sorted()
    } else {
      // Exceptions are told by the starts of their series, so they go with it.
      (merged.exceptions, merged.changed) = (times.exceptions, times.changed)
    }
    if merged.rule == nil { (merged.exceptions, merged.changed) = ([], [:]) }
    (item, self.losers) = (merged, losers)
  }

  private static func isTimed(_ one: CalendarContent, as other: CalendarContent) -> Bool {
    (one.startsAt, one.isAllDay) == (other.startsAt, other.isAllDay) && (one.isAllDay || one.zone == other.zone)
  }

  private static func occurrence(
    _ base: CalendarContent?, _ local: CalendarContent?, _ remote: CalendarContent?, _ losers: inout [String]
  ) -> CalendarContent? {
    if local == base { return remote }
    if remote == base || remote == local { return local }
    // A change counts more than a deletion.
    guard let local, let remote else { return local ?? remote }
    return content(base ?? remote, local, remote, &losers)
  }

  private static func content(
    _ base: CalendarContent, _ local: CalendarContent, _ remote: CalendarContent, _ losers: inout [String]
  ) -> CalendarContent {
    var merged = local
    func field<Value: Equatable>(_ path: WritableKeyPath<CalendarContent, Value>, _ say: (Value) -> String) {
      let (had, here, there) = (base[keyPath: path], local[keyPath: path], remote[keyPath: path])
      if here == had {
        merged[keyPath: path] = there
      } else if there != had, there != here {
        losers.append(say(there))
      }
    }
    field(\.title) { "The calendar had the title “\($0.prefix(80))”." }
    field(\.details) { "The calendar had the description “\(($0 ?? "").prefix(200))”." }
    field(\.place) { "The calendar had the place “\(($0 ?? "").prefix(80))”." }
    field(\.times) { "The calendar had it \($0.words)." }
    return merged
  }

  private static func told(_ lost: CalendarContent, lost kept: CalendarContent, _ place: String) -> [String] {
    var told: [String] = []
    if lost.title != kept.title { told.append("The title \(place) was “\(lost.title.prefix(80))”.") }
    if lost.details != kept.details {
      told.append("The description \(place) was “\((lost.details ?? "").prefix(200))”.")
    }
    if lost.place != kept.place { told.append("The place \(place) was “\((lost.place ?? "").prefix(80))”.") }
    if lost.times != kept.times { told.append("It was \(lost.times.words).") }
    return told
  }
}

/// The time of an event, which is merged as one.
private struct EventTimes: Equatable {
  var startsAt: Date
  var endsAt: Date
  var isAllDay: Bool
  var zone: String

  var words: String {
    "from \(ICalendarTime(startsAt).text) to \(ICalendarTime(endsAt).text)\(isAllDay ? ", whole days" : "")"
  }
}

extension CalendarContent {
  fileprivate var times: EventTimes {
    get { EventTimes(startsAt: startsAt, endsAt: endsAt, isAllDay: isAllDay, zone: isAllDay ? "" : zone) }
    set {
      (startsAt, endsAt, isAllDay) = (newValue.startsAt, newValue.endsAt, newValue.isAllDay)
      if !newValue.isAllDay { zone = newValue.zone }
    }
  }
}
