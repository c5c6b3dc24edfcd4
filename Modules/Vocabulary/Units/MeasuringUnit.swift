/// A unit in which a quantity is shown and typed. The raw values are stored in settings, so they never change.
public enum MeasuringUnit: String, Sendable, Hashable, Codable, CaseIterable {
  case kilogram = "kg"
  case pound = "lb"
  case kilometre = "km"
  case mile = "mi"
  case millilitre = "ml"
  case usFluidOunce = "us-fl-oz"
  case imperialFluidOunce = "imp-fl-oz"
  case kilocalorie = "kcal"
  case kilojoule = "kj"

  /// The sign beside a number.
  public var symbol: String {
    switch self {
    case .usFluidOunce, .imperialFluidOunce: "fl oz"
    case .kilojoule: "kJ"
    default: rawValue
    }
  }

  /// The name in a list of choices.
  public var title: String {
    switch self {
    case .kilogram: "Kilograms (kg)"
    case .pound: "Pounds (lb)"
    case .kilometre: "Kilometres (km)"
    case .mile: "Miles (mi)"
    case .millilitre: "Millilitres (ml)"
    case .usFluidOunce: "US fluid ounces (fl oz)"
    case .imperialFluidOunce: "Imperial fluid ounces (fl oz)"
    case .kilocalorie: "Kilocalories (kcal)"
    case .kilojoule: "Kilojoules (kJ)"
    }
  }

  /// The size of one unit, in the stored unit of its quantity. All are exact by definition (NIST SP 811; the imperial
  /// fluid ounce is a 160th of 4.54609 litres; the kilocalorie is the thermochemical one).
  public var size: Double {
    switch self {
    case .kilogram, .kilometre, .millilitre, .kilocalorie: 1
    case .pound: 0.453_592_37
    case .mile: 1.609_344
    case .usFluidOunce: 29.573_529_562_5
    case .imperialFluidOunce: 28.413_062_5
    case .kilojoule: 1 / 4.184
    }
  }

  /// The decimals that are shown.
  public var decimals: Int {
    switch self {
    case .kilogram, .pound, .kilometre, .mile, .usFluidOunce, .imperialFluidOunce: 1
    case .millilitre, .kilocalorie, .kilojoule: 0
    }
  }

  /// A stored amount in this unit, not rounded.
  public func amount(of stored: Double) -> Double { stored / size }

  /// An amount in this unit as the stored one, not rounded.
  public func stored(_ amount: Double) -> Double { amount * size }
}
