/// The records of an export that could not be read for one reason.
public struct UnreadRecords: Sendable, Hashable {
  /// Number of places that are kept for each reason.
  public static let mostLines = 3

  /// The reason why a record of a supported kind was skipped.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// No readable start or end, or an end before the start.
    case time
    /// Before 1970, or after the export was made.
    case date
    /// Longer than a record of its kind can be, or without any length where it needs one.
    case length
    /// No number, or an implausible one.
    case amount
    case unit
    /// An unknown stage of sleep.
    case stage
    /// No name of a source.
    case source
    /// More records than can be held.
    case room

    /// The reason after a number of records: "3 without a readable start and end".
    public var words: String {
      switch self {
      case .time: "without a readable start and end"
      case .date: "before 1970 or after the export was made"
      case .length: "of an impossible length"
      case .amount: "without a plausible amount"
      case .unit: "in an unknown unit"
      case .stage: "of an unknown stage of sleep"
      case .source: "without a source"
      case .room: "more than can be read"
      }
    }
  }

  public let reason: Reason
  public let count: Int
  /// The lines in export.xml of the first ones.
  public let lines: [Int]
}

/// Counts the records that could not be read, by reason.
struct UnreadCounts {
  private var counts: [UnreadRecords.Reason: (count: Int, lines: [Int])] = [:]

  var total: Int { counts.values.reduce(0) { $0 + $1.count } }

  /// `line` is asked for only while places are kept, since finding it takes time.
  mutating func count(_ reason: UnreadRecords.Reason, at line: () -> Int) {
    counts[reason, default: (0, [])].count += 1
    if counts[reason, default: (0, [])].lines.count < UnreadRecords.mostLines {
      counts[reason, default: (0, [])].lines.append(line())
    }
  }

  /// The most frequent reason first.
  var all: [UnreadRecords] {
    UnreadRecords.Reason.allCases.compactMap { reason in
      counts[reason].map { UnreadRecords(reason: reason, count: $0.count, lines: $0.lines) }
    }
    .enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }
}
