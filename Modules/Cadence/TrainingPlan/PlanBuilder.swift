internal import Days
internal import Kernel

/// Builds a plan day by day: each run is held to the longest of the 30 days before it.
struct PlanBuilder {
  let runner: PlanRunner
  let kind: RunnerPlan.Kind
  let paces: TrainingPaces?
  let shape: WeekShape
  var random: Seeded
  var window = RunWindow()
  /// The step of the ladder and how often it was done; nil for whoever runs.
  var rung: (step: Int, done: Int)?
  /// Metres of a usual week now, and the most that it was.
  var level: Int
  var mostHeld: Int
  let mostLevel: Int
  var lastHard = Int.min / 2
  /// The day of the last run, and the first day on which there can be faster work again.
  var lastRun: Int
  var fastFrom: Int
  var built: [PlannedWeek] = []
  var grounds: [PlanGround] = []

  init(_ runner: PlanRunner, kind: RunnerPlan.Kind, paces: TrainingPaces?, seed: UInt64) {
    self.runner = runner
    self.kind = kind
    self.paces = paces
    random = Seeded(seed)
    shape = WeekShape(runner, isCareful: kind == .comeback)
    level = max(runner.weekly, PlanBuilder.leastLevel)
    mostHeld = level
    mostLevel = max(level, min(max(level * 3 / 2, PlanBuilder.enough(for: runner.goal)), 120_000))
    lastRun = runner.today.number
    let isNew = runner.experience == .beginner || runner.experience == .returning
    fastFrom = isNew ? runner.today.number + PlanBuilder.easyDays : .min
    if runner.longest > 0 { window.add(runner.longest, on: runner.longestDay.number) }
    if kind == .comeback {
      rung = (1, 0)
    } else if runner.longest > 0, runner.longest < PlanBuilder.runningLength {
      rung = ((RunWalk.ladder.lastIndex { $0.metres * 10 <= runner.longest * 11 } ?? 0) + 1, 0)
    }
  }

  /// Metres of the smallest week that is planned for whoever runs.
  static let leastLevel = 9000
  /// Days without faster work: for whoever is new or back, and for everybody after the last walk of the ladder.
  static let easyDays = 21
  /// So many days without a run are followed by as many without faster work.
  static let gapDays = 14
  /// A runner whose longest run is shorter goes on by the ladder.
  static let runningLength = 3000

  /// Metres of a week that whoever begins with less grows towards.
  private static func enough(for goal: PlanRunner.RunningGoal) -> Int {
    guard case .race(let metres, _, _) = goal else { return 20_000 }
    return switch metres {
    case ..<7500: 20_000
    case ..<15_000: 26_000
    case ..<25_000: 36_000
    default: 48_000
    }
  }

  /// The race that the plan leads to.
  var goalRace: (metres: Int, day: Int)? {
    guard kind == .race, case .race(let metres, let day, _) = runner.goal else { return nil }
    return (Int(metres.rounded()), day.number)
  }

  /// Goes on after these weeks of a plan.
  init(_ runner: PlanRunner, after plan: RunnerPlan, _ kept: [PlannedWeek]) {
    self.init(runner, kind: plan.kind, paces: plan.paces, seed: plan.seed)
    built = kept
    for run in kept.flatMap(\.runs) {
      window.add(run.metres, on: run.day.number)
      if run.isHard { lastHard = run.day.number }
      note(run)
      let step = run.grounds.first { $0.rule == .ladder }?.first
      rung = step.flatMap { $0 < RunWalk.ladder.count ? ($0, 0) : nil }
    }
    let grown = kept.flatMap(\.grounds).last { $0.rule == .weekGrowth || $0.rule == .startVolume }
    level = grown?.first ?? level
    mostHeld = max(level, mostHeld)
  }

  // MARK: Weeks

  mutating func weeks() -> [PlannedWeek] {
    let today = runner.today.number
    if let race = goalRace {
      // After the weeks of a plan that goes on.
      let start = built.last.map { $0.last.number + 1 } ?? today
      var count = built.count + (race.day - start) / 7 + 1
      // A part of a week without a day to run on counts as rest before the plan.
      let part = WeekWish(first: start, last: race.day - 7 * (count - 1), phase: .base)
      if built.isEmpty, count > 1, part.last - start < 6, slots(in: part).isEmpty { count -= 1 }
      let taper = min(count, taperWeeks)
      grounds.append(PlanGround(.weeks, .weeksToRace, count, taper))
      for index in built.count..<count {
        let first = race.day - 7 * (count - index) + 1
        addWeek(index, from: max(first, start), to: first + 6, load: count - taper)
      }
    } else {
      let count = if case .open(let weeks) = runner.goal, kind == .open { weeks } else { RunnerPlan.comebackWeeks }
      grounds.append(PlanGround(.weeks, kind == .open ? .openCycle : .comebackWeeks, count))
      for index in built.count..<max(built.count, count) {
        addWeek(index, from: today + 7 * index, to: today + 7 * index + 6, load: count)
      }
    }
    grounds.append(PlanGround(.day, .runningDay, shape.days.count, runner.days.count))
    if runner.pain >= PlanRunner.comebackPain {
      grounds.append(PlanGround(.kind, .painComeback, PlanRunner.comebackPain))
    } else if runner.pain >= PlanRunner.carefulPain {
      grounds.append(PlanGround(.kind, .painEasy))
    }
    return built
  }

