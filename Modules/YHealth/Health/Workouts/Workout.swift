public import Kernel
public import Platform
public import Storage

/// A workout.
public struct Workout: Syncable {
  public static let collection = "workouts"

  public let id: ID<Workout>
  /// The kind in a word: running, strength.
  public var kind: String
  public var title: String?
  public var minutes: Int
  /// From 1, easy, to 10, maximal.
  public var effort: Int?
  /// The sets, one per line: "Squat 3x5, 60 kg".
  public var sets: [String]
  public var note: String?
  public var startedAt: Date

  public var when: Date { startedAt }

  public init(
    id: ID<Workout>, kind: String, title: String? = nil, minutes: Int, effort: Int? = nil, sets: [String] = [],
    note: String? = nil, startedAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.minutes = minutes
    self.effort = effort
    self.sets = sets
    self.note = note
    self.startedAt = startedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, kind, title, minutes, effort, sets, note
    case startedAt = "started_at"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ID<Workout>.self, forKey: .id)
    kind = try container.decode(String.self, forKey: .kind)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    minutes = try container.decode(Int.self, forKey: .minutes)
    effort = try container.decodeIfPresent(Int.self, forKey: .effort)
    // The server's column may be null.
    sets = try container.decodeIfPresent([String].self, forKey: .sets) ?? []
    note = try container.decodeIfPresent(String.self, forKey: .note)
    startedAt = try container.decode(Date.self, forKey: .startedAt)
  }
}
