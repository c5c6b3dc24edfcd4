public import Forms
public import Platform
public import Storage

/// A logged entry of any kind.
public enum LogEntry: Sendable, Equatable {
  case mood(MoodEntry)
  case meal(Meal)
  case activity(Activity)
  case journal(JournalEntry)
  case workout(Workout)
  case water(WaterEntry)
  case energy(EnergyEntry)
  case sleep(SleepEntry)
  case weight(WeightEntry)

  var record: any Logged {
    switch self {
    case .mood(let record): record
    case .meal(let record): record
    case .activity(let record): record
    case .journal(let record): record
    case .workout(let record): record
    case .water(let record): record
    case .energy(let record): record
    case .sleep(let record): record
    case .weight(let record): record
    }
  }

  public var name: EntryName { record.name }
  public var when: Date { record.when }
}

/// The identity of an entry: its kind and its record's identifier.
public struct EntryName: Sendable, Hashable {
  public let kind: LogKind
  public let id: UUID

  public init(_ kind: LogKind, _ id: UUID) {
    self.kind = kind
    self.id = id
  }

  /// The subject of messages about it.
  var subject: String { id.uuidString }
}

/// An entry as stored.
public struct KeptEntry: Sendable, Undoable {
  public let entry: LogEntry
  /// The version to pass when saving, so that no other change is overwritten unseen.
  public let version: Version
  /// Whether it has not reached the server yet.
  public let isWaiting: Bool

  public var name: EntryName { entry.name }
  public var undoKey: String { name.id.uuidString }

  /// Sorts newest first, and entries of the same instant by identifier, so that both stay.
  static func isNewer(_ one: KeptEntry, _ other: KeptEntry) -> Bool {
    (one.entry.when, one.name.id.uuidString) > (other.entry.when, other.name.id.uuidString)
  }
}

extension KeptEntry {
  init<Record: Logged>(_ opened: Opened<Record>) {
    self.init(entry: opened.record.entry, version: opened.version, isWaiting: opened.state == .dirty)
  }
}
