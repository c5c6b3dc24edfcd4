internal import Days
public import Kernel
internal import Platform
public import Storage

/// Counts recorded events by day, as records that are sent to the person's server.
public struct UsageCounts: Sendable {
  /// Adds to the count of an event on a day. Returns when the count is on disk.
  public var add: @Sendable (UsageTally, _ times: Int) async throws(Problem) -> Void
  /// All counts of the person, also those of other devices.
  public var load: @Sendable () async throws(Problem) -> [UsageDay]
  /// Deletes all counts: what waits to be sent is not sent, and the server deletes what it has.
  public var erase: @Sendable () async throws(Problem) -> Void
  /// Tells of each change of the counts, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  /// Whether the person consents to sending counts at this moment.
  public var isAllowed: @Sendable () -> Bool

  /// As many counts are deleted in one transaction.
  private static let together = 500
  /// Counts of earlier days are deleted, here and at the server.
  static let keptDays = 90

  public init(
    add: @escaping @Sendable (UsageTally, _ times: Int) async throws(Problem) -> Void,
    load: @escaping @Sendable () async throws(Problem) -> [UsageDay],
    erase: @escaping @Sendable () async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Void>>, isAllowed: @escaping @Sendable () -> Bool
  ) {
    self.add = add
    self.load = load
    self.erase = erase
    self.changes = changes
    self.isAllowed = isAllowed
  }

  /// Keeps the counts in the person's store. They are sent after everything that the person entered or did.
  public init(_ store: Store, _ identifiers: Identifiers, isAllowed: @escaping @Sendable () -> Bool) {
    let counts = Shelf<UsageDay>(store, .owned(.analytics))
    let marks = Shelf<UsageMark>(store, .local)
    self.init(
      add: { tally, times throws(Problem) in
        let day = tally.day
        let (rows, own) = (try await counts.collection(), try await marks.collection())
        let known = try await own.records()
        let mark = known.first { $0.day == day && $0.event == tally.event }
        var row = UsageDay(id: identifiers.next(), tally.event, on: day)
        // Another device may have deleted the count meanwhile.
        if let mark, let kept = try await rows.record(ID(mark.id.uuid)) { row = kept }
        row.count(times)
        // Once a day is enough.
        let isNewDay = !known.contains { $0.day == day }
        let old = isNewDay ? try await rows.records().filter { $0.day.number <= day.number - UsageCounts.keptDays } : []
        try await counts.write { batch throws(Problem) in
          try batch.delete(Array(old.prefix(UsageCounts.together)), in: rows)
          try batch.delete(known.filter { $0.day != day || ($0.id == mark?.id && $0.id.uuid != row.id.uuid) }, in: own)
          try batch.save(row, over: .anything, in: rows)
          if mark?.id.uuid != row.id.uuid { try batch.save(UsageMark(row), in: own) }
        }
      },
      load: { () throws(Problem) in try await counts.collection().records() },
      erase: { () throws(Problem) in
        let (rows, own) = (try await counts.collection(), try await marks.collection())
        for mark in try await own.records() { try await own.delete(mark.id) }
        var rest = try await rows.records()[...]
        while !rest.isEmpty {
          let some = Array(rest.prefix(UsageCounts.together))
          try await counts.write { batch throws(Problem) in try batch.delete(some, in: rows) }
          rest = rest.dropFirst(some.count)
        }
      }, changes: { counts.changes() }, isAllowed: isAllowed)
  }
}

extension Batch {
  fileprivate mutating func delete<Record: Kept>(_ records: [Record], in collection: Collection<Record>) throws(Problem)
  {
    for record in records { try delete(record.id, in: collection) }
  }
}
