internal import Interface
internal import ProductKit
internal import Settings
internal import Units

/// Settings specific to Cadence. Values are stored under these names, which never change.
enum CadenceSettings {
  enum DistanceUnit: String, Settable { case automatic, kilometre = "km", mile = "mi" }

  static let distanceUnit = Setting.choice(
    "units.distance", "Distance",
    [(DistanceUnit.automatic, "Automatic"), (.kilometre, "Kilometres (km)"), (.mile, "Miles (mi)")],
    fallback: .automatic
  ) {
    $0.hint = "Automatic follows the region of your browser or device."
    $0.keywords = ["kilometres", "miles", "metric", "imperial"]
  }
}

extension SettingsState {
  /// The units that the person chose.
  var units: UnitPreferences {
    let unit = MeasuringUnit(rawValue: self[CadenceSettings.distanceUnit].rawValue)
    return UnitPreferences(chosen: unit.map { [.distance: $0] } ?? [:])
  }
}

extension SettingsPlan {
  static let cadence = SettingsPlan(
    [
      .display,
      Category(
        "Units", id: "units", icon: .run, about: "Distance and pace", [.init([.set(CadenceSettings.distanceUnit)])]),
      .privacy(entries: true), .about("Cadence", "A running coach that says why."),
    ], elsewhere: .ofAccounts + [.subscription], isSynced: true)
}
