import Covers
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Storage
import Testing
import TrainingPlan

@testable import Training

@Suite("A plan told to others") struct TellingTests {
  private func telling(_ change: (inout PlanRunner) -> Void = { _ in }) async throws -> PlanTelling {
    let bench = try await TrainingBench()
    var runner = TrainingBench.runner(bench.today)
    change(&runner)
    await bench.send(.runner(runner))
    return try #require(bench.state.telling(at: bench.clock.now))
  }

  @Test(
    "its thoughts name what was said, gaps, risks and phases, and every number in it is one of the plan",
    .covers("cd-3.2-AC2"))
  func thoughts() async throws {
    let plan = try await telling {
      $0.injury = "knee"
      $0.race = nil
    }
    let thoughts = plan.thoughts.joined(separator: "\n")
    for part in [
      "40.0 km a week", "longest run of the last 30 days: 14.0 km", "Rest days: Monday, Wednesday, Friday.",
      "By effort",
      "Gap: ", "no recent race", "Risk: knee", "Phases: base in weeks 1 to ", "taper",
    ] { #expect(thoughts.localizedCaseInsensitiveContains(part), "\(part)") }
    let fit = try await telling()
    #expect(fit.thoughts.contains { $0.contains("VDOT") && $0.contains("48:20") })
    #expect(fit.thoughts.contains { $0.hasPrefix("Risk: nothing") })
  }

  @Test(
    "it has six axes, all weeks with their marks, the first week with rest days, and the expected time with its gap",
    .covers("cd-3.3-AC1", "cd-3.4-AC1", "cd-3.5-AC1"))
  func figures() async throws {
    let plan = try await telling()
    #expect(plan.axes.count == 6 && plan.weeks.count == 12 && plan.days.count == 7)
    #expect(
      plan.axes.map(\.title) == [
        "Endurance base", "Speed", "Recovery discipline", "Consistency", "Injury resilience", "Race readiness",
      ])
    #expect(plan.weeks.last?.mark == .race && plan.weeks.contains { $0.mark == .recovery })
    #expect(plan.days.contains { $0.entry == nil } && plan.days.contains { $0.isKey })
    #expect(plan.placements.contains { $0.hasPrefix("Long run on Saturday: ") })
    #expect(plan.expectation?.target == "1:45:00" && plan.expectation?.gap?.contains("than expected today") == true)
    #expect(plan.decisions.map(\.title).contains("Volume cap") && plan.decisions.allSatisfy { !$0.reasons.isEmpty })
    #expect(plan.firstRun != nil && plan.daysAway != nil)
  }

  @Test("it follows the proposal: another plan is another one, and an approved one is told no more")
  func proposal() async throws {
    let bench = try await TrainingBench()
    await bench.send(.runner(TrainingBench.runner(bench.today)))
    let first = try #require(bench.state.telling(at: bench.clock.now))
    #expect(bench.events.contains(.proposalChanged))
    var other = TrainingBench.runner(bench.today)
    other.weekly = 30_000
    await bench.send(.runner(other))
    let second = try #require(bench.state.telling(at: bench.clock.now))
    #expect(second.id != first.id && second.weeks != first.weeks)
    await bench.do(.approve)
    #expect(bench.state.telling(at: bench.clock.now) == nil)
  }

  @Test("without the offer's right one change in 28 days is free, and any for an illness")
  func allowance() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.send(.allowance(TrainingAllowance("Full Access", at: Route(["offers"]))))
    await bench.wake(bench.today.following(14))
    func change(_ kind: ChangeKind) async {
      await bench.do(.appeared(TrainingPlaces.change(kind)))
      await bench.do(.approveRevision)
    }
    await change(.travelling)
    #expect(bench.state.course?.mended.count == 1)
    await bench.wake(bench.today.following(7))
    await change(.travelling)
    #expect(bench.state.course?.mended.count == 1)
    let button = bench.node("Use the changed plan", at: TrainingPlaces.change(.travelling))
    #expect(button?.state.isDisabled == true && button?.hint?.contains("An illness always is.") == true)
    #expect(bench.node("See Full Access", at: TrainingPlaces.change(.travelling))?.destination == Route(["offers"]))
    await change(.ill)
    #expect(bench.state.course?.mended.count == 2)
    await bench.send(.allowance(nil))
    await change(.missed)
    #expect(bench.state.allowance == nil)
  }
}
