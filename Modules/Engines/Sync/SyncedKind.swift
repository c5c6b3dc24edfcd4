internal import Platform

/// The synchronisation of one collection.
public struct SyncedKind: Sendable, Hashable {
  public let collection: String
  public let policy: Policy
  /// Whether identifiers are derived from names and so equal for every person; on the server each person gets their
  /// own.
  public let isNamed: Bool

  public init(_ collection: String, policy: Policy = .ask, isNamed: Bool = false) {
    self.collection = collection
    self.policy = policy
    self.isNamed = isNamed
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
