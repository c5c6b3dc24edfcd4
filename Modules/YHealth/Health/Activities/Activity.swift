public import Kernel
public import Platform
public import Storage

/// A logged activity, with its duration.
public struct Activity: Syncable {
  public static let collection = "activities"

  public let id: ID<Activity>
  /// The kind in a word: walking, running.
  public var kind: String
  public var minutes: Int?
  public var steps: Int?
  public var metres: Double?
  public var calories: Int?
  public var note: String?
  public var startedAt: Date

  public var when: Date { startedAt }

  public init(
    id: ID<Activity>, kind: String, minutes: Int? = nil, steps: Int? = nil, metres: Double? = nil,
    calories: Int? = nil, note: String? = nil, startedAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.minutes = minutes
    self.steps = steps
    self.metres = metres
    self.calories = calories
    self.note = note
    self.startedAt = startedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, kind, minutes, steps, metres, calories, note
    case startedAt = "started_at"
  }
}
