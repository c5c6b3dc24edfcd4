internal import Days
internal import TrainingPlan

/// A runner on six axes from 0 to 100, each by an open formula and with the share of its inputs that is known.
struct RunnerProfile: Sendable, Equatable {
  enum AxisName: String, Sendable, Hashable, CaseIterable {
    case enduranceBase, speed, recoveryDiscipline, consistency, injuryResilience, raceReadiness

    var title: String {
      switch self {
      case .enduranceBase: "Endurance base"
      case .speed: "Speed"
      case .recoveryDiscipline: "Recovery discipline"
      case .consistency: "Consistency"
      case .injuryResilience: "Injury resilience"
      case .raceReadiness: "Race readiness"
      }
    }

    /// The formula in words.
    var formula: String {
      switch self {
      case .enduranceBase: "60 % of the week (full at 60 km) and 40 % of the longest run (full at 30 km)"
      case .speed: "VDOT from 25 (nothing) to 65 (full)"
      case .recoveryDiscipline: "half for two rest days a week, half for four of five runs at an effort of at most 4"
      case .consistency: "the share of planned runs of the last 28 days that were done"
      case .injuryResilience: "100, less 10 for each point of the last pain, and 15 for an injury that was named"
      case .raceReadiness:
        "half for the share of the planned distance that was run, half for the longest run against the plan's"
      }
    }
  }

  struct Axis: Sendable, Equatable {
    let name: AxisName
    /// Nil if nothing is known.
    let value: Int?
    /// The share of what the formula needs that is known, in per cent.
    let coverage: Int
  }

  let axes: [Axis]

  init(_ course: PlanCourse, _ book: RunBook) {
    let (plan, runner) = (course.plan, course.plan.runner)
    let recent = book.last(28)
    axes = AxisName.allCases.map { name in
      switch name {
      case .enduranceBase: RunnerProfile.endurance(runner, book, recent)
      case .speed: RunnerProfile.speed(runner, book)
      case .recoveryDiscipline: RunnerProfile.recovery(book, recent)
      case .consistency: RunnerProfile.consistency(plan, book)
      case .injuryResilience: RunnerProfile.resilience(runner, book)
      case .raceReadiness: RunnerProfile.readiness(plan, book)
      }
    }
  }

  private static func share(_ part: Int, of whole: Int) -> Double {
    whole > 0 ? min(1, max(0, Double(part) / Double(whole))) : 0
  }

  private static func axis(_ name: AxisName, _ share: Double?, _ coverage: Int) -> Axis {
    Axis(name: name, value: share.map { Int(($0 * 100).rounded()) }, coverage: coverage)
  }

  private static func endurance(_ runner: PlanRunner, _ book: RunBook, _ recent: [RunDone]) -> Axis {
    let weeks = book.weeks(4).filter { $0 > 0 }
    let weekly = weeks.count >= 2 ? weeks.reduce(0, +) / weeks.count : runner.weekly
    let longest = max(recent.map(\.metres).max() ?? 0, weeks.count >= 2 ? 0 : runner.longest)
    let value = 0.6 * share(weekly, of: 60_000) + 0.4 * share(longest, of: 30_000)
    return axis(.enduranceBase, value, weeks.count >= 2 ? 25 * weeks.count : 50)
  }

  private static func speed(_ runner: PlanRunner, _ book: RunBook) -> Axis {
    let found = RunFitness(book)
    guard let fitness = found?.source == .race ? found?.result.fitness : runner.race?.fitness ?? found?.result.fitness
    else { return axis(.speed, nil, 0) }
    let isRace = found?.source == .race || runner.race != nil
    return axis(.speed, min(1, max(0, (fitness.value - 25) / 40)), isRace ? 100 : 50)
  }

  private static func recovery(_ book: RunBook, _ recent: [RunDone]) -> Axis {
    guard recent.count >= 4, let first = recent.map(\.day).min() else { return axis(.recoveryDiscipline, nil, 0) }
    let days = book.today.days(since: first) + 1
    // A day of other training is no rest day either, as in `RunPatterns`.
    let rest = days - Set(book.runs.lazy.map(\.day).filter { $0 >= first }).count
    let efforts = recent.compactMap(\.saidEffort)
    let rested = share(rest * 7, of: days * 2)
    // Efforts that nobody said are no part of it.
    guard efforts.count >= 4 else { return axis(.recoveryDiscipline, rested, min(50, days * 50 / 28)) }
    let easy = efforts.count { $0 <= 4 }
    let value = 0.5 * rested + 0.5 * share(easy * 5, of: efforts.count * 4)
    return axis(.recoveryDiscipline, value, min(100, days * 100 / 28))
  }

  private static func consistency(_ plan: RunnerPlan, _ book: RunBook) -> Axis {
    let due = plan.runs.filter { $0.day < book.today && $0.day > book.today.following(-29) }
    guard due.count >= 3 else { return axis(.consistency, nil, 0) }
    let done = due.count { run in !book.on(run.day).filter(\.activity.isRunning).isEmpty }
    return axis(.consistency, share(done, of: due.count), min(100, due.count * 100 / 12))
  }

  private static func resilience(_ runner: PlanRunner, _ book: RunBook) -> Axis {
    let pain = book.runs.isEmpty ? runner.pain : book.pain
    let value = 1 - 0.1 * Double(pain) - ((runner.injury ?? runner.pastInjury) == nil ? 0 : 0.15)
    return axis(.injuryResilience, max(0, value), book.runs.isEmpty ? 50 : 100)
  }

  private static func readiness(_ plan: RunnerPlan, _ book: RunBook) -> Axis {
    let training = plan.runs.filter { $0.kind != .race }
    guard plan.kind == .race, let first = plan.runs.first?.day,
      let longest = training.map(\.metres).max(), first < book.today
    else { return axis(.raceReadiness, nil, 0) }
    let all = training.reduce(0) { $0 + $1.metres }
    let run = book.running.filter { $0.day >= first }
    let done = run.reduce(0) { $0 + $1.metres }
    let value = 0.5 * share(done, of: all) + 0.5 * share(run.map(\.metres).max() ?? 0, of: longest)
    return axis(.raceReadiness, value, 100)
  }
}
