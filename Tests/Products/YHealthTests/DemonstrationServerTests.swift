import Catalog
import Connectivity
import Embedded
import Fetch
import Health
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("A demonstration person in a profile with a server", .timeLimit(.minutes(10)))
struct DemonstrationServerTests {
  private let clock = ManualTime(noon)

  private func signUp(_ window: Window) async throws -> Frame {
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    return try await window.perform(.tap(.label("Create account")))
  }

  @Test("has the sync screens and cannot sign in; once the demo data are removed, only own entries are sent")
  func signIn() async throws {
    let fetch = try Fetch()
    let asked = Locked(0)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let port = ServerPort(
      project: { () throws(Problem) in
        asked.withLock { $0 += 1 }
        return try await server.project()
      },
      send: { request throws(Problem) in
        asked.withLock { $0 += 1 }
        return try await server.send(request)
      }, connect: server.port.connect)
    let person = try await Person.open(
      .yhealth, profile: Demonstration.profile, home: .memory, clock: clock, seed: 1, server: port)
    try await DemonstrationData.fill(person.store, to: clock.now, days: 5)
    let meals = try await person.store.collection(Meal.self, .owned(.entered))
    let window = await person.window()
    try await window.perform(.network(.online))
    let sync = try await window.perform(.open(Route(["settings", "sync"])))
    #expect(
      sync.title == "Sync" && sync.labels.contains { $0.contains("Nothing is sent.") })

    // An edit of a demo record, and an entry of the person's own.
    let opened = try #require(try await meals.opened(newest: 1).first)
    var edited = opened.record
    edited.description = "Edited"
    try await meals.save(edited, over: .version(opened.version))
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), "My own words."))
    try await window.perform(.tap(.label("Save")))
    let refused = try await signUp(window)
    #expect(refused.labels.contains { $0.contains("whose data belong to no account") })
    #expect(!refused.labels.contains("Sign out") && asked.withLock { $0 } == 0)
    #expect(try await person.store.outbox.counts().unsent == 2)

    try await window.perform(.tap(.label("Remove demo data")))
    try await window.perform(.tap(.label("Remove all demo data")))
    #expect(try await person.store.outbox.counts().unsent == 1)
    _ = try await signUp(window)
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
    #expect(try await meals.count() == 0 && asked.withLock { $0 } > 0)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }
}
