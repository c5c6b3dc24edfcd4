import Chance
import Covers
import Days
import JSON
import Kernel
import Testing

@testable import TrainingPlan

@Suite("Training plans") struct RunnerPlanTests {
  static let today = CalendarDay(number: 20_779)

  private func marathon(_ change: (inout PlanRunner) -> Void = { _ in }) -> PlanRunner {
    var runner = PlanRunner(
      today: RunnerPlanTests.today, experience: .casual, weekly: 40_000, days: [0, 2, 4, 6], longest: 14_000,
      race: RaceResult(metres: RaceDistance.half, seconds: 6300),
      goal: .race(metres: RaceDistance.marathon, on: RunnerPlanTests.today.following(16 * 7 - 1), seconds: 13_500))
    change(&runner)
    return runner
  }

  /// `TROUPE_FUZZ_INPUTS=x5` draws 10,000 runners, `x50` 100,000.
  @Test("No plan of 2,000 random runners breaks a rule, and every number has a reason")
  func random() throws {
    let plan = try FuzzPlan.current()
    var random = plan.generator(for: "RunnerPlan")
    var count = 2000
    switch plan.bound {
    case .times(let factor): count = Int(Double(count) * factor)
    case .inputs(let number): count = number
    case .seconds: break
    }
    for number in 0..<count {
      let runner = RandomRunner.next(&random)
      let faults = PlanCheck.faults(in: RunnerPlan(for: runner, seed: UInt64(number)))
      try #require(faults.isEmpty, "runner \(number): \(faults) of \(runner)")
    }
  }

  @Test("The same runner and seed give the same plan to the byte")
  func repeatable() throws {
    let (one, two) = (RunnerPlan(for: marathon(), seed: 7), RunnerPlan(for: marathon(), seed: 7))
    #expect(try JSON.text(PlanDocument(one).json) == JSON.text(PlanDocument(two).json))
    #expect(RunnerPlan(for: marathon(), seed: 8) != one)
  }

  @Test("A race has base, build, peak and taper, ends on its day, and grows to long runs")
  func race() throws {
    let plan = RunnerPlan(for: marathon())
    #expect(plan.weeks.count == 16)
    #expect(plan.weeks.map(\.phase) == plan.weeks.map(\.phase).sorted { order($0) < order($1) })
    #expect(Set(plan.weeks.map(\.phase)) == [.base, .build, .peak, .taper])
    let last = try #require(plan.runs.last)
    #expect(last.kind == .race && last.day == RunnerPlanTests.today.following(16 * 7 - 1))
    #expect((plan.runs.filter { $0.kind == .long }.map(\.metres).max() ?? 0) >= 25_000)
    #expect(plan.runs.contains { $0.isFast })
    #expect(plan.weeks.filter(\.isRecovery).map(\.number) == [4, 8, 12])
    #expect(plan.weeks.allSatisfy { $0.runs.count == 4 })
  }

  private func order(_ phase: PlannedWeek.Phase) -> Int { PlannedWeek.Phase.allCases.firstIndex(of: phase) ?? 0 }

  @Test("Who has not run for 30 days begins on the ladder, and a comeback stays on it without paces")
  func ladder() {
    let beginner = RunnerPlan(for: marathon { ($0.weekly, $0.longest) = (0, 0) })
    #expect(beginner.runs.first?.kind == .runWalk && beginner.runs.first?.metres == 2000)
    #expect(beginner.runs.contains { $0.kind == .long || $0.kind == .easy })
    let comeback = RunnerPlan(for: marathon { $0.goal = .comeback })
    #expect(comeback.kind == .comeback && comeback.paces == nil)
    #expect(comeback.runs.allSatisfy { $0.kind == .runWalk && $0.segments.allSatisfy { $0.pace == nil } })
    #expect(comeback.runs.contains { $0.metres == 5000 && $0.segments.count == 1 })
    #expect(comeback.milestones.contains { $0.words == "5.0 km without walking" })
  }

  @Test("Pain leaves nothing hard, and much pain makes a comeback of it")
  func pain() {
    #expect(RunnerPlan(for: marathon { $0.pain = 2 }).runs.allSatisfy { !$0.isHard || $0.kind == .race })
    let hurt = RunnerPlan(for: marathon { $0.pain = 4 })
    #expect(hurt.kind == .comeback && hurt.runs.allSatisfy { $0.kind == .runWalk })
    #expect(PlanText(hurt).lines.contains { $0.hasPrefix("The race is not planned for") })
  }

  @Test("Five blocked weeks end in the ladder, not in the long run from before them")
  func gap() {
    let plan = RunnerPlan(
      for: marathon { runner in
        for day in 20..<60 { runner.blockedDays.insert(runner.today.following(day)) }
      })
    let first = plan.runs.first { $0.day >= RunnerPlanTests.today.following(60) }
    #expect(first?.kind == .runWalk)
    #expect(PlanCheck.faults(in: plan).isEmpty)
  }

