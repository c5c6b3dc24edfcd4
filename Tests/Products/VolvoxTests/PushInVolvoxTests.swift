import Backend
import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Loopback
import ServerFunctions
import ShellTesting
import Supabase
import TestKeys
import Testing
import Tokens

@testable import Shell
@testable import Volvox

@Suite("Push notifications in Volvox.Sober", .timeLimit(.minutes(10))) struct PushInVolvoxTests {
  private static let token = String(repeating: "ab", count: 32)

  /// A server that sends to a push service of the test, and the requests that arrive there.
  private final class World: Sendable {
    let clock = ManualTime(noon)
    let heard: Locked<[String]>
    let server: EmbeddedServer
    let fetch: Fetch
    private let apple: Listener
    private let folder: String

    init() throws {
      let heard = Locked<[String]>([])
      self.heard = heard
      apple = try Listener { talk in
        while let (head, body) = talk.request() {
          heard.withLock { $0.append(head.joined(separator: "\n") + String(decoding: body, as: UTF8.self)) }
          talk.answer([])
        }
      }
      folder = NSTemporaryDirectory() + "troupe-push-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(ForeignKey(curve: "P-256").pem.utf8).write(to: URL(filePath: "\(folder)/key.pem"))
      let file: JSON = [
        "apns": [
          "team": "FGHIJ67890", "key_id": "ABCDE12345", "app": "org.example.volvox", "key_file": "key.pem",
          "address": .string("http://127.0.0.1:\(apple.port)"),
        ]
      ]
      try JSON.data(file).write(to: URL(filePath: "\(folder)/push.json"))
      var plan = EmbeddedPlan(folder: "\(folder)/backend", schema: .products)
      plan.push = "\(folder)/push.json"
      plan.notices = ServerNotice.products
      plan.functions = try ServerFunction.products()
      fetch = try Fetch()
      server = EmbeddedServer(plan, fetch, time: clock.time)
    }

    /// Asks the server as its operator.
    @discardableResult
    func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> JSON {
      let key = try Backend.keys(in: "\(folder)/backend").service
      let project = try await server.project()
      let answer = try await fetch.send(
        Outgoing(
          method, project.address + path,
          headers: [
            .init("apikey", key), .init("authorization", "Bearer \(key)"), .init("content-type", "application/json"),
          ], body: body.map { Array($0.utf8) }))
      guard (200..<300).contains(answer.status) else {
        throw Problem("refused", String(decoding: answer.body, as: UTF8.self), remedy: "")
      }
      return answer.body.isEmpty ? .null : try JSON(bytes: answer.body)
    }

    func close() async {
      await server.stop()
      await fetch.close()
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Lets time pass until something was heard, for at most a minute of the manual clock.
    func waits(for count: Int) async {
      for _ in 0..<60 where heard.withLock({ $0.count }) < count {
        await clock.advance(by: .seconds(1), settling: Settling())
        for _ in 0..<200 where heard.withLock({ $0.count }) < count { await Task.yield() }
      }
    }
  }

  /// Opens the app, turns notifications on if asked, signs in, and tells the device's address.
  private func signedIn(_ world: World, turnsOn: Bool) async throws -> (Window, id: String) {
    let account = #"{"email":"ben@example.org","password":"a-long-secret-of-ben"}"#
    let id = try #require(try await world.ask("POST", "/auth/v1/signup", account)["user"]?["id"]?.string)
    let person = try await Person.open(.volvox, home: .memory, clock: world.clock, seed: 1, server: world.server.port)
    let window = await person.window()
    try await window.perform(.network(.online))
    if turnsOn {
      try await window.perform(.open(Route(["notifications", "device"])))
      try await window.perform(.tap(.label("Turn on notifications")))
    }
    try await window.perform(.open(Route(["account", "sign-in"])))
    try await window.perform(.type(.label("E-mail"), "ben@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-ben"))
    try await window.perform(.tap(.label("Sign in")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await window.perform(.pushAddress(Redacted(#"{"service":"apns","token":"\#(Self.token)"}"#)))
    return (window, id)
  }

  /// Stores a message of somebody with whom Ben is connected.
  private func message(_ world: World, to ben: String) async throws {
    let (anna, id) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
    let at = Moment(world.clock.now.date).text
    try await world.ask(
      "POST", "/rest/v1/connection_requests",
      #"{"id":"\#(id)","owner":"\#(anna)","sender":"\#(anna)","recipient":"\#(ben)","asks_for":"sponsor","status":"accepted"}"#
    )
    try await world.ask(
      "POST", "/rest/v1/connections",
      #"{"id":"\#(id)","owner":"\#(ben)","request":"\#(id)","sponsor":"\#(ben)","sponsee":"\#(anna)"}"#)
    try await world.ask(
      "POST", "/rest/v1/messages",
      #"{"owner":"\#(anna)","sender":"\#(anna)","recipient":"\#(ben)","connection":"\#(id)","body":"c2VhbGVk","sent_at":"\#(at)"}"#
    )
  }

  @Test(
    "a message that comes while the app is closed is pushed to the person's device, in words that tell nothing",
    .covers("vx-US5-6", "vx-FR-035"))
  func closed() async throws {
    let world = try World()
    let (window, ben) = try await signedIn(world, turnsOn: true)
    let drawer = Drawer(window.person.store, world.clock.time)
    while try await drawer.load("push-registered")?.isEmpty != false { await Task.yield() }
    await window.close()
    await window.person.close()
    try await message(world, to: ben)
    await world.waits(for: 1)
    let asked = try #require(world.heard.withLock { $0.first })
    #expect(asked.hasPrefix("POST /3/device/\(Self.token) ") && asked.contains("You have a new message."))
    #expect(!asked.contains(ben) && !asked.contains("c2Vh"))
    await world.close()
  }

  @Test("nothing is pushed to somebody who has not turned notifications on", .covers("vx-US5-6"))
  func off() async throws {
    let world = try World()
    let (window, ben) = try await signedIn(world, turnsOn: false)
    await window.close()
    await window.person.close()
    try await message(world, to: ben)
    await world.waits(for: 1)
    #expect(world.heard.withLock { $0.isEmpty })
    await world.close()
  }
}
