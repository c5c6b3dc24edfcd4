import Carrying
import Days
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Storage
import Testing

@testable import HealthSync

@Suite("Data that may be kept for some days only") struct ExpiryTests {
  /// The figures of Strava about the ride: its distance and its device.
  private static let figures = ["11903.25", "Kickr 7"]

  /// A ride of Garmin and Strava, which both flow to Google Health, and another one of Strava alone.
  private func bench() async throws -> (SyncBench, SyncConflict) {
    let bench = try await SyncBench()
    bench.workout("garmin")
    var workout = Workout("cycling", elapsed: 1800, moving: 1750, distance: 11_903.25)
    workout.points = (0..<360).map { WorkoutPoint(at: Double($0) * 5, heartRate: 110 + ($0 + 4) % 40, power: 180) }
    bench.apps["strava"]?.record([
      Sample(
        workout: workout, from: bench.ago(5).addingTimeInterval(20),
        origin: Origin("strava", record: "s1", device: "Kickr 7"))
    ])
    bench.workout("strava", record: "s2", hoursAgo: 26) { $0.distance = 11_903.25 }
    try await bench.add([.workout], from: "garmin", to: "google-health")
    try await bench.add([.workout], from: "strava", to: "google-health")
    return (bench, try #require(bench.state.book.conflicts.first))
  }

  /// Everything that is stored, as text.
  private func stored(_ bench: SyncBench) async throws -> String {
    var text = ""
    for collection in try await bench.store.collections() {
      for record in try await bench.store.records(of: collection, newest: 1000) { text += "\(record.fields)\n" }
    }
    return text
  }

  private func strava(_ bench: SyncBench) async throws -> [CarriedDay] {
    try await CarriedDays(bench).all().filter { $0.source == "strava" && !$0.marks.isEmpty }
  }

  @Test("Eight days after the last reading the store holds no figure of Strava, and nothing is asked or written again")
  func closed() async throws {
    let (bench, conflict) = try await bench()
    #expect(conflict.sources.second == "strava" && bench.written("google-health", .workout).count == 2)
    let full = try await stored(bench)
    for figure in ExpiryTests.figures { #expect(full.contains(figure), "\(figure)") }
    let written = bench.written("google-health", .workout)
    for plan in bench.state.book.plans { await bench.do(.pause(plan.id, true)) }
    await bench.advance(.seconds(8 * 86_400))
    // Nobody has to open the app again for it.
    let after = try await stored(bench)
    for figure in ExpiryTests.figures { #expect(!after.contains(figure), "\(figure)") }
    let days = try await strava(bench)
    #expect(!days.isEmpty && days.allSatisfy { $0.isEmptied && $0.total == 0 && $0.count == 0 && $0.devices.isEmpty })
    let forgotten = try #require(bench.state.book.conflict(conflict.id))
    #expect(forgotten.subject == .forgotten("garmin", "strava") && forgotten.reasons.isEmpty)
    #expect(forgotten.keys?.first == conflict.keys?.first && forgotten.leftOut == conflict.leftOut)
    // The source has the ride still: it is neither a question nor a second workout.
    let restarted = try await SyncBench(over: bench)
    for plan in restarted.state.book.plans { await restarted.do(.pause(plan.id, false)) }
    for _ in 0..<2 { await restarted.do(.refresh) }
    await restarted.do(.typeHistory(CalendarDay(restarted.ago(240), in: .gmt).text, isFirst: true))
    await restarted.do(.typeHistory(CalendarDay(restarted.ago(0), in: .gmt).text, isFirst: false))
    await restarted.do(.askHistory)
    await restarted.do(.startHistory)
    await restarted.until { $0.book.history?.isEnded == true }
    #expect(restarted.state.book.conflicts.map(\.id) == [conflict.id])
    #expect(restarted.written("google-health", .workout) == written)
    // What is forgotten cannot be decided anew.
    let route = HealthSyncPlaces.conflict(conflict.id)
    #expect(restarted.node("Undo", at: route) == nil && restarted.node("Keep Strava", at: route) == nil)
    await restarted.do(.undo(conflict.id))
    #expect(restarted.state.book.conflict(conflict.id)?.settlement == .first)
  }

  @Test("While syncs run, no figure of Strava is older than seven days, other apps' stay, and nothing is asked twice")
  func running() async throws {
    let (bench, conflict) = try await bench()
    let written = bench.written("google-health", .workout)
    for _ in 0..<16 {
      await bench.advance(.seconds(86_400))
      let now = bench.ago(0)
      for day in try await strava(bench) {
        #expect(day.isEmptied || now.timeIntervalSince(day.carriedAt) < 7 * 86_400)
      }
      #expect(bench.state.book.conflicts.map(\.id) == [conflict.id])
    }
    let after = try await stored(bench)
    for figure in ExpiryTests.figures { #expect(!after.contains(figure), "\(figure)") }
    let garmin = try await CarriedDays(bench).all().filter { $0.source == "garmin" && !$0.marks.isEmpty }
    #expect(garmin.allSatisfy { !$0.isEmptied && $0.total == 1800 && $0.devices == ["Edge"] } && !garmin.isEmpty)
    #expect(bench.written("google-health", .workout) == written)
  }

  @Test("Times of workouts that waited or are left out go too, and they stay left out")
  func single() async throws {
    let bench = try await SyncBench()
    bench.workout("strava")
    let polar = try await bench.add([.workout], from: "polar", to: "google-health")
    await bench.do(.chooseWait(polar.id, 60))
    let plan = try await bench.add([.workout], from: "strava", to: "google-health")
    #expect(bench.state.book.plan(plan.id)?.waiting?.count == 1)
    let sample = try #require(bench.apps["strava"]?.all(.workout).first)
    await bench.do(.omit(plan.id, OmittedRecord(sample)))
    await bench.advance(.seconds(7200))
    await bench.do(.pause(plan.id, true))
    #expect(bench.state.book.plan(plan.id)?.omitted?.first?.start == sample.start)
    await bench.advance(.seconds(7 * 86_400))
    let after = try #require(bench.state.book.plan(plan.id))
    #expect(after.waiting == [] && after.omitted?.map(\.start) == [nil])
    await bench.do(.pause(plan.id, false))
    await bench.do(.refresh)
    #expect(bench.written("google-health", .workout).isEmpty)
    // Taken back in, it is read again.
    await bench.tap("Sync it again", at: HealthSyncPlaces.sync(plan.id))
    await bench.do(.refresh)
    #expect(bench.written("google-health", .workout).count == 1)
  }

  @Test("Without a source that sets a limit nothing is looked through")
  func unlimited() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100])
    try await bench.add([.steps], from: "garmin", to: "google-health")
    #expect(bench.state.expiryAt == nil && bench.state.daysExpireAt == nil)
  }
}
