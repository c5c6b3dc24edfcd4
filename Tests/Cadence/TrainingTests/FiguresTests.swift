import Audit
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Plot
import Storage
import Testing
import TrainingPlan

@testable import Training

@Suite("Patterns, fitness and charts of training") struct FiguresTests {
  private let today = CalendarDay(number: 20_780)

  private func book(_ runs: [(back: Int, metres: Int, seconds: Int?, effort: Int, kind: String?)], pain: Int = 0)
    async throws -> RunBook
  {
    let bench = try await TrainingBench()
    for (index, run) in runs.enumerated() {
      let done = RunDone(
        id: ID(named: "\(index)"), day: today.following(-run.back), metres: run.metres, seconds: run.seconds,
        effort: run.effort, pain: pain, plannedKind: run.kind)
      try await bench.store.collection(RunDone.self, .owned(.entered)).save(done)
    }
    await bench.send(.changed)
    return bench.state.book(on: today)
  }

  @Test("volume, frequency, easy pace and rest days are those of the last 28 days")
  func patterns() async throws {
    let book = try await book([
      (1, 10_000, 3600, 3, "easy"), (3, 8000, 2960, 3, "easy"), (8, 9500, nil, 4, "long"),
      (15, 9000, 2700, 8, "threshold"),
      (40, 30_000, 9000, 5, nil),
    ])
    let patterns = RunPatterns(book, easy: 340...400)
    #expect(patterns.weeks == [0, 9000, 9500, 18_000] && patterns.runs == 4 && patterns.restDays == 24)
    #expect(patterns.easyPace == 364 && patterns.longest == 10_000 && patterns.issues == [])
  }

