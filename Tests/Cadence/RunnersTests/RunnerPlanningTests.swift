import Days
import Foundation
import Kernel
import Testing
import TrainingPlan

@testable import Runners

@Suite("From a runner to a plan") struct RunnerPlanningTests {
  static let today = RunnerReadingTests.today

  static func racer(_ change: [RunnerField: String] = [:]) -> Runner {
    RunnerTests.runner(
      [
        .experience: "casual", .frequency: "3", .volume: "30000", .goalType: "race", .raceDistance: "21097.5",
        .raceDate: today.following(112).text, .availableDays: "4-5",
      ].merging(change) { $1 })
  }

  @Test("without a word about injuries nothing hard is planned; with none it is")
  func careful() throws {
    let runner = try #require(Self.racer().planRunner(on: Self.today))
    #expect(runner.pain == PlanRunner.carefulPain)
    #expect(RunnerPlan(for: runner).runs.allSatisfy { !$0.isFast })
    let sound = try #require(Self.racer([.pastInjuries: "none"]).planRunner(on: Self.today))
    #expect(sound.pain == 0 && RunnerPlan(for: sound).runs.contains { $0.isFast })
    let hurt = try #require(Self.racer([.pastInjuries: "knee", .currentPain: "5"]).planRunner(on: Self.today))
    #expect(RunnerPlan(for: hurt).kind == .comeback)
  }

  @Test("an injury stands while something hurts, and one in the runner's own words with a sign stands anyhow")
  func injuries() throws {
    func planned(_ injuries: String, _ pain: String) throws -> PlanRunner {
      try #require(Self.racer([.pastInjuries: injuries, .currentPain: pain]).planRunner(on: Self.today))
    }
    let over = try planned("knee", "0")
    #expect(over.injury == nil && over.pastInjury == "knee" && over.pain == 0)
    #expect(try planned("knee", "2").injury == "knee")
    let broken = try planned("knee, stress fracture of the tibia", "0")
    #expect(broken.injurySign == .doctor && broken.pain == PlanRunner.carefulPain)
    #expect(RunnerPlan(for: broken).runs.allSatisfy { !$0.isFast })
  }

  @Test("a recent race gives the plan paces and a time to expect")
  func recentRace() throws {
    let fit = try #require(Self.racer([.recentRace: "10000/2900"]).planRunner(on: Self.today))
    #expect(fit.race == RaceResult(metres: 10_000, seconds: 2900))
    #expect(RunnerPlan(for: fit).prediction != nil)
    for text in ["", "/", "10000/", "10000/60", "99/300", "1e300/3000", "10000/2900/1", "nan/3000"] {
      #expect(RunnerField.recentRace.accepts(text) == nil, "\(text)")
    }
  }

  @Test("too little, a race of yesterday and one in two years make no plan")
  func none() {
    #expect(Runner(at: now).planRunner(on: Self.today) == nil)
    #expect(Self.racer([.raceDate: Self.today.following(-1).text]).planRunner(on: Self.today) == nil)
    #expect(Self.racer([.raceDate: Self.today.following(700).text]).planRunner(on: Self.today) == nil)
  }

  @Test("random runners that can be planned make plans without a fault")
  func random() throws {
    var random = Seeded(11)
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    for _ in 0..<150 {
      let runner = Self.racer([
        .experience: pick(["beginner", "returning", "casual", "serious"]),
        .frequency: pick(["0", "1", "3", "6", "14"]),
        .volume: pick(["0", "3000", "15000", "60000", "250000"]), .longestRun: pick(["0", "500", "12000", "100000"]),
        .goalType: pick(["race", "speed", "return"]), .comeback: pick(["true", "false"]),
        .raceDate: Self.today.following(Int(pick(["1", "20", "80", "364"])) ?? 1).text,
        .availableDays: pick(["2-3", "4-5", "6-7", "1,2", "0,6,3"]),
        .blockedDays: pick(["none", "1,2", "0,1,2,3,4", "0,1,2,3,4,5,6"]),
        .pastInjuries: pick(["none", "knee"]), .currentPain: pick(["0", "2", "5", "10"]),
      ])
      let plan = RunnerPlan(for: try #require(runner.planRunner(on: Self.today)))
      #expect(PlanCheck.faults(in: plan).isEmpty, "\(runner)")
    }
  }

  @Test("sub-3 in 8 weeks on 15 km is a conflict with its figures; a half marathon in 16 weeks on 30 km is none")
  func conflicts() throws {
    let eager = Self.racer([
      .volume: "15000", .raceDistance: "42195", .targetTime: "10800", .raceDate: Self.today.following(56).text,
    ])
    let conflict = try #require(GoalConflict(eager, on: Self.today))
    #expect(conflict.weeks == 8 && conflict.current == 15)
    #expect((70...90).contains(conflict.usual) && (20...30).contains(conflict.reachable))
    #expect(GoalConflict(Self.racer(), on: Self.today) == nil)
    var kept = eager
    kept.set(.goalTalk, "kept", .said, at: now)
    #expect(GoalConflict(kept, on: Self.today) == nil)
    #expect(GoalConflict(Self.racer([.experience: "beginner", .raceDistance: "42195"]), on: Self.today) != nil)
    #expect(GoalConflict(Self.racer([.experience: "beginner", .raceDistance: "5000"]), on: Self.today) == nil)
  }
}
