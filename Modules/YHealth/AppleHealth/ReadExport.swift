/// The result of reading a whole export. A file that is truncated or invalid has no result.
public struct ReadExport: Sendable, Hashable {
  /// Sorted by day, then by measure; for each the total first, then each source.
  public let days: [ReadDay]
  /// Number of all records and workouts in the file, including kinds that are ignored.
  public let records: Int
  /// Number of records of supported kinds with an implausible time or amount.
  public var unreadable: Int { unread.reduce(0) { $0 + $1.count } }
  /// The reasons why they could not be read, the most frequent first.
  public let unread: [UnreadRecords]
  /// The names of all sources in the export, sorted.
  public let sources: [String]

  /// Number of days with data.
  public var dayCount: Int {
    var last: ReadDay?
    var count = 0
    for day in days where day.source == nil {
      if day.day != last?.day { count += 1 }
      last = day
    }
    return count
  }
}

/// The progress of reading a file.
public struct ReadingProgress: Sendable, Hashable {
  /// Bytes read.
  public let done: Int
  public let whole: Int
  /// Number of days with data so far.
  public let days: Int

  public init(done: Int, whole: Int, days: Int) {
    self.done = done
    self.whole = whole
    self.days = days
  }
}
