import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Measures
import Plot
import Testing

@testable import Health

@Suite("Entries across midnight") struct MidnightTests {
  private let workout = FormName(.workout)
  private var today: CalendarDay { Bench.morning.day }

  @Test("A workout is divided at midnight in every total, and counted on the day on which it began")
  func divided() async throws {
    let bench = try await Bench()
    await bench.log(workout, [.minutes: "75", .date: today.following(-1).text, .time: "23:30"])
    await bench.until { $0.days[today, .workoutMinutes] == 45 }
    let days = bench.state.days
    let before = today.following(-1)
    #expect(days[before, .workoutMinutes] == 30 && days[before, .activeMinutes] == 30 && days[before, .workouts] == 1)
    #expect(days[today, .activeMinutes] == 45 && days[today, .workouts] == nil)
    let summary = DaySummary(of: bench.state.entries.map(\.entry), on: today, at: bench.clock.now)
    #expect(summary.minutes == 45 && summary.activities == 0)
    let week = WorkoutTimes(bench.state.entries.map(\.entry), to: today, in: Bench.morning.zone)
    guard case .heatmap(let heatmap) = week.spec.kind else { throw Problem.full }
    let afterMidnight: [Double] = heatmap.cells.filter { $0.hour == 0 }.compactMap { $0.value }
    #expect(afterMidnight.reduce(0, +) == 45)
    // A restart sums everything anew and finds the same.
    let again = try await Bench(over: bench)
    await again.until { $0.daysFreshness == .fresh }
    #expect(again.state.days == days)
  }

  @Test("A workout that is moved or made shorter leaves the day into which it reached")
  func moved() async throws {
    let bench = try await Bench()
    await bench.log(workout, [.minutes: "75", .date: today.following(-1).text, .time: "23:30"])
    await bench.until { $0.days[today, .workoutMinutes] == 45 }
    let kept = try #require(bench.state.entries.first)
    await bench.log(FormName(.workout, editing: kept.name.id), [.minutes: "20"])
    await bench.until { $0.days[today.following(-1), .workoutMinutes] == 20 }
    #expect(bench.state.days[today, .workoutMinutes] == nil)
    await bench.do(.delete(kept.name))
    await bench.until { $0.days[today.following(-1)] == nil }
  }

  @Test("The shares of an entry follow the clock, also where a day has 25 hours, and add up to one")
  func shares() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let day = try #require(CalendarDay("2026-10-25"))
    let start = try #require(day.instant(at: .at(1), in: zone))
    func shares(_ minutes: Int) -> [DayShare] {
      LogEntry.workout(Workout(id: ID(UUID()), kind: "running", minutes: minutes, startedAt: start)).shares(in: zone)
    }
    // From one in the night the day has 24 hours left.
    #expect(shares(24 * 60) == [DayShare(day: day, share: 1, isFirst: true)])
    let long = shares(32 * 60)
    #expect(long.map(\.day) == [day, day.following(1)] && long.map(\.share) == [0.75, 0.25])
    #expect(shares(0).map(\.share) == [1] && abs(shares(2880).reduce(0) { $0 + $1.share } - 1) < 1e-12)
  }
}
