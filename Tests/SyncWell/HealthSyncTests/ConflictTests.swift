import Audit
import Carrying
import Covers
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Testing

@testable import HealthSync

@Suite("Conflicts") struct ConflictTests {
  /// A watch and a bike record one ride; both flow to Google Health.
  func bench(isPro: Bool = true, second: String = "polar") async throws -> (SyncBench, SyncConflict) {
    let bench = try await SyncBench(isPro: isPro)
    bench.workout("garmin")
    bench.workout(second, shift: 20) { workout in
      workout.points = (0..<360).map { WorkoutPoint(at: Double($0) * 5, heartRate: 110 + ($0 + 4) % 40, power: 180) }
      workout.distance = 11_900
    }
    try await bench.add([.workout], from: "garmin", to: "google-health")
    try await bench.add([.workout], from: second, to: "google-health")
    return (bench, try #require(bench.state.book.conflicts.first))
  }

  @Test(
    "Two recordings of one ride are found, are not counted twice, and the card says so",
    .covers("sw-US-15-A1", "sw-US-15-A2"))
  func found() async throws {
    let (bench, conflict) = try await bench()
    #expect(bench.written("google-health", .workout).count == 1)
    #expect(conflict.sources == ("garmin", "polar") && conflict.score > 0.5 && !conflict.reasons.isEmpty)
    // The screen tells what speaks against it apart from the reasons.
    let against = "Two workouts on one day are usually two."
    #expect(conflict.doubts?.contains(against) == true && !conflict.reasons.contains(against))
    let shown = bench.screen(HealthSyncPlaces.conflict(conflict.id)).nodes
    func rows(_ section: String) -> [String] {
      shown.first { $0.label == section }?.all.filter { $0.role == .listitem }.map(\.label) ?? []
    }
    #expect(rows("What speaks against it").contains(against) && !rows("Why they look like one").contains(against))
    // Both cards say between which apps it is, so that one conflict is not read as two.
    #expect(bench.nodes().filter { $0.label == "Between Garmin and Polar" }.count == 2)
    #expect(bench.statuses == ["1 Conflict Detected", "1 Conflict Detected"])
    #expect(bench.facts.filter { $0 == .conflictDetected }.count == 1)
    for _ in 0..<3 { await bench.do(.refresh) }
    #expect(bench.state.book.conflicts.count == 1 && bench.written("google-health", .workout).count == 1)
    // Another ride on the same day is none.
    bench.workout("polar", record: "w2", hoursAgo: 2.1) { workout in
      workout.points = (0..<200).map {
        WorkoutPoint(at: Double($0) * 5, latitude: 48, longitude: 2 + Double($0) * 1e-4, heartRate: 150)
      }
      (workout.elapsed, workout.distance) = (1000, 7000)
    }
    await bench.do(.refresh)
    #expect(bench.state.book.conflicts.count == 1 && bench.written("google-health", .workout).count == 2)
  }

  @Test(
    "The card leads to both recordings side by side, with every difference and three answers",
    .covers("sw-US-15-A3", "sw-US-15-A4", "sw-US-15-U1"))
  func sideBySide() async throws {
    let (bench, conflict) = try await bench()
    await bench.tap("Workouts from Garmin")
    let route = HealthSyncPlaces.conflict(conflict.id)
    #expect(bench.events.contains(.opened(route)))
    await bench.do(.appeared(route))
    let screen = bench.screen(route)
    #expect(screen.title == "Conflict Resolution")
    let cells = bench.nodes(route).filter { $0.role == .row }.map { row in row.children.compactMap(\.value) }
    #expect(
      cells.contains(["Distance", "12 km", "11.9 km", "differs"])
        && cells.contains(["Sport", "Cycling", "Cycling", "same"]))
    #expect(cells.contains(["Power", "-", "yes", "differs"]))
    let buttons = bench.nodes(route).filter { $0.role == .button }.map(\.label)
    #expect(buttons == ["Keep Garmin", "Keep Polar", "Merge"])
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    #expect(bench.facts.last == .resolutionStarted)
  }

