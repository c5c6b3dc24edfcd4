internal import Kernel
public import Platform
internal import Recurrence

/// The events of a file, and those that cannot be held.
public struct CalendarItems: Sendable, Hashable {
  public internal(set) var items: [CalendarItem] = []
  public internal(set) var flaws: [CalendarFlaw] = []
  /// The parts of its event that an item leaves out, which a file that is merged with it keeps.
  public internal(set) var notes: [CalendarFlaw] = []
  /// Todos, journals and other entries that are no events.
  public internal(set) var others = 0

  /// Reads the events of components. Times without a zone are those of `own`.
  public init(_ components: [ICalendarComponent], own: TimeZone) {
    let zones = ICalendarZones(components, own: own)
    var uids: [String] = []
    var parts: [String: [ICalendarComponent]] = [:]
    for component in components.flatMap({ $0.name == "VCALENDAR" ? $0.components : [$0] }) {
      switch component.name {
      case "VEVENT":
        // An event without a UID is named by what it says.
        let uid = component.text("UID")?.trimmedForCalendar ?? CalendarItems.uid(of: component)
        if parts[uid] == nil { uids.append(uid) }
        parts[uid, default: []].append(component)
      case "VTIMEZONE": break
      default: others += 1
      }
    }
    for uid in uids { read(parts[uid] ?? [], uid, zones, own) }
  }

  private static func uid(of component: ICalendarComponent) -> String {
    let about = ["DTSTART", "SUMMARY", "RECURRENCE-ID"].map { component[$0]?.value ?? "" }.joined(separator: "|")
    return String(about.prefix(200))
  }

  private mutating func read(
    _ parts: [ICalendarComponent], _ uid: String, _ zones: ICalendarZones, _ own: TimeZone
  ) {
    let title = parts.first?.text("SUMMARY") ?? CalendarContent.untitled
    let reading = EventReading(zones: zones, own: own)
    let masters = parts.filter { $0["RECURRENCE-ID"] == nil }
    guard uid.utf8.count <= 1_000 else {
      return flaws.append(CalendarFlaw(title: title, sentence: "Its identifier is longer than 1,000 characters."))
    }
    // Of two versions in one file the later counts.
    guard let master = masters.max(by: { EventReading.sequence($0) < EventReading.sequence($1) }) ?? parts.first else {
      return
    }
    do throws(Problem) {
      if master["STATUS"]?.value.uppercased() == "CANCELLED" {
        return flaws.append(CalendarFlaw(uid: uid, title: title, sentence: "It was cancelled."))
      }
      var item = CalendarItem(uid: uid, content: try reading.content(master))
      if masters.isEmpty {
        // An invitation to one occurrence alone.
        items.append(item)
        if parts.count > 1 { note(item, "Its other occurrences are of a series that the file does not have.") }
        return
      }
      readSeries(master, parts, &item, reading)
      items.append(item)
    } catch {
      flaws.append(CalendarFlaw(uid: uid, title: title, sentence: error.what))
    }
  }

  private mutating func readSeries(
    _ master: ICalendarComponent, _ parts: [ICalendarComponent], _ item: inout CalendarItem, _ reading: EventReading
  ) {
    if !master.all("RDATE").isEmpty { note(item, "Its additional dates are not shown.") }
    guard let rule = master["RRULE"]?.value else { return }
    do throws(Problem) {
      item.rule = try reading.rule(rule, of: item.content)
    } catch {
      return note(item, "The way it repeats is not understood, so only its first time is shown.")
    }
    if master.all("RRULE").count > 1 { note(item, "Only the first of its rules is followed.") }
    var exceptions = Set(
      master.all("EXDATE").flatMap(\.times).compactMap { $0.map { reading.key($0, of: item.content) } })
    for part in parts {
      guard let id = part["RECURRENCE-ID"] else { continue }
      guard let time = id.time, id["RANGE"] == nil else {
        note(item, "A change of this and all following times is not followed.")
        continue
      }
      let key = reading.key(time, of: item.content)
      if part["STATUS"]?.value.uppercased() == "CANCELLED" {
        exceptions.insert(key)
      } else if let content = try? reading.content(part) {
        item.changed[key] = content
      } else {
        note(item, "One of its changed times cannot be read.")
      }
    }
    exceptions.subtract(item.changed.keys)
    let most = CalendarContent.mostExceptions - item.changed.count
    if exceptions.count > most { note(item, "Only \(CalendarContent.mostExceptions) of its exceptions are kept.") }
    item.exceptions = Array(exceptions.sorted().prefix(max(0, most)))
  }

  private mutating func note(_ item: CalendarItem, _ sentence: String) {
    notes.append(CalendarFlaw(uid: item.uid, title: item.content.title, sentence: sentence))
  }
}

/// Turns properties into instants and words.
struct EventReading {
  let zones: ICalendarZones
  let own: TimeZone

  static func sequence(_ component: ICalendarComponent) -> Int { component["SEQUENCE"].flatMap { Int($0.value) } ?? 0 }

  /// Years outside of which no event is kept.
  private static let years = 1900...2199