  @Test("An open cycle has milestones and no taper")
  func open() {
    let plan = RunnerPlan(for: marathon { $0.goal = .open(weeks: 12) })
    #expect(plan.weeks.count == 12 && plan.weeks.allSatisfy { $0.phase == .cycle } && plan.milestones.count >= 3)
  }

  @Test(
    "Every entry has a rule, a figure, what was said, a source and a strength, for every number of plans of all kinds")
  func trail() {
    for change in [{ _ in }, { $0.goal = .comeback }, { $0.goal = .open(weeks: 8) }, { $0.race = nil }]
      as [(inout PlanRunner) -> Void]
    {
      let runner = marathon(change)
      let plan = RunnerPlan(for: runner)
      for run in plan.runs {
        let entries = run.grounds.map { TrailEntry($0, for: runner) }
        for subject in [PlanGround.Subject.distance, .duration, .day, .kind, .pace] {
          #expect(entries.contains { $0.subject == subject })
        }
        #expect(entries.allSatisfy { !$0.figure.isEmpty && !$0.told.isEmpty && !$0.source.isEmpty })
      }
      for ground in plan.grounds + plan.weeks.flatMap(\.grounds) + plan.milestones.map(\.ground) {
        let entry = TrailEntry(ground, for: runner)
        #expect(!entry.figure.isEmpty && !entry.told.isEmpty && !entry.source.isEmpty)
      }
    }
  }

  @Test(
    "Where the expected marathon is slower than the pace of marathon training, the trail and the text say both and why")
  func marathonPaces() throws {
    let runner = marathon { $0.weekly = 25_000 }
    let plan = RunnerPlan(for: runner)
    let (trained, prediction) = (try #require(plan.paces?[.marathon].lowerBound), try #require(plan.prediction))
    let pace = Int((prediction.seconds * 1000 / prediction.metres).rounded())
    let ground = try #require(plan.grounds.first { $0.rule == .marathonPace })
    #expect(ground.first == trained && ground.second == pace && pace > trained + 10)
    let entry = TrailEntry(ground, for: runner)
    let words = PlanWords(.km)
    #expect(entry.figure.contains(words.pace(trained...trained)) && entry.figure.contains(words.pace(pace...pace)))
    #expect(entry.figure.contains("slower, since most runners lose more over that distance than the formula"))
    #expect(entry.told == "21.1 km in 1:45:00, 25.0 km a week")
    #expect(PlanText(plan).lines.contains { $0.hasPrefix("Marathon training at ") })
    let half = marathon { $0.goal = .race(metres: 10_000, on: $0.today.following(60), seconds: nil) }
    #expect(!RunnerPlan(for: half).grounds.contains { $0.rule == .marathonPace })
  }

  @Test("A prediction as text names its method and source")
  func method() {
    let race = RaceResult(metres: 10_000, seconds: 2700)
    func text(_ metres: Double, _ weekly: Double? = nil) -> String {
      PredictionDocument(RacePrediction(from: race, to: metres, weeklyMetres: weekly)).sentences.joined(separator: " ")
    }
    #expect(text(5000).contains("same VDOT (Daniels and Gilbert 1979)"))
    #expect(text(RaceDistance.marathon, 40_000).contains("weekly volume (Vickers and Vertosick 2016)"))
    #expect(text(RaceDistance.marathon).contains("By a power of 1.12"))
  }

  @Test("The cap names the run that it comes from")
  func cap() throws {
    let runner = marathon()
    let run = try #require(RunnerPlan(for: runner).runs.first { $0.kind == .long })
    let entry = try #require(run.grounds.map { TrailEntry($0, for: runner) }.first { $0.rule == .longestRun })
    #expect(entry.figure == "at most 15.4 km: 110 % of 14.0 km on \(RunnerPlanTests.today.following(-1).long)")
    #expect(entry.strength == .strong && entry.told.contains("14.0 km"))
  }

  @Test("Miles are written for whoever runs in miles")
  func miles() {
    let eager = RunnerPlan(
      for: marathon {
        ($0.weekly, $0.longest) = (15_000, 6000)
        $0.goal.move(to: $0.today.following(56))
      })
    #expect(PlanText(eager).lines.contains { $0.hasPrefix("This plan has 8 weeks to 42.2 km in ") })
    #expect(!PlanText(RunnerPlan(for: marathon())).lines.contains { $0.hasPrefix("This plan has ") })
    let lines = PlanText(RunnerPlan(for: marathon { $0.units = .miles })).lines.joined(separator: "\n")
    #expect(lines.contains(" mi") && lines.contains("/mi") && !lines.contains(" km"))
  }
}