  @Test("Merging makes one workout with the track of one and the power of the other", .covers("sw-US-15-A5"))
  func merges() async throws {
    let (bench, conflict) = try await bench()
    let route = HealthSyncPlaces.conflict(conflict.id)
    await bench.tap("Merge", at: route)
    let all = bench.written("google-health", .workout)
    #expect(all.count == 1)
    let points = try #require(all.first?.workout?.points)
    #expect(points.contains { $0.latitude != nil && $0.power == 180 })
    #expect(bench.facts.last == .resolutionCompleted("merge"))
    #expect(bench.statuses.allSatisfy { $0.hasPrefix("Synced") })
    // It stays so, whatever runs.
    for _ in 0..<3 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .workout) == all)
    // A decision can be taken back for a week.
    await bench.tap("Undo", at: route)
    #expect(bench.written("google-health", .workout).map { $0.workout?.distance } == [12_000])
    #expect(bench.statuses == ["1 Conflict Detected", "1 Conflict Detected"])
    await bench.tap("Keep Polar", at: route)
    #expect(bench.written("google-health", .workout).map { $0.workout?.distance } == [11_900])
    for _ in 0..<3 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .workout).map { $0.workout?.distance } == [11_900])
    await bench.advance(.seconds(8 * 86_400))
    #expect(bench.node("Undo", at: route) == nil)
  }

  @Test("A field of a merge is taken from whom the person says")
  func fields() async throws {
    let (bench, conflict) = try await bench()
    let route = HealthSyncPlaces.conflict(conflict.id)
    await bench.do(.chooseField(conflict.id, "distance", "second"))
    await bench.do(.chooseField(conflict.id, "rubbish", "second"))
    await bench.tap("Merge", at: route)
    #expect(bench.written("google-health", .workout).map { $0.workout?.distance } == [11_900])
  }

  @Test("Without Pro the conflict is shown, and its card leads to what Pro is")
  func gated() async throws {
    let (bench, conflict) = try await bench(isPro: false)
    #expect(bench.statuses == ["1 Conflict Detected", "1 Conflict Detected"])
    await bench.tap("Workouts from Garmin")
    #expect(bench.events.last == .gated(.conflicts))
    #expect(bench.node("Merge", at: HealthSyncPlaces.conflict(conflict.id)) == nil)
    await bench.do(.settle(conflict.id, .merged))
    #expect(bench.written("google-health", .workout).count == 1 && bench.state.book.conflicts[0].isOpen)
  }

  @Test("Strava's workouts cannot be merged, and their details go after seven days")
  func bound() async throws {
    let (bench, conflict) = try await bench(second: "strava")
    let route = HealthSyncPlaces.conflict(conflict.id)
    #expect(conflict.merge == nil && bench.node("Merge", at: route) == nil)
    #expect(bench.nodes(route).contains { $0.label.hasPrefix("Merging is not possible: the terms") })
    await bench.do(.settle(conflict.id, .merged))
    #expect(bench.state.book.conflicts[0].isOpen && bench.toasts.last?.contains("cannot be merged") == true)
    await bench.advance(.seconds(7 * 86_400 + 60))
    let after = try await SyncBench(over: bench)
    guard case .forgotten("garmin", "strava") = after.state.book.conflicts[0].subject else {
      Issue.record("The workouts are still kept.")
      return
    }
    await after.context.settling.settled()
    let third = try await SyncBench(over: after)
    #expect(third.state.book.conflicts[0] == after.state.book.conflicts[0])
  }

  @Test("A destination that does not take the decision leaves everything as it was")
  func notTaken() async throws {
    let (bench, conflict) = try await bench()
    bench.apps["google-health"]?.set { $0.failures = [.providerUnreachable("Google Health")] }
    await bench.tap("Keep Polar", at: HealthSyncPlaces.conflict(conflict.id))
    #expect(bench.state.book.conflicts[0].isOpen && bench.written("google-health", .workout).count == 1)
    #expect(bench.node("Keep Polar", at: HealthSyncPlaces.conflict(conflict.id)) != nil)
  }

  @Test("Amounts of a day are a question if the person wants so, and the answer is kept")
  func amounts() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100, 200])
    bench.steps("apple-health", [500], hoursAgo: 1)
    let plan = try await bench.add([.steps], from: "garmin", to: "google-health")
    await bench.do(.chooseRule(plan.id, .steps, "ask"))
    try await bench.add([.steps], from: "apple-health", to: "google-health")
    let conflict = try #require(bench.state.book.conflicts.first)
    #expect(bench.written("google-health", .steps).map(\.amount) == [100, 200])
    let route = HealthSyncPlaces.conflict(conflict.id)
    #expect(
      bench.nodes(route).filter { $0.role == .button }.map(\.label) == ["Keep Garmin", "Keep Apple Health", "Add both"])
    #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    await bench.tap("Keep Apple Health", at: route)
    #expect(bench.written("google-health", .steps).map(\.amount) == [500])
    for _ in 0..<3 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .steps).map(\.amount) == [500] && bench.state.book.conflicts.count == 1)
  }

  @Test("The greatest amount of a day counts without a question, and each amount once")
  func greatest() async throws {
    let bench = try await SyncBench()
    bench.steps("garmin", [100, 200])
    bench.steps("apple-health", [250], hoursAgo: 1)
    try await bench.add([.steps], from: "garmin", to: "google-health")
    try await bench.add([.steps], from: "apple-health", to: "google-health")
    #expect(bench.written("google-health", .steps).map(\.amount) == [100, 200])
    bench.steps("apple-health", [100], hoursAgo: 0.5)
    for _ in 0..<2 { await bench.do(.refresh) }
    #expect(bench.written("google-health", .steps).map(\.amount) == [250, 100])
  }
}
