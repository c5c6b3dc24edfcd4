internal import Kernel
public import Platform
internal import Recurrence

/// The time zones of a calendar, whose names are those of the program that wrote it.
public struct ICalendarZones: Sendable {
  private let known: [String: TimeZone]

  /// Reads the `VTIMEZONE`s of components. A zone with an unknown name is the one of the same offsets, `own` before others.
  public init(_ components: [ICalendarComponent], own: TimeZone) {
    var known: [String: TimeZone] = [:]
    for zone in components.flatMap(\.components).prefix(500) where zone.name == "VTIMEZONE" {
      guard let name = zone["TZID"]?.value, known[name] == nil else { continue }
      known[name] =
        ICalendarZones.named(name) ?? zone["X-LIC-LOCATION"].flatMap { TimeZone(named: $0.value) }
        ?? ICalendarZones.alike(zone, own)
    }
    self.known = known
  }

  /// The zone of a name; nil if neither the name nor the file tells which it is.
  public subscript(_ name: String) -> TimeZone? { known[name] ?? ICalendarZones.named(name) }

  private static func named(_ name: String) -> TimeZone? {
    if let windows = WindowsZones.names[name] { return TimeZone(named: windows) }
    // Some programs put a path of their own before the name.
    let parts = name.split(separator: "/").suffix(3)
    for count in [parts.count, 2].filter({ $0 <= parts.count }) {
      let short = parts.suffix(count).joined(separator: "/")
      if let zone = TimeZone(named: short) { return zone }
    }
    return nil
  }

  // MARK: Offsets

  private static func alike(_ component: ICalendarComponent, _ own: TimeZone) -> TimeZone? {
    let observances = component.components.prefix(200).compactMap { Observance($0) }
    guard !observances.isEmpty else { return nil }
    // Every half month of a year, which tells hemispheres and rules apart.
    let dates = (0..<24).map { Date(timeIntervalSince1970: 1_735_689_600 + Double($0) * 15.2 * 86_400) }
    let offsets = dates.map { date in observances.compactMap { $0.last(before: date) }.max { $0.0 < $1.0 }?.1 }
    let candidates = [own] + WindowsZones.names.values.sorted().compactMap { TimeZone(named: $0) }
    return candidates.first { zone in zip(dates, offsets).allSatisfy { zone.secondsFromGMT(for: $0) == $1 } }
  }

  /// A part of a zone: from when on which offset holds.
  private struct Observance {
    let start: LocalTime
    let rule: RecurrenceRule?
    let before: Int
    let after: Int

    init?(_ component: ICalendarComponent) {
      guard let start = component["DTSTART"]?.time, !start.isDay,
        let before = component["TZOFFSETFROM"].flatMap({ Observance.offset($0.value) }),
        let after = component["TZOFFSETTO"].flatMap({ Observance.offset($0.value) })
      else { return nil }
      (self.start, self.before, self.after) = (start.local, before, after)
      rule = component["RRULE"].flatMap { try? RecurrenceRule(text: $0.value) }
    }

    private static func offset(_ text: String) -> Int? {
      guard [5, 7].contains(text.utf8.count), let sign = text.first, "+-".contains(sign),
        let number = Int(text.dropFirst().prefix(4)), text.dropFirst().allSatisfy(\.isASCII)
      else { return nil }
      let seconds = number / 100 * 3600 + number % 100 * 60
      return seconds > 16 * 3600 ? nil : sign == "-" ? -seconds : seconds
    }

    /// The last time at which it begins before an instant, as seconds since 1970, with its offset.
    func last(before date: Date) -> (Int, Int)? {
      var latest: Int?
      let limit = Int(date.timeIntervalSince1970)
      func take(_ local: LocalTime) -> Bool {
        let second = local.day * 86_400 + local.second - before
        guard second <= limit else { return false }
        latest = second
        return true
      }
      guard let rule, rule.frequency == .yearly else { return take(start) ? latest.map { ($0, after) } : nil }
      var steps = Occurrences(rule, from: start)
      for _ in 0..<1_000 {
        guard let next = steps.next(), take(next) else { break }
      }
      return latest.map { ($0, after) }
    }
  }

  // MARK: Writing

