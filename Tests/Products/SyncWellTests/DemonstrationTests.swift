import Carrying
import ConnectedApps
import FoundationEssentials
import HealthSync
import Interface
import Kernel
import ProductKit
import Samples
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import SyncWell

@Suite("The demonstration of SyncWell") struct SyncWellDemonstrationTests {
  private func person() async throws -> (Person, ManualTime) {
    let clock = ManualTime(noon)
    let person = try await Person.open(.syncwell(HealthAccess()), home: .memory, clock: clock, seed: 1)
    try await Demonstration.syncwell.fill(person.store, noon)
    return (person, clock)
  }

  private func texts(_ frame: Frame) -> [String] { frame.everything.flatMap { [$0.label, $0.value ?? ""] } }

  @Test("It has five apps, a sync in each state, two duplicates and a historical sync that is paused at day 31")
  func contents() async throws {
    let (person, _) = try await person()
    let window = await person.window()
    let home = try await window.perform(.open(Route(["syncs"])))
    #expect(home.route == Route(["syncs"]), "no first steps come before it")
    let shown = texts(home)
    for words in [
      "Synced 12 minutes ago", "Paused", "Needs attention", "Sync failed. Will retry.", "2 Conflicts Detected",
    ] { #expect(shown.contains(words), "\(words)") }
    #expect(shown.contains("Demo data with all of Pro. Nothing is sent."))
    #expect(shown.contains("30 of 159 days synced"))
    let conflicts = try await person.store.collection(SyncConflict.self, .local).records()
    #expect(conflicts.count == 2 && conflicts.allSatisfy { $0.settlement == .open })
    let accounts = try await person.store.collection(AppAccount.self, .local).records()
    #expect(accounts.count == 5)
    // An app that asks for consent again was not used since its last sync.
    let strava = try #require(accounts.first { $0.app == "strava" })
    #expect(strava.usedAt == noon.date.addingTimeInterval(-2_900 * 60))
    // What the notice says of Pro, the subscription says as well.
    let subscription = texts(try await window.perform(.open(Route(["settings", "subscription"]))))
    #expect(subscription.contains("All of Pro is open here without a purchase."))
    #expect(!subscription.contains("You use SyncWell without a subscription."))
    let days = try await person.store.collection(CarriedDay.self, .local).records()
    #expect(Set(days.map(\.day)).count > 260)
    await window.close()
    await person.close()
  }

  @Test("It is there only once, and is refused in a profile with syncs of its own")
  func refused() async throws {
    let (person, _) = try await person()
    try await Demonstration.syncwell.fill(person.store, noon)
    #expect(try await person.store.collection(SyncConflict.self, .local).count() == 2)
    await person.close()
    let other = try await Person.open(.syncwell(HealthAccess()), home: .memory, clock: ManualTime(noon), seed: 1)
    let own = SyncPlan(id: ID(named: "own"), [.steps], from: "garmin", to: "google-health", at: noon.date)
    try await other.store.collection(SyncPlan.self, .local).save(own)
    await #expect(throws: Problem.self) { try await Demonstration.syncwell.fill(other.store, noon) }
    #expect(try await !Demonstration.syncwell.isThere(other.store))
    await other.close()
  }

  @Test("Its syncs run, its apps are connected in one tap, its duplicates are settled and its history goes on")
  func works() async throws {
    let (person, clock) = try await person()
    let window = await person.window()
    try await window.perform(.open(Route(["apps"])))
    try await window.perform(.tap(.label("Reconnect Strava")))
    for await frame in window.frames.listen() where !frame.labels.contains("Reconnect Strava") { break }
    var home = try await window.perform(.open(Route(["syncs"])))
    #expect(!texts(home).contains("Needs attention"))
    let conflict = try #require(try await person.store.collection(SyncConflict.self, .local).records().first)
    try await window.perform(.open(Route(["syncs", "conflict"], ["id": conflict.id.description])))
    try await window.perform(.tap(.label("Merge")))
    home = try await window.perform(.open(Route(["syncs"])))
    #expect(texts(home).contains("1 Conflict Detected"))
    try await window.perform(.open(Route(["history"])))
    try await window.perform(.tap(.label("Resume")))
    for await frame in window.frames.listen() where texts(frame).contains(where: { $0.hasPrefix("159 of 159 days") }) {
      break
    }
    await clock.advance(by: .seconds(7_200), settling: person.context.settling)
    home = try await window.perform(.open(Route(["syncs"])))
    #expect(!texts(home).contains("Sync failed. Will retry."))
    await window.close()
    await person.close()
  }

  @Test("Removing it takes the apps, the syncs and everything carried")
  func removal() async throws {
    let (person, _) = try await person()
    let window = await person.window()
    try await window.perform(.tap(.label("Remove demo data")))
    let frame = try await window.perform(.tap(.label("Remove all demo data")))
    #expect(!frame.labels.contains("Remove demo data"))
    let store = person.store
    #expect(try await store.collection(SyncPlan.self, .local).count() == 0)
    #expect(try await store.collection(CarriedDay.self, .local).count() == 0)
    #expect(try await store.collection(SyncConflict.self, .local).count() == 0)
    #expect(try await store.collection(AppAccount.self, .local).count() == 0)
    #expect(try await store.collection(HistoricalRun.self, .local).count() == 0)
    #expect(try await store.collection(DemonstratedRecord.self, .local).count() == 0)
    #expect(try await !Demonstration.syncwell.isThere(store))
    for await frame in window.frames.listen() where frame.labels.contains("No syncs yet.") { break }
    await window.close()
    await person.close()
  }
}
