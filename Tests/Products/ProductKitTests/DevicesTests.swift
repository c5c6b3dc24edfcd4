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
import YHealth

@testable import ProductKit
@testable import Shell

@Suite("Devices of an account, in two products", .timeLimit(.minutes(10))) struct DevicesTests {
  private let clock = ManualTime(noon)

  private func enter(_ way: String, in window: Window) async throws {
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.id("submit")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
  }

  private func product(_ id: String) throws -> Product { try #require(Product.all.first { $0.id == id }) }

  /// Runs with a server and two devices of one person, both signed in.
  private func twoDevices(
    of id: String, _ body: (_ first: Window, _ second: Window, _ other: Person, _ fetch: Fetch) async throws -> Void
  ) async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let product = try product(id)
    let person = try await Person.open(product, home: .memory, clock: clock, seed: 1, server: server.port)
    let other = try await Person.open(product, home: .memory, clock: clock, seed: 2, server: server.port)
    let (first, second) = (await person.window(), await other.window())
    try await enter("sign-up", in: first)
    try await enter("sign-in", in: second)
    try await body(first, second, other, fetch)
    await first.close()
    await second.close()
    await person.close()
    await other.close()
    await server.stop()
    await fetch.close()
  }

  @Test(
    "a device that is signed out on another one says so, and keeps what was not sent", arguments: ["yhealth", "volvox"])
  func ended(product: String) async throws {
    try await twoDevices(of: product) { first, second, other, _ in
      let name = try self.product(product).name
      if product == "yhealth" {
        try await second.perform(.network(.offline))
        try await second.perform(.open(Route(["log", "journal"])))
        try await second.perform(.type(.label("What is on your mind"), "A quiet day."))
        try await second.perform(.tap(.label("Save")))
      }
      let unsent = try await other.store.outbox.counts().unsent
      #expect(unsent > 0 || product != "yhealth")
      try await first.perform(.open(Route(["account", "devices"])))
      let frame = try await first.perform(.wait(.label("Sign out everywhere else"), seconds: 30))
      let rows = frame.everything.filter { $0.role == .listitem && $0.label == "\(name) on Linux" }
      #expect(rows.count == 2 && rows.first?.value?.hasPrefix("This device") == true)
      try await first.perform(.tap(.label("Sign out of \(name) on Linux")))
      try await first.perform(.tap(.label("Sign out")))
      try await first.perform(.wait(.label("You are signed in on this device alone."), seconds: 30))
      try await second.perform(.network(.online))
      try await second.perform(.advance(seconds: 60))
      let words = "You were signed out of this device on another one."
      try await second.perform(.wait(.label(words), seconds: 60))
      #expect(try await other.store.outbox.counts().unsent == unsent)
      try await enter("sign-in", in: second)
      let after = try await second.perform(.open(Route(["account"])))
      #expect(!after.everything.contains { $0.label == words })
    }
  }

  @Test(
    "the server's export is asked for, made in the background and downloaded with its link",
    .covers("yh-S04.6.2-B7", "yh-S04.6.2-AC1", "yh-S04.6.2-L6"), arguments: ["yhealth", "volvox"])
  func exported(product: String) async throws {
    try await twoDevices(of: product) { first, second, _, fetch in
      try await first.perform(.open(Route(["settings", "privacy", "data"])))
      try await first.perform(.wait(.label("Export my data from the server"), seconds: 30))
      // The toast about signing in goes first.
      try await first.perform(.advance(seconds: 10))
      try await first.perform(.tap(.label("Export my data from the server")))
      try await first.perform(.wait(.label("Export processing. We'll email a download link."), seconds: 30))
      var link: String?
      for _ in 0..<200 where link == nil {
        let frame = try await first.perform(.advance(seconds: 5))
        link = frame.everything.first { $0.label == "Download link" }?.value
      }
      let answer = try await fetch.send(Outgoing("GET", try #require(link)))
      #expect(answer.status == 200 && answer.body.starts(with: Array("PK".utf8)))
      // Another device of the person sees the export, and never its link.
      try await second.perform(.open(Route(["settings", "privacy", "data"])))
      let other = try await second.perform(.wait(.label("Delete the export"), seconds: 30))
      #expect(!other.everything.contains { $0.label == "Download link" })
      try await second.perform(.tap(.label("Delete the export")))
      try await second.perform(.wait(.label("Export my data from the server"), seconds: 30))
      #expect(try await fetch.send(Outgoing("GET", try #require(link))).status == 404)
    }
  }
}
