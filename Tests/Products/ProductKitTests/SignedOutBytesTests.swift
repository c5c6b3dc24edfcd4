import Catalog
import Chance
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import ProductKit
@testable import Shell
@testable import Storage

/// The bytes of a device after its person signed out: every file is scanned, the database's free pages and its log too.
@Suite("The bytes that a sign-out leaves on a device", .timeLimit(.minutes(10))) struct SignedOutBytesTests {
  private static let words = [
    "marked.maria@example.org", "a-marked-secret-of-maria", "Marked fern", "Marked fern again", "Marked half a thought",
  ]
  private let clock = ManualTime(noon)

  /// The sealed texts of all records and of all changes that wait.
  private func sealed(_ store: Store) async throws -> Set<[UInt8]> {
    try await store.keeper.read { ledger throws(Problem) in
      var found: Set<[UInt8]> = []
      for (number, _) in try ledger.tables.everyCollection() {
        try ledger.tables.scan(number, from: nil, to: nil, newest: 10_000) { found.insert(Array($4)) }
      }
      for row in try ledger.tables.outbox(in: nil, limit: 10_000) { found.insert(row.sealed) }
      return found
    }
  }

  /// The texts of which some bytes are in a file. A text may span pages, so several short windows of each are looked for.
  private func left(_ texts: Set<[UInt8]>, in folder: TestFolder) -> Int {
    let files = folder.everything.filter { !$0.key.hasSuffix("store.key") }.values
    return texts.filter { text in
      stride(from: 0, through: text.count - 32, by: 512).contains { at in
        files.contains { $0.range(of: Data(text[at..<at + 32])) != nil }
      }
    }.count
  }

  @Test(
    "no byte is left of what was there, changed or deleted before, and no word that was typed",
    .covers("yh-S04.6.2-B29"),
    arguments: ["yhealth"] + RotatingShare.current.part(of: ["volvox", "dailypa", "cadence"], every: 3))
  func nothing(_ name: String) async throws {
    let product = try #require(Product.named(name))
    let (folder, fetch) = (TestFolder(), try Fetch())
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let person = try await Person.open(
      product, home: .folder(folder.path), clock: clock, seed: 1, server: server.port)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), Self.words[0]))
    try await window.perform(.type(.label("Password"), Self.words[1]))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    var texts = try await sealed(person.store)
    // One value is changed, and an entry begun and left: what they were before lies in free pages or in the log.
    for theme in ["dark", "light", "dark"] {
      try await window.perform(.open(Route(["settings", "display"])))
      try await window.perform(.choose(.label("Theme"), .text(theme)))
      texts.formUnion(try await sealed(person.store))
    }
    if let form = Self.form[name] {
      for words in Self.words[2...3] {
        try await window.perform(.open(product.home.root))
        try await window.perform(.open(form.route))
        try await window.perform(.type(.label(form.field), words))
        try await window.perform(.tap(.label(form.save)))
        texts.formUnion(try await sealed(person.store))
      }
      try await window.perform(.open(product.home.root))
      try await window.perform(.open(form.route))
      try await window.perform(.type(.label(form.field), Self.words[4]))
    }
    let picture = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    _ = try await person.store.blobs.add(picture)
    texts.formUnion(try await sealed(person.store))
    let files = folder.everything.filter { $0.key.contains("/blobs/") }
    #expect(files.count == 1)
    for file in files.values { texts.insert(Array(file)) }
    #expect(texts.count > 8 && left(texts, in: folder) > 8, "the scan finds what is there")

    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.tap(.label("Sync Now")))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.tap(.label("Sign out")))
    // Only the question is within reach.
    try await window.perform(.tap(.label("Sign out")))
    try await window.perform(.wait(.label("Create account"), seconds: 30))
    #expect(left(texts, in: folder) == 0, "while it is open")
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
    #expect(left(texts, in: folder) == 0, "when it is closed")
    for words in Self.words { #expect(folder.holding(words) == []) }
  }

  /// A form with a text of the person's own.
  private static let form: [String: (route: Route, field: String, save: String)] = [
    "yhealth": (Route(["log", "journal"]), "What is on your mind", "Save"),
    "dailypa": (Route(["todos", "add"]), "Title", "Save todo"),
  ]
}
