import Covers
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Mode
import Pillar
import Plot
import Testing

@testable import Health

@Suite("Workout times in the week") struct WorkoutTimesTests {
  private let today = CalendarDay("2026-11-22")

  private func times(
    _ workouts: [(at: String, minutes: Int)], in zone: TimeZone = .gmt
  ) throws -> (WorkoutTimes, [Heatmap.Cell]) {
    let entries = try workouts.map { at, minutes in
      LogEntry.workout(
        Workout(
          id: ID(UUID()), kind: "running", minutes: minutes, startedAt: try Date(at, strategy: .iso8601)))
    }
    let times = WorkoutTimes(entries, to: try #require(today), in: zone)
    guard case .heatmap(let map) = times.spec.kind else { return (times, []) }
    #expect(times.spec.problems.isEmpty)
    return (times, map.cells)
  }

  @Test("Each hour contains the minutes that fall into it, also across midnight and the end of the week")
  func hours() throws {
    let (times, cells) = try times([("2026-11-15T23:40:00Z", 90), ("2026-11-16T00:50:00Z", 20)])
    // Sunday evening, and the Monday after.
    let expected: [Heatmap.Cell] = [
      .init(.monday, hour: 0, 70), .init(.monday, hour: 1, 20), .init(.sunday, hour: 23, 20),
    ]
    #expect(cells == expected)
    #expect(times.count == 2 && times.usual == nil)
  }

  @Test("Hours are in local time, also in a zone with a half-hour offset")
  func zones() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 19_800))
    let (_, cells) = try times([("2026-11-17T18:00:00Z", 60)], in: zone)
    let expected: [Heatmap.Cell] = [.init(.tuesday, hour: 23, 30), .init(.wednesday, hour: 0, 30)]
    #expect(cells == expected)
  }

  @Test("Workouts older than 90 days or in the future are ignored, and impossible lengths are limited to 0 to 48 hours")
  func bounds() throws {
    let (times, cells) = try times([
      ("2026-08-24T10:00:00Z", 30), ("2026-08-25T10:00:00Z", 30), ("2026-11-23T10:00:00Z", 30),
      ("2026-11-20T10:00:00Z", -5), ("2026-11-20T12:00:00Z", .max),
    ])
    #expect(times.count == 3 && cells.count == 48 + 1)
    let sum: Double = cells.compactMap(\.value).reduce(0, +)
    #expect(sum == 2910)
  }

  @Test("The most frequent starting hour is named, if there is one")
  func usual() throws {
    let (one, _) = try times([
      ("2026-11-18T18:05:00Z", 30), ("2026-11-11T18:55:00Z", 30), ("2026-11-20T07:00:00Z", 30),
    ])
    #expect(one.usual == "Most often you begin on Wednesdays after 18:00: 2 of 3 workouts.")
    let (none, _) = try times([("2026-11-18T18:05:00Z", 30), ("2026-11-19T18:05:00Z", 30)])
    #expect(none.usual == nil)
  }

  @Test("Only Fitness shows the weekly map, in Deep mode and from three workouts on")
  func shown() async throws {
    let bench = try await Bench()
    func maps(_ pillar: Pillar, deep: Bool) -> [Node<HealthWindowAction>] {
      let surroundings = Surroundings(now: bench.clock.now, mode: deep ? .deep : .light)
      return bench.state.workoutTimes(of: pillar, in: surroundings).flatMap(\.all).filter { $0.role == .chart }
    }
    for days in 1...3 {
      #expect(maps(.fitness, deep: true).isEmpty)
      await bench.log(.workout, [.workout: "running", .minutes: "30", .date: "2026-11-\(22 - days)"])
      await bench.do(.left(FormName.workout.route))
    }
    #expect(maps(.fitness, deep: true).map(\.label) == ["When you work out"])
    #expect(maps(.fitness, deep: false).isEmpty && maps(.nutrition, deep: true).isEmpty)
  }
}
