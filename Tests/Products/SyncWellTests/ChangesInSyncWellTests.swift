import Covers
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import ShellTesting
import Testing

@testable import Shell
@testable import SyncWell

@Suite("SyncWell and the changes that the stores of phones tell of", .timeLimit(.minutes(10)))
struct ChangesInSyncWellTests {
  typealias Desk = SyncingTests.Desk

  private func record(_ desk: Desk, _ kind: SampleKind, _ amount: Double, at store: String) async throws {
    let now = desk.person.context.time.now().date
    desk.stores[store]?.record(
      [Sample(kind, from: now, amount: amount, origin: Origin(store, record: "\(store)-\(amount)", device: "Phone"))],
      settling: desk.person.context.settling)
    try await desk.window.perform(.screen)
  }

  private func pass(_ seconds: Double, _ desk: Desk) async throws {
    try await desk.window.perform(.advance(seconds: seconds))
  }

  @Test(
    "What Apple Health or Health Connect tells of is carried to the other seconds later, by that event alone, unless the sync is paused or its destination takes nothing for now",
    .covers("sw-US-05-N1", "sw-US-14-T3"))
  func follows() async throws {
    let desk = try await Desk([], stores: ["apple-health", "health-connect"])
    let (apple, android) = (try #require(desk.stores["apple-health"]), try #require(desk.stores["health-connect"]))
    try await desk.connect("Apple Health")
    try await desk.connect("Health Connect")
    try await desk.add(["Weight"], from: "Apple Health", to: "Health Connect")
    try await desk.add(["Resting heart rate"], from: "Health Connect", to: "Apple Health")
    try await desk.open("settings")
    // Without a change nothing is asked before the hour of the schedule.
    let asked = (apple.requests, android.requests)
    try await pass(300, desk)
    #expect((apple.requests, android.requests) == asked)
    try await record(desk, .weight, 71.5, at: "apple-health")
    #expect((apple.requests, android.requests) == asked, "not in the middle of what a device stores")
    try await pass(20, desk)
    #expect(android.all(.weight).map(\.amount) == [71.5])
    try await record(desk, .restingHeartRate, 52, at: "health-connect")
    try await pass(20, desk)
    #expect(apple.all(.restingHeartRate).map(\.amount) == [52])
    let rest = (apple.requests, android.requests)
    try await pass(120, desk)
    #expect((apple.requests, android.requests) == rest, "nothing goes round")
    #expect(try await desk.recorded().contains("background_sync_job_started, trigger: os_push"))

    // Within the rules of the schedule.
    android.set { $0.failures = [.providerBusy("Health Connect", until: desk.person.context.time.now().date + 900)] }
    try await record(desk, .weight, 71.6, at: "apple-health")
    try await pass(20, desk)
    let busy = android.requests
    try await record(desk, .weight, 71.7, at: "apple-health")
    try await pass(60, desk)
    #expect(android.requests == busy && android.all(.weight).count == 1)
    try await pass(900, desk)
    #expect(android.all(.weight).map(\.amount) == [71.5, 71.6, 71.7])
    try await desk.open("syncs")
    try await desk.tap("Pause all")
    try await record(desk, .weight, 71.8, at: "apple-health")
    try await pass(600, desk)
    #expect(android.all(.weight).count == 3)
    await desk.close()
  }
}
