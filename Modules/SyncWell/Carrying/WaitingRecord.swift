public import Platform
public import Samples

/// A workout that is not written yet, since a second recording of it may arrive. It stays with its sync after the wait, so that
/// the way of the record can be told.
public struct WaitingRecord: Sendable, Hashable, Codable {
  public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    case waiting
    /// No second recording came in time.
    case alone
    /// The wait was ended before its time.
    case sent
    /// A second recording came, and it is decided which one counts.
    case paired
  }

  /// The minutes that a person may choose.
  public static let choices = [15, 30, 60, 180, 720]

  /// The key under which the workout is written.
  public let key: String
  public let start: Date
  /// When it arrived.
  public let since: Date
  public let until: Date
  public var outcome = Outcome.waiting

  public init(_ key: String, start: Date, since: Date, until: Date) {
    (self.key, self.start, self.since, self.until) = (key, start, since, until)
  }

  /// Whether it waits at an instant. A clock that was set back ends the wait, so that nothing waits for a year.
  public func isWaiting(at now: Date) -> Bool {
    outcome == .waiting && now < until && now >= since.addingTimeInterval(-60)
  }
}

/// The decision which workouts of a source wait for a second recording: a value, computed from what was read and what is known.
public struct WaitDecision: Sendable, Equatable {
  /// The keys of the workouts that are not written now.
  public private(set) var held: Set<String> = []
  /// All that wait or have waited lately.
  public private(set) var records: [WaitingRecord]

  /// Workouts that ended longer ago do not wait: their second recording would have come.
  static let recent = 86_400.0
  /// Seconds for which it stays known that a record has waited.
  static let remembered = 7 * 86_400.0

  /// Decides about the workouts of a span.
  ///
  /// - Parameters:
  ///   - carried: The keys of what the destination has already.
  ///   - paired: The keys of workouts of which a second recording is known.
  ///   - wait: Seconds; 0 if nothing waits.
  ///   - preferred: The app whose recordings count in any case, and so need not wait.
  public init(
    _ samples: [Sample], in span: DateInterval, known: [WaitingRecord], carried: Set<String>, paired: Set<String>,
    wait: TimeInterval, preferred: String?, at now: Date
  ) {
    records = known.filter { $0.outcome == .waiting || now.timeIntervalSince($0.until) < WaitDecision.remembered }
    var seen: Set<String> = []
    for sample in samples {
      let key = SampleMark(sample).text
      seen.insert(key)
      if let index = records.firstIndex(where: { $0.key == key }) {
        guard records[index].outcome == .waiting else { continue }
        if records[index].isWaiting(at: now), wait > 0, !carried.contains(key) {
          held.insert(key)
        } else {
          records[index].outcome = now < records[index].until ? .sent : .alone
        }
        continue
      }
      guard wait > 0, !carried.contains(key), !paired.contains(key), sample.origin.provider != preferred,
        now.timeIntervalSince(sample.end) <= WaitDecision.recent
      else { continue }
      held.insert(key)
      records.append(WaitingRecord(key, start: sample.start, since: now, until: now.addingTimeInterval(wait)))
    }
    // What its source has no more waits for nothing.
    records.removeAll { record in
      record.outcome == .waiting && !seen.contains(record.key) && span.start <= record.start && record.start < span.end
    }
  }
}
