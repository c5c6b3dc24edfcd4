/// The coding key of a synced record's field. Its raw value is the name of a column, spelled here and nowhere else.
public protocol ColumnKey: CodingKey, RawRepresentable<String>, CaseIterable, Hashable {}

/// A record that a product may sync. Its coding keys are the columns of the server's table, and `id` is one of them.
///
///     public struct WeightEntry: Syncable {
///       public static let collection = "weight_entries"
///       public let id: ID<WeightEntry>
///       public var grams: Int
///       public var weighedAt: Date
///       public var when: Date { weighedAt }
///
///       public enum CodingKeys: String, ColumnKey {
///         case id, grams
///         case weighedAt = "weighed_at"
///       }
///     }
public protocol Syncable: Kept {
  associatedtype CodingKeys: ColumnKey
}
