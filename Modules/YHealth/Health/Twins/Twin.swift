internal import Kernel
internal import Platform
internal import Storage

// Entries that say the same: of one kind, at one instant, with equal values.
extension LogEntry {
  /// The least difference of two instants that a server keeps, in seconds.
  static let instant = 0.001

  /// Whether another entry says the same under another identifier.
  func isTwin(of other: LogEntry) -> Bool {
    guard name.kind == other.name.kind, name.id != other.name.id, LogEntry.isSame(when, other.when),
      let mine = fields, let theirs = other.fields
    else { return false }
    return Set(mine.keys).union(theirs.keys).allSatisfy { key in
      key == "id" || LogEntry.isSame(mine[key] ?? .null, theirs[key] ?? .null)
    }
  }

  private var fields: Fields? { try? record.fields() }

  private static func isSame(_ one: Value, _ other: Value) -> Bool {
    if case .date(let one) = one, case .date(let other) = other { return isSame(one, other) }
    return one.means(other)
  }

  private static func isSame(_ one: Date, _ other: Date) -> Bool { abs(one.timeIntervalSince(other)) < instant }

  /// The entry a moment later, which no device takes for a twin any more.
  var apart: LogEntry {
    func later(_ date: Date) -> Date { date.addingTimeInterval(2 * LogEntry.instant) }
    func changed<Record>(_ record: Record, _ change: (inout Record) -> Void) -> Record {
      var record = record
      change(&record)
      return record
    }
    return switch self {
    case .mood(let record): .mood(changed(record) { $0.feltAt = later($0.feltAt) })
    case .meal(let record): .meal(changed(record) { $0.eatenAt = later($0.eatenAt) })
    case .activity(let record): .activity(changed(record) { $0.startedAt = later($0.startedAt) })
    case .journal(let record): .journal(changed(record) { $0.writtenAt = later($0.writtenAt) })
    case .workout(let record): .workout(changed(record) { $0.startedAt = later($0.startedAt) })
    case .water(let record): .water(changed(record) { $0.drunkAt = later($0.drunkAt) })
    case .energy(let record): .energy(changed(record) { $0.feltAt = later($0.feltAt) })
    case .sleep(let record): .sleep(changed(record) { $0.wokeAt = later($0.wokeAt) })
    case .weight(let record): .weight(changed(record) { $0.weighedAt = later($0.weighedAt) })
    }
  }
}
