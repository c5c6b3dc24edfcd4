internal import Days
internal import Interface
internal import Kernel
internal import Numbers
internal import TrainingPlan
internal import Units

/// Runs, paces and reasons in words, in the units and the dates of a reader.
struct RunWords: Sendable {
  let units: PlanRunner.RunUnit
  let dates: DateWords
  let today: CalendarDay
  /// Per cent of the usual size, for charts.
  let textSize: Int
  private let decimal: Character
  private let plan: PlanWords

  init(_ now: Moment, textSize: Int = 100) {
    self.textSize = textSize
    let isMiles = AmountNotation(of: now.locale).unit(of: .distance) == .mile
    units = isMiles ? .miles : .km
    dates = DateWords(now)
    today = now.day
    decimal = AmountNotation(of: now.locale).numbers.decimal
    plan = PlanWords(units, decimal: decimal)
  }

  init(_ surroundings: Surroundings) { self.init(surroundings.now, textSize: surroundings.textSize) }

  /// "km" or "mi".
  var unit: String { units == .miles ? "mi" : "km" }
  /// Metres of one unit.
  var size: Double { units == .miles ? 1609.344 : 1000 }

  func distance(_ metres: Int) -> String { plan.distance(metres) }
  /// The distance as a number of units with one decimal, for charts and fields.
  func number(_ metres: Int) -> Double { (Double(metres) / size * 10).rounded() / 10 }
  func pace(_ seconds: ClosedRange<Int>) -> String { plan.pace(seconds) }
  func time(_ seconds: Int) -> String { plan.time(seconds) }
  func short(_ metres: Int) -> String { plan.short(metres) }

  /// "about 52 min", or "about 2 h 5 min".
  func about(_ seconds: Int) -> String {
    let minutes = (seconds + 30) / 60
    return minutes < 60 ? "about \(minutes) min" : "about \(minutes / 60) h \(minutes % 60) min"
  }

  /// "Long run, 14.2 km".
  func title(of run: PlannedRun) -> String { "\(run.kind.words.capitalisedStart), \(distance(run.metres))" }

  static func name(of kind: RunSegment.Kind) -> String {
    switch kind {
    case .warmUp: "Warm-up"
    case .steady: "Steady"
    case .work: "Work"
    case .recovery: "Recovery"
    case .coolDown: "Cool-down"
    case .run: "Run"
    case .walk: "Walk"
    }
  }

  /// "5 × Work 800 m at 4:02 /km", one for each part of the run.
  func parts(of run: PlannedRun) -> [String] {
    run.segments.map { part in
      let repeats = part.repeats > 1 ? "\(part.repeats) × " : ""
      let pace = part.pace.map { " at \(self.pace($0))" } ?? ""
      return "\(repeats)\(RunWords.name(of: part.kind)) \(short(part.metres))\(pace)"
    }
  }

  /// The part of the run that it is named for.
  func main(of run: PlannedRun) -> RunSegment? {
    run.segments.first { $0.kind == .work || $0.kind == .run || $0.kind == .steady } ?? run.segments.first
  }

  func effort(of run: PlannedRun) -> String {
    if run.kind == .race { return "The race: as hard as you can hold it to the end." }
    guard let effort = main(of: run)?.effort else { return "By feel" }
    return effort.words.capitalisedStart
  }

  /// "Today", "Tomorrow", "Monday 2 March".
  func day(_ day: CalendarDay) -> String { day == today.following(1) ? "Tomorrow" : dates.brief(day) }

  static func weekday(_ number: Int) -> String {
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][(number % 7 + 7) % 7]
  }

  func phase(_ week: PlannedWeek) -> String {
    let phase: String =
      switch week.phase {
      case .base: "Base"
      case .build: "Build"
      case .peak: "Peak"
      case .taper: "Taper"
      case .ladder: "Run and walk"
      case .cycle: "Training"
      }
    return week.isRecovery ? "\(phase), recovery week" : phase
  }

  func sentence(_ conflict: GoalConflict) -> String { conflict.sentence(plan) }

  /// The reason of a number in the units of the reader.
  func entry(_ ground: PlanGround, _ runner: PlanRunner) -> TrailEntry {
    var runner = runner
    runner.units = units
    return TrailEntry(ground, for: runner, decimal: decimal)
  }

  func goal(_ runner: PlanRunner) -> String {
    switch runner.goal {
    case .race(let metres, let day, let seconds):
      let wanted = seconds.map { " in \(time(Int($0)))" } ?? ""
      return "\(RunWords.race(Int(metres.rounded())) ?? distance(Int(metres.rounded())))\(wanted) on \(dates.day(day))"
    case .open(let weeks): return "Open training for \(weeks) weeks"
    case .comeback: return "A comeback by run and walk"
    }
  }

  /// "Half marathon in 1:47:00", of a race that was run.
  func said(_ race: RaceResult) -> String {
    let metres = Int(race.metres.rounded())
    return "\(RunWords.race(metres)?.lowercasedStart ?? distance(metres)) in \(time(Int(race.seconds.rounded())))"
  }

  /// "easy run, 7.6 km, about 48 min, at 5:52 to 6:23 /km".
  func told(_ run: PlannedRun) -> String {
    let pace = main(of: run)?.pace.map { "at \(self.pace($0))" } ?? effort(of: run).lowercasedStart
    return "\(title(of: run).lowercasedStart), \(about(run.seconds)), \(pace)"
  }

  /// The name of a usual distance.
  static func race(_ metres: Int) -> String? {
    switch metres {
    case 5000: "5 km"
    case 10_000: "10 km"
    case 21_090...21_100: "Half marathon"
    case 42_190...42_200: "Marathon"
    default: nil
    }
  }
}

extension String {
  var capitalisedStart: String { prefix(1).uppercased() + dropFirst() }
}
