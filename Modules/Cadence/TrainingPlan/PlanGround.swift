internal import Days

/// The reason of one number of a plan, without its words: `TrailEntry` has those.
public struct PlanGround: Sendable, Hashable {
  /// The number that the reason is for.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    case distance, duration, day, kind, pace, work, steps, volume, phase, weeks, milestone, projection
  }

  public let subject: Subject
  public let rule: PlanRule
  /// The figures of the rule, whose meaning the rule knows.
  public let first: Int
  public let second: Int

  public init(_ subject: Subject, _ rule: PlanRule, _ first: Int = 0, _ second: Int = 0) {
    self.subject = subject
    self.rule = rule
    self.first = first
    self.second = second
  }
}

/// A rule of the plan, with its source and the strength of its evidence.
public enum PlanRule: String, Sendable, Hashable, CaseIterable {
  case longestRun, firstRun, weekShare, longRunLimit, easyLimit, eveLimit, painDistance
  case weekGrowth, returnVolume, painVolume, startVolume, recoveryWeek, taper, shortTaper
  case mostlyEasy, workLimit, hardDaysApart, freeBeforeRace, painEasy, painComeback
  case runningDay, longRunDay, ladder, ladderGate, paceOfRace, marathonPace, effortOnly, assumedPace
  case phases, raceGoal, weeksToRace, openCycle, comebackWeeks, milestone, prediction
  case movedRun, afterIllness

  public enum Strength: String, Sendable, Hashable, CaseIterable {
    case strong, mixed, heuristic
  }

  public var strength: Strength {
    switch self {
    case .longestRun, .taper: .strong
    case .mostlyEasy, .paceOfRace, .marathonPace, .prediction: .mixed
    default: .heuristic
    }
  }

  public var source: String {
    switch self {
    case .longestRun:
      "British Journal of Sports Medicine 2025, 5205 runners (doi 10.1136/bjsports-2024-109380)"
    case .taper:
      "Bosquet et al. 2007 (PMID 17762369); Wang et al. 2023 (PLoS ONE 0282838)"
    case .mostlyEasy: "Festa et al. 2020 (PMC7739641): of two distributions neither was better"
    case .paceOfRace, .workLimit: "Daniels and Gilbert 1979; Daniels, Running Formula"
    case .prediction, .marathonPace:
      "Vickers and Vertosick 2016 (doi 10.1186/s13102-016-0052-y); Daniels and Gilbert 1979"
    case .runningDay, .longRunDay, .raceGoal, .weeksToRace: "the runner's own words"
    default: "not shown by a study that is cited here"
    }
  }
}

/// A reason in words: rule, figure, what the runner said or ran, source and strength.
public struct TrailEntry: Sendable, Hashable {
  public let subject: PlanGround.Subject
  public let rule: PlanRule
  public let figure: String
  public let told: String
  public var source: String { rule.source }
  public var strength: PlanRule.Strength { rule.strength }

  public init(_ ground: PlanGround, for runner: PlanRunner, decimal: Character = ".") {
    subject = ground.subject
    rule = ground.rule
    let words = PlanWords(runner.units, decimal: decimal)
    figure = TrailEntry.figure(ground, words)
    told = TrailEntry.told(ground.rule, runner, words)
  }

