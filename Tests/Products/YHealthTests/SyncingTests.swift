import Catalog
import Connectivity
import Covers
import Days
import Embedded
import Fetch
import Foundation
import Health
import Interface
import JSON
import Kernel
import Pillar
import Progress
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("A product that syncs with a real server", .timeLimit(.minutes(10))) struct SyncingTests {
  private let clock = ManualTime(noon)

  /// Runs with a signed-in person. `sent` gets the collection of each entry that is sent, in their order.
  private func withPerson(
    sent: Locked<[String]> = Locked([]), _ body: (Person, Window) async throws -> Void
  ) async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let port = server.port
    let noting = ServerPort(
      project: port.project,
      send: { request throws(Problem) in
        if request.address.hasSuffix("/sync_push"), let body = request.body, let push = try? JSON(bytes: body) {
          let collections = push["entries"]?.array?.compactMap { $0["collection"]?.string } ?? []
          sent.withLock { $0 += collections }
        }
        return try await port.send(request)
      }, connect: port.connect)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, server: noting)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await synced(window)
    // Ends the round that is under way, so that the next one counts its own entries.
    _ = try await person.sync(.now)
    #expect(try await person.store.outbox.counts().unsent == 0)
    try await body(person, window)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }

  private func synced(_ window: Window) async throws {
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
  }

  private func log(_ words: String, in window: Window) async throws {
    // A form that says “Saved” is reset when it is opened again.
    try await window.perform(.open(Route(["dashboard"])))
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), words))
    try await window.perform(.tap(.label("Save")))
  }

  @Test("30 entries made offline are synced within 30 seconds of real time")
  func weekend() async throws {
    try await withPerson { _, window in
      try await window.perform(.network(.offline))
      for number in 1...30 { try await log("Page \(number) of a weekend.", in: window) }
      try await window.perform(.open(Route(["settings", "sync"])))
      #expect(window.frames.value.labels.contains("30 entries: 30 journal entries."))
      try await window.perform(.network(.online))
      let began = ContinuousClock.now
      try await window.perform(.tap(.label("Sync Now")))
      try await synced(window)
      #expect(ContinuousClock.now - began < .seconds(30))
      #expect(try await window.person.store.outbox.counts().unsent == 0)
    }
  }

  @Test(
    "What a person entered is sent first, then what they did, and what the product keeps of itself last",
    .covers("yh-S04.5.3-B5", "yh-S04.5.3-B6", "yh-S04.5.3-B8"))
  func order() async throws {
    let sent = Locked<[String]>([])
    try await withPerson(sent: sent) { person, window in
      try await window.perform(.network(.offline))
      sent.withLock { $0 = [] }
      // In the opposite order: a step of the onboarding, a preference, a goal, then a mood, a meal and a journal entry.
      try await window.perform(.open(Route(["onboarding"])))
      try await window.perform(.tap(.label("Skip this step")))
      await clock.advance(by: .seconds(60), settling: person.context.settling)
      try await window.perform(.open(Route(["settings", "display"])))
      try await window.perform(.choose(.label("Theme"), .text("dark")))
      await clock.advance(by: .seconds(60), settling: person.context.settling)
      let goals = try await person.store.collection(Goal.self, .owned(.done))
      try await goals.save(
        Goal(id: person.context.identifiers.next(), pillar: .wellbeing, name: "Learn to swim", beginsOn: noon.day))
      await clock.advance(by: .seconds(60), settling: person.context.settling)
      try await window.perform(.open(Route(["log", "mood"])))
      try await window.perform(.tap(.label("Save")))
      await clock.advance(by: .seconds(60), settling: person.context.settling)
      try await window.perform(.open(Route(["log", "meal"])))
      try await window.perform(.type(.label("Description"), "Soup"))
      try await window.perform(.tap(.label("Save")))
      await clock.advance(by: .seconds(60), settling: person.context.settling)
      try await log("A quiet day.", in: window)
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["settings", "sync"])))
      try await window.perform(.tap(.label("Sync Now")))
      let wanted = ["mood_entries", "meals", "journal_entries", "settings", "goals", "onboarding_progress"]
      // The server answers in its own time.
      let end = ContinuousClock.now + .seconds(60)
      while !Set(sent.withLock { $0 }).isSuperset(of: wanted), ContinuousClock.now < end {
        await clock.advance(by: .seconds(1), settling: person.context.settling)
      }
      var order: [String] = []
      for collection in sent.withLock({ $0 }) where collection != order.last { order.append(collection) }
      #expect(order.filter(wanted.contains) == wanted, "\(order)")
    }
  }

  @Test(
    "What only the server can refuse is accepted offline, and comes back with what is wrong and a way to mend it",
    .covers("yh-S04.5.2-E3"))
  func refused() async throws {
    try await withPerson { person, window in
      try await window.perform(.network(.offline))
      // Of an older version of the app, which knew less of what the server takes.
      let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
      let id: Kernel.ID<MoodEntry> = person.context.identifiers.next()
      try await moods.save(MoodEntry(id: id, mood: 12, note: "Over the moon", feltAt: noon.date))
      try await log("A quiet day.", in: window)
      #expect(try await person.store.outbox.counts().waiting == 2)
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["settings", "sync"])))
      try await window.perform(.tap(.label("Sync Now")))
      let wrong = "Not sent: Mood must be from 1 to 10."
      #expect(
        await window.shows(within: 60) { frame in
          frame.everything.contains { $0.role == .listitem && $0.value?.hasPrefix("\(wrong), entered") == true }
        })
      // It keeps nothing else from being sent, and is not lost.
      #expect(try await window.until { try await person.store.outbox.counts().unsent == 1 })
      #expect(try await moods.record(id)?.note == "Over the moon")
      let entry = try await window.perform(.tap(.label("Mood check-in")))
      #expect(entry.labels.contains(wrong) && entry.everything.contains { $0.label == "Discard" })
      let form = try await window.perform(.tap(.label("Edit")))
      #expect(form.route == Route(["log", "mood"], ["id": id.description.lowercased()]))
      try await window.perform(.choose(.label("Mood"), .number(8)))
      try await window.perform(.tap(.label("Save")))
      try await synced(window)
      let sent = try await moods.record(id)
      #expect(sent?.mood == 8 && sent?.note == "Over the moon")
      #expect(try await person.store.outbox.counts().unsent == 0)
    }
  }

  @Test(
    "Closing the window during a sync does not stop it: all entries are sent", .covers("yh-S04.5.3-B14"))
  func left() async throws {
    try await withPerson { person, window in
      try await window.perform(.network(.offline))
      for words in ["A quiet day.", "Another one."] { try await log(words, in: window) }
      try await window.perform(.network(.slow))
      try await window.perform(.open(Route(["settings", "sync"])))
      let sending = try await window.perform(.tap(.label("Sync Now")))
      #expect(sending.labels.contains("Syncing 1 of 2 entries..."))
      #expect(try await person.store.outbox.counts().unsent == 2)
      await window.close()
      for _ in 0..<60 where try await person.store.outbox.counts().unsent > 0 {
        await clock.advance(by: .seconds(1), settling: person.context.settling)
      }
      #expect(try await person.store.outbox.counts().unsent == 0)
      let back = await person.window()
      try await synced(back)
      await back.close()
    }
  }
}
