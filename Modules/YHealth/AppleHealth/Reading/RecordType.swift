internal import Measures

/// The kinds of records that are turned into figures. Other kinds are counted and ignored.
enum RecordType: UInt8, CaseIterable {
  case steps, distance, activeEnergy, exercise, water, eaten, protein, carbohydrate, fat, fibre
  case restingHeartRate, variability, weight
  case sleep

  /// The kind with this name in an export; nil for an ignored kind.
  init?(named name: String) {
    guard let sort = RecordType.allCases.first(where: { $0.name == name }) else { return nil }
    self = sort
  }

  var name: String {
    switch self {
    case .steps: "HKQuantityTypeIdentifierStepCount"
    case .distance: "HKQuantityTypeIdentifierDistanceWalkingRunning"
    case .activeEnergy: "HKQuantityTypeIdentifierActiveEnergyBurned"
    case .exercise: "HKQuantityTypeIdentifierAppleExerciseTime"
    case .water: "HKQuantityTypeIdentifierDietaryWater"
    case .eaten: "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    case .protein: "HKQuantityTypeIdentifierDietaryProtein"
    case .carbohydrate: "HKQuantityTypeIdentifierDietaryCarbohydrates"
    case .fat: "HKQuantityTypeIdentifierDietaryFatTotal"
    case .fibre: "HKQuantityTypeIdentifierDietaryFiber"
    case .restingHeartRate: "HKQuantityTypeIdentifierRestingHeartRate"
    case .variability: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    case .weight: "HKQuantityTypeIdentifierBodyMass"
    case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
    }
  }

  /// The measure of the kind; nil for sleep, which has several.
  var measure: Measure? {
    switch self {
    case .steps: .steps
    case .distance: .distance
    case .activeEnergy: .activeEnergy
    case .exercise: .activeMinutes
    case .water: .water
    case .eaten: .calories
    case .protein: .protein
    case .carbohydrate: .carbohydrate
    case .fat: .fat
    case .fibre: .fibre
    case .restingHeartRate: .restingHeartRate
    case .variability: .heartRateVariability
    case .weight: .weight
    case .sleep: nil
    }
  }

  /// The plausible range of one record, in the measure's unit.
  var plausible: ClosedRange<Double> {
    switch self {
    case .steps: 0...200_000
    case .distance: 0...1_000_000
    case .activeEnergy: 0...30_000
    case .exercise: 0...10_080
    case .water: 0...30_000
    case .eaten: 0...30_000
    case .protein, .carbohydrate, .fat, .fibre: 0...10_000
    case .restingHeartRate: 15...300
    case .variability: 0...1000
    case .weight: 1...700
    case .sleep: 0...0
    }
  }

  /// The factor that converts a unit to the measure's own; nil for an unsupported unit.
  func factor(_ unit: String) -> Double? {
    switch self {
    case .steps: unit == "count" ? 1 : nil
    case .distance: ["m": 1, "km": 1000, "cm": 0.01, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144][unit]
    case .activeEnergy, .eaten:
      ["kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184, "J": 1 / 4184][unit]
    case .exercise: RecordType.minutes(unit)
    case .water:
      [
        "mL": 1, "L": 1000, "dL": 100, "cL": 10, "fl_oz_us": 29.573_529_562_5, "fl_oz_imp": 28.413_062_5,
        "cup_us": 236.588_236_5, "cup_imp": 284.130_625, "pt_us": 473.176_473, "pt_imp": 568.261_25,
      ][unit]
    case .protein, .carbohydrate, .fat, .fibre:
      ["g": 1, "kg": 1000, "mg": 0.001, "mcg": 0.000_001, "oz": 28.349_523_125][unit]
    case .restingHeartRate: ["count/min": 1, "count/s": 60][unit]
    case .variability: ["ms": 1, "s": 1000][unit]
    case .weight: ["kg": 1, "g": 0.001, "lb": 0.453_592_37, "oz": 0.028_349_523_125, "st": 6.350_293_18][unit]
    case .sleep: nil
    }
  }

  static func minutes(_ unit: String) -> Double? { ["min": 1, "s": 1 / 60.0, "hr": 60, "d": 1440][unit] }
}
