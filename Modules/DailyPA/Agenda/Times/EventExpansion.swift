public import Days
internal import Kernel
public import Platform
internal import Recurrence

/// One time at which an event takes place.
public struct EventOccurrence: Sendable, Hashable {
  let event: ID<CalendarEvent>
  /// Nil for an event that does not repeat.
  let key: OccurrenceKey?
  let title: String
  let place: String?
  let start: Date
  let end: Date
  let isAllDay: Bool
  /// The name of its zone, where that is not the person's.
  var zone: String?

  /// The days on which it takes place, in a zone. It does not reach into a day at whose midnight it ends.
  func days(in zone: TimeZone) -> ClosedRange<CalendarDay> {
    let zone = isAllDay ? .gmt : zone
    let first = CalendarDay(start, in: zone)
    let last = CalendarDay(max(start, end.addingTimeInterval(-1)), in: zone)
    return first...max(first, last)
  }

  /// Whole days first, then by start.
  static func isEarlier(_ one: EventOccurrence, _ other: EventOccurrence) -> Bool {
    if one.isAllDay != other.isAllDay { return one.isAllDay }
    return (one.start, one.end, one.title, one.event.description)
      < (other.start, other.end, other.title, other.event.description)
  }

  /// Whether both take place at some instant. Whole days overlap nothing.
  func overlaps(_ other: EventOccurrence) -> Bool {
    !isAllDay && !other.isAllDay && start < other.end && other.start < end
  }
}

/// The occurrences in a range of days. Series are expanded once for the whole range, and each occurrence is assigned to
/// its days then.
public struct EventExpansion: Sendable, Equatable {
  public let range: ClosedRange<CalendarDay>
  public let zone: TimeZone
  /// In the order of their starts.
  private let occurrences: [EventOccurrence]
  /// The indices of each day's occurrences.
  private let days: [CalendarDay: [Int]]
  /// Whether a series has more occurrences in the range than are shown.
  let isCut: Bool

  /// The most occurrences of one series in a range, and the most that are looked at before it.
  static let most = 2_000
  static let mostLookedAt = 50_000

  init(_ events: some Sequence<CalendarEvent>, in range: ClosedRange<CalendarDay>, zone: TimeZone) {
    // No zone is more than a day from GMT.
    let first = Date(timeIntervalSince1970: Double(range.lowerBound.number - 1) * 86_400)
    let last = Date(timeIntervalSince1970: Double(range.upperBound.number + 2) * 86_400)
    var found: [EventOccurrence] = []
    var isCut = false
    var zones: [String: TimeZone] = [:]
    for event in events {
      guard event.startsAt <= last, event.rule != nil || event.endsAt >= first else { continue }
      let own = event.isAllDay ? .gmt : zones[event.zone] ?? TimeZone(named: event.zone) ?? .gmt
      zones[event.zone] = event.isAllDay ? zones[event.zone] : own
      let other = event.isAllDay || own.identifier == zone.identifier ? nil : own.identifier
      guard let series = event.series(in: own) else {
        if event.endsAt >= first { found.append(event.occurrence(at: event.startsAt, nil, other)) }
        continue
      }
      let (all, isWhole) = EventExpansion.times(of: series, lasting: event.length, from: first, to: last)
      if !isWhole { isCut = true }
      found += all.map { event.occurrence(at: $0.instant, OccurrenceKey($0.local), other) }
    }
    self.init(found.sorted(by: EventOccurrence.isEarlier), in: range, zone: zone, isCut: isCut)
  }

  private init(_ sorted: [EventOccurrence], in range: ClosedRange<CalendarDay>, zone: TimeZone, isCut: Bool) {
    var days: [CalendarDay: [Int]] = [:]
    for (index, occurrence) in sorted.enumerated() {
      let own = occurrence.days(in: zone)
      guard own.overlaps(range) else { continue }
      let shown = own.clamped(to: range)
      for number in shown.lowerBound.number...shown.upperBound.number {
        days[CalendarDay(number: number), default: []].append(index)
      }
    }
    self.range = range
    self.zone = zone
    occurrences = sorted
    self.days = days
    self.isCut = isCut
  }

  private static func times(
    of series: Recurrence, lasting length: TimeInterval, from first: Date, to last: Date
  ) -> (all: [Recurrence.Occurrence], isWhole: Bool) {
    let begin = first.addingTimeInterval(-length)
    // A day earlier, since the local time may be ahead of GMT.
    let near = EventRule.skipping(series, to: Int(begin.timeIntervalSince1970) - 86_400)
    let (all, rest) = near.occurrences(most: mostLookedAt, until: last)
    let within = all.filter { $0.instant >= begin }
    let isWhole = rest != .more || all.count < mostLookedAt
    return (Array(within.prefix(most)), isWhole && within.count <= most)
  }

  // MARK: Looking at it

  func on(_ day: CalendarDay) -> [EventOccurrence] { (days[day] ?? []).map { occurrences[$0] } }

  func count(on day: CalendarDay) -> Int { days[day]?.count ?? 0 }

  func first(_ count: Int, on day: CalendarDay) -> [EventOccurrence] {
    (days[day] ?? []).prefix(count).map { occurrences[$0] }
  }

  /// The occurrences that start after a day.
  func after(_ day: CalendarDay, most: Int) -> [EventOccurrence] {
    var found: [EventOccurrence] = []
    guard day < range.upperBound else { return [] }
    for number in (day.number + 1)...range.upperBound.number {
      let day = CalendarDay(number: number)
      for index in days[day] ?? [] where occurrences[index].days(in: zone).lowerBound == day {
        found.append(occurrences[index])
        if found.count == most { return found }
      }
    }
    return found
  }
}

extension CalendarEvent {
  fileprivate func occurrence(at start: Date, _ key: OccurrenceKey?, _ zone: String?) -> EventOccurrence {
    EventOccurrence(
      event: id, key: key, title: title, place: place, start: start, end: start.addingTimeInterval(length),
      isAllDay: isAllDay, zone: zone)
  }
}
