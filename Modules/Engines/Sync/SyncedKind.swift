internal import FoundationEssentials

/// How one collection goes to the server.
public struct SyncedKind: Sendable, Hashable {
  public let collection: String
  public let policy: Policy
  /// Its identifiers are made from names and so the same for everybody: on the server each person has their own.
  public let isNamed: Bool

  public init(_ collection: String, policy: Policy = .ask, isNamed: Bool = false) {
    self.collection = collection
    self.policy = policy
    self.isNamed = isNamed
  }

  /// The identifier by which the server knows a record, and back: doing it twice undoes it.
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
