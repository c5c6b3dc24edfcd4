import Catalog
import Chance
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import ShellTesting
import Testing

@testable import ProductKit
@testable import Shell

/// The tokens of a session on the device.
@Suite("The tokens of a session", .timeLimit(.minutes(10))) struct SessionStorageTests {
  private let clock = ManualTime(noon)

  /// The parts of the stored session that would let somebody else in.
  private func secrets(_ person: Person) async throws -> [String] {
    let kept = try JSON(bytes: try #require(try await person.drawer.load("session")))
    let (access, refresh) = (try #require(kept["access"]?.string), try #require(kept["refresh"]?.string))
    // The last part of the access token is its signature; the others are the same for everybody, or known to the person.
    return [access, refresh, try #require(access.split(separator: ".").last.map(String.init))]
  }

  private func isIn(_ folder: TestFolder, _ text: String) -> Bool {
    folder.everything.contains { $0.value.range(of: Data(text.utf8)) != nil }
  }

  @Test(
    "are sealed in every file, open the session again at the next start, and go when the person signs out",
    .covers("yh-S04.6.2-L2", "pa-R1.4", "pa-R1.5", "pa-R14.1"),
    arguments: RotatingShare.current.inOneForm(["dailypa", "yhealth", "cadence"]))
  func sealed(_ name: String, hasPassphrase: Bool) async throws {
    let product = try #require(Product.named(name))
    let (folder, fetch) = (TestFolder(), try Fetch(log: .silent))
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time, log: .silent)
    let keys: ProfileKeys = hasPassphrase ? .passphrase(Redacted("a passphrase of maria")) : .file
    func open() async throws -> Person {
      try await Person.open(
        product, home: .folder(folder.path), keys: keys, clock: clock, seed: 1, server: server.port)
    }
    var person = try await open()
    var window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    await window.frames.wait { !$0.route.path.contains("sign-up") }
    let tokens = try await secrets(person)
    for token in tokens { #expect(token.utf8.count >= 20 && !isIn(folder, token)) }
    await window.close()
    await person.close()
    for token in tokens { #expect(!isIn(folder, token)) }

    person = try await open()
    window = await person.window()
    try await window.perform(.open(Route(["account"])))
    let frame = try await window.perform(.wait(.label("Sign out"), seconds: 30))
    #expect(frame.everything.contains { $0.value == "maria@example.org" })
    try await window.perform(.network(.online))
    try await window.perform(.tap(.label("Sign out")))
    // Only the question is within reach.
    try await window.perform(.tap(.label("Sign out")))
    try await window.perform(.wait(.label("Create account"), seconds: 30))
    #expect(try await person.drawer.load("session").map(\.isEmpty) ?? true)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }

  @Test(
    "no level of the log has a word that the person typed: an address, a password, a passcode or an entry",
    .covers("pa-R14.7"))
  func log() async throws {
    let lines = Locked<[Log.Line]>([])
    let log = Log { line in lines.withLock { $0.append(line) } }
    let product = try #require(Product.named("dailypa"))
    let (folder, fetch) = (TestFolder(), try Fetch(log: log))
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time, log: log)
    let person = try await Person.open(
      product, home: .folder(folder.path), clock: clock, seed: 1, log: log, server: server.port)
    let window = await person.window()
    let words = [
      "maria.marked@example.org", "a-marked-password", "another-marked-password", "a marked passcode", "Marked fern",
      "Marked merchant",
    ]
    try await window.perform(.network(.online))
    // A sign-in that fails is logged.
    try await window.perform(.open(Route(["account", "sign-in"])))
    try await window.perform(.type(.label("E-mail"), words[0]))
    try await window.perform(.type(.label("Password"), words[1]))
    try await window.perform(.tap(.label("Sign in")))
    await window.frames.wait { $0.labels.contains { $0.hasPrefix("The e-mail address or the password is not right.") } }
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), words[0]))
    try await window.perform(.type(.label("Password"), words[2]))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await window.perform(.open(Route(["todos", "add"])))
    try await window.perform(.type(.label("Title"), words[4]))
    try await window.perform(.tap(.label("Save todo")))
    try await window.perform(.open(Route(["expenses", "form"])))
    try await window.perform(.type(.label("Amount"), "12.5"))
    try await window.perform(.type(.label("Merchant"), words[5]))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
    try await window.perform(.open(Route(["settings", "lock"])))
    try await window.perform(.type(.label("New passcode"), words[3]))
    try await window.perform(.type(.label("New passcode again"), words[3]))
    try await window.perform(.tap(.label("Turn on lock")))
    try await window.perform(.lock)
    try await window.perform(.type(.label("Passcode"), "a marked wrong passcode"))
    try await window.perform(.tap(.label("Unlock")))
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
    let logged = lines.withLock { $0.map(\.text) }
    #expect(logged.contains { $0.hasPrefix("Signing in failed") }, "the log is not empty")
    for word in words + ["marked", "Marked"] { #expect(!logged.contains { $0.contains(word) }, "\(word)") }
  }
}
