import Catalog
import Connectivity
import Covers
import Foundation
import Interface
import JSON
import Kernel
import Permissions
import ShellTesting
import Storage
import Testing
import YHealth

@testable import Shell

/// The products whose notifications a person's other devices tell of.
private let products = Product.all.filter { ["yhealth", "dailypa"].contains($0.id) }

@Suite("Push notifications in products", .timeLimit(.minutes(10))) struct PushInProductsTests {
  @Test(
    "once the person has allowed it, the device's token is registered silently, sealed, and in no log",
    .covers(
      "yh-S04.4.1-AC1", "yh-S04.4.1-B5", "yh-S04.4.1-B6", "yh-S04.4.1-B9", "yh-S04.4.1-B10", "yh-S04.4.1-B18",
      "yh-S04.4.1-L2", "yh-S04.4.1-L3", "pa-R7.1"), arguments: products)
  func registers(_ product: Product) async throws {
    let (world, phone, home) = (try PushedWorld(), Phone(), TestFolder())
    try await world.signUp()
    let (person, window) = try await world.open(product, on: phone, in: home)
    try await world.signIn(window)
    #expect(phone.renewals.withLock { $0.isEmpty }, "no token is asked for before the permission")
    try await world.turnOn(window)
    let recorder = OutletRecorder(window)
    let route = window.frames.value.route
    try await world.waits(for: person)
    #expect(window.frames.value.route == route && recorder.toasts.isEmpty)
    let token = Phone.tokens[0]
    #expect(home.holding(token) == [] && world.folder.holding(token) == [], "while it is open")
    await window.close()
    await person.close()
    await world.close()
    #expect(home.holding(token) == [] && world.folder.holding(token) == [], "when it is closed")
    #expect(!world.lines.withLock { $0.contains { $0.contains(token) } })
  }

  @Test(
    "what another device has told of is delivered by Apple's service, signed and in words that tell nothing",
    .covers(
      "yh-S04.4.1-AC5", "yh-S04.4.1-B2", "yh-S04.4.2-L2", "yh-S04.4.2-L3", "yh-S04.4.2-L7"))
  func delivers() async throws {
    let (world, phone, home) = (try PushedWorld(), Phone(), TestFolder())
    let maria = try await world.signUp()
    let (person, window) = try await world.open(.yhealth, on: phone, in: home)
    try await world.turnOn(window)
    try await world.signIn(window)
    try await world.waits(for: person)
    try await world.told(
      "milestone one", "milestone", "Congrats, Maria! 7-day logging streak achieved!", "/pillars/goals", of: maria)
    let asked = try #require(await world.pushes(1, with: "milestone one").first)
    #expect(asked.hasPrefix("POST /3/device/\(Phone.tokens[0]) ") && asked.contains("You reached a milestone."))
    for secret in ["Congrats", "Maria", "7-day", maria, PushedWorld.email] {
      #expect(!asked.contains(secret), "\(secret)")
    }
    // The app acts on it because it is signed for this profile, and on nothing else.
    let genuine = payload(asked)
    #expect(try await window.perform(.pushed(genuine, isTapped: true)).route.text == "/pillars/goals")
    let forged = Redacted(genuine.revealed.replacingOccurrences(of: "pillars/goals", with: "profile"))
    #expect(forged != genuine)
    #expect(await window.refusal(.pushed(forged, isTapped: false))?.code == "push-forged")
    #expect(try await window.perform(.pushed(forged, isTapped: true)).route.text == "/dashboard")
    await window.close()
    await person.close()
    await world.close()
  }

  @Test("without a network the registration waits, and is made once there is one", .covers("yh-S04.4.1-E4"))
  func offline() async throws {
    let (world, phone, home) = (try PushedWorld(), Phone(), TestFolder())
    try await world.signUp()
    let (person, window) = try await world.open(.yhealth, on: phone, in: home)
    try await world.signIn(window)
    try await window.perform(.network(.offline))
    try await world.turnOn(window)
    while phone.renewals.withLock({ $0.isEmpty }) { await Task.yield() }
    await world.clock.advance(by: .seconds(120), settling: person.context.settling)
    #expect(try await world.registered(person).isEmpty)
    try await window.perform(.network(.online))
    try await world.waits(for: person)
    await window.close()
    await person.close()
    await world.close()
  }
}

