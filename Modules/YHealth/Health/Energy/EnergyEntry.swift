public import Kernel
public import Platform
public import Storage

/// A person's energy and stress at an instant.
public struct EnergyEntry: Syncable {
  public static let collection = "energy_entries"

  public let id: ID<EnergyEntry>
  /// From 1, worn out, to 10, full of energy.
  public var energy: Int
  /// From 1, none, to 10, unbearable.
  public var stress: Int?
  public var note: String?
  public var feltAt: Date

  public var when: Date { feltAt }

  public init(id: ID<EnergyEntry>, energy: Int, stress: Int? = nil, note: String? = nil, feltAt: Date) {
    self.id = id
    self.energy = energy
    self.stress = stress
    self.note = note
    self.feltAt = feltAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, energy, stress, note
    case feltAt = "felt_at"
  }
}
