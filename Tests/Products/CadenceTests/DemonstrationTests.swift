import Coaching
import Conversation
import Days
import FoundationEssentials
import Kernel
import ProductKit
import Runners
import Shell
import Storage
import Testing
import Training
import TrainingPlan

@testable import Cadence

@Suite("The demo of Cadence") struct DemonstrationTests {
  private func moment(_ day: CalendarDay) -> Moment {
    Moment(Date(timeIntervalSince1970: Double(day.number) * 86_400 + 50_000))
  }

  private func runs(_ store: Store) async throws -> [RunDone] {
    try await store.collection(RunDone.self, .owned(.entered)).records()
  }

  @Test("on any day it is week 6 of 16 to a marathon, with a mended plan that keeps every rule")
  func everyDay() throws {
    for number in 20_700..<20_730 {
      let today = CalendarDay(number: number)
      let first = DemonstrationRunner.first(on: today)
      let plan = RunnerPlan(for: DemonstrationRunner.runner(from: first))
      #expect(plan.weeks.count == 16 && plan.weeks[5].first <= today && today <= plan.weeks[5].first.following(6))
      let change = try #require(DemonstrationRunner.change(of: plan))
      let revision = try PlanRevision(of: plan, after: change.change, from: change.from)
      #expect(PlanCheck.faults(in: revision.plan).isEmpty)
      #expect(revision.differences.contains { $0.after?.kind == .long }, "\(today.text)")
      let runs = DemonstrationRunner.runs(from: first, before: today)
      #expect(runs.count > 12 && runs.allSatisfy { $0.day < today && $0.metres > 0 && $0.plannedMetres != nil })
    }
  }

  @Test("it waits for no server, grows by the days since, and is removed with what was changed in it, but nothing else")
  func whole() async throws {
    let store = try await Store.memory()
    let today = CalendarDay(number: 20_710)
    let demo = Demonstration.cadence
    #expect(try await !demo.isThere(store))
    try await demo.fill(store, moment(today))
    #expect(try await demo.isThere(store))
    #expect(try await store.outbox.counts().unsent == 0)
    // The coach knows the demo runner, and does not ask for a name.
    let runners = try await store.collection(Runner.self, .owned(.entered))
    let runner = try #require(try await runners.record(Runner.only))
    #expect(runner.stage == .ready && runner.completeness == 100)
    // The profile has the name by which the coach calls the runner, who has the race that the plan goes by.
    let profiles = try await store.collection(PersonProfile.self, .owned(.entered))
    #expect(try await profiles.record(PersonProfile.own)?.name == runner[.name])
    let plan = DemonstrationRunner.runner(from: DemonstrationRunner.first(on: today))
    #expect(runner.planRunner(on: today)?.race == plan.race)
    let log = TranscriptLog(Coaching.conversation, in: store)
    #expect(try await log.read().events.count == 9)
    let before = try await runs(store)
    try await demo.fill(store, moment(today.following(7)))
    #expect(try await runs(store).count > before.count)
    let all = try await store.collection(RunDone.self, .owned(.entered))
    var changed = try #require(before.first)
    changed.pain = 3
    try await all.save(changed, over: .anything)
    let own = RunDone(id: ID(named: "own"), day: today, metres: 5000, effort: 3)
    try await all.save(own)
    try await demo.remove(store)
    #expect(try await !demo.isThere(store))
    #expect(try await runs(store).map(\.id) == [own.id])
    #expect(try await store.collection(KeptPlan.self, .owned(.entered)).records().isEmpty)
    #expect(try await store.outbox.changes().map(\.id) == [own.id.uuid])
    #expect(try await runners.records().isEmpty)
    #expect(try await profiles.records().isEmpty)
    #expect(try await log.read().next == 0)
  }
}
