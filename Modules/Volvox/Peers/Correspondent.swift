public import FoundationEssentials

/// A person with whom there is or was a connection, as other features need to know them: by name, and not whom one has blocked.
public struct Correspondent: Sendable, Hashable {
  public let connection: UUID
  public let person: UUID
  public let name: String
  /// "Your sponsor" or "Your sponsee".
  public let role: String
  public let isActive: Bool
  public let beganAt: Date

  public init(_ connection: UUID, with person: UUID, name: String, role: String, isActive: Bool, beganAt: Date) {
    self.connection = connection
    self.person = person
    self.name = name
    self.role = role
    self.isActive = isActive
    self.beganAt = beganAt
  }
}
