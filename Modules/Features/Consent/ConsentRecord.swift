public import Kernel
public import Platform
public import Storage

/// One decision of a person about a consent: given or withdrawn, with the exact text and its hash. Decisions are never
/// changed, so all of a category together are its history; the newest counts.
public struct ConsentRecord: Syncable {
  public static let collection = "consents"

  public let id: ID<ConsentRecord>
  public let category: String
  public let version: Int
  /// SHA-256 of the text, in hexadecimal.
  public let hash: String
  public let text: String
  public let isGiven: Bool
  public let decidedAt: Date

  public var when: Date { decidedAt }

  public enum CodingKeys: String, ColumnKey {
    case id, category, version
    case hash = "text_hash"
    case text = "text_shown"
    case isGiven = "is_given"
    case decidedAt = "decided_at"
  }

  init(_ text: ConsentText, isGiven: Bool, id: ID<ConsentRecord>, at: Date) {
    self.id = id
    category = text.id
    version = text.version
    hash = text.hash
    self.text = text.text
    self.isGiven = isGiven
    decidedAt = at
  }

  /// The order of the history: the newest first, and always the same among those of one instant.
  static func isNewer(_ one: ConsentRecord, _ other: ConsentRecord) -> Bool {
    (one.decidedAt, one.id.uuid.uuidString) > (other.decidedAt, other.id.uuid.uuidString)
  }
}
