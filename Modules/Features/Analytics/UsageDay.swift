public import Days
public import Kernel
public import Platform
public import Storage

/// The number of times that one event was recorded on a day by one device: what goes to the person's server, with their
/// consent. It names no device. Several devices of a person have a record each, whose numbers add up.
public struct UsageDay: Syncable {
  public static let collection = "usage_days"
  /// The longest text of an event, in characters.
  public static let longestEvent = 200
  public static let most = 1_000_000

  public let id: ID<UsageDay>
  public let day: CalendarDay
  /// The event's name and values, all from closed lists.
  public let event: String
  public private(set) var times: Int

  public var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400 + 43_200) }

  init(id: ID<UsageDay>, _ event: String, on day: CalendarDay) {
    self.id = id
    self.day = day
    self.event = event
    times = 0
  }

  mutating func count(_ more: Int) { times = min(times + more, UsageDay.most) }

  public enum CodingKeys: String, ColumnKey {
    case id, day, event, times
  }
}

/// The key of a count: an event on a day.
public struct UsageTally: Sendable, Hashable {
  /// The event's name and values.
  public let event: String
  public let day: CalendarDay

  init(_ event: RecordedEvent, on day: CalendarDay) {
    self.event = String(event.text.prefix(UsageDay.longestEvent))
    self.day = day
  }
}

/// Says which of the counts are this device's own. It never leaves the device.
struct UsageMark: Kept {
  static let collection = "usage_marks"

  let id: ID<UsageMark>
  let day: CalendarDay
  let event: String

  var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400 + 43_200) }

  init(_ count: UsageDay) {
    id = ID(count.id.uuid)
    day = count.day
    event = count.event
  }
}
