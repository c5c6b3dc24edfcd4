internal import Platform
public import Samples

/// The form of a sample at another provider, and the losses on the way.
///
/// Documentation/Mapping.md lists the rules.
public struct SampleMapping: Sendable, Hashable {
  public let destination: String

  public init(to destination: String) { self.destination = destination }

  /// The sample as the destination can hold it.
  public func mapped(_ sample: Sample) -> Sample {
    var mapped = sample
    mapped.stages = sample.stages.compactMap { stage in
      SampleMapping.depth(stage.depth, in: destination).map { NightStage($0, from: stage.start, to: stage.end) }
    }
    if let sport = sample.workout?.sport { mapped.workout?.sport = SampleMapping.sport(sport, in: destination) }
    return mapped
  }

  /// Sentences about what is lost of these kinds, whoever the source is. They are shown before a sync is saved.
  public func losses(of kinds: [SampleKind]) -> [String] {
    kinds.sorted().flatMap { kind in
      switch kind {
      case .sleep: SampleMapping.sleepLosses[destination] ?? []
      case .workout: SampleMapping.workoutLosses[destination] ?? []
      default: [] as [String]
      }
    }
  }

  // MARK: Sleep

  /// The stage that a destination has for a depth; nil where it has none and the night itself says so.
  private static func depth(_ depth: NightStage.Depth, in destination: String) -> NightStage.Depth? {
    switch (destination, depth) {
    case ("apple-health", .outOfBed), ("apple-health", .awakeInBed): .awake
    case ("apple-health", .restless), ("apple-health", .unknown): .asleep
    case ("health-connect", .inBed): nil
    case ("health-connect", .restless): .unknown
    case ("google-health", .inBed): nil
    case ("google-health", .outOfBed), ("google-health", .awakeInBed): .awake
    case ("google-health", .unknown): .asleep
    default: depth
    }
  }

  private static let sleepLosses: [String: [String]] = [
    "apple-health": [
      "Sleep: “out of bed” and “awake in bed” become “awake”, and “restless” becomes “asleep” without a stage."
    ],
    "health-connect": ["Sleep: “in bed” has no stage of its own, and “restless” becomes “unknown”."],
    "google-health": ["Sleep: “in bed” has no stage of its own, and “out of bed” becomes “awake”."],
  ]

  // MARK: Sports

  private static func sport(_ sport: String, in destination: String) -> String {
    sports[destination]?[sport] ?? sport
  }

  private static let sports: [String: [String: String]] = [
    "apple-health": [
      "treadmill_running": "running", "lap_swimming": "swimming", "open_water_swimming": "swimming",
      "virtual_ride": "cycling", "indoor_cycling": "cycling",
    ],
    "health-connect": [
      "cross_country_skiing": "skiing", "alpine_skiing": "skiing", "social_dance": "dancing",
      "cardio_dance": "dancing", "functional_strength_training": "strength_training",
      "traditional_strength_training": "strength_training", "virtual_ride": "indoor_cycling",
    ],
    "google-health": ["virtual_ride": "indoor_cycling", "treadmill_running": "running"],
  ]

  private static let workoutLosses: [String: [String]] = [
    "apple-health": ["Workouts: treadmill runs become runs, and swims in a pool and in open water become swims."],
    "health-connect": [
      "Workouts: cross-country and downhill skiing become skiing, kinds of dance become dancing, kinds of strength "
        + "training become one."
    ],
    "google-health": ["Workouts: virtual rides become indoor cycling, and treadmill runs become runs."],
    "strava": ["Workouts: only the file of points, the name and the sport are uploaded."],
  ]
}
