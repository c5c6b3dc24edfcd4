public import Platform

/// A person with whom there is or was a connection, as other features need to know them: by name, and not whom one has blocked.
public struct Correspondent: Sendable, Hashable {
  public let connection: UUID
  public let person: UUID
  public let name: String
  /// Whether they are this person's sponsor, and not the sponsee.
  public let isSponsor: Bool
  public let isActive: Bool
  public let beganAt: Date

  public init(_ connection: UUID, with person: UUID, name: String, isSponsor: Bool, isActive: Bool, beganAt: Date) {
    self.connection = connection
    self.person = person
    self.name = name
    self.isSponsor = isSponsor
    self.isActive = isActive
    self.beganAt = beganAt
  }
}
