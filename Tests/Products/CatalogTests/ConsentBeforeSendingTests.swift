import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import Permissions
import Relational
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

/// The products that ask before they send.
private let products = Product.all.filter { ["yhealth", "dailypa"].contains($0.id) }

/// A server, and every request that a device sends to it.
private struct WatchedServer: Sendable {
  let world: PushedWorld
  let sent = Locked<[String]>([])
  let person: Person
  let window: Window
  let product: Product
  let phone = Phone()

  init(_ product: Product) async throws {
    let world = try PushedWorld()
    let (sent, port) = (sent, world.server.port)
    let watching = ServerPort(
      project: port.project,
      send: { request throws(Problem) in
        sent.withLock { $0.append("\(request.address) \(String(decoding: request.body ?? [], as: UTF8.self))") }
        return try await port.send(request)
      }, connect: port.connect)
    self.world = world
    self.product = product
    person = try await Person.open(
      product, home: .memory, clock: world.clock, seed: 1, server: watching, permissions: phone.permissions,
      push: phone.push)
    window = await person.window()
    try await window.perform(.network(.online))
    try await world.signUp()
    try await world.turnOn(window)
    try await world.signIn(window, consents: false)
  }

  func write(_ words: String) async throws {
    let (route, field, button) =
      product.id == "yhealth"
      ? (["log", "journal"], "What is on your mind", "Save") : (["todos", "add"], "Title", "Save todo")
    try await window.perform(.open(product.home.root))
    try await window.perform(.open(Route(route)))
    try await window.perform(.type(.label(field), words))
    try await window.perform(.tap(.label(button)))
  }

  /// Asks for a sync and lets an hour pass.
  func attempt() async throws {
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.tap(.label("Sync Now")))
    for _ in 0..<12 { try await window.perform(.advance(seconds: 300)) }
  }

  /// Every row of the person on the server, by table.
  func rows() async throws -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    for name in Set(SyncedRecord.products.map(\.table.name)) {
      let rows = try await world.ask("GET", "/rest/v1/\(name)?select=*").array ?? []
      if !rows.isEmpty { found[name] = rows }
    }
    return found
  }

  var entries: String { product.id == "yhealth" ? "journal_entries" : "todos" }

  /// Syncs until the server has so many entries, for at most a minute of the real clock.
  func arrived(_ count: Int) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if try await rows()[entries]?.count == count { return true }
      try await window.perform(.open(Route(["settings", "sync"])))
      try await window.perform(.tap(.label("Sync Now")))
      try await window.perform(.advance(seconds: 30))
    }
    return false
  }

  func choose(_ label: String) async throws {
    try await window.perform(.open(Route(["settings", "consent"])))
    try await window.perform(.tap(.label(label)))
  }

  var title: String { product.id == "yhealth" ? "Health data" : "Sync" }

  /// The requests that left the device and name the person's words, the device's token or a row.
  func told(since start: Int = 0) -> [String] {
    sent.withLock { $0.dropFirst(start) }.filter { request in
      ["fern", Phone.tokens[0], "sync_push", "/storage/", "/functions/"].contains { request.contains($0) }
    }
  }

  func close() async {
    await window.close()
    await person.close()
    await world.close()
  }
}

@Suite("Nothing is sent before the person consents", .timeLimit(.minutes(10)))
struct ConsentBeforeSendingTests {
  @Test(
    "the server has no row and no token before every consent is given, then it has what waited, and after a withdrawal no more",
    arguments: products)
  func asked(_ product: Product) async throws {
    let server = try await WatchedServer(product)
    try await server.write("A marked fern")
    try await server.attempt()
    #expect(try await server.rows() == [:] && server.told() == [])
    for label in ["I consent: \(server.title)", "I accept: Privacy"] { try await server.choose(label) }
    try await server.attempt()
    #expect(try await server.rows() == [:] && server.told() == [], "the terms are not accepted yet")
    try await server.choose("I accept: Terms of use")
    #expect(try await server.arrived(1))
    try await server.world.waits(for: server.person)
    while try await server.rows()["consents"]?.count != 3 { try await server.window.perform(.advance(seconds: 30)) }

    try await server.choose("Withdraw consent: \(server.title)")
    try await server.window.perform(.tap(.label("Withdraw consent")))
    // The decision itself is told, and the device's token removed.
    while try await server.rows()["consents"]?.count != 4 { try await server.window.perform(.advance(seconds: 30)) }
    while try await !server.world.registered(server.person).isEmpty { await Task.yield() }
    let start = server.sent.withLock { $0.count }
    try await server.write("Another fern")
    try await server.attempt()
    #expect(server.told(since: start).filter { !$0.contains("is_given") } == [])
    #expect(try await server.rows()[server.entries]?.count == 1)

    try await server.choose("I consent: \(server.title)")
    #expect(try await server.arrived(2))
    await server.close()
  }

  @Test("whoever refuses at once sends nothing, not even the refusal", arguments: products)
  func refused(_ product: Product) async throws {
    let server = try await WatchedServer(product)
    try await server.write("A marked fern")
    for label in ["I accept: Terms of use", "I accept: Privacy", "Keep it on this device: \(server.title)"] {
      try await server.choose(label)
    }
    try await server.attempt()
    try await server.window.perform(.network(.offline))
    try await server.window.perform(.network(.online))
    try await server.attempt()
    #expect(try await server.rows() == [:] && server.told() == [])
    await server.close()
  }
}
