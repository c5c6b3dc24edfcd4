public import Days
public import Kernel
public import Platform
public import Storage

/// A sync of past days, day by day from the first to the last. There is one at a time, and it stays on the device.
public struct HistoricalRun: Kept {
  public static let collection = "historical_runs"

  public let id: ID<HistoricalRun>
  public let first: CalendarDay
  public let last: CalendarDay
  /// The day to be done next; after `last` when all are done.
  public var next: CalendarDay
  public var isPaused = false
  public var isEnded = false
  /// Number of records written.
  public var written = 0
  /// Why it waits or has stopped.
  public var problem: Problem?
  /// When it goes on by itself.
  public var retryAt: Date?
  /// Number of failures in a row.
  public var failures = 0
  public let startedAt: Date
  public var endedAt: Date?

  public var when: Date { startedAt }

  public init(id: ID<HistoricalRun>, from first: CalendarDay, to last: CalendarDay, at date: Date) {
    self.id = id
    self.first = first
    self.last = last
    next = first
    startedAt = date
  }

  public var days: Int { last.days(since: first) + 1 }
  public var done: Int { min(max(next.days(since: first), 0), days) }
  public var isActive: Bool { !isEnded && !isPaused }

  private enum CodingKeys: String, CodingKey {
    case id, first, last, next, written, problem, failures
    case isPaused = "is_paused"
    case isEnded = "is_ended"
    case retryAt = "retry_at"
    case startedAt = "started_at"
    case endedAt = "ended_at"
  }
}
