public import Days
public import Kernel

/// The data of one source, read and ready to be stored in batches of whole days.
public struct ImportedData: Sendable {
  /// Number of figures stored at once, plus the rest of their last day.
  static let batch = 2000

  /// Number of days with data.
  public let days: Int
  /// Number of devices that counted it.
  public let devices: Int
  /// Number of all records in the source, including kinds that are ignored.
  public let records: Int
  /// Number of records that could not be read.
  public var unreadable: Int { unread.reduce(0) { $0 + $1.count } }
  /// The reason why they could not be read.
  public let unread: [Unread]
  let batches: Batches

  /// The records that could not be read for one reason. It is stored with the connection.
  public struct Unread: Sendable, Hashable, Codable {
    /// The reason after a number: "without a source".
    public let why: String
    public let count: Int
    /// The places of the first of them: "lines 12, 40 and 51"; nil when unknown.
    public let place: String?

    public init(why: String, count: Int, place: String? = nil) {
      self.why = why
      self.count = count
      self.place = place
    }
  }

  /// The batches in order. Storing one twice has the effect of storing it once.
  final class Batches: Sendable {
    struct Batch: Sendable {
      let days: Int
      let store: @Sendable () async throws(Problem) -> Void
    }

    let all: [Batch]

    init(_ all: [Batch]) { self.all = all }
  }

  /// `figures` are sorted by day. `deliver` stores a batch of them, and replaces those that it stored before.
  public init<Figure: Sendable>(
    _ figures: [Figure], devices: Int, records: Int, unread: [Unread] = [],
    on day: @escaping @Sendable (Figure) -> CalendarDay,
    deliver: @escaping @Sendable ([Figure]) async throws(Problem) -> Void
  ) {
    var rest = figures[...]
    var batches: [Batches.Batch] = []
    while let batch = ImportedData.batch(of: &rest, on: day) {
      batches.append(
        Batches.Batch(days: ImportedData.days(of: batch, on: day)) { () throws(Problem) in
          try await deliver(Array(batch))
        })
    }
    days = batches.reduce(0) { $0 + $1.days }
    self.devices = devices
    self.records = records
    self.unread = unread
    self.batches = Batches(batches)
  }

  /// The next batch, in whole days.
  static func batch<Figure>(of rest: inout ArraySlice<Figure>, on day: (Figure) -> CalendarDay) -> ArraySlice<Figure>? {
    guard let last = rest.prefix(batch).last else { return nil }
    let end =
      rest[min(rest.startIndex + batch, rest.endIndex)...].firstIndex { day($0) != day(last) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func days<Figure>(of batch: ArraySlice<Figure>, on day: (Figure) -> CalendarDay) -> Int {
    var last: CalendarDay?
    var count = 0
    for figure in batch where day(figure) != last {
      last = day(figure)
      count += 1
    }
    return count
  }
}

extension ImportedData: Equatable {
  /// Equal when both are the result of the same read.
  public static func == (one: ImportedData, other: ImportedData) -> Bool { one.batches === other.batches }
}

/// The progress of reading a file.
public struct ImportProgress: Sendable, Hashable {
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
