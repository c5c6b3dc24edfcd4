import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import ShellTesting
import Storage
import Supabase
import Testing
import YHealth

@testable import Shell

@Suite("Daily counts of use on the server", .timeLimit(.minutes(10))) struct UsageCountsTests {
  private static let consent = "Daily counts of use"

  /// Runs with a signed-in person of yHealth. `sent` gets the collection of each entry that is sent, in their order.
  private func withPerson(
    sent: Locked<[String]> = Locked([]), _ body: (PushedWorld, Person, Window) async throws -> Void
  ) async throws {
    let world = try PushedWorld()
    try await world.signUp()
    let port = world.server.port
    let noting = ServerPort(
      project: port.project,
      send: { request throws(Problem) in
        if request.address.hasSuffix("/sync_push"), let body = request.body, let push = try? JSON(bytes: body) {
          let collections = push["entries"]?.array?.compactMap { $0["collection"]?.string } ?? []
          sent.withLock { $0 += collections }
        }
        return try await port.send(request)
      })
    let person = try await Person.open(.yhealth, home: .memory, clock: world.clock, seed: 1, server: noting)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await world.signIn(window)
    try await synced(world, person)
    try await body(world, person, window)
    await window.close()
    await person.close()
    await world.close()
  }

  /// Lets time pass until nothing waits, for at most a minute of the real clock.
  private func synced(_ world: PushedWorld, _ person: Person) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, try await !person.store.outbox.changes().isEmpty {
      await world.clock.advance(by: .seconds(1), settling: Settling())
      for _ in 0..<2_000 { await Task.yield() }
    }
    await person.context.settling.settled()
    #expect(try await person.store.outbox.changes().isEmpty)
  }

  private func tap(_ label: String, at path: String..., in window: Window) async throws {
    try await window.perform(.open(Route(path)))
    try await window.perform(.tap(.label(label)))
  }

  private func log(_ words: String, in window: Window) async throws {
    try await window.perform(.open(Route(["dashboard"])))
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), words))
    try await window.perform(.tap(.label("Save")))
  }

  private func withdraw(_ window: Window) async throws {
    try await tap("Withdraw consent: \(Self.consent)", at: "settings", "consent", in: window)
    try await window.perform(.tap(.label("Withdraw consent")))
  }

  private func queued(_ person: Person) async throws -> [Change] {
    await person.context.settling.settled()
    return try await person.store.outbox.changes().filter { $0.collection == "usage_days" }
  }

  private func stored(_ world: PushedWorld) async throws -> [String] {
    try await world.ask("GET", "/rest/v1/usage_days?select=day,event,times").array?.map { row in
      "\(row["day"]?.string ?? "") \(row["event"]?.string ?? "") \(row["times"]?.number ?? 0)"
    }.sorted() ?? []
  }

  @Test(
    "What a person entered and did is sent before their daily counts of use, which come before what a product keeps of itself",
    .covers("yh-S04.5.3-B7", "yh-S04.5.3-AC5"))
  func order() async throws {
    let sent = Locked<[String]>([])
    try await withPerson(sent: sent) { world, person, window in
      try await tap("Anonymous analytics", at: "settings", "privacy", in: window)
      try await synced(world, person)
      try await window.perform(.network(.offline))
      // In the opposite order: a step of the onboarding, a count, a preference, a journal entry.
      try await tap("Skip this step", at: "onboarding", in: window)
      try await tap("Log Meal", at: "dashboard", in: window)
      #expect(try await queued(person).map(\.priority) == [.analytics])
      await world.clock.advance(by: .seconds(60), settling: person.context.settling)
      try await window.perform(.open(Route(["settings", "display"])))
      try await window.perform(.choose(.label("Theme"), .text("dark")))
      await world.clock.advance(by: .seconds(60), settling: person.context.settling)
      try await log("A quiet day.", in: window)
      #expect(try await queued(person).count == 2)
      sent.withLock { $0 = [] }
      try await window.perform(.network(.online))
      try await synced(world, person)
      var order: [String] = []
      for collection in sent.withLock({ $0 }) where collection != order.last { order.append(collection) }
      let wanted = ["journal_entries", "settings", "usage_days", "onboarding_progress"]
      #expect(order.filter(wanted.contains) == wanted, "\(order)")
      // Nothing but a day, a name from a closed list and a number.
      #expect(
        try await stored(world) == [
          "2027-01-15 entry_saved, kind: journal 1.0", "2027-01-15 quick_action_used, action: log-meal 1.0",
        ])
    }
  }

  @Test("Without the consent, or while nothing is recorded, no count is queued")
  func refused() async throws {
    try await withPerson { world, person, window in
      try await log("Before anything is recorded.", in: window)
      try await withdraw(window)
      try await tap("Anonymous analytics", at: "settings", "privacy", in: window)
      try await synced(world, person)
      try await window.perform(.network(.offline))
      try await log("A quiet day.", in: window)
      #expect(try await queued(person).isEmpty)
      let page = try await window.perform(.open(Route(["settings", "usage"])))
      #expect(page.labels.contains("entry_saved, kind: journal"))
      #expect(!page.labels.contains("Daily counts for your server"))
      #expect(try await stored(world) == [])
    }
  }

  @Test("A withdrawal removes the counts that wait, and those that the server has; so does what is switched off")
  func withdrawn() async throws {
    try await withPerson { world, person, window in
      try await tap("Anonymous analytics", at: "settings", "privacy", in: window)
      for end in ["withdrawn", "switched off"] {
        for words in ["One.", "Another."] { try await log(words, in: window) }
        try await synced(world, person)
        #expect(try await stored(world).map { $0.hasSuffix("entry_saved, kind: journal 2.0") } == [true])
        let shown = try await window.perform(.open(Route(["settings", "usage"])))
        #expect(
          shown.everything.contains {
            $0.label == "entry_saved, kind: journal" && $0.value?.hasSuffix("2 times") == true
          })
        let data = try await window.perform(.open(Route(["settings", "privacy", "data"])))
        #expect(
          data.everything.contains { "\($0.label) \($0.value ?? "")".lowercased().contains("daily counts of use") })
        try await window.perform(.network(.offline))
        try await log("A third.", in: window)
        try await tap("Log Meal", at: "dashboard", in: window)
        #expect(try await queued(person).count == 2)
        if end == "withdrawn" {
          try await withdraw(window)
        } else {
          try await tap("Anonymous analytics", at: "settings", "privacy", in: window)
        }
        // What waited is gone, and what the server has is to be deleted.
        #expect(try await queued(person).map(\.kind) == [.delete], "\(end)")
        try await window.perform(.network(.online))
        try await synced(world, person)
        #expect(try await stored(world) == [], "\(end)")
        guard end == "withdrawn" else { continue }
        try await tap("I consent: \(Self.consent)", at: "settings", "consent", in: window)
      }
    }
  }
}