  /// `load` is the number of weeks before the taper.
  private mutating func addWeek(_ index: Int, from first: Int, to last: Int, load: Int) {
    let isTaper = index >= load
    let phase = phase(index, of: load)
    let isRecovery = !isTaper && isRecovery(index, of: load)
    let before = built.suffix(3).map(\.metres).max() ?? 0
    var week = WeekWish(first: first, last: last, phase: phase)
    var why: [PlanGround] = []
    if isTaper {
      why.append(taper(&week, load))
    } else if isRecovery, before > 0 {
      week.most = before * 3 / 4
      week.isEasy = true
      why.append(PlanGround(.volume, .recoveryWeek, before))
    } else {
      why.append(grow(index))
    }
    why.append(phaseGround(index, load))
    let runs = runs(in: week).sharing()
    built.append(
      PlannedWeek(
        number: index + 1, first: CalendarDay(number: first), last: CalendarDay(number: last), phase: phase,
        isRecovery: isRecovery && before > 0, runs: runs, grounds: why))
  }

  /// Every fourth week is one of recovery, but never the last before the taper.
  private func isRecovery(_ index: Int, of load: Int) -> Bool {
    guard goalRace != nil, load % 4 == 0 else { return index % 4 == 3 }
    return index == load - 1 ? false : index % 4 == 3 || index == load - 2
  }

  private func phase(_ index: Int, of load: Int) -> PlannedWeek.Phase {
    if kind == .comeback { return .ladder }
    guard goalRace != nil else { return .cycle }
    if index >= load { return .taper }
    let peak = min(3, load / 4)
    if index >= load - peak { return .peak }
    return index >= (load - peak) / 2 ? .build : .base
  }

  private mutating func grow(_ index: Int) -> PlanGround {
    let old = level
    guard index > 0 else { return PlanGround(.volume, .startVolume, level) }
    // Whoever comes off the ladder, or back to a level from before, goes on from what was run.
    let ran = most(of: 4)
    var cap = max(ran * 110 / 100, most(of: 8) / 2, PlanBuilder.leastLevel)
    let latest = built.suffix(2).map(\.metres).max() ?? 0
    if built.count > 1, latest * 4 < ran { cap = max(ran * 3 / 4, PlanBuilder.leastLevel) }
    let isHurt = runner.pain >= PlanRunner.carefulPain
    var wish = isHurt ? max(old, min(ran, runner.weekly)) : max(old * (old < mostHeld ? 110 : 106) / 100, ran)
    // Nothing grows in a week without a run.
    if built.last?.runs.isEmpty ?? false { wish = old }
    level = min(wish, mostLevel, cap)
    mostHeld = max(mostHeld, level)
    if isHurt { return PlanGround(.volume, .painVolume, level) }
    let isUsual = level >= old && level * 100 <= max(old, min(ran, level)) * 106
    return isUsual
      ? PlanGround(.volume, .weekGrowth, level, max(old, min(ran, level)))
      : PlanGround(.volume, .returnVolume, level, ran)
  }

  /// Metres of the largest of so many weeks before, in which those before the plan were as the runner has said.
  private func most(of count: Int) -> Int {
    max(built.suffix(count).map(\.metres).max() ?? 0, built.count < count ? runner.weekly : 0)
  }

  /// Keeps faster work away after days without a run, and after walking.
  mutating func note(_ run: PlannedRun) {
    let day = run.day.number
    if day - lastRun >= PlanBuilder.gapDays { fastFrom = max(fastFrom, day + PlanBuilder.gapDays) }
    if run.kind == .runWalk { fastFrom = max(fastFrom, day + PlanBuilder.easyDays) }
    lastRun = day
  }

