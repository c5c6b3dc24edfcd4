public import Kernel
public import Platform
public import Storage

/// An event of a person's calendar, at most one row for a whole series.
public struct CalendarEvent: Syncable {
  public static let collection = "events"

  public let id: ID<CalendarEvent>
  public var title: String
  public var details: String?
  public var place: String?
  /// The start; midnight UTC of the first day for an event of whole days.
  public var startsAt: Date
  /// The end; midnight UTC after the last day for an event of whole days.
  public var endsAt: Date
  public var isAllDay: Bool
  /// The IANA name of its time zone.
  public var zone: String
  /// A recurrence rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`.
  public var rule: String?
  /// The local starts at which a series does not take place, as `2026-11-23` or `2026-11-23T09:00:00`.
  public var exceptions: [String]?
  /// The identifier that another calendar gave it; nil for an event whose own identifier is its name everywhere.
  public var uid: String?

  public var when: Date { startsAt }

  public init(
    id: ID<CalendarEvent>, title: String, details: String? = nil, place: String? = nil, startsAt: Date, endsAt: Date,
    isAllDay: Bool = false, zone: String, rule: String? = nil, exceptions: [String]? = nil, uid: String? = nil
  ) {
    self.id = id
    self.title = title
    self.details = details
    self.place = place
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.isAllDay = isAllDay
    self.zone = zone
    self.rule = rule
    self.exceptions = exceptions
    self.uid = uid
  }

  public enum CodingKeys: String, ColumnKey {
    case id, title, exceptions
    case details = "description"
    case place = "location"
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case isAllDay = "is_all_day"
    case zone = "time_zone"
    case rule = "recurrence"
    case uid = "source_id"
  }

  // The bounds of the server's columns, in characters.
  public static let longestTitle = 500
  public static let longestDetails = 20_000
  public static let longestPlace = 1_000
  public static let longestRule = 1_000
  public static let longestZone = 64
  public static let longestUID = 1_000
  /// Characters of all exceptions together, as JSON.
  public static let longestExceptions = 20_000
  /// The exceptions that one series can have.
  static let mostExceptions = 800
}

/// An event as stored.
public struct KeptEvent: Sendable, Equatable, Identifiable {
  public let event: CalendarEvent
  /// The version to pass when saving, so that no other change is overwritten unseen.
  public let version: Version
  /// Whether it has not reached the server yet.
  public let isWaiting: Bool

  public var id: ID<CalendarEvent> { event.id }

  init(_ opened: Opened<CalendarEvent>) {
    event = opened.record
    version = opened.version
    isWaiting = opened.state == .dirty
  }
}
