public import Kernel
public import Platform
public import Storage

/// A mood at an instant.
public struct MoodEntry: Syncable {
  public static let collection = "mood_entries"

  public let id: ID<MoodEntry>
  /// From 1, awful, to 10, wonderful.
  public var mood: Int
  public var feelings: [String]
  public var note: String?
  public var feltAt: Date

  public var when: Date { feltAt }

  public init(id: ID<MoodEntry>, mood: Int, feelings: [String] = [], note: String? = nil, feltAt: Date) {
    self.id = id
    self.mood = mood
    self.feelings = feelings
    self.note = note
    self.feltAt = feltAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, mood, feelings, note
    case feltAt = "felt_at"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ID<MoodEntry>.self, forKey: .id)
    mood = try container.decode(Int.self, forKey: .mood)
    // The server's column may be null.
    feelings = try container.decodeIfPresent([String].self, forKey: .feelings) ?? []
    note = try container.decodeIfPresent(String.self, forKey: .note)
    feltAt = try container.decode(Date.self, forKey: .feltAt)
  }
}
