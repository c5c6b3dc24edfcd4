public import Platform

/// One measurement: when, how much, and from where.
public struct Sample: Sendable, Hashable, Codable {
  public let kind: SampleKind
  public var start: Date
  /// The same as `start` for an instant.
  public var end: Date
  /// In the unit of the kind.
  public var amount: Double
  /// For heart rate variability alone.
  public var variability: VariabilityMeasure?
  /// For sleep alone, in order of time.
  public var stages: [NightStage]
  /// For workouts alone.
  public var workout: Workout?
  public var origin: Origin

  public init(
    _ kind: SampleKind, from start: Date, to end: Date? = nil, amount: Double, origin: Origin,
    variability: VariabilityMeasure? = nil
  ) {
    self.kind = kind
    self.start = start
    self.end = max(start, end ?? start)
    self.amount = amount
    self.variability = variability
    (stages, workout) = ([], nil)
    self.origin = origin
  }

  /// A night.
  public init(sleep stages: [NightStage], from start: Date, to end: Date, origin: Origin) {
    self.init(.sleep, from: start, to: end, amount: end.timeIntervalSince(start), origin: origin)
    self.stages = stages
  }

  public init(workout: Workout, from start: Date, origin: Origin) {
    self.init(
      .workout, from: start, to: start.addingTimeInterval(workout.elapsed), amount: workout.elapsed, origin: origin)
    self.workout = workout
  }

  /// Whether it is a measurement that can have been made: an amount within bounds, and a span of at most a week.
  public var isPlausible: Bool {
    amount.isFinite && kind.bounds.contains(amount) && end.timeIntervalSince(start) <= 604_800
      && abs(start.timeIntervalSince1970) < 32_503_680_000
      && stages.allSatisfy { $0.start >= start && $0.end <= end && $0.start <= $0.end }
      && (kind == .workout) == (workout != nil) && (kind == .heartRateVariability) == (variability != nil)
  }
}

/// The record from which a sample comes.
public struct Origin: Sendable, Hashable, Codable {
  /// The identifier of the app that was read: "garmin".
  public let provider: String
  /// The identifier of the record within that app.
  public let record: String
  /// The app or device that recorded it, as the provider names it.
  public var device: String?
  /// The identifier that this app gave the record when it wrote it; nil for a record that somebody else wrote.
  public var written: String?

  public init(_ provider: String, record: String, device: String? = nil, written: String? = nil) {
    self.provider = provider
    self.record = record
    self.device = device
    self.written = written
  }
}

/// A part of a night.
public struct NightStage: Sendable, Hashable, Codable {
  public enum Depth: String, Sendable, Hashable, Codable, CaseIterable {
    case awake, light, deep, rem
    /// Asleep, without saying how deeply.
    case asleep
    case restless
    case inBed = "in-bed"
    case awakeInBed = "awake-in-bed"
    case outOfBed = "out-of-bed"
    case unknown
  }

  public let depth: Depth
  public let start: Date
  public let end: Date

  public init(_ depth: Depth, from start: Date, to end: Date) {
    self.depth = depth
    self.start = start
    self.end = end
  }
}
