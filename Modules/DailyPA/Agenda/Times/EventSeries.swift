internal import Days
internal import Kernel
internal import Platform
internal import Recurrence

extension CalendarEvent {
  /// The zone in which its local times are. Whole days are the same in every zone.
  var timeZone: TimeZone { isAllDay ? .gmt : TimeZone(named: zone) ?? .gmt }

  var start: LocalTime { LocalTime(startsAt, in: timeZone, isDay: isAllDay) }

  var length: TimeInterval { max(0, endsAt.timeIntervalSince(startsAt)) }

  /// The series; nil for an event without a rule, or with one that this program cannot read.
  func series(in zone: TimeZone) -> Recurrence? {
    guard let rule, let read = try? RecurrenceRule(text: rule) else { return nil }
    let start = LocalTime(startsAt, in: zone, isDay: isAllDay)
    guard var series = try? Recurrence(read, from: start, in: zone) else { return nil }
    series.exceptions = Set((exceptions ?? []).compactMap { LocalTime(text: $0, in: .gmt) })
    return series
  }

  var isRepeating: Bool { rule.map { (try? RecurrenceRule(text: $0)) != nil } ?? false }

  /// The start of an occurrence as an instant; that of the event without a key.
  func start(of key: OccurrenceKey?) -> Date {
    guard let key, key.local != start else { return startsAt }
    let rule = RecurrenceRule(.daily, end: .count(1))
    let one = try? Recurrence(rule, from: key.local, in: timeZone).occurrences(most: 1).all.first?.instant
    return one ?? startsAt
  }

  // MARK: Parts of a series

  /// The series without one occurrence.
  func leavingOut(_ key: OccurrenceKey) -> CalendarEvent {
    var event = self
    event.exceptions = (exceptions ?? []).filter { $0 != key.local.text } + [key.local.text]
    return event
  }

  /// The series up to an occurrence that is no longer part of it.
  func ending(before key: OccurrenceKey) -> CalendarEvent {
    var event = self
    // A series with several times a day may end within a day.
    let isTimed = rule.map { EventRule.hasTimes($0) } ?? false
    let last = LocalTime(seconds: key.local.seconds - (isTimed ? 1 : 86_400), isDay: !isTimed)
    event.rule = rule.map { EventRule.replacingEnd(of: $0, with: "UNTIL=\(EventRule.basic(last))") }
    event.exceptions = kept { $0 < key.local }
    return event
  }

  /// The rule of the occurrences from one on. A count is of what remains.
  func rule(from key: OccurrenceKey) -> String? {
    guard let rule, let read = try? RecurrenceRule(text: rule), case .count(let count) = read.end else {
      return self.rule
    }
    var before = Occurrences(read, from: start)
    var passed = 0
    while passed < count, let next = before.next(), next < key.local { passed += 1 }
    return EventRule.replacingEnd(of: rule, with: "COUNT=\(max(1, count - passed))")
  }

  /// The exceptions from an occurrence on, moved with the start of the series.
  func exceptions(from key: OccurrenceKey?, movedTo start: LocalTime) -> [String]? {
    let from = key?.local ?? self.start
    let moved = start.seconds - from.seconds
    let all = (exceptions ?? []).compactMap { LocalTime(text: $0, in: .gmt) }.filter { $0 >= from }
    return all.isEmpty ? nil : all.map { LocalTime(seconds: $0.seconds + moved, isDay: start.isDay).text }
  }

  private func kept(_ isKept: (LocalTime) -> Bool) -> [String]? {
    let left = (exceptions ?? []).filter { LocalTime(text: $0, in: .gmt).map(isKept) ?? false }
    return left.isEmpty ? nil : left
  }
}

/// The texts of recurrence rules.
enum EventRule {
  /// The rule with another end.
  static func replacingEnd(of rule: String, with end: String) -> String {
    let parts = rule.split(separator: ";").filter { part in
      !["UNTIL=", "COUNT="].contains { part.uppercased().hasPrefix($0) }
    }
    return (parts.map(String.init) + [end]).joined(separator: ";")
  }

  /// Whether the rule itself says at which times of a day an event takes place.
  static func hasTimes(_ rule: String) -> Bool {
    guard let read = try? RecurrenceRule(text: rule) else { return false }
    return read.frequency < .daily || ![read.hours, read.minutes, read.seconds].allSatisfy(\.isEmpty)
  }

  /// `20261123`, or `20261123T090000`.
  static func basic(_ local: LocalTime) -> String { local.text.filter { $0 != "-" && $0 != ":" } }

  static func basic(_ day: CalendarDay) -> String { day.text.filter { $0 != "-" } }

  /// Whether the rule has at least one occurrence. A rule without any takes up to 400,000 steps, so this is asked once for
  /// each save.
  static func happens(_ event: CalendarEvent) -> Bool {
    guard let series = event.series(in: event.timeZone) else { return event.rule == nil }
    return !series.occurrences(most: 1).all.isEmpty
  }

  /// A later start of the same series, so that years of occurrences before a range are not counted one by one; the start
  /// itself where the count matters or a period has no fixed length.
  static func skipping(_ series: Recurrence, to second: Int) -> Recurrence {
    let rule = series.rule
    if case .count = rule.end { return series }
    let unit: Int
    switch rule.frequency {
    case .secondly: unit = 1
    case .minutely: unit = 60
    case .hourly: unit = 3_600
    case .daily: unit = 86_400
    case .weekly: unit = 604_800
    case .monthly, .yearly: return series
    }
    let stride = unit * rule.interval
    let periods = (second - series.start.seconds) / stride - 1
    guard periods > 0 else { return series }
    let start = LocalTime(seconds: series.start.seconds + periods * stride, isDay: series.start.isDay)
    guard var later = try? Recurrence(rule, from: start, in: series.zone) else { return series }
    later.exceptions = series.exceptions
    return later
  }
}