  func content(_ component: ICalendarComponent) throws(Problem) -> CalendarContent {
    guard let start = component["DTSTART"]?.time else { throw .badEvent("Its start cannot be read.") }
    guard EventReading.years.contains(CivilDate(daysSince1970: start.local.day).year) else {
      throw .badEvent("It lies outside of the years 1900 to 2199.")
    }
    let zone = try zone(of: start)
    let begin = start.local.instant(in: zone)
    let end = try end(component, start, begin, zone)
    guard end >= begin,
      EventReading.years.contains(CivilDate(daysSince1970: CivilDate.split(Int(end.timeIntervalSince1970)).day).year)
    else { throw .badEvent("It ends before it starts.") }
    return CalendarContent(
      title: (component.text("SUMMARY")?.oneLine).flatMap { $0.isEmpty ? nil : $0.cut(CalendarContent.longestTitle) }
        ?? CalendarContent.untitled,
      details: component.text("DESCRIPTION")?.cut(CalendarContent.longestDetails),
      place: component.text("LOCATION")?.oneLine.cut(CalendarContent.longestPlace), startsAt: begin, endsAt: end,
      isAllDay: start.isDay, zone: start.isDay ? own.identifier : zone.identifier)
  }

  private func end(
    _ component: ICalendarComponent, _ start: ICalendarTime, _ begin: Date, _ zone: TimeZone
  ) throws(Problem) -> Date {
    if let property = component["DTEND"] {
      guard let end = property.time, end.isDay == start.isDay else { throw .badEvent("Its end cannot be read.") }
      let instant = end.local.instant(in: try self.zone(of: end))
      // Some programs end a single day on itself.
      return start.isDay && instant == begin ? begin.addingTimeInterval(86_400) : instant
    }
    if let property = component["DURATION"] {
      guard let length = ICalendarDuration(property.value) else { throw .badEvent("Its length cannot be read.") }
      if start.isDay { return begin.addingTimeInterval(Double(max(1, length.days) * 86_400)) }
      let day = LocalTime(day: start.local.day + length.days, second: start.local.second)
      return day.instant(in: zone).addingTimeInterval(Double(length.seconds))
    }
    return start.isDay ? begin.addingTimeInterval(86_400) : begin
  }

  func zone(of time: ICalendarTime) throws(Problem) -> TimeZone {
    if time.isDay { return .gmt }
    switch time.zone {
    case .utc: return .gmt
    case .floating: return own
    case .named(let name):
      guard let zone = zones[name] else { throw .badEvent("Its time zone “\(name.cut(60))” is not known.") }
      return zone
    }
  }

  /// The local start of an occurrence in the zone of its series.
  func key(_ time: ICalendarTime, of content: CalendarContent) -> String {
    if content.isAllDay || time.isDay {
      guard content.isAllDay else {
        // A day names the occurrence on it.
        return LocalTime(day: time.local.day, second: content.localStart.second).text
      }
      return LocalTime(day: time.local.day, isDay: true).text
    }
    let zone = (try? zone(of: time)) ?? content.timeZone
    if zone.identifier == content.timeZone.identifier { return time.local.text }
    return LocalTime(time.local.instant(in: zone), in: content.timeZone, isDay: false).text
  }

  /// The rule with a local end.
  func rule(_ text: String, of content: CalendarContent) throws(Problem) -> String {
    guard text.utf8.count <= CalendarContent.longestRule else { throw .badEvent("Its rule is too long.") }
    let read = try RecurrenceRule(text: text)
    _ = try Recurrence(read, from: content.localStart, in: content.timeZone)
    let upper = text.uppercased().split(separator: ";").filter { !$0.isEmpty }
    return upper.map { part in
      guard part.hasPrefix("UNTIL="), let until = ICalendarTime(part.dropFirst(6)) else { return String(part) }
      return "UNTIL=" + CalendarRule.localEnd(until, of: content)
    }.joined(separator: ";")
  }
}

/// The ends of rules, which are local here and instants in a file.
enum CalendarRule {
  static func localEnd(_ until: ICalendarTime, of content: CalendarContent) -> String {
    if until.isDay { return until.text }
    if content.isAllDay { return ICalendarTime(LocalTime(day: until.local.day, isDay: true)).text }
    var local = until.local
    if until.zone == .utc { local = LocalTime(local.instant(in: .gmt), in: content.timeZone, isDay: false) }
    return ICalendarTime(local.second == 86_399 ? LocalTime(day: local.day, isDay: true) : local).text
  }

  /// The rule as RFC 5545 demands it: the end of one with times is an instant.
  static func written(_ rule: String, of content: CalendarContent) -> String {
    rule.split(separator: ";").map { part in
      guard part.uppercased().hasPrefix("UNTIL="), let until = ICalendarTime(part.dropFirst(6)), until.zone != .utc
      else { return String(part) }
      if content.isAllDay { return "UNTIL=" + ICalendarTime(LocalTime(day: until.local.day, isDay: true)).text }
      let last = until.isDay ? LocalTime(day: until.local.day, second: 86_399) : until.local
      return "UNTIL=" + ICalendarTime(last.instant(in: content.timeZone)).text
    }.joined(separator: ";")
  }
}

extension Problem {
  static func badEvent(_ sentence: String) -> Problem {
    Problem("calendar-event", sentence, remedy: "Correct it where it comes from, and export it again.")
  }
}

extension String {
  func cut(_ most: Int) -> String {
    unicodeScalars.count <= most ? self : String(UnicodeScalarView(unicodeScalars.prefix(most)))
  }

  var oneLine: String {
    let words = split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return words.trimmedForCalendar
  }

  var trimmedForCalendar: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
