package import Settings
package import Units

/// Settings of units, under the same keys in every product. Automatic follows the region of the window.
package enum UnitSettings {
  package enum WeightUnit: String, Settable { case automatic, kilogram = "kg", pound = "lb" }
  package enum DistanceUnit: String, Settable { case automatic, kilometre = "km", mile = "mi" }
  package enum VolumeUnit: String, Settable {
    case automatic, millilitre = "ml", usFluidOunce = "us-fl-oz", imperialFluidOunce = "imp-fl-oz"
  }
  package enum EnergyUnit: String, Settable { case automatic, kilocalorie = "kcal", kilojoule = "kj" }

  package static let weight = Setting.choice(
    "units.weight", "Body weight",
    [(WeightUnit.automatic, "Automatic"), (.kilogram, "Kilograms (kg)"), (.pound, "Pounds (lb)")], fallback: .automatic
  ) { $0.keywords = ["kilograms", "pounds", "metric", "imperial"] }

  package static let distance = Setting.choice(
    "units.distance", "Distance",
    [(DistanceUnit.automatic, "Automatic"), (.kilometre, "Kilometres (km)"), (.mile, "Miles (mi)")],
    fallback: .automatic
  ) {
    $0.hint = "Automatic follows the region of your browser or device."
    $0.keywords = ["kilometres", "miles", "metric", "imperial"]
  }

  package static let volume = Setting.choice(
    "units.volume", "Drinks",
    [
      (VolumeUnit.automatic, "Automatic"), (.millilitre, "Millilitres (ml)"),
      (.usFluidOunce, "US fluid ounces (fl oz)"), (.imperialFluidOunce, "Imperial fluid ounces (fl oz)"),
    ], fallback: .automatic
  ) { $0.keywords = ["water", "millilitres", "litres", "ounces", "metric", "imperial"] }

  package static let energy = Setting.choice(
    "units.energy", "Energy",
    [(EnergyUnit.automatic, "Automatic"), (.kilocalorie, "Kilocalories (kcal)"), (.kilojoule, "Kilojoules (kJ)")],
    fallback: .automatic
  ) { $0.keywords = ["calories", "kilojoules", "food"] }
}

extension SettingsState {
  /// The units that the person chose.
  package var units: UnitPreferences {
    let chosen: [(Quantity, String)] = [
      (.bodyWeight, self[UnitSettings.weight].rawValue), (.distance, self[UnitSettings.distance].rawValue),
      (.volume, self[UnitSettings.volume].rawValue), (.energy, self[UnitSettings.energy].rawValue),
    ]
    return UnitPreferences(
      chosen: Dictionary(chosen.compactMap { quantity, name in MeasuringUnit(rawValue: name).map { (quantity, $0) } }) {
        $1
      })
  }
}
