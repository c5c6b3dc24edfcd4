/// A physical quantity that people know in different units. Values are stored in the first unit of each quantity.
public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
  case bodyWeight = "weight"
  case distance
  case volume
  case energy

  /// The units in which the quantity is shown and typed; the first is the stored one.
  public var units: [MeasuringUnit] {
    switch self {
    case .bodyWeight: [.kilogram, .pound]
    case .distance: [.kilometre, .mile]
    case .volume: [.millilitre, .usFluidOunce, .imperialFluidOunce]
    case .energy: [.kilocalorie, .kilojoule]
    }
  }

  public var stored: MeasuringUnit { units[0] }
}
