import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("A product that syncs with a real server", .timeLimit(.minutes(10))) struct SyncingTests {
  private let clock = ManualTime(noon)

  private func withPerson(_ body: (Person, Window) async throws -> Void) async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, server: server.port)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await synced(window)
    // The page of the sync may say so before it has read the queue, and a run goes on after its last entry.
    for _ in 0..<60 where try await isSyncing(person, window) {
      await clock.advance(by: .seconds(1), settling: person.context.settling)
    }
    try await body(person, window)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }

  private func isSyncing(_ person: Person, _ window: Window) async throws -> Bool {
    let isShown = window.frames.value.labels.contains { $0.hasPrefix("Syncing ") }
    return try await isShown || person.store.outbox.counts().unsent > 0
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
