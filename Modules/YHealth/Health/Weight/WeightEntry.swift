public import Kernel
public import Platform
public import Storage

/// A measured weight.
public struct WeightEntry: Syncable {
  public static let collection = "weight_entries"

  public let id: ID<WeightEntry>
  public var grams: Int
  public var weighedAt: Date

  public var when: Date { weighedAt }

  public init(id: ID<WeightEntry>, grams: Int, weighedAt: Date) {
    self.id = id
    self.grams = grams
    self.weighedAt = weighedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, grams
    case weighedAt = "weighed_at"
  }

  var kilograms: Double { Double(grams) / 1000 }
}
