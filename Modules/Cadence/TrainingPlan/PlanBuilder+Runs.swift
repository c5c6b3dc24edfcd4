internal import Days
internal import Kernel

extension PlanBuilder {
  /// The runs of a week in the order of their days.
  mutating func runs(in week: WeekWish) -> [PlannedRun] {
    var runs: [PlannedRun] = []
    var fast = 0
    var week = week
    week.isLadder = rung != nil
    week.count = week.isLadder ? shape.ladderDays.count : shape.days.count
    let slots = slots(in: week)
    let reduced = reduced(week, slots)
    let fastDay = week.isTaper ? taperFastDay(week, slots) : nil
    for day in week.first...week.last {
      if let race = goalRace, day == race.day {
        runs.append(racing(race.metres, on: day))
        continue
      }
      guard slots.contains(day) else { continue }
      var run = RunWish(day: day, metres: reduced[day] ?? level * weight(of: day, in: week) / 1000)
      run.isLong = CalendarDay(number: day).weekday == shape.longDay
      run.isFast = isFast(day, in: week, after: fast, fastDay)
      if run.isFast, week.isTaper { run.metres = max(run.metres, PlanBuilder.leastFast) }
      run.isReduced = week.most != nil
      guard let planned = planned(run, week) else { continue }
      if planned.isFast { fast += 1 }
      if planned.isHard { lastHard = day }
      note(planned)
      window.add(planned.metres, on: day)
      runs.append(planned)
    }
    return runs
  }

  /// The days on which there can be a run, without the race.
  func slots(in week: WeekWish) -> [Int] {
    let days = week.isLadder || rung != nil ? shape.ladderDays : shape.days
    return (week.first...week.last).filter { number in
      let day = CalendarDay(number: number)
      return number != goalRace?.day && days.contains(day.weekday) && !runner.blockedDays.contains(day)
    }
  }

  /// Metres of each day of a week that is held down: its share of the week, at most that of a usual one, and less right
  /// before the race.
  private func reduced(_ week: WeekWish, _ slots: [Int]) -> [Int: Int] {
    guard let most = week.most else { return [:] }
    let usual = week.isTaper ? week.reference : level
    var (found, rest) = ([Int: Int](), most)
    var weights = slots.reduce(0) { $0 + weight(of: $1, in: week) }
    for day in slots.reversed() {
      let weight = weight(of: day, in: week)
      var metres = min(rest * weight / max(1, weights), usual * usualWeight(of: day, in: week) / 1000)
      if isBeforeRace(day), let longest { metres = min(metres, eveLimit(longest)) }
      found[day] = metres
      // What is not run right before the race is run earlier.
      (rest, weights) = (rest - metres, weights - weight)
    }
    return found
  }

  /// Hundredths that the last week of a taper cannot hold, since the runner has so few days in it.
  func missed(after week: WeekWish) -> Int {
    guard let race = goalRace else { return 0 }
    var last = WeekWish(first: week.last + 1, last: race.day, phase: .taper)
    (last.isTaper, last.reference, last.most) = (true, week.reference, week.reference * 46 / 100)
    last.isLadder = rung != nil
    last.count = last.isLadder ? shape.ladderDays.count : shape.days.count
    let metres = reduced(last, slots(in: last)).values.reduce(0, +)
    return max(0, 46 - metres * 100 / max(1, week.reference))
  }

  /// The share of a day of a taper, or of a usual week in thousandths.
  private func weight(of day: Int, in week: WeekWish) -> Int {
    guard week.isTaper else { return usualWeight(of: day, in: week) }
    if day == (goalRace?.day ?? 0) - 1 { return 50 }
    return CalendarDay(number: day).weekday == shape.longDay && week.last != goalRace?.day ? 160 : 100
  }

  /// The share of a day in thousandths of a usual week.
  private func usualWeight(of day: Int, in week: WeekWish) -> Int {
    if week.isLadder { return 1000 / max(1, week.count) }
    // A marathon takes more of the week once the base is there.
    let isMarathon =
      (goalRace?.metres ?? 0) > 25_000 && (week.phase == .build || week.phase == .peak)
      && runner.pain < PlanRunner.carefulPain
    let long = [0, 1000, 600, 450, 380, 330, 300, 280][min(week.count, 7)] + (isMarathon ? 100 : 0)
    return CalendarDay(number: day).weekday == shape.longDay ? long : (1000 - long) / max(1, week.count - 1)
  }

  private func isFast(_ day: Int, in week: WeekWish, after fast: Int, _ taperDay: Int?) -> Bool {
    guard runner.pain < PlanRunner.carefulPain, kind != .comeback, !week.isEasy, day - lastHard >= 2, day >= fastFrom,
      day - lastRun < PlanBuilder.gapDays
    else { return false }
    let isBeginner = runner.experience == .beginner || runner.experience == .returning
    if week.phase == .base, isBeginner { return false }
    guard !isBeforeRace(day) else { return false }
    if week.isTaper { return day == taperDay }
    let weekday = CalendarDay(number: day).weekday
    return fast < (week.phase == .base ? 1 : 2) && shape.fastDays.contains(weekday)
  }

