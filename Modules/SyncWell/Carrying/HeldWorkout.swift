public import HealthProviders
public import Samples

/// A workout that waits for a decision, with what its provider's terms allow.
///
/// Data that may not be combined has a type of its own, and `WorkoutMerge` takes `FreeWorkout` only: a workout of such a provider
/// cannot be merged by mistake.
public enum HeldWorkout: Sendable, Hashable, Codable {
  case free(FreeWorkout)
  case bound(BoundWorkout)

  public init(_ sample: Sample, of provider: HealthProvider?) {
    if let provider, !provider.mayCombine || provider.keptDays != nil {
      self = .bound(BoundWorkout(sample, keptDays: provider.keptDays))
    } else {
      self = .free(FreeWorkout(sample))
    }
  }

  /// For reading, showing and writing it as it is.
  public var sample: Sample {
    switch self {
    case .free(let workout): workout.sample
    case .bound(let workout): workout.sample
    }
  }

  public var free: FreeWorkout? { if case .free(let workout) = self { workout } else { nil } }

  /// Number of days for which it may be kept; nil without a limit.
  public var keptDays: Int? { if case .bound(let workout) = self { workout.keptDays } else { nil } }
}

/// A workout whose provider sets no limits.
public struct FreeWorkout: Sendable, Hashable, Codable {
  public let sample: Sample

  fileprivate init(_ sample: Sample) { self.sample = sample }
}

/// A workout that may be carried as it is, and neither merged nor kept for long.
public struct BoundWorkout: Sendable, Hashable, Codable {
  public let sample: Sample
  public let keptDays: Int?

  fileprivate init(_ sample: Sample, keptDays: Int?) { (self.sample, self.keptDays) = (sample, keptDays) }
}
