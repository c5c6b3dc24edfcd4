import Days
import FeatureTesting
import FoundationEssentials
import Kernel
import Measures
import Pillar
import Testing

@testable import Progress

@Suite("Milestones") struct MilestoneTests {
  private func logged(_ days: Int, to day: CalendarDay = Bench.today) -> DayTable {
    DayTable((0..<days).map { DayFigures(day.following(-$0), [.mood: 6, .steps: 9_000]) })
  }

  @Test("A streak is reported once, on the day it is complete, in this process and after a restart")
  func once() async throws {
    let bench = try await Bench()
    await bench.live(logged(6))
    #expect(bench.events.compactMap(\.milestone).isEmpty)
    await bench.live(logged(7))
    #expect(bench.events.compactMap(\.milestone) == [.logging(days: 7)])
    #expect(Milestone.logging(days: 7).says == "Congrats! 7-day logging streak achieved!")
    await bench.live(logged(8, to: Bench.today.following(-1)))
    await bench.live(logged(7))
    #expect(bench.events.compactMap(\.milestone).count == 1)
    let after = try await Bench(over: bench)
    await after.live(logged(7))
    #expect(after.events.compactMap(\.milestone).isEmpty && after.state.achievements.count == 1)
    #expect(after.state.achievements(on: Bench.today).map(\.milestone) == [.logging(days: 7)])
  }

  @Test("An old achievement is stored and not reported")
  func old() async throws {
    let bench = try await Bench()
    await bench.live(logged(200, to: Bench.today.following(-5)))
    #expect(bench.state.achievements.count == 3 && bench.events.compactMap(\.milestone).isEmpty)
    #expect(bench.words(ProgressPlaces.goals).contains { $0.hasPrefix("100-day logging streak: ") })
  }

  @Test("A goal's quarters are reported as they come, only the highest at once; at 100 % the goal is saved as reached")
  func shares() async throws {
    let bench = try await Bench()
    await bench.live(logged(1))
    let kept = try #require(
      await bench.goal(.workouts, "4", from: Bench.today.following(-3), way: .sum))
    func workouts(_ count: Double) -> DayTable { DayTable([DayFigures(Bench.today, [.workouts: count])]) }
    var told: [Int] = []
    for count in [1.0, 1, 3, 3] {
      await bench.live(workouts(count))
      told = bench.events.compactMap { if case .milestone(.share(_, let percent), _) = $0 { percent } else { nil } }
    }
    #expect(told == [25, 75])
    await bench.live(workouts(4))
    #expect(bench.events.compactMap(\.milestone).last == .share(kept.id, percent: 100))
    #expect(bench.state.goals.map(\.goal.status) == [.reached])
    #expect(try await ProgressNeeds.shelf(bench.store).map(\.status) == [.reached])
    // All four are stored.
    #expect(bench.state.achievements.count { $0.milestone.goal == kept.id } == 4)
    #expect(bench.words(ProgressPlaces.goals).contains { $0.hasPrefix("Workouts: reached") })
  }

  @Test("A goal that cannot be saved as reached is not retried repeatedly")
  func unsaved() async throws {
    let tries = Locked(0)
    let bench = try await Bench { needs in
      let save = needs.save
      needs.save = { order, id throws(Problem) in
        if order.goal.status == .reached {
          tries.withLock { $0 += 1 }
          throw .full
        }
        return try await save(order, id)
      }
    }
    await bench.live(logged(1))
    await bench.goal(.steps, "1", to: Bench.today)
    await bench.live(logged(2))
    await bench.send(.refresh)
    #expect(tries.withLock { $0 } == 1 && bench.state.goals.map(\.goal.status) == [.active])
  }

  @Test("A streak of reaching a goal is a milestone; a goal that was given up has none")
  func streaks() async throws {
    let bench = try await Bench()
    await bench.live(logged(6))
    let kept = try #require(await bench.goal(.steps, "8000", from: Bench.today.following(-10)))
    await bench.live(logged(7))
    let found = bench.events.compactMap(\.milestone)
    #expect(found.contains(.streak(kept.id, days: 7)))
    await bench.do(.give(kept.id, .givenUp))
    await bench.live(logged(40))
    #expect(!bench.events.compactMap(\.milestone).contains(.streak(kept.id, days: 30)))
    // The events contain none of the user's words.
    #expect(!bench.events.map { "\($0)" }.contains { $0.contains("Steps") })
  }
}
