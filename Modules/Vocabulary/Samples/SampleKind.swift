/// A kind of health data that apps exchange. The raw values are stored, so they never change.
public enum SampleKind: String, Sendable, Hashable, Codable, CaseIterable, Comparable, CodingKeyRepresentable {
  case steps
  case distance
  case floors
  case activeEnergy = "active-energy"
  case weight
  case heartRate = "heart-rate"
  case restingHeartRate = "resting-heart-rate"
  case heartRateVariability = "heart-rate-variability"
  case sleep
  case workout

  public enum Shape: Sendable, Hashable {
    /// An amount over a span of time, of which a day has the sum.
    case sum
    /// An amount at an instant.
    case reading
    /// A night in stages.
    case sleep
    case workout
  }

  public var shape: Shape {
    switch self {
    case .steps, .distance, .floors, .activeEnergy: .sum
    case .weight, .heartRate, .restingHeartRate, .heartRateVariability: .reading
    case .sleep: .sleep
    case .workout: .workout
    }
  }

  /// The unit of `Sample.amount`. Of sleep and workouts it is the length.
  public var unit: String {
    switch self {
    case .steps, .floors: "count"
    case .distance: "m"
    case .activeEnergy: "kcal"
    case .weight: "kg"
    case .heartRate, .restingHeartRate: "bpm"
    case .heartRateVariability: "ms"
    case .sleep, .workout: "s"
    }
  }

  /// The amounts that a body or a day can have; anything else is an error of measurement.
  public var bounds: ClosedRange<Double> {
    switch self {
    case .steps: 0...200_000
    case .distance: 0...1_000_000
    case .floors: 0...5_000
    case .activeEnergy: 0...30_000
    case .weight: 1...700
    case .heartRate, .restingHeartRate: 15...300
    case .heartRateVariability: 0...500
    case .sleep, .workout: 0...604_800
    }
  }

  /// The name in sentences and lists: "Steps".
  public var title: String {
    switch self {
    case .steps: "Steps"
    case .distance: "Distance"
    case .floors: "Floors climbed"
    case .activeEnergy: "Active energy"
    case .weight: "Weight"
    case .heartRate: "Heart rate"
    case .restingHeartRate: "Resting heart rate"
    case .heartRateVariability: "Heart rate variability"
    case .sleep: "Sleep"
    case .workout: "Workouts"
    }
  }

  public static func < (left: SampleKind, right: SampleKind) -> Bool { left.order < right.order }

  /// The place in `allCases`.
  private var order: Int {
    switch self {
    case .steps: 0
    case .distance: 1
    case .floors: 2
    case .activeEnergy: 3
    case .weight: 4
    case .heartRate: 5
    case .restingHeartRate: 6
    case .heartRateVariability: 7
    case .sleep: 8
    case .workout: 9
    }
  }
}

/// The two ways to compute heart rate variability. They are different quantities: neither can be turned into the other.
public enum VariabilityMeasure: String, Sendable, Hashable, Codable, CaseIterable {
  case sdnn, rmssd
}
