public import Days
public import Platform

/// One entry of a person's sobriety ledger. Entries are added and never changed: a date that was wrong is corrected by an
/// entry of its own.
public struct SobrietyEvent: Sendable, Hashable, Identifiable {
  public enum Kind: Sendable, Hashable {
    /// The count begins on that day.
    case start(CalendarDay)
    /// A slip on that day, from which the count begins again.
    case slip(CalendarDay)
    /// Another entry is of that day; nil takes it back.
    case correction(of: UUID, to: CalendarDay?)
  }

  public let id: UUID
  /// The time of recording in milliseconds since 1970, which orders the corrections of one entry. It is a whole number, so
  /// that a time that went through a server is the same as on the device that recorded it.
  let milliseconds: Int64
  public let kind: Kind

  public init(id: UUID, recordedAt: Date, _ kind: Kind) {
    self.id = id
    milliseconds = SobrietyEvent.milliseconds(recordedAt)
    self.kind = kind
  }

  public var recordedAt: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  static func milliseconds(_ date: Date) -> Int64 {
    // Times far outside of the calendar, which only a damaged record has, are as good as the first or the last.
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -1e15), 1e15))
  }

  /// A total order that is the same on every device.
  func precedes(_ other: SobrietyEvent) -> Bool { order < other.order }

  private var order: (Int64, String, String) { (milliseconds, id.uuidString, "\(kind)") }
}

/// A day from which days are counted, with all corrections applied.
public struct SobrietyBeginning: Sendable, Hashable, Identifiable {
  /// The identifier of the start or slip, which stays when its day is corrected.
  public let id: UUID
  public let day: CalendarDay
  public let isSlip: Bool
}

/// A run of sober days: those after `beginning.day`, up to and including `last`.
public struct SoberRun: Sendable, Hashable {
  public let beginning: SobrietyBeginning
  /// The last sober day. Before the day after the beginning, the run has no days.
  public let last: CalendarDay

  public var days: Int { max(0, last.days(since: beginning.day)) }
}