  /// The definition of a zone for events from a date on, for twelve years, or for all years where a rule tells its changes.
  public static func component(of zone: TimeZone, from date: Date) -> ICalendarComponent {
    let first = Date(timeIntervalSince1970: (date.timeIntervalSince1970 - 400 * 86_400).rounded(.down))
    let end = first.addingTimeInterval(13 * 366 * 86_400)
    var changes: [ZoneChange] = []
    var near = first
    while changes.count < 60, let next = zone.nextDaylightSavingTimeTransition(after: near), next < end, next > near {
      changes.append(ZoneChange(zone, at: next))
      near = next
    }
    var parts = [observance(ZoneChange(zone, opening: first), [])]
    var kinds: [ZoneChange.Kind] = []
    for change in changes where !kinds.contains(change.kind) { kinds.append(change.kind) }
    for kind in kinds { parts.append(observance(of: changes.filter { $0.kind == kind })) }
    return ICalendarComponent("VTIMEZONE", [ICalendarProperty("TZID", text: zone.identifier)], parts)
  }

  private static func observance(of changes: [ZoneChange]) -> ICalendarComponent {
    let first = changes[0]
    if let rule = ZoneChange.rule(of: changes) {
      return observance(first, [ICalendarProperty("RRULE", rule)])
    }
    return observance(first, changes.dropFirst().map { ICalendarProperty("RDATE", ICalendarTime($0.local).text) })
  }

  private static func observance(_ change: ZoneChange, _ more: [ICalendarProperty]) -> ICalendarComponent {
    ICalendarComponent(
      change.kind.isDaylight ? "DAYLIGHT" : "STANDARD",
      [
        ICalendarProperty("DTSTART", ICalendarTime(change.local).text),
        ICalendarProperty("TZOFFSETFROM", ZoneChange.text(change.kind.before)),
        ICalendarProperty("TZOFFSETTO", ZoneChange.text(change.kind.after)),
      ] + more)
  }
}

/// One change of a zone's offset.
private struct ZoneChange {
  struct Kind: Hashable {
    let before: Int
    let after: Int
    let isDaylight: Bool
  }

  let kind: Kind
  /// As the clock showed before the change.
  let local: LocalTime

  init(_ zone: TimeZone, at date: Date) {
    let before = zone.secondsFromGMT(for: date.addingTimeInterval(-1))
    kind = Kind(
      before: before, after: zone.secondsFromGMT(for: date), isDaylight: zone.isDaylightSavingTime(for: date))
    let (day, second) = CivilDate.split(Int(date.timeIntervalSince1970) + before)
    local = LocalTime(day: day, second: second)
  }

  /// The state at the beginning of what is written.
  init(_ zone: TimeZone, opening date: Date) {
    let offset = zone.secondsFromGMT(for: date)
    kind = Kind(before: offset, after: offset, isDaylight: zone.isDaylightSavingTime(for: date))
    let (day, second) = CivilDate.split(Int(date.timeIntervalSince1970) + offset)
    local = LocalTime(day: day, second: second)
  }

  static func text(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + two(minutes / 60) + two(minutes % 60)
  }

  /// The yearly rule that tells all of these changes; nil if there is none.
  static func rule(of changes: [ZoneChange]) -> String? {
    guard changes.count >= 10 else { return nil }
    let dates = changes.map { CivilDate(daysSince1970: $0.local.day) }
    let weekday = CivilDate.weekday(ofDay: changes[0].local.day)
    let isRegular = zip(changes, dates).enumerated().allSatisfy { index, pair in
      pair.1.year == dates[0].year + index && pair.1.month == dates[0].month
        && pair.0.local.second == changes[0].local.second
        && CivilDate.weekday(ofDay: pair.0.local.day) == weekday
    }
    guard isRegular else { return nil }
    let nth = Set(dates.map { ($0.day - 1) / 7 + 1 })
    let isLast = changes.allSatisfy { CivilDate(daysSince1970: $0.local.day + 7).month != dates[0].month }
    guard isLast || nth.count == 1, let count = nth.first else { return nil }
    let days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    guard days.indices.contains(weekday) else { return nil }
    return "FREQ=YEARLY;BYMONTH=\(dates[0].month);BYDAY=\(isLast ? -1 : count)\(days[weekday])"
  }
}