  private func phaseGround(_ index: Int, _ load: Int) -> PlanGround {
    switch kind {
    case .comeback: PlanGround(.phase, .comebackWeeks, load)
    case .open: PlanGround(.phase, .openCycle, load)
    case .race:
      index < load
        ? PlanGround(.phase, .phases, index + 1, load) : PlanGround(.phase, .weeksToRace, load + taperWeeks, taperWeeks)
    }
  }

  /// Two weeks before half marathons and longer races, else one.
  var taperWeeks: Int { (goalRace?.metres ?? 0) > 15_000 ? 2 : 1 }

  /// Plans 46 to 62 % of the most of the four weeks before the taper.
  private func taper(_ week: inout WeekWish, _ load: Int) -> PlanGround {
    week.isTaper = true
    let isShort = load == 0 || (load == 1 && (week.first - (built.first?.first.number ?? 0)) % 7 != 0)
    var share = taperWeeks == 1 ? 50 : week.last == goalRace?.day ? 46 : 62
    let reference = isShort ? runner.weekly : built.prefix(load).suffix(4).map(\.metres).max() ?? 0
    week.reference = reference
    if reference > 0 {
      if share == 62 { share = min(75, share + missed(after: week)) }
      week.most = reference * share / 100
    }
    return PlanGround(.volume, isShort ? .shortTaper : .taper, share, reference)
  }
}

extension [PlannedRun] {
  /// The runs of a week whose shares are those of the week as it is, since limits of single runs can make it less than it aims at.
  fileprivate func sharing() -> [PlannedRun] {
    let all = reduce(0) { $0 + ($1.kind == .race ? 0 : $1.metres) }
    return map { run in
      let grounds = run.grounds.map { ground in
        ground.rule == .weekShare && all > 0
          ? PlanGround(ground.subject, .weekShare, (run.metres * 100 + all / 2) / all, all) : ground
      }
      return PlannedRun(
        day: run.day, kind: run.kind, metres: run.metres, seconds: run.seconds, segments: run.segments, grounds: grounds
      )
    }
  }
}

/// The wishes for one week.
struct WeekWish {
  let first: Int
  let last: Int
  let phase: PlannedWeek.Phase
  /// The most metres of training; nil for a week of the usual level.
  var most: Int?
  /// Metres of the week that a taper is a share of.
  var reference = 0
  var isEasy = false
  var isTaper = false
  /// Days of running in a usual week.
  var count = 0
  var isLadder = false
}

/// The weekdays of a runner's week: evenly spread over those that were named, always the same, so that the distance between hard
/// days holds over the borders of weeks.
struct WeekShape {
  let days: [Int]
  let longDay: Int
  /// Days for faster work, never beside each other or beside the long run.
  let fastDays: [Int]
  /// Days for the ladder, at most three.
  let ladderDays: [Int]

  init(_ runner: PlanRunner, isCareful: Bool) {
    longDay = runner.longRunDay
    let usual =
      switch runner.experience {
      case .beginner: 3
      case .returning: runner.weekly >= 25_000 ? 4 : 3
      case .casual: runner.weekly >= 50_000 ? 5 : 4
      case .serious: 6
      }
    // Runs of less than three kilometres are no training week of many days.
    let count = max(2, min(runner.days.count, isCareful ? 3 : usual, max(2, max(runner.weekly, 9000) / 3000)))
    let spread = WeekShape.spread(runner.days, from: longDay)
    days = spread.prefix(count).sorted()
    ladderDays = spread.prefix(min(3, count)).sorted()
    fastDays = WeekShape.fast(Array(spread.prefix(count)), longDay, runner)
  }

  /// The days in the order in which each is the farthest from those before it.
  private static func spread(_ days: Set<Int>, from first: Int) -> [Int] {
    var (chosen, left) = ([first], days.subtracting([first]).sorted())
    while !left.isEmpty {
      let best =
        left.max { one, other in
          let (near, far) = (nearest(one, chosen), nearest(other, chosen))
          return near == far ? one > other : near < far
        } ?? left[0]
      chosen.append(best)
      left.removeAll { $0 == best }
    }
    return chosen
  }

  private static func fast(_ days: [Int], _ long: Int, _ runner: PlanRunner) -> [Int] {
    let most = runner.experience == .serious || (runner.experience == .casual && days.count >= 5) ? 2 : 1
    var chosen: [Int] = []
    for day in days.dropFirst() where chosen.count < most && nearest(day, chosen + [long]) >= 2 { chosen.append(day) }
    return chosen
  }

  static func nearest(_ day: Int, _ others: [Int]) -> Int {
    others.map { other in
      let apart = abs(day - other)
      return min(apart, 7 - apart)
    }.min() ?? 7
  }
}
