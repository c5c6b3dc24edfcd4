import Days
import Kernel
import Testing

@testable import TrainingPlan

@Suite("The least change") struct LeastChangeTests {
  private let today = CalendarDay(number: 20_780)

  private func plans() -> [RunnerPlan] {
    [RaceDistance.half, RaceDistance.marathon].flatMap { metres in
      [25_000, 40_000, 60_000].map { weekly in
        RunnerPlan(
          for: PlanRunner(
            today: today, experience: .casual, weekly: weekly, days: [0, 2, 4, 6], longRunDay: 6, longest: weekly / 3,
            race: RaceResult(metres: 10_000, seconds: 2900),
            goal: .race(metres: metres, on: today.following(16 * 7 - 1), seconds: nil)))
      }
    }
  }

  @Test("three days of illness change no run by a trifle, and few runs at all")
  func illness() throws {
    var (all, later, trifles) = (0, 0, 0)
    for plan in plans() {
      for week in plan.weeks.dropFirst(2).dropLast(4) {
        guard let revision = try? PlanRevision(of: plan, after: .ill(from: week.first, days: 3)) else { continue }
        #expect(PlanCheck.faults(in: revision.plan).isEmpty)
        all += 1
        // Behind the days of illness and as many easy ones.
        let behind = revision.differences.filter { $0.day >= week.first.following(6) }
        later += behind.count
        trifles += behind.count { abs(($0.before?.metres ?? 0) - ($0.after?.metres ?? 0)) < 200 }
      }
    }
    #expect(all > 40)
    #expect(later <= 2 * all && trifles * 10 <= all, "\(later) later changes, \(trifles) trifles of \(all) illnesses")
  }
}
