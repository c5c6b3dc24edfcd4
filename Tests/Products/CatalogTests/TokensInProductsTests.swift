import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Notifications
import Permissions
import ShellTesting
import Storage
import Supabase
import Testing
import YHealth

@testable import ProductKit
@testable import Shell

@Suite("The tokens of devices in products", .timeLimit(.minutes(10))) struct TokensInProductsTests {
  /// The payload of a message of Firebase, as Android hands it to the app.
  private func data(of message: JSON) throws -> Redacted<String> {
    Redacted(try JSON.text(try #require(message["data"])))
  }

  private func told(_ name: String, of person: String, in world: PushedWorld) async throws {
    try await world.told(
      name, "milestone", "Congrats, Maria! 7-day logging streak achieved!", "/pillars/goals", of: person)
  }

  private func close(_ person: Person, _ window: Window) async {
    await window.close()
    await person.close()
  }

  @Test(
    "an Android device is registered with its token of Firebase, and its message comes through it and opens its screen",
    .covers("yh-S04.4.1-B3", "yh-S04.4.1-AC6"))
  func android() async throws {
    let (world, phone, home) = (try PushedWorld(), Phone(.fcm), TestFolder())
    let maria = try await world.signUp()
    let (person, window) = try await world.open(.yhealth, on: phone, in: home)
    try await world.turnOn(window)
    try await world.signIn(window)
    try await world.waits(for: person)
    try await told("milestone one", of: maria, in: world)
    let message = try #require(try await world.messages(1, with: "milestone one").first)
    #expect(message["token"]?.string == Phone.tokens[0] && message["android"]?["priority"] != nil)
    #expect(message["data"]?["body"]?.string == "You reached a milestone.")
    #expect(world.firebase.asked.withLock { $0.count } == 1 && world.firebase.refused.withLock { $0.isEmpty })
    #expect(world.heard.withLock { $0.isEmpty }, "Apple's service is not asked")
    #expect(try await window.perform(.pushed(try data(of: message), isTapped: true)).route.text == "/pillars/goals")
    await close(person, window)
    await world.close()
  }

  @Test(
    "of one person's iPhone and Android device each gets its message by its own service, and both act on it alike",
    .covers("yh-S04.4.1-B1", "yh-S04.4.1-B4", "yh-S04.4.1-L9"))
  func both() async throws {
    let (world, apple, android) = (try PushedWorld(), Phone(), Phone(.fcm))
    let homes = [TestFolder(), TestFolder()]
    let maria = try await world.signUp()
    android.number.withLock { $0 = 1 }
    let (one, first) = try await world.open(.yhealth, on: apple, in: homes[0], seed: 1)
    try await world.turnOn(first)
    try await world.signIn(first)
    try await world.waits(for: one)
    let (other, second) = try await world.open(.yhealth, on: android, in: homes[1], seed: 2)
    try await world.turnOn(second)
    try await world.signIn(second)
    try await world.waits(for: other, toRegister: Phone.tokens[1])
    try await told("milestone two", of: maria, in: world)
    let request = try #require(await world.pushes(1, with: "milestone two").first)
    let message = try #require(try await world.messages(1, with: "milestone two").first)
    #expect(request.hasPrefix("POST /3/device/\(Phone.tokens[0]) ") && message["token"]?.string == Phone.tokens[1])
    for (window, told) in [(first, payload(request)), (second, try data(of: message))] {
      #expect(try await window.perform(.pushed(told, isTapped: true)).route.text == "/pillars/goals")
    }
    // Each device acts on what is signed for it, and not on that of the other.
    #expect(await first.refusal(.pushed(try data(of: message), isTapped: false))?.code == "push-forged")
    await close(one, first)
    await close(other, second)
    await world.close()
  }

  @Test(
    "a token that is about to expire is renewed and registered without the person, while no window is open",
    .covers("yh-S04.4.1-AC2", "yh-S04.4.1-B7", "yh-S04.4.1-B19", "yh-S04.4.1-L6"))
  func renews() async throws {
    let (world, home) = (try PushedWorld(), TestFolder())
    let phone = Phone(.fcm, lives: (3 * 86_400, world.clock))
    let maria = try await world.signUp()
    let (person, window) = try await world.open(.yhealth, on: phone, in: home)
    try await world.turnOn(window)
    try await world.signIn(window)
    try await world.waits(for: person)
    await window.close()
    // A day before its end.
    await world.clock.advance(by: .seconds(2 * 86_400 - 3600), settling: person.context.settling)
    #expect(phone.renewals.withLock { $0 } == [false])
    await world.clock.advance(by: .seconds(2 * 3600), settling: person.context.settling)
    try await world.waits(for: person, toRegister: Phone.tokens[1])
    #expect(phone.renewals.withLock { $0 } == [false, true])
    try await told("milestone three", of: maria, in: world)
    let messages = try await world.messages(1, with: "milestone three")
    #expect(messages.map { $0["token"]?.string } == [Phone.tokens[1]], "the old token is gone from the server")
    await person.close()
    await world.close()
  }

  @Test(
    "a token that the service replaces takes the place of the former on the server, sealed, and in no log",
    .covers("yh-S04.4.1-B8"))
  func rotates() async throws {
    let (world, phone, home) = (try PushedWorld(), Phone(.fcm), TestFolder())
    let maria = try await world.signUp()
    let (person, window) = try await world.open(.yhealth, on: phone, in: home)
    try await world.turnOn(window)
    try await world.signIn(window)
    try await world.waits(for: person)
    let rotated = String(repeating: "9f", count: 32)
    phone.rotations.continuation.yield(PushToken(.fcm, Redacted(rotated)))
    try await world.waits(for: person, toRegister: rotated)
    try await told("milestone four", of: maria, in: world)
    let messages = try await world.messages(1, with: "milestone four")
    #expect(messages.map { $0["token"]?.string } == [rotated])
    await close(person, window)
    await world.close()
    for token in [rotated, Phone.tokens[0]] {
      #expect(home.holding(token) == [] && world.folder.holding(token) == [])
      #expect(!world.lines.withLock { $0.contains { $0.contains(token) } })
    }
  }

  @Test(
    "a token that has expired while the app was closed is registered anew when the app is opened",
    .covers("yh-S04.4.1-E3"))
  func expired() async throws {
    let (world, home) = (try PushedWorld(), TestFolder())
    let phone = Phone(.fcm, lives: (3 * 86_400, world.clock))
    try await world.signUp()
    do {
      let (person, window) = try await world.open(.yhealth, on: phone, in: home)
      try await world.turnOn(window)
      try await world.signIn(window)
      try await world.waits(for: person)
      await close(person, window)
    }
    await world.clock.advance(by: .seconds(4 * 86_400), settling: Settling())
    #expect(phone.renewals.withLock { $0 } == [false])
    let (again, later) = try await world.open(.yhealth, on: phone, in: home)
    try await world.waits(for: again, toRegister: Phone.tokens[1])
    #expect(phone.renewals.withLock { $0 } == [false, true])
    await close(again, later)
    await world.close()
  }

  @Test(
    "a new installation begins its history anew and registers its own token, and the former's leaves the server",
    .covers("yh-S04.4.1-B6", "yh-S04.4.2-E4"))
  func reinstalled() async throws {
    let (world, phone, homes) = (try PushedWorld(), Phone(.fcm), [TestFolder(), TestFolder()])
    let maria = try await world.signUp()
    let (former, old) = try await world.open(.yhealth, on: phone, in: homes[0], seed: 1)
    try await world.turnOn(old)
    try await world.signIn(old)
    try await world.waits(for: former)
    try await told("milestone before", of: maria, in: world)
    _ = try await world.messages(1, with: "milestone before")
    await close(former, old)

    // The app is removed and installed again: its folder is empty, and the service gives it another token.
    world.firebase.gone.withLock { _ = $0.insert(Phone.tokens[0]) }
    phone.number.withLock { $0 = 1 }
    phone.standing.withLock { $0 = .undecided }
    await world.clock.advance(by: .seconds(3600), settling: Settling())
    let (person, window) = try await world.open(.yhealth, on: phone, in: homes[1], seed: 2)
    try await world.signIn(window)
    try await world.turnOn(window)
    try await world.waits(for: person, toRegister: Phone.tokens[1])
    // The next message goes to both tokens, of which the service knows one: the other leaves the server.
    try await told("milestone after", of: maria, in: world)
    let messages = try await world.messages(1, with: "milestone after")
    #expect(messages.map { $0["token"]?.string } == [Phone.tokens[1]])
    try await told("milestone later", of: maria, in: world)
    #expect(try await world.messages(1, with: "milestone later").map { $0["token"]?.string } == [Phone.tokens[1]])
    let tried = world.firebase.attempts.withLock { $0.dropFirst() }
    // The account has the former's history, and this installation shows its own.
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    for (body, ago) in [("Before.", 86_400.0), ("After.", 0)] {
      try await history.save(
        NotificationEntry(
          name: "milestone \(body)", kind: "milestone", body: body, link: Route(["pillars", "goals"]), action: "Open",
          why: "It was reached.", sentAt: world.clock.now.date.addingTimeInterval(-ago)), over: .anything)
    }
    try await window.perform(.open(Route(["notifications"])))
    #expect(await window.shows(within: 60) { $0.labels.contains("After.") && $0.labels.contains("1 unread") })
    #expect(!window.frames.value.labels.contains("Before."))
    #expect(tried.count { $0 == Phone.tokens[0] } == 1 && tried.count { $0 == Phone.tokens[1] } == 2, "\(tried)")
    await close(person, window)
    await world.close()
  }

  @Test(
    "tokens and messages go over TLS alone: not to a server without it, nor to such a push service",
    .covers("yh-S04.4.1-L7"))
  func secure() async throws {
    let (world, phone) = (try PushedWorld(), Phone())
    let sent = Locked(0)
    let open = ServerPort(
      project: { () throws(Problem) in Project(address: "http://troupe.example.org", key: "anon") },
      send: { _ throws(Problem) in
        sent.withLock { $0 += 1 }
        return Incoming(status: 200)
      })
    let person = try await Person.open(
      .yhealth, home: .memory, clock: world.clock, seed: 1, server: open, permissions: phone.permissions,
      push: phone.push)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await world.turnOn(window)
    try await window.perform(.open(Route(["account", "sign-in"])))
    try await window.perform(.type(.label("E-mail"), PushedWorld.email))
    try await window.perform(.type(.label("Password"), PushedWorld.password))
    try await window.perform(.tap(.label("Sign in")))
    let isRefused = await window.shows(within: 30) { $0.labels.contains { $0.contains("begins with http://") } }
    #expect(isRefused && sent.withLock { $0 } == 0)
    await close(person, window)
    // A server whose file names a push service without TLS does not start.
    for (name, file) in [
      (
        "apns",
        #"{"team":"FGHIJ67890","key_id":"ABCDE12345","app":"org.example.app","key_file":"key.pem","address":"http://push.example.org"}"#
      ),
      ("fcm", #"{"account_file":"firebase.json","address":"http://push.example.org"}"#),
    ] {
      world.folder.write("open.json", #"{"\#(name)":\#(file)}"#)
      var plan = EmbeddedPlan(schema: .products)
      plan.push = "\(world.folder.path)/open.json"
      let server = EmbeddedServer(plan, world.fetch, time: world.clock.time)
      await #expect(throws: Problem.self) { try await server.project() }
      await server.stop()
    }
    await world.close()
  }
}
