public import Days
internal import Platform
public import TrainingPlan

extension Runner {
  /// Whether enough is known for a first plan: experience, volume, goal and days.
  public var isPlannable: Bool {
    let needed: Set<RunnerField> = [
      .experience, .frequency, .volume, .goalType, .raceDistance, .raceDate, .availableDays,
    ]
    return missing.allSatisfy { !needed.contains($0) }
  }

  /// The runner as the plan knows one; nil while too little is known, or when the race is past or more than a year away.
  ///
  /// Assumes the careful side of everything that was not said: without a word about injuries, and with injuries and no word about
  /// pain, nothing hard is planned; the longest run is no longer than a usual run of such a week.
  public func planRunner(on today: CalendarDay) -> PlanRunner? {
    guard isPlannable, let experience = self[.experience].flatMap(PlanRunner.Experience.init),
      let goal = goal(on: today)
    else { return nil }
    let isBeginner = experience == .beginner
    let weekly = isBeginner ? 0 : self[.volume].flatMap { Int($0) } ?? 0
    let injury = standingInjury
    var planned = PlanRunner(
      today: today, experience: experience, weekly: weekly, days: days, longest: longest(weekly),
      race: self[.recentRace].flatMap(RunnerField.race), goal: goal,
      pain: PlanRunner.countedPain(pain, injury: injury), injury: injury, units: isMiles ? .miles : .km)
    if injury == nil { planned.pastInjury = self[.pastInjuries].flatMap { $0 == "none" ? nil : $0 } }
    return planned
  }

  /// The injuries that were said, unless nothing hurts any more. One of the runner's own words with a sign for a doctor stands.
  private var standingInjury: String? {
    guard let said = self[.pastInjuries], said != "none" else { return nil }
    let own = said.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { word in
      !RunnerWords.injuries.contains { $0.id == word }
    }
    return self[.currentPain] == "0" && !own.contains { WarningSigns.isFound(in: $0) } ? nil : said
  }

  private var pain: Int {
    if let pain = self[.currentPain].flatMap({ Int($0) }) { return pain }
    return self[.pastInjuries] == "none" ? 0 : PlanRunner.carefulPain
  }

  private func goal(on today: CalendarDay) -> PlanRunner.RunningGoal? {
    guard self[.goalType] == "race" else {
      return self[.goalType] == "return" && isComeback ? .comeback : .open(weeks: 12)
    }
    guard let metres = self[.raceDistance].flatMap({ Double($0) }),
      let day = self[.raceDate].flatMap({ CalendarDay($0) }),
      (0...364).contains(day.days(since: today))
    else { return nil }
    return .race(metres: metres, on: day, seconds: self[.targetTime].flatMap { Double($0) })
  }

  /// The distance that the runner said, or the mean run of a usual week.
  func longest(_ weekly: Int) -> Int {
    guard weekly > 0 else { return 0 }
    let runs = max(1, self[.frequency].flatMap { Int($0) } ?? 3)
    let mean = max(500, weekly / runs)
    guard let said = self[.longestRun].flatMap({ Int($0) }) else { return min(mean, 100_000) }
    // Outside these bounds the two contradict each other, and the smaller is the careful one.
    return min(max(said, max(500, weekly / 14)), weekly * 4)
  }

  /// The weekdays to run on. Of a number of days, those are chosen that leave rest between them.
  public var days: Set<Int> {
    let blocked = self[.blockedDays].flatMap(RunnerField.days) ?? []
    let said = self[.availableDays] ?? "2-3"
    if let days = RunnerField.days(said) {
      let left = days.subtracting(blocked)
      if left.count >= 2 { return left }
    }
    let count = said == "6-7" ? 6 : said == "4-5" ? 5 : 3
    let spread = [0, 3, 5, 2, 6, 4, 1]
    let free = spread.filter { !blocked.contains($0) }
    return Set((free.count >= 2 ? free : spread).prefix(count))
  }
}
