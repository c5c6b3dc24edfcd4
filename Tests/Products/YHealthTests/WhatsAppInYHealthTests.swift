import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import FoundationEssentials
import Health
import Interface
import JSON
import Kernel
import Loopback
import ShellTesting
import Storage
import Testing

@testable import Notifications
@testable import ProductKit
@testable import Shell
@testable import YHealth

/// A server of yHealth with an account at a Cloud API on this machine, which keeps the messages it was sent.
private final class WhatsAppHouse: Sendable {
  static let mail = "maria@example.org"

  let clock: ManualTime
  let fetch: Fetch
  let sent = Locked<[JSON]>([])
  let server: EmbeddedServer
  private let listener: Listener
  private let people = Locked<[Person]>([])

  init(_ clock: ManualTime = ManualTime(noon), hasAccess: Bool = true) throws {
    self.clock = clock
    fetch = try Fetch()
    let sent = sent
    listener = try Listener { talk in
      guard let request = talk.request() else { return }
      sent.withLock { $0.append((try? JSON(bytes: request.body)) ?? .null) }
      talk.answer(Array(#"{"messages":[{"id":"wamid.1"}]}"#.utf8))
    }
    let access =
      #","api":"http://127.0.0.1:\#(listener.port)","token":"t","secret":"s","verify_token":"v","language":"en","#
      + #""code_template":"code","message_template":"nudge""#
    let account = try WhatsAppAccount(Array(#"{"number":"+4930555000"\#(hasAccess ? access : "")}"#.utf8))
    var plan = EmbeddedPlan(schema: .products)
    plan.functions = WhatsAppFunction.functions(account, code: { "123456" })
    server = EmbeddedServer(plan, fetch, time: clock.time)
  }

  var templates: [String] { sent.withLock { $0.compactMap { $0["template"]?["name"]?.string } } }

  /// A device on which Maria signs up, or signs in.
  func device(_ way: String = "sign-up", _ button: String = "Create account") async throws -> Window {
    let person = try await Person.open(
      .yhealth, home: .memory, clock: clock, seed: UInt64(people.withLock { $0.count } + 1), server: server.port)
    people.withLock { $0.append(person) }
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), WhatsAppHouse.mail))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label(button)))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    guard way == "sign-up" else { return window }
    try await window.consent()
    try await window.perform(.open(Route(["account"])))
    return window
  }

  func link(_ window: Window) async throws {
    try await window.perform(.open(Route(["whatsapp"])))
    try await window.perform(.wait(.label("Phone number"), seconds: 30))
    try await window.perform(.type(.label("Phone number"), "+49 170 1234567"))
    try await window.perform(.tap(.label("Send the code")))
    try await window.perform(.wait(.label("Code"), seconds: 30))
    try await window.perform(.type(.label("Code"), "123456"))
    try await window.perform(.tap(.label("Link WhatsApp")))
    try await window.perform(.wait(.label("Unlink this number"), seconds: 30))
  }

  func close() async {
    for person in people.withLock({ $0 }) { await person.close() }
    await server.stop()
    await fetch.close()
    withExtendedLifetime(listener) {}
  }
}

@Suite("WhatsApp in yHealth", .timeLimit(.minutes(10)))
struct WhatsAppInYHealthTests {
  private static let chat = OutgoingAddress(page: "https://wa.me/4930555000")!

  private func addresses(_ outlets: OutletRecorder) -> [OutgoingAddress] {
    outlets.all.compactMap { if case .addressAsked(let address) = $0 { address } else { nil } }
  }

  private func row(_ label: String, _ frame: Frame) -> String? {
    frame.everything.first { $0.role == .listitem && $0.label == label }?.value
  }

