public import Kernel
public import Platform
public import Storage

/// A journal entry.
public struct JournalEntry: Syncable {
  public static let collection = "journal_entries"

  public let id: ID<JournalEntry>
  public var title: String?
  public var body: String
  public var tags: [String]
  public var writtenAt: Date

  public var when: Date { writtenAt }

  public init(id: ID<JournalEntry>, title: String? = nil, body: String, tags: [String] = [], writtenAt: Date) {
    self.id = id
    self.title = title
    self.body = body
    self.tags = tags
    self.writtenAt = writtenAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, title, body, tags
    case writtenAt = "written_at"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(ID<JournalEntry>.self, forKey: .id)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    body = try container.decode(String.self, forKey: .body)
    // The server's column may be null.
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    writtenAt = try container.decode(Date.self, forKey: .writtenAt)
  }
}