  /// The day of a taper week for faster work: a usual one, or any that is far enough from the race and the long run.
  private func taperFastDay(_ week: WeekWish, _ slots: [Int]) -> Int? {
    let before = built.filter { $0.phase != .taper }.suffix(4)
    // A taper keeps the faster work that there was, and adds none.
    guard !shape.fastDays.isEmpty, before.isEmpty || before.contains(where: { $0.runs.contains { $0.isFast } }) else {
      return nil
    }
    func isLong(_ day: Int) -> Bool {
      week.last != goalRace?.day && CalendarDay(number: day).weekday == shape.longDay
    }
    let free = slots.filter { day in
      !isBeforeRace(day) && day - lastHard >= 2 && !slots.contains { isLong($0) && abs($0 - day) < 2 }
    }
    return free.first { shape.fastDays.contains(CalendarDay(number: $0).weekday) } ?? free.last
  }

  func isBeforeRace(_ day: Int) -> Bool {
    guard let race = goalRace else { return false }
    return day >= race.day - 2 && day < race.day
  }

  // MARK: One run

  private mutating func planned(_ wish: RunWish, _ week: WeekWish) -> PlannedRun? {
    guard let longest = window.longest(before: wish.day) else {
      rung = (1, 0)
      return ladder(wish, cap: RunWalk.ladder[0].metres, [PlanGround(.distance, .firstRun, RunWalk.ladder[0].metres)])
    }
    // Only the long run goes beyond the longest, so that the distance grows once a week.
    var cap = longest.metres * 11 / 10
    let ground = PlanGround(.distance, .longestRun, longest.metres, longest.day)
    var wish = wish
    var distance = [ground]
    if isBeforeRace(wish.day), cap > eveLimit(longest.metres) {
      cap = eveLimit(longest.metres)
      distance.append(PlanGround(.distance, .eveLimit, cap))
    }
    if rung != nil { return ladder(wish, cap: cap, distance) }
    if !canBeLong(wish, week), !isLongInPain(wish), cap > easyLimit(longest.metres) {
      cap = easyLimit(longest.metres)
      distance.append(PlanGround(.distance, .easyLimit, cap))
    }
    if runner.pain >= PlanRunner.carefulPain, cap > painLimit {
      cap = painLimit
      distance.append(PlanGround(.distance, .painDistance, cap))
    }
    if !wish.isReduced {
      let share = weight(of: wish.day, in: week) / 10
      distance.append(PlanGround(.distance, .weekShare, share, level))
    } else if let ground = week.most.map({ PlanGround(.distance, .weekShare, 100 * wish.metres / max(1, $0), $0) }) {
      distance.append(ground)
    }
    if wish.isLong, !week.isTaper {
      wish.metres = min(wish.metres, longestLong)
      distance.append(PlanGround(.distance, .longRunLimit, longestLong))
    }
    let metres = rounded(min(wish.metres, cap))
    guard metres >= 300 else { return nil }
    if wish.isFast, let fast = fastRun(wish, metres, week, distance) { return fast }
    return steady(wish, metres, week, distance)
  }

  private func rounded(_ metres: Int) -> Int { metres >= 1000 ? metres / 100 * 100 : metres / 50 * 50 }

  /// Metres of the longest run in the plan now.
  private var longest: Int? {
    var window = self.window
    return window.longest(before: max(lastRun, runner.today.number))?.metres
  }

  /// The most of a run on the two days before the race: a third of the longest run.
  func eveLimit(_ longest: Int) -> Int { min(max(longest / 3, 3000), 8000) }

  /// The most of any run but the long one: three quarters of what the long run can be, so that it stays easy.
  func easyLimit(_ longest: Int) -> Int { max(min(longestLong, longest * 11 / 10) * 3 / 4, min(longest, 5000)) }

  /// The most of a run in pain: three quarters of the longest run from before.
  private var painLimit: Int { max(runner.longest, 5000) * 3 / 4 }

  /// Without faster work the run of that day can be as long as three quarters of the longest, week after week.
  private func isLongInPain(_ wish: RunWish) -> Bool { wish.isLong && runner.pain >= PlanRunner.carefulPain }

  private func canBeLong(_ wish: RunWish, _ week: WeekWish) -> Bool {
    wish.isLong && runner.pain < PlanRunner.carefulPain && wish.day - lastHard >= 2 && !isBeforeRace(wish.day)
      && !(week.isTaper && week.last == goalRace?.day)
  }

