public import Days
public import Kernel
public import Platform
public import Samples
public import Storage

/// A sync that the person has set up: which kinds flow from where to where, and how it stands. It stays on the device.
public struct SyncPlan: Kept {
  public static let collection = "syncs"

  public let id: ID<SyncPlan>
  public var kinds: [SampleKind]
  public var source: String
  public var destination: String
  public let createdAt: Date
  public var isPaused = false
  /// Periods that are left out, in order.
  public var exclusions: [ExcludedPeriod] = []
  /// Single records that are left out, the newest last; nil in what older versions stored.
  public var omitted: [OmittedRecord]?
  /// Workouts that wait for a second recording, or have waited lately; nil in what older versions stored.
  public var waiting: [WaitingRecord]?
  /// The instant of the last run that succeeded.
  public var lastSyncedAt: Date?
  /// Number of records that the last run wrote.
  public var lastCount = 0
  /// The failure of the last run; nil if it succeeded.
  public var failure: RunFailure?
  /// Everything before this instant was read.
  public var readUntil: Date?
  /// The instant of the last run that looked for late arrivals.
  public var lookedBackAt: Date?

  public var when: Date { createdAt }

  public init(id: ID<SyncPlan>, _ kinds: [SampleKind], from source: String, to destination: String, at date: Date) {
    self.id = id
    self.kinds = kinds.sorted()
    self.source = source
    self.destination = destination
    createdAt = date
  }

  /// Whether the record under this key is left out.
  public func omits(_ key: String) -> Bool { omitted?.contains { $0.key == key } ?? false }

  /// Removes what the source told of single records longer ago than it may be kept, and returns whether there was any. The
  /// keys of those that are left out stay.
  public mutating func expire(after time: TimeInterval, at now: Date) -> Bool {
    let former = self
    waiting?.removeAll { now >= $0.since.addingTimeInterval(time) }
    omitted = omitted?.map { record in
      var record = record
      // It was read after its start, so that this may be earlier than it has to be.
      if let start = record.start, now >= start.addingTimeInterval(time) { record.expire() }
      return record
    }
    return self != former
  }

  public func excludes(_ day: CalendarDay) -> Bool { exclusions.contains { $0.contains(day) } }

  /// The span of days that a run reads at an instant: what is new, with a margin for what arrives late, and once a day much
  /// more of the past, or whenever it `looksBack`.
  public func days(at now: Date, in zone: TimeZone, looksBack: Bool = false) -> ClosedRange<CalendarDay> {
    let today = CalendarDay(now, in: zone)
    let created = CalendarDay(createdAt, in: zone)
    let isDaily = lookedBackAt.map { now.timeIntervalSince($0) >= SyncPlan.lookingBack } ?? true
    let margin = looksBack || isDaily ? SyncPlan.lateDays : SyncPlan.usualDays
    let read = readUntil.map { CalendarDay($0, in: zone) } ?? created
    // A clock that was set forward may have left a future instant.
    let first = min(min(read, today).following(-margin), today)
    // Older days are the matter of the historical sync.
    let usual = max(first, min(created.following(-SyncPlan.lateDays), today))
    let held = waiting?.filter { $0.outcome == .waiting }.map { CalendarDay($0.start, in: zone) }.min()
    return min(usual, held ?? usual)...today
  }

  /// Days before the last reading that each run reads again.
  static let usualDays = 1
  /// Days that are read again once a day, since sources deliver late.
  static let lateDays = 7
  static let lookingBack = 86_400.0

  private enum CodingKeys: String, CodingKey {
    case id, kinds, source, destination, exclusions, omitted, waiting, failure
    case createdAt = "created_at"
    case isPaused = "is_paused"
    case lastSyncedAt = "last_synced_at"
    case lastCount = "last_count"
    case readUntil = "read_until"
    case lookedBackAt = "looked_back_at"
  }
}

/// Days that a sync leaves out, both included.
public struct ExcludedPeriod: Sendable, Hashable, Codable {
  public var first: CalendarDay
  public var last: CalendarDay

  public init(_ first: CalendarDay, _ last: CalendarDay) {
    (self.first, self.last) = (min(first, last), max(first, last))
  }

  public func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }
}

/// A single record that a sync leaves out, such as a workout that was recorded by mistake.
public struct OmittedRecord: Sendable, Hashable, Codable {
  /// The most that one sync leaves out.
  public static let most = 500

  /// The key under which the record would be written.
  public let key: String
  public let kind: SampleKind
  /// Nil when its source allows to keep it for some days only, and they are over.
  public private(set) var start: Date?

  /// Removes what the source told; the key stays.
  mutating func expire() { start = nil }

  public init(_ sample: Sample) {
    key = SampleMark(sample).text
    kind = sample.kind
    start = sample.start
  }
}
