import Carrying
import Covers
import Foundation
import HealthSync
import Interface
import JSON
import Kernel
import ProductKit
import Samples
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import SyncWell

@Suite("SyncWell outside of its screens") struct SyncWellOutsideTests {
  private func person() async throws -> (Person, ManualTime) {
    let clock = ManualTime(noon)
    let person = try await Person.open(.syncwell(HealthAccess()), home: .memory, clock: clock, seed: 1)
    try await Demonstration.syncwell.fill(person.store, noon)
    return (person, clock)
  }

  private func texts(_ frame: Frame) -> [String] { frame.everything.flatMap { [$0.label, $0.value ?? ""] } }

  @Test("A preview says what a run would write, and neither runs nor stores anything")
  func preview() async throws {
    let (person, _) = try await person()
    // Without what was carried, everything is to be written again.
    let days = try await person.store.collection(CarriedDay.self, .local)
    for day in try await days.records() { try await days.delete(day.id) }
    let rows = try #require(try await person.sync(.preview).array)
    let steps = try #require(rows.first { $0["kind"]?.string == "steps" })
    #expect((steps["would_write"]?.number ?? 0) > 0 && steps["source"]?.string == "garmin")
    #expect(rows.contains { $0["source"]?.string == "strava" && $0["problem"]?.string?.isEmpty == false })
    #expect(try await days.count() == 0)
    let plans = try await person.store.collection(SyncPlan.self, .local).records()
    #expect(plans.allSatisfy { $0.lastSyncedAt ?? .distantPast < noon.date })
    await person.close()
  }

  @Test("Status, queue, conflicts and history tell of the syncs, and now runs all that can run")
  func answers() async throws {
    let (person, _) = try await person()
    let status = try #require(try await person.sync(.status).array)
    #expect(
      status.compactMap { $0["status"]?.string }.sorted() == [
        "conflict", "conflict", "error_needs_auth", "error_retrying", "paused", "success", "success",
      ])
    let queue = try #require(try await person.sync(.queue).array)
    #expect(queue.first?["state"]?.string == "due" && queue.last?["due"] == .null)
    let conflicts = try #require(try await person.sync(.conflicts).array)
    #expect(conflicts.count == 2 && conflicts.allSatisfy { $0["first"]?.string == "garmin" })
    let history = try #require(try await person.sync(.history).array?.first)
    #expect(history["done"]?.number == 30 && history["state"]?.string == "paused")
    let after = try #require(try await person.sync(.now).array)
    #expect(after.first?["last_sync"]?.string == noon.text)
    #expect(after.contains { $0["status"]?.string == "error_needs_auth" })
    await person.close()
  }

  @Test("Syncs, rules and settings go to a new phone in a file without any health data")
  func carriedOver() async throws {
    let (folder, data) = (TestFolder(), Route(["settings", "privacy", "data"]))
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let (person, clock) = try await person()
    let window = await person.window()
    let plans = try await person.store.collection(SyncPlan.self, .local).records()
    let watch = try #require(plans.first { $0.source == "garmin" && $0.kinds == [.workout] })
    try await window.perform(.open(Route(["syncs", "sync"], ["id": watch.id.description])))
    try await window.perform(.choose(.label("Wait for a second recording"), .text("1 hour")))
    try await window.perform(.open(data))
    try await window.perform(.tap(.label("Export syncs without health data")))
    let offer = try #require(window.openOffers.last)
    let (path, _) = try await window.save(offer.id, in: folder.path)
    #expect(path.hasSuffix("/syncwell-excerpt-\(noon.text.prefix(10)).zip"))

    let other = try await Person.open(.syncwell(HealthAccess()), profile: "new", home: .memory, clock: clock, seed: 2)
    let phone = await other.window()
    try await phone.perform(.open(data))
    try await phone.perform(.type(.label("Path on this machine"), path))
    try await phone.perform(.tap(.label("Read the archive")))
    try await phone.perform(.tap(.label("Import")))
    #expect(try await Set(other.store.collection(SyncPlan.self, .local).records().map(\.id)) == Set(plans.map(\.id)))
    #expect(try await other.store.collection(KindRule.self, .local).records().map(\.waitMinutes) == [60])
    let filled = try await person.store.summaries().filter { $0.count > 0 }.map(\.name)
    #expect(["carried_days", "sync_conflicts", "historical_runs", "app_accounts"].allSatisfy(filled.contains))
    // The names of an archive's files are in it as they are.
    let bytes = String(decoding: try Data(contentsOf: URL(filePath: path)), as: Unicode.ASCII.self)
    let names = Set(bytes.matches(of: /(data|tables|files)\/([a-z_]+)\./).map { String($0.2) })
    #expect(names == ["syncs", "conflict_rules", "settings"])
    for one in [window, phone] { await one.close() }
    for one in [person, other] { await one.close() }
  }

  @Test("Status tells of workouts that wait for a second recording, and the queue when they go on")
  func waiting() async throws {
    let (person, clock) = try await person()
    let window = await person.window()
    let plans = try await person.store.collection(SyncPlan.self, .local).records()
    let watch = try #require(plans.first { $0.source == "garmin" && $0.kinds == [.workout] })
    try await window.perform(.open(Route(["syncs", "sync"], ["id": watch.id.description])))
    try await window.perform(.choose(.label("Wait for a second recording"), .text("3 hours")))
    func row(_ ask: SyncAsk) async throws -> JSON? {
      try await person.sync(ask).array?.first { $0["id"]?.string == watch.id.description }
    }
    #expect(try await row(.status)?["waiting"] == [])
    // The watch records a run every other evening.
    for _ in 0..<48 where try await row(.status)?["waiting"] == [] {
      await clock.advance(by: .seconds(3_600), settling: person.context.settling)
    }
    let until = try #require(try await row(.status)?["waiting"]?.array?.first?["until"]?.string)
    #expect(until > clock.now.text)
    await clock.advance(by: .seconds(10_800), settling: person.context.settling)
    #expect(try await row(.status)?["waiting"] == [])
    await window.close()
    await person.close()
  }

  @Test(
    "A sync that needs the person and a historical sync that is done are notified, once and without measurements",
    .covers("sw-US-05-U1", "sw-US-10-U2"))
  func notifies() async throws {
    let (person, clock) = try await person()
    let window = await person.window()
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.tap(.label("Turn on notifications")))
    await clock.advance(by: .seconds(60), settling: person.context.settling)
    var entries = texts(try await window.perform(.open(Route(["notifications"]))))
    #expect(entries.contains("The sync from Strava to Google Health needs attention."))
    try await window.perform(.open(Route(["history"])))
    try await window.perform(.tap(.label("Resume")))
    for await frame in window.frames.listen() where texts(frame).contains(where: { $0.hasPrefix("159 of 159 days") }) {
      break
    }
    await clock.advance(by: .seconds(60), settling: person.context.settling)
    entries = texts(try await window.perform(.open(Route(["notifications"]))))
    #expect(entries.count { $0 == "Your historical sync is complete." } == 1)
    #expect(entries.count { $0 == "The sync from Strava to Google Health needs attention." } == 1)
    await window.close()
    await person.close()
  }
}
