import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import HealthProviders
import Interface
import JSON
import Kernel
import OAuthClient
import ProductKit
import Relational
import Runners
import ServerFunctions
import ShellTesting
import ShownRuns
import Storage
import Testing
import Tokens
import Vendors

@testable import Cadence
@testable import ConnectedApps
@testable import Shell

/// A runner with an account, a server that is registered with Strava, and Strava on this machine, whose secret the server alone has.
private final class ServedDesk: Sendable {
  let clock = ManualTime(noon)
  let strava: Vendor
  let server: EmbeddedServer
  let folder: TestFolder
  let home = TestFolder()
  let fetch: Fetch
  let person: Person
  let window: Window
  /// Holds the calls of the function while it is closed.
  private let gate = Locked<[CheckedContinuation<Void, Never>]?>(nil)

  init(isRegistered: Bool = true) async throws {
    var plan = VendorPlan.until(noon.date)
    plan.secret = "the-server-alone"
    strava = try await Vendor.start(.strava, plan, time: clock.time)
    fetch = try Fetch()
    folder = TestFolder()
    let address = strava.address
    var embedded = EmbeddedPlan(schema: .products)
    embedded.folder = folder.path
    let function = StravaFunction.function(
      HealthAccess(
        clients: isRegistered
          ? ["strava": HealthAccess.Client("troupe", secret: "the-server-alone", address: address)] : [:]))
    let gate = gate
    embedded.functions = [
      ServerFunction(function.name, bodyLimit: function.bodyLimit, sendsRequests: function.sendsRequests) {
        call, context in
        await withCheckedContinuation { waiting in
          let isOpen = gate.withLock { gate in
            guard gate != nil else { return true }
            gate?.append(waiting)
            return false
          }
          if isOpen { waiting.resume() }
        }
        return await function.handle(call, context)
      }
    ]
    server = EmbeddedServer(embedded, fetch, time: clock.time)
    person = try await Person.open(
      .cadence(HealthAccess(clients: ["strava": HealthAccess.Client("troupe", address: address)])),
      home: .folder(home.path), clock: clock, seed: 1, server: server.port, http: .curl())
    window = await person.window()
    try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
    try await window.perform(.network(.online))
  }

