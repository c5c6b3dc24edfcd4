public import Kernel
public import Platform
public import Storage

/// A logged meal or snack.
public struct Meal: Syncable {
  public static let collection = "meals"

  public enum Course: String, Sendable, Hashable, Codable, CaseIterable {
    case breakfast, lunch, dinner, snack, drink
  }

  public let id: ID<Meal>
  public var kind: Course
  public var description: String
  public var calories: Int?
  public var protein: Double?
  public var carbohydrate: Double?
  public var fat: Double?
  public var fibre: Double?
  /// The path of its photo on the server.
  public var photoPath: String?
  public var eatenAt: Date

  public var when: Date { eatenAt }

  public init(
    id: ID<Meal>, kind: Course, description: String, calories: Int? = nil, protein: Double? = nil,
    carbohydrate: Double? = nil, fat: Double? = nil, fibre: Double? = nil, photoPath: String? = nil,
    eatenAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.description = description
    self.calories = calories
    self.protein = protein
    self.carbohydrate = carbohydrate
    self.fat = fat
    self.fibre = fibre
    self.photoPath = photoPath
    self.eatenAt = eatenAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, kind, description, calories
    case protein = "protein_grams"
    case carbohydrate = "carbohydrate_grams"
    case fat = "fat_grams"
    case fibre = "fibre_grams"
    case photoPath = "photo_path"
    case eatenAt = "eaten_at"
  }
}