  @Test("easy runs that are too fast, little rest, jumps and pain are told")
  func issues() async throws {
    let daily = (1...26).map {
      (back: $0, metres: $0 == 2 ? 9000 : 5000, seconds: Int?(1500), effort: 3, kind: String?("easy"))
    }
    let patterns = RunPatterns(try await book(daily, pain: 2), easy: 340...400)
    #expect(patterns.issues.contains(.fewRestDays(2)))
    #expect(
      patterns.issues.contains(.easyTooFast(25, of: 26, fastest: 340))
        || patterns.issues.contains(.easyTooFast(26, of: 26, fastest: 340)))
    #expect(patterns.issues.contains(.jump(today.following(-2), metres: 9000, longest: 5000)))
    #expect(patterns.issues.contains(.pain(26, of: 26)))
    let hard = (1...10).map { (back: $0 * 2, metres: 5000, seconds: Int?.none, effort: 8, kind: String?.none) }
    #expect(RunPatterns(try await book(hard), easy: nil).issues == [.mostlyHard(10, of: 10)])
  }

  @Test("fitness follows the best run, and a race before any training; the times come with intervals")
  func fitness() async throws {
    let bench = try await TrainingBench()
    #expect(RunFitness(bench.state.book(on: today)) == nil)
    func add(_ name: String, _ back: Int, _ metres: Int, _ seconds: Int, _ activity: RunDone.Activity) async throws {
      let run = RunDone(
        id: ID(named: name), day: today.following(-back), activity: activity, metres: metres, seconds: seconds,
        effort: 8)
      try await bench.store.collection(RunDone.self, .owned(.entered)).save(run)
      await bench.send(.changed)
    }
    try await add("a", 5, 10_000, 3000, .run)
    try await add("short", 4, 1000, 180, .run)
    try await add("bicycle", 3, 40_000, 3600, .cycling)
    let training = try #require(RunFitness(bench.state.book(on: today)))
    #expect(training.source == .training && training.best.id == ID(named: "a") && training.trend == nil)
    try await add("b", 40, 5000, 1560, .race)
    let race = try #require(RunFitness(bench.state.book(on: today)))
    #expect(race.source == .race && race.best.id == ID(named: "b") && race.trend == nil)
    try await add("c", 50, 8000, 3000, .run)
    #expect(RunFitness(bench.state.book(on: today))?.trend == .less)
    #expect(race.exceeds(nil) && !race.exceeds(race.result) && training.exceeds(nil))
    #expect(!training.exceeds(RaceResult(metres: 10_000, seconds: 2900)))
    let times = RunFitness.predictions(from: race.result, weekly: 40_000)
    #expect(times.map(\.metres) == [5000, 10_000, RaceDistance.half, RaceDistance.marathon])
    #expect(abs(times[0].seconds - 1560) < 1 && times[3].interval(.fourOfFive).contains(times[3].seconds))
  }

  @Test("the profile has six axes with their coverage, and none is made up")
  func profile() async throws {
    let bench = try await TrainingBench()
    await bench.approve { $0.race = nil }
    var profile = RunnerProfile(try #require(bench.state.course), bench.state.book(on: bench.today))
    #expect(profile.axes.map(\.name) == RunnerProfile.AxisName.allCases)
    #expect(profile.axes.map(\.value) == [59, nil, nil, nil, 100, nil])
    for run in bench.state.course?.plan.runs.prefix(12) ?? [] {
      await bench.wake(run.day)
      await bench.mark(run.day, [.time: "1:30:00"])
    }
    await bench.wake(bench.today.following(1))
    profile = RunnerProfile(try #require(bench.state.course), bench.state.book(on: bench.today))
    #expect(profile.axes.allSatisfy { (0...100).contains($0.value ?? -1) && (1...100).contains($0.coverage) })
    #expect(profile.axes.first { $0.name == .consistency }?.value == 100)
    #expect(bench.sees("Your strength is", at: TrainingPlaces.profile))
  }

  @Test("a day of other training is no rest day in the profile either")
  func otherTraining() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let all = try await bench.store.collection(RunDone.self, .owned(.entered))
    func add(_ name: String, _ back: Int, _ activity: RunDone.Activity) async throws {
      try await all.save(
        RunDone(
          id: ID(named: name), day: bench.today.following(-back), activity: activity,
          metres: activity == .run ? 8000 : 0, seconds: 2900, effort: 4))
    }
    for back in [0, 2, 4, 6, 8, 10, 12] { try await add("run \(back)", back, .run) }
    await bench.send(.changed)
    func recovery() throws -> Int? {
      RunnerProfile(try #require(bench.state.course), bench.state.book(on: bench.today)).axes.first {
        $0.name == .recoveryDiscipline
      }?.value
    }
    #expect(try recovery() == 100)
    for back in [1, 3, 5, 7, 9, 11] { try await add("bike \(back)", back, .cycling) }
    await bench.send(.changed)
    #expect(try recovery() == 50 && RunPatterns(bench.state.book(on: bench.today), easy: nil).restDays == 15)
  }

  @Test("a goal that contradicts the volume is said on the plan with three ways out; one that fits is not")
  func contradiction() async throws {
    let bench = try await TrainingBench()
    var runner = TrainingBench.runner(bench.today)
    (runner.weekly, runner.longest) = (15_000, 6000)
    runner.goal = .race(metres: RaceDistance.marathon, on: bench.today.following(56), seconds: 10_740)
    await bench.send(.runner(runner))
    let plan = TrainingPlaces.plan
    #expect(bench.sees("This plan has 8 weeks to 42.2 km in 2:59:00, and begins with 15 km a week.", at: plan))
    #expect(
      bench.sees("Runners with that goal usually run about 80 km a week; growing safely you can reach about", at: plan))
    #expect(Audit.findings(of: bench.screen(plan), theme: .plain) == [])
    for way in ["Choose a later race", "Choose a shorter race"] {
      #expect(bench.node(way, at: plan)?.destination == TrainingPlaces.runner)
    }
    await bench.tap("Keep the race, drop the time", at: plan)
    #expect(
      bench.state.proposal?.plan.runner.goal
        == .race(metres: RaceDistance.marathon, on: bench.today.following(56), seconds: nil))
    #expect(bench.node("Keep the race, drop the time", at: plan) == nil)
    await bench.send(.runner(TrainingBench.runner(bench.today)))
    #expect(!bench.sees("Runners with that goal", at: plan))
  }

  @Test("the chart has a bar and a point for each week, with recovery and race marked and the peak in its headline")
  func volume() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let plan = try #require(bench.state.course?.plan)
    let spec = try #require(VolumeChart(plan, RunWords(bench.clock.now), on: bench.today).spec)
    guard case .volume(let chart) = spec.kind else { return #expect(Bool(false)) }
    #expect(spec.problems.isEmpty && chart.weeks.count == plan.weeks.count)
    #expect(chart.weeks.filter { $0.mark == .recovery }.count == plan.weeks.count(where: \.isRecovery))
    #expect(chart.weeks.last?.mark == .race && chart.weeks.contains { ($0.intensity ?? 0) > 0 })
    let peak = try #require(plan.weeks.max { $0.metres < $1.metres })
    #expect(spec.headline?.meaning == "in week \(peak.number), the peak")
  }

  @Test("the calendar of a week has seven days, rest among them, and marks hard days and done runs")
  func calendar() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let week = try #require(bench.state.course?.plan.weeks.first)
    await bench.wake(week.runs[0].day)
    await bench.mark(week.runs[0].day)
    let spec = WeekChart(week, bench.state.runs.map(\.record), RunWords(bench.clock.now)).spec
    guard case .week(let chart) = spec.kind else { return #expect(Bool(false)) }
    #expect(spec.problems.isEmpty && chart.days.count == 7)
    let entries = chart.days.flatMap(\.entries)
    #expect(entries.count { $0.title == "Rest" } == 7 - week.runs.count)
    #expect(entries.count(where: \.isDone) == 1 && entries.count(where: \.isKey) == week.runs.count(where: \.isHard))
  }

  @Test("every decision of the trail has a reason with its source, and opens in a tap")
  func trail() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    #expect(bench.sees("And here's why I made these choices.", at: TrainingPlaces.why))
    for decision in PlanDecision.allCases {
      #expect(bench.nodes(TrainingPlaces.why).contains { $0.label == decision.title && $0.state.isExpanded == false })
      await bench.do(.toggle(decision.rawValue))
      let group = try #require(
        bench.nodes(TrainingPlaces.why).first { $0.id.hasSuffix(decision.rawValue) && $0.role == .group })
      let rows = group.children.flatMap(\.children)
      #expect(!rows.isEmpty && rows.allSatisfy { $0.value?.hasPrefix("You said: ") == true }, "\(decision)")
      #expect(rows.allSatisfy { row in row.children.contains { $0.label.contains(": ") } })
    }
    let rules = Set(PlanDecision.allCases.flatMap(\.rules))
    #expect(rules == Set(PlanRule.allCases))
  }

  @Test("an expected time comes with intervals, the gap to the target and a word; without a race there are milestones")
  func outlook() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let rows = try #require(
      bench.nodes(TrainingPlaces.plan).first { $0.label == "Expected time" && $0.role == .list }?.children)
    #expect(
      rows.map(\.label) == [
        "As of today", "Half of runners", "Four of five", "Your target", "Gap", "The target is",
      ])
    #expect(rows[1].value?.contains(" to ") == true && rows[4].value?.contains("than expected today") == true)
    await bench.approve { $0.goal = .open(weeks: 12) }
    #expect(bench.nodes(TrainingPlaces.plan).first { $0.label == "Milestones" }?.children.isEmpty == false)
    await bench.approve { ($0.goal, $0.injury) = (.comeback, "Knee") }
    #expect(bench.sees("There is no pace to reach.", at: TrainingPlaces.plan))
    #expect(bench.sees("without walking", at: TrainingPlaces.plan))
    let run = try bench.run(.runWalk)
    await bench.wake(run.day)
    #expect(bench.sees("Stop whenever you want to"))
  }
}
