public import JSON
internal import Platform
public import Storage

/// The synchronisation of one collection.
public struct SyncedKind: Sendable, Hashable {
  public let collection: String
  public let policy: Policy
  /// Whether identifiers are derived from names and so equal for every person; on the server each person gets their
  /// own.
  public let isNamed: Bool

  /// Whether the record has a field `created_at` of its own. Otherwise the server's column of that name, the time of
  /// insertion, is not kept on the device: it changes when a row is sent again, and would count as an edit.
  public let declaresCreation: Bool

  /// Whether the record keeps the server's time of insertion as `inserted_at`. The server alone sets it, so a person cannot
  /// date a row by it. It is not compared, and never sent.
  public let keepsInsertion: Bool

  public init(
    _ collection: String, policy: Policy = .ask, isNamed: Bool = false, declaresCreation: Bool = false,
    keepsInsertion: Bool = false
  ) {
    self.collection = collection
    self.policy = policy
    self.isNamed = isNamed
    self.declaresCreation = declaresCreation
    self.keepsInsertion = keepsInsertion
  }

  /// The server's column with the time of insertion.
  private static let creation = "created_at"

  /// Returns the fields that the device keeps of the server's row.
  public func fields(of row: [String: JSON]) -> Fields {
    var fields = row.mapValues(Value.init)
    if keepsInsertion { fields[Fields.insertion] = fields[Self.creation] }
    if !declaresCreation { fields[Self.creation] = nil }
    return fields
  }

  /// Whether the server alone sets this field.
  func isOfTheServer(_ field: String) -> Bool {
    Fields.ofTheServer.contains(field) || !declaresCreation && field == Self.creation
  }

  /// Maps a local identifier to the server's. The mapping is its own inverse.
  func across(_ id: UUID, owner: UUID?) -> UUID {
    guard isNamed, let owner else { return id }
    var mixed = id.uuid
    withUnsafeMutableBytes(of: &mixed) { mixed in
      withUnsafeBytes(of: owner.uuid) { owner in
        for index in mixed.indices { mixed[index] ^= owner[index] }
      }
    }
    return UUID(uuid: mixed)
  }
}
