public import Days

/// A training plan: a pure function of the runner and the seed, with the reasons of its numbers.
public struct RunnerPlan: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case race, comeback, open
  }

  public let kind: Kind
  public internal(set) var runner: PlanRunner
  public let seed: UInt64
  public internal(set) var weeks: [PlannedWeek] = []
  /// Nil for a comeback, and for whoever has named no race: those run by effort.
  public let paces: TrainingPaces?
  public internal(set) var milestones: [PlanMilestone] = []
  /// The reasons of the numbers that belong to no week and no run.
  public internal(set) var grounds: [PlanGround] = []
  /// The day since which the runner's weekdays are those; runs before it were on others. Nil when they never changed.
  var daysFrom: CalendarDay?

  /// The time to expect in the race that the plan leads to, as of today.
  public var prediction: RacePrediction? {
    guard kind == .race, case .race(let metres, _, _) = runner.goal, let race = runner.race,
      RacePrediction.metres.contains(metres), RacePrediction.metres.contains(race.metres)
    else { return nil }
    return RacePrediction(from: race, to: metres, weeklyMetres: runner.weekly > 0 ? Double(runner.weekly) : nil)
  }

  public var runs: [PlannedRun] { weeks.flatMap(\.runs) }
}

/// At most seven days of a plan. The weeks of a race end on the weekday of the race, so the first may be a part of one; others begin
/// with the plan.
public struct PlannedWeek: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    case base, build, peak, taper, ladder, cycle
  }

  public let number: Int
  public let first: CalendarDay
  public let last: CalendarDay
  public let phase: Phase
  public let isRecovery: Bool
  public var runs: [PlannedRun]
  public let grounds: [PlanGround]

  public var days: ClosedRange<CalendarDay> { first...last }
  /// Whether it has all seven days.
  public var isWhole: Bool { last.days(since: first) == 6 }

  /// Metres of training; the race is not training.
  public var metres: Int { runs.reduce(0) { $0 + ($1.kind == .race ? 0 : $1.metres) } }
  public var seconds: Int { runs.reduce(0) { $0 + ($1.kind == .race ? 0 : $1.seconds) } }
}

public struct PlannedRun: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case easy, long, threshold, intervals, repetitions, marathonPace, runWalk, race

    public var words: String {
      switch self {
      case .easy: "easy run"
      case .long: "long run"
      case .threshold: "threshold"
      case .intervals: "intervals"
      case .repetitions: "repetitions"
      case .marathonPace: "marathon pace"
      case .runWalk: "run and walk"
      case .race: "race"
      }
    }
  }

  public let day: CalendarDay
  public let kind: Kind
  public let metres: Int
  /// An estimate by the middle of each pace.
  public let seconds: Int
  public let segments: [RunSegment]
  public let grounds: [PlanGround]

  /// Two of these never follow each other on successive days.
  public var isHard: Bool { kind != .easy && kind != .runWalk }
  /// Faster work, which a taper keeps.
  public var isFast: Bool { isHard && kind != .long && kind != .race }
}

/// A part of a run, repeated. Work and the recovery after it alternate.
public struct RunSegment: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case warmUp, steady, work, recovery, coolDown, run, walk
  }

  public let kind: Kind
  public let repeats: Int
  public let metres: Int
  /// Nil for a walk, and for a race.
  public let effort: Effort?
  /// Seconds for a kilometre, from fast to slow; nil where the plan goes by effort.
  public let pace: ClosedRange<Int>?
}

public struct PlanMilestone: Sendable, Hashable {
  public let week: Int
  public let words: String
  public let ground: PlanGround
}
