public import Kernel
public import Platform
public import Storage

/// A logged night or nap. Sleep stages added by a device are preserved.
public struct SleepEntry: Syncable {
  public static let collection = "sleep_entries"

  public let id: ID<SleepEntry>
  public var fellAsleepAt: Date
  public var wokeAt: Date
  /// From 1, awful, to 10, wonderful.
  public var quality: Int?
  public var note: String?

  /// An entry belongs to the day on which it ended.
  public var when: Date { wokeAt }

  public init(id: ID<SleepEntry>, fellAsleepAt: Date, wokeAt: Date, quality: Int? = nil, note: String? = nil) {
    self.id = id
    self.fellAsleepAt = fellAsleepAt
    self.wokeAt = wokeAt
    self.quality = quality
    self.note = note
  }

  public enum CodingKeys: String, ColumnKey {
    case id, quality, note
    case fellAsleepAt = "fell_asleep_at"
    case wokeAt = "woke_at"
  }

  var minutes: Int { Int(max(0, min(wokeAt.timeIntervalSince(fellAsleepAt), 1e9)) / 60) }
}