  func signUp() async throws {
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "sam@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-sam"))
    try await window.perform(.tap(.label("Create account")))
    // The first steps of a runner with an account.
    for label in [
      "I accept: Terms of use", "I accept: Privacy", "Next", "I consent: Health data", "Finish",
    ] {
      try await window.perform(.wait(.label(label), seconds: 30))
      try await window.perform(.tap(.label(label)))
    }
  }

  /// Connects Strava among the apps, with the person's consent on its page.
  func connect() async throws {
    try await window.perform(.open(Route(["apps"])))
    try await window.perform(.tap(.label("Connect Strava")))
    let page = try #require(await window.visit).address
    #expect(page.hasPrefix("\(strava.address)/oauth/authorize"))
    let shown = try await fetch.send(Outgoing("GET", page))
    let html = String(decoding: shown.body, as: UTF8.self)
    func values(_ name: String) -> [String] {
      html.components(separatedBy: "name=\(name) value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let fields =
      [Outgoing.Field("ticket", values("ticket").first ?? ""), Outgoing.Field("decision", "allow")]
      + values("scope").map { Outgoing.Field("scope", $0) }
    let answer = try await fetch.send(.form(page.components(separatedBy: "?")[0], fields))
    try await window.perform(.browsed(.returned(Redacted(try #require(answer["location"])))))
  }

  func shows(_ text: String) async -> Bool {
    await window.shows(within: 60) { frame in
      frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
    }
  }

  var tokens: [AppTokens] {
    get async throws { try await person.store.collection(AppTokens.self, .local).records() }
  }

  func hold() { gate.withLock { $0 = [] } }
  func release() { gate.withLock { $0.take() ?? [] }.forEach { $0.resume() } }

  func close() async {
    release()
    await person.close()
    await server.stop()
    await fetch.close()
    await strava.stop()
  }
}

@Suite("Strava of a runner with an account", .timeLimit(.minutes(10))) struct StravaOnServerTests {
  @Test(
    "the server exchanges the code and keeps the tokens sealed, the device has none, and runs are fetched by the server's function",
    .covers("cd-6.1-AC1", "cd-FR6", "cd-FR10", "cd-FR11", "cd-6.4-AC2"))
  func connected() async throws {
    let desk = try await ServedDesk()
    try await desk.signUp()
    try await desk.connect()
    #expect(await desk.shows("last synced"))
    // The secret, without which Strava gives no token, is the server's alone: so was the exchange.
    #expect(desk.strava.grants == 1)
    #expect(desk.strava.log.contains { $0.hasPrefix("POST /oauth/token") })
    let kept = try #require(try await desk.tokens.first?.tokens)
    #expect(kept.access.revealed == StravaAtServer.handle && kept.refresh == nil)
    for token in desk.strava.tokens {
      #expect(desk.folder.holding(token) == [] && desk.home.holding(token) == [])
    }
    // Retrieved through the server: each with its date, distance, duration, pace and type.
    #expect(desk.strava.log.contains { $0.hasPrefix("GET /api/v3/athlete/activities") })
    try await desk.window.perform(.open(Route(["apps", "strava"])))
    let rows = desk.window.frames.value.everything.filter { $0.role == .listitem && $0.label.hasPrefix("Run") }
    #expect(rows.count > 15 && rows.allSatisfy { $0.label.contains(" km") && $0.value?.contains("/km") == true })
    #expect(rows.allSatisfy { ($0.value ?? "").split(separator: ", ").count >= 3 }, "the day, the time and the pace")
    // While it is fetched again the screen says so, and when it was.
    try await desk.window.perform(.open(Route(["apps"])))
    desk.hold()
    try await desk.window.perform(.tap(.label("Sync Strava now")))
    #expect(await desk.shows("Syncing Strava"))
    desk.release()
    #expect(await desk.shows("Sync Strava now"))
    #expect(await desk.shows("last synced"))
    // After hours the server refreshes, and the person is asked nothing.
    try await desk.window.perform(.advance(seconds: 7 * 3_600))
    try await desk.window.perform(.open(Route(["apps"])))
    #expect(await desk.shows("Sync Strava now"))
    desk.hold()
    try await desk.window.perform(.tap(.label("Sync Strava now")))
    #expect(await desk.shows("Syncing Strava"))
    desk.release()
    #expect(await desk.shows("Sync Strava now"))
    #expect(desk.strava.log.count { $0.hasPrefix("POST /oauth/token") } >= 2)
    #expect(!desk.window.frames.value.labels.contains("Strava asks for your consent again."))
    await desk.close()
  }

  @Test("no token is in the clear in any file of the server or of the device; disconnecting revokes and deletes them")
  func sealed() async throws {
    let desk = try await ServedDesk()
    try await desk.signUp()
    try await desk.connect()
    #expect(await desk.shows("last synced"))
    let tokens = desk.strava.tokens
    #expect(tokens.count == 2)
    #expect(!desk.folder.everything.isEmpty && !desk.home.everything.isEmpty)
    for token in tokens {
      #expect(desk.folder.holding(token) == [] && desk.home.holding(token) == [])
    }
    try await desk.window.perform(.open(Route(["apps"])))
    try await desk.window.perform(.tap(.label("Disconnect Strava")))
    try await desk.window.perform(.tap(.label("Disconnect")))
    #expect(await desk.shows("Nothing is connected yet."))
    #expect(desk.strava.grants == 0)
    #expect(try await desk.tokens.isEmpty)
    #expect(try await desk.person.store.collection(ShownRun.self, .local).records().isEmpty)
    await desk.close()
  }

  @Test("an access that the person has ended at Strava asks for consent again, and connecting again works")
  func withdrawn() async throws {
    let desk = try await ServedDesk()
    try await desk.signUp()
    try await desk.connect()
    #expect(await desk.shows("last synced"))
    desk.strava.withdraw()
    try await desk.window.perform(.open(Route(["apps"])))
    try await desk.window.perform(.tap(.label("Sync Strava now")))
    #expect(await desk.shows("Strava asks for your consent again."))
    await desk.close()
  }

  @Test(
    "without an account, or with a server that knows no Strava, the device's own client is used, which has no secret here"
  )
  func alone() async throws {
    for hasAccount in [false, true] {
      let desk = try await ServedDesk(isRegistered: !hasAccount)
      if hasAccount { try await desk.signUp() }
      try await desk.connect()
      #expect(await desk.shows("Connect Strava"))
      #expect(desk.strava.log.contains { $0.hasPrefix("POST /oauth/token") })
      #expect(desk.strava.grants == 0)
      #expect(try await desk.tokens.isEmpty)
      await desk.close()
    }
  }
}
