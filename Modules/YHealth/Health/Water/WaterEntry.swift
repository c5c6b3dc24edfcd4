public import Kernel
public import Platform
public import Storage

/// A drink.
public struct WaterEntry: Syncable {
  public static let collection = "hydration_entries"

  public let id: ID<WaterEntry>
  public var millilitres: Int
  /// Nil for water.
  public var drink: String?
  public var drunkAt: Date

  public var when: Date { drunkAt }

  public init(id: ID<WaterEntry>, millilitres: Int, drink: String? = nil, drunkAt: Date) {
    self.id = id
    self.millilitres = millilitres
    self.drink = drink
    self.drunkAt = drunkAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, millilitres, drink
    case drunkAt = "drunk_at"
  }
}