  /// The limit of a long run by the race or by what was run before, and three hours at the slow end of easy.
  private var longestLong: Int {
    let most =
      switch goalRace?.metres ?? 10_000 {
      case ..<7500: 14_000
      case ..<15_000: 18_000
      case ..<25_000: 22_000
      default: 32_000
      }
    let slow = paces?[.easy].upperBound ?? easySeconds
    return min(max(most, min(runner.longest, 32_000)), 10_800 * 1000 / max(1, slow)) / 100 * 100
  }

  private mutating func steady(
    _ wish: RunWish, _ metres: Int, _ week: WeekWish, _ distance: [PlanGround]
  ) -> PlannedRun {
    let isLong = canBeLong(wish, week)
    let segments = [RunSegment(kind: .steady, repeats: 1, metres: metres, effort: .easy, pace: paces?[.easy])]
    var grounds = distance + [PlanGround(.kind, isLong ? .hardDaysApart : .mostlyEasy), paceGround]
    if isBeforeRace(wish.day) { grounds.append(PlanGround(.kind, .freeBeforeRace)) }
    if runner.pain >= PlanRunner.carefulPain { grounds.append(PlanGround(.kind, .painEasy)) }
    return run(wish.day, isLong ? .long : .easy, segments, grounds + [dayGround(wish)])
  }

  private mutating func ladder(_ wish: RunWish, cap: Int, _ distance: [PlanGround]) -> PlannedRun? {
    guard let now = rung else { return nil }
    let step = RunWalk.ladder[min(now.step, RunWalk.ladder.count) - 1]
    let most = min(cap, step.metres, wish.isReduced ? wish.metres : .max)
    guard most >= 100 else { return nil }
    let done = step.over(most)
    // A step that is cut short is done again.
    if done == step {
      rung = now.done == 0 ? (now.step, 1) : (now.step + 1, 0)
      if kind != .comeback, now.step == RunWalk.ladder.count { rung = nil }
    }
    var segments = [RunSegment(kind: .run, repeats: done.repeats, metres: done.run, effort: .easy, pace: nil)]
    if done.walk > 0 {
      segments.append(RunSegment(kind: .walk, repeats: done.repeats, metres: done.walk, effort: nil, pace: nil))
    }
    let grounds =
      distance + [
        PlanGround(.kind, .ladder, now.step), PlanGround(.steps, .ladder, now.step),
        PlanGround(.kind, .ladderGate), PlanGround(.pace, .effortOnly), dayGround(wish),
      ]
    return run(wish.day, .runWalk, segments, grounds)
  }

  private mutating func racing(_ metres: Int, on day: Int) -> PlannedRun {
    lastHard = day
    let segments = [RunSegment(kind: .steady, repeats: 1, metres: metres, effort: nil, pace: nil)]
    let grounds = [
      PlanGround(.distance, .raceGoal, metres, day), PlanGround(.day, .raceGoal, metres, day),
      PlanGround(.kind, .raceGoal, metres, day), PlanGround(.pace, .raceGoal, metres, day),
    ]
    return run(day, .race, segments, grounds)
  }

  func run(_ day: Int, _ kind: PlannedRun.Kind, _ segments: [RunSegment], _ grounds: [PlanGround]) -> PlannedRun {
    let seconds = segments.reduce(0) { $0 + $1.repeats * $1.metres * pace(of: $1) } / 1000
    return PlannedRun(
      day: CalendarDay(number: day), kind: kind, metres: segments.reduce(0) { $0 + $1.repeats * $1.metres },
      seconds: seconds, segments: segments,
      grounds: grounds + [PlanGround(.duration, .assumedPace, paces.map { middle($0[.easy]) } ?? easySeconds)])
  }

  // MARK: Grounds and paces

  var paceGround: PlanGround {
    guard paces != nil, let race = runner.race else { return PlanGround(.pace, .effortOnly) }
    return PlanGround(.pace, .paceOfRace, Int((race.fitness.value * 10).rounded()))
  }

  func dayGround(_ wish: RunWish) -> PlanGround {
    wish.isLong ? PlanGround(.day, .longRunDay) : PlanGround(.day, .runningDay)
  }

  /// Seconds for an easy kilometre of whoever has named no race.
  private var easySeconds: Int {
    switch runner.experience {
    case .beginner: 450
    case .returning: 420
    case .casual: 390
    case .serious: 330
    }
  }

  private func middle(_ range: ClosedRange<Int>) -> Int { (range.lowerBound + range.upperBound) / 2 }

  private func pace(of segment: RunSegment) -> Int {
    if let pace = segment.pace { return middle(pace) }
    if segment.kind == .walk { return 660 }
    let easy = paces.map { middle($0[.easy]) } ?? easySeconds
    return switch segment.effort {
    case .easy: easy
    case .threshold: easy * 83 / 100
    case .interval: easy * 77 / 100
    case .repetition: easy * 72 / 100
    case .marathon, nil: easy * 88 / 100
    }
  }
}

/// The wishes for one run.
struct RunWish {
  let day: Int
  var metres: Int
  var isLong = false
  var isFast = false
  var isReduced = false
}
