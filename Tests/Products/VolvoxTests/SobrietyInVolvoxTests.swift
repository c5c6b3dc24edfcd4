import Assignments
import Catalog
import Connections
import Connectivity
import Covers
import Days
import Embedded
import Fetch
import Interface
import Kernel
import Messaging
import Peers
import ProductKit
import Relational
import ShellTesting
import SoberDays
import Storage
import Testing

@testable import Shell
@testable import Sobriety
@testable import Volvox

@Suite("Sobriety in Volvox.Sober", .timeLimit(.minutes(10))) struct SobrietyInVolvoxTests {
  /// Friday 15 January 2027, 08:00 in Greenwich.
  private let clock = ManualTime(noon)

  private func open(_ server: ServerPort?, seed: UInt64 = 1) async throws -> Window {
    let person = try await Person.open(.volvox, home: .memory, clock: clock, seed: seed, server: server)
    return await person.window()
  }

  private func begin(_ window: Window, _ day: String) async throws {
    try await window.perform(.open(SobrietyPlaces.date))
    try await window.perform(.type(.label("Sober since"), day))
    try await window.perform(.tap(.label("Save")))
  }

  private func slip(_ window: Window, _ day: String) async throws {
    try await window.perform(.open(SobrietyPlaces.slip))
    try await window.perform(.type(.label("Day"), day))
    try await window.perform(.tap(.label("Record slip")))
  }

  private func count(_ window: Window) async throws -> String? {
    try await window.perform(.open(SobrietyPlaces.home)).node("count")?.value
  }

  private func synced(_ window: Window) async throws {
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.tap(.label("Sync Now")))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
  }

  private func records(_ window: Window) async throws -> [SobrietyRecord] {
    try await window.person.store.collection(SobrietyRecord.self, .owned(.entered)).records()
  }

  private func ledger(_ window: Window) async throws -> SobrietyLedger {
    SobrietyLedger(try await records(window).compactMap(\.event))
  }

  /// The changes of sobriety that wait to be sent.
  private func waiting(_ store: Store) async throws -> [String] {
    let all = Set(SobrietyRecords.all.map(\.table.name))
    return try await store.outbox.changes().map(\.collection).filter(all.contains)
  }

  /// Syncs until both devices have that many entries of the ledger.
  private func exchange(_ one: Window, _ other: Window, records count: Int) async throws {
    for _ in 0..<100 {
      for window in [one, other] { try await synced(window) }
      if try await records(one).count == count, try await records(other).count == count { return }
    }
    Issue.record("The devices did not exchange \(count) entries.")
  }

  @Test("two devices that recorded different things before they had an account agree once they have synced")
  func twoDevices() async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let (phone, tablet) = (try await open(server.port, seed: 1), try await open(server.port, seed: 2))
    try await begin(phone, "2026-03-01")
    try await slip(phone, "2026-10-01")
    try await begin(tablet, "2026-02-01")
    try await slip(tablet, "2026-12-01")
    #expect(try await count(phone) == "106")
    #expect(try await count(tablet) == "45")
    for (window, place, button) in [(phone, "sign-up", "Create account"), (tablet, "sign-in", "Sign in")] {
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["account", place])))
      try await window.perform(.type(.label("E-mail"), "maria@example.org"))
      try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
      try await window.perform(.tap(.label(button)))
      try await window.perform(.wait(.label("Sign out"), seconds: 30))
    }
    // Before the consent to health data nothing is sent, and it holds for the other device too.
    let held = try await waiting(phone.person.store)
    try await phone.perform(.open(Route(["settings", "sync"])))
    try await phone.perform(.tap(.label("Sync Now")))
    try await phone.perform(.advance(seconds: 600))
    #expect(!held.isEmpty)
    #expect(try await waiting(phone.person.store) == held)
    try await phone.perform(.open(Route(["settings", "consent"])))
    try await phone.perform(.tap(.label("I consent: Health data")))
    try await exchange(phone, tablet, records: 4)
    let ledgers = [try await ledger(phone), try await ledger(tablet)]
    #expect(ledgers[0] == ledgers[1] && ledgers[0].days(on: clock.now.day) == 45)
    #expect(
      ledgers[0].beginnings.map(\.day.text) == ["2026-02-01", "2026-03-01", "2026-10-01", "2026-12-01"])
    for window in [phone, tablet] {
      await window.close()
      await window.person.close()
    }
    await server.stop()
    await fetch.close()
  }

  @Test("the demonstration person is 87 days in with one slip before, says so, and is removed in one tap and an answer")
  func demonstration() async throws {
    let person = try await Person.test(.volvox, clock: clock)
    let store = person.store
    try await Demonstration.volvox.fill(store, clock.now)
    let window = await person.window()
    #expect(try await count(window) == "87")
    #expect(window.frames.value.labels.contains("Demo data. Nothing is sent."))
    let records = try await store.collection(SobrietyRecord.self, .owned(.entered))
    let ledger = SobrietyLedger(try await records.records().compactMap(\.event))
    #expect(ledger.days(on: clock.now.day) == 87 && ledger.slips.count == 1)
    #expect(try await waiting(store) == [], "nothing of it waits to be sent")
    // A second call adds the days since, and moves nothing.
    try await Demonstration.volvox.fill(store, clock.now.advanced(by: .seconds(3 * 86_400)))
    #expect(SobrietyLedger(try await records.records().compactMap(\.event)) == ledger)
    // The person's own words stay, a correction of its entries goes with them.
    let reflections = try await store.collection(Reflection.self, .owned(.entered))
    try await reflections.save(Reflection(id: person.context.identifiers.next(), day: clock.now.day, body: "Mine"))
    try await records.save(
      SobrietyRecord(
        id: person.context.identifiers.next(), .correction, on: clock.now.day, corrects: ledger.slips.first?.id,
        recordedAt: clock.now.date))
    try await window.perform(.tap(.label("Remove demo data")))
    try await window.perform(.tap(.label("Remove all demo data")))
    #expect(try await count(window) == nil && window.frames.value.labels.contains("Set your sober date."))
    #expect(try await records.records().isEmpty)
    #expect(try await reflections.records().map(\.body) == ["Mine"])
    for left in [
      try await store.collection(MilestoneRecord.self, .owned(.entered)).count(),
      try await store.collection(CheckIn.self, .owned(.entered)).count(),
      try await store.collection(SobrietyPlan.self, .owned(.entered)).count(),
    ] { #expect(left == 0) }
    #expect(try await waiting(store) == ["reflections"])
    let dated = try await store.outbox.changes().contains { "\($0.fields)".contains("2026-10-20") }
    #expect(!dated, "its sober date became no date of the person's profile")
    #expect(try await !VolvoxDemonstration.isThere(in: store))
    await window.close()
    await person.close()
  }

  @Test(
    "the demonstration person has a sponsor who talks, checks in and gives tasks; all of it goes with the demonstration"
  )
  func demonstratedPair() async throws {
    let person = try await Person.test(.volvox, clock: clock)
    try await Demonstration.volvox.fill(person.store, clock.now)
    try await Demonstration.volvox.fill(person.store, clock.now)
    let window = await person.window()
    try await window.perform(.open(Route(["connections"])))
    try await window.perform(.wait(.label("Active connections"), seconds: 20))
    let about = "Your sponsor, connected for 152 days"
    #expect(window.frames.value.nodes.flatMap(\.all).contains { $0.label == "Noor" && $0.value == about })
    try await window.perform(.tap(.label("Message Noor")))
    try await window.perform(.wait(.label("Message to Noor"), seconds: 20))
    let said = window.frames.value.nodes.flatMap(\.all).filter { $0.role == .message }
    #expect(said.count == 14 && said.first?.value == "I drank last night. I am so sorry.")
    try await window.perform(.type(.label("Message to Noor"), "Saturday is good"))
    try await window.perform(.tap(.label("Send")))
    func hint(of text: String) -> String? {
      window.frames.value.nodes.flatMap(\.all).first { $0.role == .message && $0.value == text }?.hint
    }
    #expect(hint(of: "Saturday is good")?.hasSuffix("Stays on this device: demo data") == true)
    #expect(hint(of: "Mine did for a year.")?.hasSuffix("Demo data") == true)
    let answer = "Thank you for writing to me. How are you right now?"
    #expect(hint(of: answer) == nil, "not before a moment has passed")
    // The alarm is set by a task that no effect waits for.
    for _ in 0..<50 where hint(of: answer) == nil {
      try await window.perform(.advance(seconds: 5))
      await window.shows(within: 0.2) { frame in frame.nodes.flatMap(\.all).contains { $0.value == answer } }
    }
    #expect(hint(of: answer)?.hasSuffix("Demo data") == true)
    let order = window.frames.value.nodes.flatMap(\.all).filter { $0.role == .message }.suffix(2).map(\.value)
    #expect(order == ["Saturday is good", answer])
    #expect(try await person.store.outbox.changes().allSatisfy { !"\($0.fields)".contains(answer) })
    try await window.perform(.open(SobrietyPlaces.home))
    try await window.perform(.wait(.label("Open tasks"), seconds: 20))
    try await window.perform(.tap(.label("Ring one person from the meeting, just to say hello.")))
    try await window.perform(.tap(.label("Mark as done")))
    try await window.perform(.tap(.label("Mark as done")))
    #expect(try await !person.store.outbox.changes().isEmpty, "what the person does is kept")
    try await window.perform(.open(SobrietyPlaces.home))
    try await window.perform(.tap(.label("Remove demo data")))
    try await window.perform(.tap(.label("Remove all demo data")))
    #expect(try await person.store.outbox.changes().filter { !$0.collection.contains("onboarding") }.isEmpty)
    let store = person.store
    for left in [
      try await store.collection(SponsorConnection.self, .owned(.background)).count(),
      try await store.collection(SealedMessage.self, .owned(.entered)).count(),
      try await store.collection(MessageKey.self, .owned(.background)).count(),
      try await store.collection(SharedCheckIn.self, .owned(.done)).count(),
      try await store.collection(SponsorTask.self, .owned(.entered)).count(),
      try await store.collection(KnownPerson.self, .local).count(),
    ] { #expect(left == 0) }
    try await window.perform(.open(Route(["messages"])))
    #expect(window.frames.value.labels.contains("Sign in to see your messages."))
    await window.close()
    await person.close()
  }

  /// Whether the crisis card is shown, or a link to it is within reach.
  private func leadsToHelp(_ frame: Frame) -> Bool {
    let within = frame.dialog.map { [$0] } ?? frame.chrome + frame.nodes
    return frame.route == SobrietyPlaces.help
      || within.flatMap(\.all).contains { $0.destination == SobrietyPlaces.help }
  }

  @Test("every screen of the product leads to the crisis card in one tap, wherever its route leads")
  func help() async throws {
    let window = try await open(nil)
    for place in Product.volvox.places {
      for route in place.pattern.examples.prefix(1) {
        #expect(leadsToHelp(try await window.perform(.open(route))), "\(route)")
      }
    }
    await window.person.close()
  }

  @Test("the lock leads to the crisis card in one tap: before a passcode, after a wrong one, and when it is forgotten")
  func helpWhileLocked() async throws {
    let folder = TestFolder()
    let person = try await Person.open(.volvox, home: .folder(folder.path), clock: clock, seed: 1)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "lock"])))
    try await window.perform(.type(.label("New passcode"), "correct horse"))
    try await window.perform(.type(.label("New passcode again"), "correct horse"))
    try await window.perform(.tap(.label("Turn on lock")))
    // It is in the top bar, and takes no row of its own.
    let bar = try await window.perform(.open(SobrietyPlaces.home))
    #expect(bar.everything.filter { $0.label == "Help now" }.map(\.id) == ["top.help"])
    #expect(leadsToHelp(try await window.perform(.lock)))
    for place in Product.volvox.places {
      for route in place.pattern.examples.prefix(1) {
        #expect(leadsToHelp(try await window.perform(.open(route))), "\(route)")
      }
    }
    try await window.perform(.open(Route(["locked"])))
    try await window.perform(.type(.label("Passcode"), "wrong horse"))
    #expect(leadsToHelp(try await window.perform(.tap(.label("Unlock")))))
    #expect(leadsToHelp(try await window.perform(.tap(.label("Forgot passcode?")))))
    #expect(try await window.perform(.tap(.label("Help now"))).route == SobrietyPlaces.help)
    await person.close()
  }

  @Test("the words of a slip, a reflection and a contact are in no log line")
  func log() async throws {
    let lines = Locked<[String]>([])
    let log = Log { line in lines.withLock { $0.append("\(line)") } }
    let window = try await Person.test(.volvox, log: log).window()
    try await begin(window, "2026-03-01")
    try await window.perform(.open(SobrietyPlaces.slip))
    try await window.perform(.type(.label("Note"), "zebra-one"))
    try await window.perform(.tap(.label("Record slip")))
    try await window.perform(.open(SobrietyPlaces.reflection))
    try await window.perform(.type(.label("Your words"), "zebra-two"))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(SobrietyPlaces.plan))
    try await window.perform(.type(.label("Who to call"), "zebra-three"))
    try await window.perform(.tap(.label("Save")))
    #expect(!lines.withLock { $0 }.contains { $0.contains("zebra") })
  }

  @Test("a milestone is a good moment: after three of them Volvox.Sober asks for a rating")
  func rating() async throws {
    let window = try await open(nil)
    try await begin(window, "2027-01-15")
    func asks() async throws -> Bool {
      try await window.perform(.screen).labels.contains { $0.hasPrefix("Do you like Volvox.Sober?") }
    }
    try await window.perform(.advance(seconds: 86_400))
    #expect(try await !asks())
    for _ in 0..<30 where try await !asks() { try await window.perform(.advance(seconds: 7 * 86_400)) }
    #expect(try await asks())
    await window.person.close()
  }
}
