internal import Kernel
public import Platform
internal import Recurrence

/// An event with its whole series, as one resource of a calendar holds it: what a person sees, in instants and words.
public struct CalendarItem: Sendable, Hashable {
  public var uid: String
  public var content: CalendarContent
  /// A recurrence rule whose `UNTIL` is local, such as `FREQ=WEEKLY;UNTIL=20261231`.
  public var rule: String?
  /// The local starts at which a series does not take place, as `2026-11-23` or `2026-11-23T09:00:00`, in order.
  public var exceptions: [String]
  /// Occurrences that differ from the series, by the local start that the rule gives them.
  public var changed: [String: CalendarContent]

  public init(
    uid: String, content: CalendarContent, rule: String? = nil, exceptions: [String] = [],
    changed: [String: CalendarContent] = [:]
  ) {
    self.uid = uid
    self.content = content
    self.rule = rule
    self.exceptions = exceptions.sorted()
    self.changed = changed
  }
}

/// The words and times of one event, or of one occurrence that differs from its series.
public struct CalendarContent: Sendable, Hashable, Codable {
  public var title: String
  public var details: String?
  public var place: String?
  /// The start; midnight UTC of the first day for whole days.
  public var startsAt: Date
  /// The end; midnight UTC after the last day for whole days.
  public var endsAt: Date
  public var isAllDay: Bool
  /// The IANA name of its zone.
  public var zone: String

  public init(
    title: String, details: String? = nil, place: String? = nil, startsAt: Date, endsAt: Date, isAllDay: Bool = false,
    zone: String
  ) {
    self.title = title
    self.details = details
    self.place = place
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.isAllDay = isAllDay
    self.zone = zone
  }

  // The bounds of what is read, in characters. Longer text is cut.
  public static let longestTitle = 500
  public static let longestDetails = 20_000
  public static let longestPlace = 1_000
  public static let longestRule = 1_000
  public static let mostExceptions = 800
  public static let untitled = "Untitled event"

  var timeZone: TimeZone { isAllDay ? .gmt : TimeZone(named: zone) ?? .gmt }

  var localStart: LocalTime { LocalTime(startsAt, in: timeZone, isDay: isAllDay) }

  /// Whether both take place at the same times.
  func isTimed(like other: CalendarContent) -> Bool {
    (startsAt, endsAt, isAllDay) == (other.startsAt, other.endsAt, other.isAllDay)
      && (isAllDay || zone == other.zone)
  }
}

/// An event of a file that cannot be held, with the reason as a sentence.
public struct CalendarFlaw: Sendable, Hashable {
  public let uid: String?
  public let title: String
  public let sentence: String

  public init(uid: String? = nil, title: String, sentence: String) {
    self.uid = uid
    self.title = title
    self.sentence = sentence
  }
}

extension LocalTime {
  init(_ date: Date, in zone: TimeZone, isDay: Bool) {
    let (day, second) = CivilDate.split(
      Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date))
    self.init(day: day, second: isDay ? 0 : second, isDay: isDay)
  }

  /// The instant in a zone. A time that comes twice is the first, one that the clock leaves out is moved by as much.
  func instant(in zone: TimeZone) -> Date {
    if isDay { return Date(timeIntervalSince1970: Double(day) * 86_400) }
    let once = RecurrenceRule(.daily, end: .count(1))
    let first = try? Recurrence(once, from: self, in: zone).occurrences(most: 1).all.first?.instant
    return first ?? Date(timeIntervalSince1970: Double(day * 86_400 + second))
  }
}
