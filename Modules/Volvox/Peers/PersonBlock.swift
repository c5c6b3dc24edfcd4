public import Kernel
public import Platform
public import Storage

/// A person whom this person has blocked. The blocked person is not told.
public struct PersonBlock: Syncable {
  public static let collection = "blocks"

  public let id: ID<PersonBlock>
  public let blocked: UUID

  public var when: Date { Date(timeIntervalSince1970: 0) }

  public init(id: ID<PersonBlock>, _ blocked: UUID) {
    self.id = id
    self.blocked = blocked
  }

  public enum CodingKeys: String, ColumnKey {
    case id, blocked
  }
}

extension UUID {
  /// The identifier in lower case, as cards and the server's functions write it.
  package var lower: String { uuidString.lowercased() }
}
