import Chance
import Days
import Kernel
import Testing

@testable import TrainingPlan

@Suite("Revised plans") struct PlanRevisionTests {
  private static let today = CalendarDay(number: 20_780)

  private func plan(_ change: (inout PlanRunner) -> Void = { _ in }) -> RunnerPlan {
    var runner = PlanRunner(
      today: PlanRevisionTests.today, experience: .casual, weekly: 40_000, days: [0, 2, 4, 6], longRunDay: 6,
      longest: 14_000, race: RaceResult(metres: 10_000, seconds: 2900),
      goal: .race(metres: RaceDistance.half, on: PlanRevisionTests.today.following(12 * 7 - 1), seconds: nil))
    change(&runner)
    return RunnerPlan(for: runner)
  }

  private func run(_ kind: PlannedRun.Kind, of week: Int, in plan: RunnerPlan) throws -> PlannedRun {
    try #require(plan.weeks[week].runs.first { $0.kind == kind })
  }

  @Test("A missed easy run changes nothing else")
  func missed() throws {
    let plan = plan()
    let lost = try run(.easy, of: 4, in: plan)
    let revision = try PlanRevision(of: plan, after: .missed(lost.day))
    #expect(revision.differences.map(\.day) == [lost.day])
    #expect(revision.differences[0].before == lost && revision.differences[0].after == nil)
    #expect(revision.differences[0].reason == "The run was missed.")
  }

  @Test("A missed long run moves to a day near it that leaves easy days beside it")
  func moved() throws {
    let plan = plan()
    let lost = try run(.long, of: 4, in: plan)
    let revision = try PlanRevision(of: plan, after: .missed(lost.day))
    #expect(revision.differences.map(\.day) == [lost.day, lost.day.following(1)])
    let moved = try #require(revision.differences.last?.after)
    #expect(moved.kind == .long && moved.metres == lost.metres)
    #expect(
      moved.grounds.map { TrailEntry($0, for: plan.runner) }.contains { $0.figure == "moved from \(lost.day.long)" })
  }

  @Test("After an illness it is easy for as many days, and runs keep to what was run before")
  func ill() throws {
    let plan = plan()
    let first = plan.weeks[5].first
    let revision = try PlanRevision(of: plan, after: .ill(from: first, days: 10))
    let after = revision.plan.runs.filter { $0.day >= first }
    #expect(after.allSatisfy { $0.day >= first.following(10) })
    #expect(after.filter { $0.day < first.following(17) }.allSatisfy { !$0.isHard })
    #expect(PlanCheck.faults(in: revision.plan).isEmpty)
    #expect(revision.differences.allSatisfy { !$0.reason.isEmpty })
  }

  @Test("Travelling takes the days away, and the race stays")
  func travelling() throws {
    let plan = plan()
    let revision = try PlanRevision(of: plan, after: .travelling(from: plan.weeks[3].first, days: 5))
    #expect(revision.plan.runs.last == plan.runs.last)
    #expect(revision.plan.runner.blockedDays.count == 5)
  }

  @Test("What no mending can keep within the rules asks for a new plan")
  func tooMuch() {
    let plan = plan()
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .ill(from: plan.weeks[2].first, days: 40)) }
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .ill(from: plan.weeks[2].first, days: 61)) }
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .missed(plan.runner.today.following(-1))) }
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .missed(plan.runner.today.following(200))) }
    let race = plan.runner.today.following(12 * 7 - 1)
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .travelling(from: race, days: 1)) }
  }

  @Test(
    "A race that is moved leaves the weeks before both tapers as they were",
    arguments: [-14, -10, -7, -1, 1, 5, 7, 14, 28])
  func raceMoved(_ days: Int) throws {
    let plan = plan()
    let day = plan.runner.today.following(12 * 7 - 1 + days)
    let known = plan.weeks[6].first
    let revision = try PlanRevision(of: plan, after: .raceMoved(to: day, known: known))
    #expect(revision.plan.runs.last?.kind == .race && revision.plan.runs.last?.day == day)
    #expect(PlanCheck.faults(in: revision.plan).isEmpty)
    let same = plan.weeks.prefix(7 + min(3, (days + 14) / 7))
    #expect(Array(revision.plan.weeks.prefix(same.count)) == Array(same))
    #expect(revision.differences.allSatisfy { $0.reason == "The race is on \(day.long) now." })
    #expect(throws: Problem.self) { try PlanRevision(of: plan, after: .raceMoved(to: known, known: known)) }
    #expect(throws: Problem.self) {
      try PlanRevision(of: self.plan { $0.goal = .comeback }, after: .raceMoved(to: day, known: known))
    }
  }

  @Test("No revision of 500 random plans breaks a rule, changes the past, or differs without a reason")
  func random() throws {
    var random = try FuzzPlan.generator(for: "PlanRevision")
    var (revised, refused) = (0, 0)
    for number in 0..<500 {
      let plan = RunnerPlan(for: RandomRunner.next(&random), seed: UInt64(number))
      guard let day = plan.runs.filter({ $0.kind != .race }).randomElement(using: &random)?.day else { continue }
      let days = Int.random(in: 1...12, using: &random)
      let change: PlanChange = [.missed(day), .ill(from: day, days: days), .travelling(from: day, days: days)][
        number % 3]
      do throws(Problem) {
        let revision = try PlanRevision(of: plan, after: change)
        revised += 1
        let faults = PlanCheck.faults(in: revision.plan)
        #expect(faults.isEmpty, "plan \(number): \(faults)")
        #expect(revision.differences.allSatisfy { $0.day >= day && !$0.reason.isEmpty })
        let changed = Set(revision.differences.map(\.day))
        let kept = { (runs: [PlannedRun]) in runs.filter { !changed.contains($0.day) }.map(\.segments) }
        #expect(kept(plan.runs) == kept(revision.plan.runs))
      } catch {
        refused += 1
        #expect(error.code == "needs-new-plan" || error.what.hasPrefix("The race cannot be on"))
      }
    }
    #expect(refused * 10 < revised)
  }
}
