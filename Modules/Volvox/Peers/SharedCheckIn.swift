public import Kernel
public import Platform
public import Storage

/// A planned check-in of two connected people, which both see. Either may take it back while it lies ahead.
public struct SharedCheckIn: Syncable {
  public static let collection = "connection_check_ins"

  public let id: ID<SharedCheckIn>
  public let connection: UUID
  /// The person who planned it.
  public let planner: UUID
  /// The other one.
  public let partner: UUID
  public let plannedAt: Date

  public var when: Date { plannedAt }

  public init(id: ID<SharedCheckIn>, connection: UUID, planner: UUID, partner: UUID, at plannedAt: Date) {
    self.id = id
    self.connection = connection
    self.planner = planner
    self.partner = partner
    self.plannedAt = plannedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, connection, planner, partner
    case plannedAt = "planned_at"
  }
}
