public import FoundationEssentials
public import Kernel
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

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(ID<ConsentRecord>.self, forKey: .id)
    category = try fields.decode(String.self, forKey: .category)
    version = try fields.decode(Int.self, forKey: .version)
    hash = try fields.decode(String.self, forKey: .hash)
    text = try fields.decode(String.self, forKey: .text)
    isGiven = try fields.decode(Bool.self, forKey: .isGiven)
    decidedAt = try fields.decode(Date.self, forKey: .decidedAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(category, forKey: .category)
    try fields.encode(version, forKey: .version)
    try fields.encode(hash, forKey: .hash)
    try fields.encode(text, forKey: .text)
    try fields.encode(isGiven, forKey: .isGiven)
    try fields.encode(decidedAt, forKey: .decidedAt)
  }
}