  private static func figure(_ ground: PlanGround, _ words: PlanWords) -> String {
    let (first, second) = (ground.first, ground.second)
    func distance(_ metres: Int) -> String { words.distance(metres) }
    switch ground.rule {
    case .longestRun:
      return "at most \(distance(first * 11 / 10)): 110 % of \(distance(first)) on \(CalendarDay(number: second).long)"
    case .firstRun: return "at most \(distance(first)), since there was no run in the 30 days before"
    case .weekShare: return "\(first) % of a week of \(distance(second))"
    case .longRunLimit: return "a long run of at most \(distance(first)), or three hours"
    case .weekGrowth: return "aims at \(distance(first)), at most 6 % more than \(distance(second))"
    case .returnVolume: return "aims at \(distance(first)) after weeks of at most \(distance(second))"
    case .painVolume: return "aims at \(distance(first)): the week does not grow with pain"
    case .easyLimit: return "at most \(distance(first)): three quarters of the long run, so that it stays easy"
    case .eveLimit:
      return "at most \(distance(first)) on the two days before the race: a third of the longest run, or "
        + "\(distance(3000)) to \(distance(8000))"
    case .painDistance: return "at most \(distance(first)): no run grows with pain, and three quarters are enough"
    case .startVolume: return "begins with \(distance(first)) a week"
    case .recoveryWeek:
      return "at most \(second == 0 ? 75 : second) % of \(distance(first)), the most of the three weeks before"
    case .taper: return "\(first) % of \(distance(second)), the most of the four weeks before"
    case .shortTaper: return "at most \(first) % of the usual \(distance(second)): too near to the race to build"
    case .mostlyEasy: return "easy between the hard days"
    case .workLimit: return "at most \(first) % of the \(distance(second)) that the week aims at, at this effort"
    case .hardDaysApart: return "never two hard days in a row"
    case .freeBeforeRace: return "nothing hard on the two days before the race"
    case .painEasy: return "nothing hard with pain"
    case .painComeback: return "run and walk from a pain of \(first) of 10 on"
    case .runningDay: return first == 0 ? "one of the days named" : "\(first) of the \(second) days named"
    case .longRunDay: return "the day named for the long run"
    case .ladder:
      return first > RunWalk.ladder.count ? "after the last step" : "step \(first) of \(RunWalk.ladder.count)"
    case .ladderGate: return "on to the next step only with a pain of at most 2 of 10; else the same step again"
    case .paceOfRace: return "a VDOT of \(words.tenths(first))"
    case .marathonPace:
      return "marathon training at \(words.pace(first...first)), the pace of this fitness; the race is expected at "
        + "\(words.pace(second...second)), \(second > first ? "slower, since most runners lose more" : "faster, since with such weeks runners lose less") "
        + "over that distance than the formula of the paces says. Begin the race at the expected pace"
    case .effortOnly: return "by effort, without a pace"
    case .assumedPace: return "estimated at \(words.pace(first...first)) for an easy run"
    case .phases: return "week \(first) of \(second) before the taper"
    case .raceGoal: return "\(distance(first)) on \(CalendarDay(number: second).long)"
    case .weeksToRace:
      return first == second
        ? "\(PlanWords.weeks(first)) to the race, all of it a taper"
        : "\(first) weeks to the race, \(second == 1 ? "the last" : "the last \(second)") of them a taper"
    case .openCycle: return "\(first) weeks in cycles of four"
    case .comebackWeeks: return "\(first) weeks, each step twice"
    case .milestone: return second == 0 ? "no walking" : distance(first)
    case .movedRun: return "moved from \(CalendarDay(number: first).long)"
    case .afterIllness: return "easy for \(first == 1 ? "1 day" : "\(first) days") after an illness or pain"
    case .prediction: return "\(words.time(first)) as of today, of four in five between the ends of the interval"
    }
  }

  private static func told(_ rule: PlanRule, _ runner: PlanRunner, _ words: PlanWords) -> String {
    switch rule {
    case .longestRun, .firstRun, .easyLimit, .eveLimit:
      guard runner.longest > 0 else { return "no run in the last 30 days" }
      let day = runner.saidLongestDay ? " on \(runner.longestDay.long)" : ", taken to be the day before the plan"
      return "longest run of the last 30 days: \(words.distance(runner.longest))\(day); then the runs of the plan"
    case .weekShare, .weekGrowth, .returnVolume, .startVolume, .recoveryWeek, .taper, .shortTaper, .workLimit:
      return "\(words.distance(runner.weekly)) a week"
    case .mostlyEasy, .longRunLimit, .hardDaysApart, .phases: return "experience: \(runner.experience.rawValue)"
    case .painEasy, .painComeback, .painDistance, .painVolume, .ladderGate:
      let pain = "pain \(runner.pain) of 10"
      // An injury counts as pain, which the runner may not have said.
      return runner.injury.map { runner.pain > PlanRunner.carefulPain ? "\(pain), \($0)" : "injury: \($0)" } ?? pain
    case .movedRun: return "a day that was lost"
    case .afterIllness: return "an illness or pain"
    case .runningDay: return "days: " + PlanWords.weekdays(runner.days)
    case .longRunDay: return "long run: \(PlanWords.weekday(runner.longRunDay))"
    case .marathonPace:
      return told(.paceOfRace, runner, words) + ", " + told(.weekShare, runner, words)
    case .paceOfRace, .effortOnly, .assumedPace, .prediction:
      return runner.race.map { "\(words.distance(Int($0.metres.rounded()))) in \(words.time(Int($0.seconds)))" }
        ?? "no race named; experience: \(runner.experience.rawValue)"
    case .ladder where runner.goal != .comeback && runner.pain < PlanRunner.comebackPain:
      return told(.longestRun, runner, words)
    case .ladder, .comebackWeeks, .openCycle, .freeBeforeRace, .raceGoal, .weeksToRace, .milestone:
      return "goal: " + words.goal(runner.goal)
    }
  }
}
