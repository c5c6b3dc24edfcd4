extension RunnerPlan {
  /// Weeks of a comeback: twelve steps, each twice, on three days a week, with recovery weeks.
  static let comebackWeeks = 10

  /// Makes the plan. The same runner and seed give the same plan.
  public init(for runner: PlanRunner, seed: UInt64 = 1) {
    var kind = Kind.open
    if case .race = runner.goal { kind = .race }
    if runner.goal == .comeback || runner.pain >= PlanRunner.comebackPain { kind = .comeback }
    self.kind = kind
    self.runner = runner
    self.seed = seed
    paces = kind == .comeback ? nil : runner.race.map { TrainingPaces($0.fitness) }
    var builder = PlanBuilder(runner, kind: kind, paces: paces, seed: seed)
    weeks = builder.weeks()
    grounds = builder.grounds + predictionGrounds
    milestones = milestonesReached()
  }

  private var predictionGrounds: [PlanGround] {
    guard let prediction else { return [] }
    let expected = PlanGround(.projection, .prediction, Int(prediction.seconds.rounded()))
    let pace = Int((prediction.seconds * 1000 / prediction.metres).rounded())
    // Beyond the half marathon the pace of the fitness is not that of the race.
    guard prediction.method != .equivalent, let trained = paces?[.marathon].lowerBound, abs(trained - pace) > 2 else {
      return [expected]
    }
    return [expected, PlanGround(.pace, .marathonPace, trained, pace)]
  }

  /// The longest run and the largest week of each cycle that are more than before, and the first run of the ladder without a walk.
  private func milestonesReached() -> [PlanMilestone] {
    guard kind != .race else { return [] }
    let words = PlanWords(runner.units)
    var (longest, largest, found) = (0, 0, [PlanMilestone]())
    func reach(_ week: PlannedWeek, _ words: String, _ metres: Int, _ second: Int) {
      found.append(
        PlanMilestone(week: week.number, words: words, ground: PlanGround(.milestone, .milestone, metres, second)))
    }
    var hasWalked = false
    for week in weeks {
      let walks = week.runs.contains { $0.segments.contains { $0.kind == .walk } }
      if let whole = week.runs.first(where: { $0.kind == .runWalk && $0.segments.count == 1 }), hasWalked || walks {
        reach(week, "\(words.distance(whole.metres)) without walking", whole.metres, 0)
        hasWalked = false
      } else if walks {
        hasWalked = true
      }
      guard week.number % 4 == 3 || week.number == weeks.count else { continue }
      let most = week.runs.map(\.metres).max() ?? 0
      if most > longest { reach(week, "A run of \(words.distance(most))", most, 1) }
      if week.metres > largest { reach(week, "A week of \(words.distance(week.metres))", week.metres, 1) }
      (longest, largest) = (max(longest, most), max(largest, week.metres))
    }
    return found
  }
}
