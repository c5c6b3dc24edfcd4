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
import Supabase
import Testing
import YHealth

@testable import ProductKit
@testable import Shell

@Suite("A person's account and sync", .timeLimit(.minutes(10))) struct MembershipTests {
  private let clock = ManualTime(noon)

  private func log(_ words: String, in window: Window) async throws {
    // A form that says “Saved” is reset when it is opened again.
    try await window.perform(.open(Route(["dashboard"])))
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), words))
    try await window.perform(.tap(.label("Save")))
  }

  private func enter(_ way: String, _ button: String, in window: Window) async throws {
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label(button)))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
  }

  @Test(
    "Without an account everything stays on the device: no request is sent, whatever the network",
    .covers("yh-S04.5.1-L3", "yh-S04.5.2-L3"))
  func local() async throws {
    let asked = Locked(0)
    let port = ServerPort.at(Project(address: "http://127.0.0.1:1", key: "anon")) { _ throws(Problem) in
      asked.withLock { $0 += 1 }
      return Incoming(status: 500)
    }
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, server: port)
    let window = await person.window()
    for connectivity in [Connectivity.online, .offline, .online] {
      try await window.perform(.network(connectivity))
      try await log("A quiet day.", in: window)
      try await window.perform(.open(Route(["dashboard"])))
      try await window.perform(.advance(seconds: 90_000))
    }
    #expect(try await person.store.outbox.counts().waiting == 3)
    #expect(asked.withLock { $0 } == 0)
    await window.close()
    await person.close()
  }

  @Test(
    "From sign-up to a completed sync no log line contains the person's text, e-mail address or password",
    .covers("yh-S04.5.3-L8"))
  func logged() async throws {
    let lines = Locked<[String]>([])
    let log = Log { line in lines.withLock { $0.append("\(line.source) \(line.text)") } }
    let fetch = try Fetch(log: log)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time, log: log)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, log: log, server: server.port)
    let window = await person.window()
    try await enter("sign-up", "Create account", in: window)
    try await window.perform(.network(.flaky))
    try await self.log("A quiet day on the mountain.", in: window)
    try await window.perform(.network(.offline))
    try await self.log("Another quiet day.", in: window)
    try await window.perform(.network(.online))
    try await window.perform(.advance(seconds: 30))
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
    let said = lines.withLock { $0 }
    log.info("the log was heard")
    #expect(lines.withLock { $0.count } == said.count + 1)
    for secret in ["quiet", "mountain", "maria", "example.org", "a-long-secret"] {
      #expect(said.filter { $0.localizedCaseInsensitiveContains(secret) } == [])
    }
  }

  @Test(
    "The toast about a completed sync is a polite live region for screen readers", .covers("yh-S04.5.3-L9"))
  func announced() async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, server: server.port)
    let window = await person.window()
    let recorder = OutletRecorder(window)
    try await enter("sign-up", "Create account", in: window)
    // The consents are sent first, and their toasts go.
    let consents = "Synced 4 entries. Everything's up to date!"
    for _ in 0..<200 where !recorder.toasts.contains(consents) { try await window.perform(.advance(seconds: 5)) }
    #expect(recorder.toasts.contains(consents))
    try await window.perform(.advance(seconds: 60))
    try await log("A quiet day.", in: window)
    try await window.perform(.advance(seconds: 10))
    let words = "Synced 1 entry. Everything's up to date!"
    let frame = try await window.perform(.wait(.label(words), seconds: 30))
    let toast = try #require(frame.toasts.flatMap(\.all).first { $0.label == words })
    #expect(toast.state.live == .polite)
    #expect(recorder.toasts.contains(words))
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }
}