  @Test(
    "the icon opens the steps until a number is linked by its code, and then the conversation, also on another device",
    .covers("yh-S04.2.2-B5", "yh-S04.2.2-AC3", "yh-S04.6.2-B12"))
  func linking() async throws {
    let house = try WhatsAppHouse()
    let phone = try await house.device()
    #expect(row("WhatsApp number", phone.frames.value) == "Not linked")
    let outlets = OutletRecorder(phone)
    try await phone.perform(.open(Route(["insights"])))
    #expect(try await phone.perform(.tap(.label("WhatsApp"))).route == Route(["whatsapp"]))
    try await house.link(phone)
    #expect(house.templates == ["code"])
    #expect(house.sent.withLock { $0.first?["to"] } == "491701234567")
    try await phone.perform(.open(Route(["insights"])))
    #expect(addresses(outlets) == [])
    let frame = try await phone.perform(.tap(.label("WhatsApp")))
    #expect(frame.route == Route(["insights"]) && frame.dialog == nil)
    #expect(await phone.shows(within: 10) { _ in addresses(outlets) == [WhatsAppInYHealthTests.chat] })
    #expect(row("WhatsApp number", try await phone.perform(.open(Route(["account"])))) == "+491701234567")
    try await phone.perform(.open(Route(["settings", "sync"])))
    try await phone.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))

    let tablet = try await house.device("sign-in", "Sign in")
    let others = OutletRecorder(tablet)
    #expect(await tablet.shows(within: 30) { row("WhatsApp number", $0) == "+491701234567" })
    try await tablet.perform(.tap(.label("WhatsApp")))
    #expect(await tablet.shows(within: 10) { _ in addresses(others) == [WhatsAppInYHealthTests.chat] })

    try await phone.perform(.open(Route(["whatsapp"])))
    try await phone.perform(.tap(.label("Unlink this number")))
    try await phone.perform(.tap(.label("Unlink")))
    try await phone.perform(.wait(.label("To link it"), seconds: 30))
    try await phone.perform(.open(Route(["insights"])))
    #expect(try await phone.perform(.tap(.label("WhatsApp"))).route == Route(["whatsapp"]))
    await house.close()
  }

  @Test("a server that sends no codes says so, and the conversation opens all the same")
  func chatAlone() async throws {
    let house = try WhatsAppHouse(hasAccess: false)
    let window = try await house.device()
    let outlets = OutletRecorder(window)
    try await window.perform(.tap(.label("WhatsApp")))
    try await window.perform(.wait(.label("Open the conversation"), seconds: 30))
    let frame = window.frames.value
    #expect(frame.labels.contains { $0.hasPrefix("Your server cannot send codes") })
    #expect(!frame.labels.contains("Phone number"))
    try await window.perform(.tap(.label("Open the conversation")))
    #expect(addresses(outlets) == [WhatsAppInYHealthTests.chat])
    await house.close()
  }

  @Test(
    "the preferred channel is the first in the top bar, in every window and after a restart", .covers("yh-S04.6.1-B12"))
  func preferring() async throws {
    let person = try await Person.test()
    let window = await person.window()
    func channels(_ frame: Frame) -> [String] {
      (frame.node("top")?.children ?? []).map(\.label).filter { ["Voice", "WhatsApp"].contains($0) }
    }
    #expect(channels(window.frames.value) == ["Voice", "WhatsApp"])
    try await window.perform(.open(Route(["settings", "channels"])))
    for (value, order) in [
      ("whatsapp", ["WhatsApp", "Voice"]), ("voice", ["Voice", "WhatsApp"]), ("app", ["Voice", "WhatsApp"]),
      ("any", ["Voice", "WhatsApp"]), ("whatsapp", ["WhatsApp", "Voice"]),
    ] {
      let frame = try await window.perform(.choose(.label("Preferred interaction channel"), .text(value)))
      #expect(channels(frame) == order, "\(value)")
    }
    #expect(channels(await person.window().frames.value) == ["WhatsApp", "Voice"])
  }

  /// A person whose log ended three days ago, at eight in the morning, with notifications on.
  private func quiet(_ person: Person) async throws {
    var allowed = NotificationMemory()
    allowed.isAllowed = true
    try await person.store.collection(NotificationMemory.self, .local).save(allowed)
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    try await moods.save(
      MoodEntry(id: ID(UUID()), mood: 7, feltAt: noon.date.addingTimeInterval(-5 * 86_400)))
  }

  private func nudge(_ person: Person) async throws -> NotificationEntry? {
    try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
      .first { $0.kind == "coaching" }
  }

  @Test(
    "a nudge leads to the preferred channel", .covers("yh-S04.6.1-B12"),
    arguments: [("app", "/log"), ("voice", "/voice"), ("any", "/voice")])
  func leading(_ channel: String, _ place: String) async throws {
    let person = try await Person.test(clock: ManualTime(noon))
    try await quiet(person)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "channels"])))
    try await window.perform(.choose(.label("Preferred interaction channel"), .text(channel)))
    try await window.perform(.advance(seconds: 4 * 3600))
    #expect(try await nudge(person)?.link == place)
  }

  @Test(
    "the coaching tone chooses the words of a nudge and of the voice coach", .covers("yh-S04.6.1-B16"),
    arguments: [
      ("supportive", "I'm here if you need support!", "What would you like to know?"),
      ("motivational", "you are moving again!", "What shall we take on next?"),
      ("direct", "Log something today.", "Ask."),
      ("gentle", "Whenever you feel like it, I'm here.", "There is no hurry."),
    ])
  func tone(_ tone: String, _ nudged: String, _ said: String) async throws {
    let person = try await Person.test(clock: ManualTime(noon))
    try await quiet(person)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Coaching tone"), .text(tone)))
    let voice = try await window.perform(.open(Route(["voice"])))
    #expect(voice.everything.contains { $0.role == .message && $0.value?.hasSuffix(said) == true })
    try await window.perform(.advance(seconds: 4 * 3600))
    #expect(try await nudge(person)?.body.hasSuffix(nudged) == true)
  }

  @Test(
    "a person who opted in gets nudges in WhatsApp too, as often as they chose; without opting in none",
    .covers("yh-S04.6.1-B14"), arguments: [("", 0), ("at-once", 2), ("weekly", 1)])
  func messages(_ rhythm: String, _ count: Int) async throws {
    let house = try WhatsAppHouse()
    let window = try await house.device()
    try await house.link(window)
    let person = window.person
    try await window.perform(.open(Route(["settings", "channels"])))
    if !rhythm.isEmpty {
      try await window.perform(.tap(.label("WhatsApp messages")))
      try await window.perform(.open(Route(["settings", "goals-coaching"])))
      try await window.perform(.choose(.label("Flexibility mode"), .text("deep")))
      try await window.perform(.open(Route(["settings", "channels"])))
      try await window.perform(.choose(.label("Message frequency"), .text(rhythm)))
    }
    // Two calls of the coach, whose notices are nudges too.
    for time in ["09:00", "10:00"] {
      try await window.perform(.type(.label("Add to Scheduled call times"), time))
    }
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    try await moods.save(MoodEntry(id: ID(UUID()), mood: 7, feltAt: noon.date))
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.tap(.label("Turn on notifications")))
    try await window.perform(.advance(seconds: 3 * 3600))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    #expect(await window.shows(within: 30) { _ in house.templates.count == count + 1 })
    #expect(try await history.records().count { $0.kind == "coaching" } == 2)
    #expect(house.templates == ["code"] + Array(repeating: "nudge", count: count))
    await house.close()
  }
}