@Suite("A phone's notifications in products", .timeLimit(.minutes(10))) struct PhoneInProductsTests {
  private func open(
    _ product: Product, on phone: Phone, _ clock: ManualTime = ManualTime(noon), home: Person.Home = .memory
  ) async throws -> (Person, Window) {
    let person = try await Person.open(
      product, home: home, clock: clock, seed: 1, permissions: phone.permissions, push: phone.push)
    return (person, await person.window())
  }

  private func turnOn(_ window: Window, _ label: String = "Turn on notifications") async throws {
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.wait(.label(label), seconds: 30))
    try await window.perform(.tap(.label(label)))
    #expect(await window.shows(within: 30) { $0.labels.contains { $0 == "Allowed" || $0.hasPrefix("They arrive") } })
  }

  @Test(
    "yHealth gives the device a channel for each kind, keeps the number on its icon, and can arrive quietly",
    .covers("yh-S04.4.1-B14", "yh-S04.4.1-B15", "yh-S04.4.1-B16", "yh-S04.4.1-B17"))
  func compliance() async throws {
    let (phone, clock) = (Phone(), ManualTime(PushedWorld.afternoon))
    let (person, window) = try await open(.yhealth, on: phone, clock)
    let recorder = OutletRecorder(window)
    try await turnOn(window, "Deliver quietly")
    #expect(phone.standing.withLock { $0 } == .quiet, "the system asked no question")
    let channels = phone.channels.withLock { $0 }
    #expect(
      Set(channels.map(\.id)).isSuperset(of: ["check-in", "insight", "milestone", "recovery", "workout", "meal"]))
    #expect(channels.first { $0.id == "milestone" }?.importance == .high && channels.allSatisfy { !$0.title.isEmpty })
    try await window.perform(.wait(.label("Turn on notifications"), seconds: 30))
    // Dinner is not logged.
    await clock.advance(by: .seconds(6 * 3600 + 60), settling: person.context.settling)
    while phone.badges.withLock({ $0.last }) != 1 { await Task.yield() }
    let push = try #require(recorder.pushes.first { $0.channel == "meal" })
    #expect(push.isSilent == true && window.frames.value.toasts.isEmpty)
    try await window.perform(.open(Route(["notifications"])))
    try await window.perform(.tap(.label("Mark all as read")))
    while phone.badges.withLock({ $0.last }) != 0 { await Task.yield() }
    await window.close()
    await person.close()
  }

  @Test(
    "the last known permission counts while the device does not answer", .covers("yh-S04.4.1-B20"))
  func cached() async throws {
    let (phone, home) = (Phone(), TestFolder())
    let (person, window) = try await open(.yhealth, on: phone, home: .folder(home.path))
    try await turnOn(window)
    await window.close()
    await person.close()
    let mute = PermissionPort(
      standing: { _ throws(Problem) in throw Problem("mute", "The device does not answer.", remedy: "") },
      ask: { _ throws(Problem) in .undecided }, openSettings: { _ throws(Problem) in })
    let again = try await Person.open(
      .yhealth, home: .folder(home.path), clock: ManualTime(noon), seed: 1, permissions: mute, push: phone.push)
    let later = await again.window()
    let frame = try await later.perform(.open(Route(["notifications"])))
    #expect(frame.everything.contains { $0.label == "On this device" && $0.value == "On" })
    await later.close()
    await again.close()
  }

  @Test(
    "while the device's Do Not Disturb is on, a reminder waits in its list and nothing comes in front",
    .covers("pa-R7.8"), arguments: [true, false])
  func disturbing(_ isOn: Bool) async throws {
    // The todo is due at 09:00, and noon is 08:00.
    let (phone, clock) = (Phone(), ManualTime(noon))
    phone.disturbing.continuation.yield(isOn)
    let (person, window) = try await open(try #require(products.first { $0.id == "dailypa" }), on: phone, clock)
    try await turnOn(window)
    if isOn {
      #expect(
        await window.shows(within: 30) { $0.labels.contains { $0.hasPrefix("Your device's Do Not Disturb is on") } })
    }
    try await window.perform(.open(Route(["todos", "add"])))
    try await window.perform(.type(.label("Title"), "Call the bank"))
    try await window.perform(.type(.label("Due day"), "2027-01-15"))
    try await window.perform(.type(.label("Time"), "09:00"))
    try await window.perform(.tap(.label("Save todo")))
    let recorder = OutletRecorder(window)
    await clock.advance(by: .seconds(3600), settling: person.context.settling)
    while recorder.pushes.isEmpty { await Task.yield() }
    let push = try #require(recorder.pushes.first)
    #expect(push.title == "Todo due" && (push.isSilent == true) == isOn)
    let words = "Todo due: \(push.body)"
    if isOn {
      #expect(try await !window.perform(.screen).toasts.contains { $0.label == words } && recorder.toasts.isEmpty)
    } else {
      #expect(await window.shows(within: 30) { $0.toasts.contains { $0.label == words } })
    }
    await window.close()
    await person.close()
  }
}
