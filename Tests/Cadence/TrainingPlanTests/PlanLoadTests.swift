import Days
import Testing

@testable import TrainingPlan

/// Runners whose plans once had a long run under another name, or too much of everything.
@Suite("The load of plans") struct PlanLoadTests {
  private let today = CalendarDay(number: 20_787)

  private func plan(
    _ experience: PlanRunner.Experience, weekly: Int, longest: Int, days: Set<Int>, race metres: Double,
    after apart: Int, _ change: (inout PlanRunner) -> Void = { _ in }
  ) -> RunnerPlan {
    var runner = PlanRunner(
      today: today, experience: experience, weekly: weekly, days: days, longest: longest,
      goal: .race(metres: metres, on: today.following(apart), seconds: nil))
    change(&runner)
    let plan = RunnerPlan(for: runner)
    #expect(PlanCheck.faults(in: plan).isEmpty)
    return plan
  }

  @Test(
    "The two days before a race have at most a third of the longest run, whatever days are left",
    arguments: [5000, 10_000, RaceDistance.half, RaceDistance.marathon])
  func eve(_ metres: Double) {
    for days in [[0, 6], [3, 6], [0, 2, 4], [0, 1, 3, 5]] as [Set<Int>] {
      for apart in 77...84 {
        let plan = plan(.casual, weekly: 40_000, longest: 18_000, days: days, race: metres, after: apart)
        let longest = plan.runs.filter { $0.kind == .long }.map(\.metres).max() ?? 0
        for run in plan.runs where run.kind != .race && today.following(apart).days(since: run.day) <= 2 {
          #expect(run.metres <= max(longest / 3, 3000) && run.metres <= 8000, "\(days), \(apart): \(run.metres)")
        }
      }
    }
  }

  @Test("No easy run is as long as the long run of its week")
  func easy() {
    let plans = [
      plan(.returning, weekly: 111_500, longest: 31_000, days: [0, 1, 2, 3], race: 3000, after: 237),
      plan(.serious, weekly: 150_000, longest: 28_000, days: [0, 1, 2, 3], race: RaceDistance.half, after: 111),
    ]
    for week in plans.flatMap(\.weeks) where week.phase != .taper {
      guard let long = week.runs.first(where: { $0.kind == .long })?.metres else { continue }
      for run in week.runs where run.kind == .easy {
        #expect(run.metres * 10 <= long * 9, "week \(week.number): \(run.metres) beside \(long)")
      }
    }
  }

  @Test("With pain neither the long run nor the week grows, and the trail says so")
  func pain() {
    let plan = plan(.casual, weekly: 40_000, longest: 15_000, days: [0, 2, 4], race: RaceDistance.marathon, after: 111)
    { $0.pain = 2 }
    #expect(plan.runs.allSatisfy { $0.kind == .race || $0.metres <= 12_000 })
    #expect(plan.weeks.allSatisfy { $0.metres <= 40_000 })
    let entries = plan.weeks.flatMap { $0.grounds + $0.runs.flatMap(\.grounds) }.map {
      TrailEntry($0, for: plan.runner)
    }
    #expect(
      entries.contains { $0.rule == .painDistance && $0.figure.hasPrefix("at most 11.3 km: no run grows with pain") })
    #expect(entries.contains { $0.rule == .painVolume && $0.told == "pain 2 of 10" })
  }

  @Test("The first week has what was said, also after a long race")
  func start() throws {
    let plan = plan(.casual, weekly: 20_000, longest: 42_200, days: [0, 2, 4], race: RaceDistance.half, after: 83)
    #expect(plan.weeks[0].metres <= 22_000 && plan.weeks[1].metres <= 23_000)
    let ground = try #require(plan.weeks[0].grounds.first { $0.rule == .startVolume })
    #expect(TrailEntry(ground, for: plan.runner).figure == "begins with 20.0 km a week")
  }

  @Test("29 free days are followed by about half a week without faster work, and by no jump")
  func gap() throws {
    let plan = plan(
      .serious, weekly: 55_000, longest: 20_000, days: [0, 1, 2, 3, 4, 6], race: RaceDistance.half, after: 139
    ) { runner in
      for day in 49..<78 { runner.blockedDays.insert(runner.today.following(day)) }
    }
    let back = today.following(78)
    let first = try #require(plan.runs.first { $0.day >= back })
    #expect(first.kind != .runWalk)
    #expect(plan.runs.allSatisfy { !(back...back.following(13)).contains($0.day) || !$0.isFast })
    let weeks = plan.weeks.filter { $0.first.following(6) >= back }
    #expect(weeks.prefix(2).allSatisfy { $0.metres <= 40_000 })
    #expect(weeks.prefix(2).flatMap(\.grounds).contains { $0.rule == .returnVolume })
  }

  @Test("Beginners have no faster work in the first three weeks of an open plan")
  func beginner() {
    let runner = PlanRunner(
      today: today, experience: .beginner, weekly: 12_000, days: [0, 2, 4], longest: 5000, goal: .open(weeks: 12))
    let plan = RunnerPlan(for: runner)
    #expect(plan.runs.allSatisfy { $0.day >= today.following(21) || !$0.isFast })
    #expect(plan.runs.contains { $0.isFast })
    #expect(PlanCheck.faults(in: plan).isEmpty)
  }

  @Test("A part of a week without a day to run on is no week, and one week is not “1 weeks”")
  func parts() throws {
    // Monday to Friday of the first part, and runs at the weekend.
    let plan = plan(.casual, weekly: 30_000, longest: 12_000, days: [0, 6], race: 10_000, after: 60)
    let first = try #require(plan.weeks.first)
    #expect(!first.runs.isEmpty && first.number == 1)
    for apart in 0...70 {
      let plan = self.plan(.casual, weekly: 30_000, longest: 12_000, days: [2, 6], race: 10_000, after: apart)
      #expect(plan.weeks.allSatisfy { !$0.runs.isEmpty })
      let text = PlanText(plan).lines
      #expect(!text.contains { $0.contains("blocked") || $0.contains(" 1 weeks") || $0.contains("last 1 ") })
    }
  }

  @Test("A taper keeps some faster work where a day allows it, with a warm-up")
  func intensity() {
    for weekly in [12_000, 20_000, 40_000] {
      for apart in 56...62 {
        let plan = plan(.casual, weekly: weekly, longest: weekly / 3, days: [1, 3, 6], race: 10_000, after: apart)
        let fast = plan.runs.filter(\.isFast)
        #expect(fast.contains { run in plan.weeks.last?.runs.contains(run) ?? false }, "\(weekly), \(apart)")
        #expect(fast.allSatisfy { ($0.segments.first?.metres ?? 0) >= 800 })
      }
    }
  }
}
