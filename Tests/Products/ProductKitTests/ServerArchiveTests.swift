import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import Relational
import ShellTesting
import Storage
import TestPostgres
import Testing

@testable import ProductKit
@testable import Shell

/// The archive that a server makes of an account, imported into a fresh profile.
@Suite("The server's archive of an account", .timeLimit(.minutes(10))) struct ServerArchiveTests {
  enum Ground: String, CaseIterable, Sendable {
    case sqlite, postgres

    static var all: [Ground] { TestPostgres.isInstalled ? allCases : [.sqlite] }
  }

  private static let data = Route(["settings", "privacy", "data"])
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

  /// Lets time pass until the device has sent and received everything.
  private func synced(_ person: Person, _ window: Window) async throws {
    let isDone = try await window.until {
      try await window.perform(.advance(seconds: 60))
      return try await person.store.outbox.counts().unsent == 0
    }
    try #require(isDone)
  }

  /// Every synced record by collection and identifier, in the form in which the product would send it.
  private func records(_ person: Person) async throws -> [String: [UUID: Fields]] {
    try await person.store.openAnnounced()
    let held = try await person.store.collections()
    var all: [String: [UUID: Fields]] = [:]
    for kind in SyncedRecord.products where held.contains(kind.table.name) {
      for record in try await person.store.records(of: kind.table.name, newest: 100_000) {
        all[kind.table.name, default: [:]][record.id] = try kind.roundTrip(record.fields)
      }
    }
    return all
  }

  private func expectSame(_ before: [String: [UUID: Fields]], _ after: [String: [UUID: Fields]]) {
    #expect(after.keys.sorted() == before.keys.sorted())
    for (name, records) in before {
      #expect(Set(records.keys) == Set(after[name].map { $0.keys.map { $0 } } ?? []), "\(name)")
      for (id, fields) in records {
        let other = after[name]?[id] ?? [:]
        let differing = Set(fields.keys).union(other.keys).filter { !(fields[$0] ?? .null).means(other[$0] ?? .null) }
        #expect(differing.isEmpty, "\(name): \(differing)")
      }
    }
  }

  @Test(
    "import(export(x)) is x for the server's archive too, also into a fresh profile", .covers("yh-S04.6.2-L8"),
    arguments: ["yhealth", "volvox"], Ground.all)
  func whole(_ name: String, on ground: Ground) async throws {
    let product = try #require(Product.named(name))
    let fetch = try Fetch()
    var plan = EmbeddedPlan(schema: .products)
    if ground == .postgres { plan.database = try TestPostgres.shared().database() }
    let server = EmbeddedServer(plan, fetch, time: clock.time)
    let person = try await Person.open(product, home: .memory, clock: clock, seed: 1, server: server.port)
    let window = await person.window()
    try await enter("sign-up", in: window)
    try await window.consent()
    try await window.perform(.open(Route(["settings", "display"])))
    try await window.perform(.choose(.label("Theme"), .text("dark")))
    if name == "yhealth" {
      for words in ["A quiet day, “at last”.", "A walk by the lake"] {
        try await window.perform(.open(Route(["settings"])))
        try await window.perform(.open(Route(["log", "journal"])))
        try await window.perform(.type(.label("What is on your mind"), words))
        try await window.perform(.tap(.label("Save")))
      }
    }
    // Its device makes a key for messages some time after the sign-in.
    if name == "volvox" {
      let hasKey = try await window.until { try await records(person)["message_keys"] != nil }
      try #require(hasKey)
    }
    try await synced(person, window)
    let before = try await records(person)
    #expect(before["settings"]?.isEmpty == false && before["consents"]?.isEmpty == false, "\(before.keys)")

    try await window.perform(.open(Self.data))
    try await window.perform(.wait(.label("Export my data from the server"), seconds: 30))
    // The toast about signing in goes first.
    try await window.perform(.advance(seconds: 10))
    try await window.perform(.tap(.label("Export my data from the server")))
    var link: String?
    let isMade = try await window.until {
      let frame = try await window.perform(.advance(seconds: 5))
      link = frame.everything.first { $0.label == "Download link" }?.value
      return link != nil
    }
    try #require(isMade)
    let answer = try await fetch.send(Outgoing("GET", try #require(link)))
    let out = TestFolder()
    try FileManager.default.createDirectory(atPath: out.path, withIntermediateDirectories: true)
    try Data(answer.body).write(to: URL(filePath: "\(out.path)/export.zip"))

    // Without an account and without a server.
    let other = try await Person.open(product, home: .memory, clock: clock, seed: 2, server: server.port)
    let second = await other.window()
    func read() async throws -> Frame {
      try await second.perform(.open(Self.data))
      try await second.perform(.type(.label("Path on this machine"), "\(out.path)/export.zip"))
      return try await second.perform(.tap(.label("Read the archive")))
    }
    #expect(try await read().dialog?.label.hasPrefix("Import ") == true)
    let done = try await second.perform(.tap(.label("Import")))
    #expect(done.toast?.hasPrefix("Imported ") == true, "\(done.toast ?? "")")
    #expect(done.appearance.scheme == .dark)
    expectSame(before, try await records(other))
    #expect(try await read().dialog?.label == "Everything is here already")
    try await second.perform(.tap(.label("Close")))

    // Signed in again, what was imported is what the account has: nothing is in conflict, and nothing is lost.
    try await enter("sign-in", in: second)
    try await second.consent()
    try await synced(other, second)
    #expect(try await other.store.outbox.conflicts().isEmpty)
    let after = try await records(other)
    for (name, records) in before where name != "consents" {
      #expect(Set(records.keys).isSubset(of: Set(after[name].map { $0.keys.map { $0 } } ?? [])), "\(name)")
    }
    for one in [window, second] { await one.close() }
    for one in [person, other] { await one.close() }
    await server.stop()
    await fetch.close()
  }
}
