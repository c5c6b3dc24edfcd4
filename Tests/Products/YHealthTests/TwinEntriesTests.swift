import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Health
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("The same thing logged on two devices", .timeLimit(.minutes(10))) struct TwinEntriesTests {
  /// A device of one person, with a clock of its own.
  private final class Device: Sendable {
    let clock = ManualTime(noon)
    let person: Person
    let window: Window
    let recorder: OutletRecorder

    init(_ server: ServerPort, seed: UInt64, _ way: String, _ button: String) async throws {
      person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: seed, server: server)
      window = await person.window()
      recorder = OutletRecorder(window)
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["account", way])))
      try await window.perform(.type(.label("E-mail"), "maria@example.org"))
      try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
      try await window.perform(.tap(.label(button)))
      try await window.perform(.open(Route(["account"])))
      try await window.perform(.wait(.label("Sign out"), seconds: 60))
      if button == "Create account" { try await window.consent() }
      try await synced()
      try await window.perform(.network(.offline))
    }

    /// Logs a mood as it was at a time of today.
    func log(_ mood: Double, at time: String) async throws {
      try await window.perform(.open(Route(["dashboard"])))
      try await window.perform(.open(Route(["log", "mood"])))
      try await window.perform(.choose(.label("Mood"), .number(mood)))
      try await window.perform(.type(.label("Time"), time))
      try await window.perform(.tap(.label("Save")))
      await person.context.settling.settled()
    }

    /// Sends and fetches everything, and what follows from it.
    func synced() async throws {
      try await window.perform(.network(.online))
      for _ in 0..<2 {
        try await window.perform(.open(Route(["settings", "sync"])))
        try await window.perform(.tap(.label("Sync Now")))
        try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
        await person.context.settling.settled()
      }
    }

    func moods() async throws -> [MoodEntry] {
      try await person.store.collection(MoodEntry.self, .owned(.entered)).records()
        .sorted { ($0.feltAt, $0.id.description) < ($1.feltAt, $1.id.description) }
    }

    /// Syncs until these moods are here, for at most a minute, and returns them.
    func moods(once wanted: [Int]) async throws -> [MoodEntry] {
      let end = ContinuousClock.now + .seconds(60)
      while try await moods().map(\.mood).sorted() != wanted, ContinuousClock.now < end { try await synced() }
      let moods = try await moods()
      #expect(moods.map(\.mood).sorted() == wanted)
      return moods
    }

    func shown() async throws -> Int {
      try await window.perform(.open(Route(["history"]))).everything
        .count { $0.role == .listitem && "\($0.label) \($0.value ?? "")".contains("Mood ") }
    }

    /// Takes back what the notice of the removed entry says, once it is in front.
    func undo() async throws {
      while let front = window.frames.value.toasts.first?.label, !front.contains("two devices logged the same") {
        try await window.perform(.tap(.label("Dismiss")))
      }
      try await window.perform(.tap(.label("Undo")))
      await person.context.settling.settled()
    }

    var notices: Int { recorder.toasts.count { $0.contains("two devices logged the same") } }

    func close() async {
      await window.close()
      await person.close()
    }
  }

  private func withDevices(_ body: (_ phone: Device, _ tablet: Device) async throws -> Void) async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: ManualTime(noon).time)
    let phone = try await Device(server.port, seed: 1, "sign-up", "Create account")
    let tablet = try await Device(server.port, seed: 2, "sign-in", "Sign in")
    try await body(phone, tablet)
    await phone.close()
    await tablet.close()
    await server.stop()
    await fetch.close()
  }

  @Test(
    "both are accepted and shown, one stays after the sync, the same on both devices, and Undo brings the other back",
    .covers("yh-S04.5.2-E2"), arguments: [true, false])
  func twins(isPhoneFirst: Bool) async throws {
    try await withDevices { phone, tablet in
      try await phone.log(8, at: "07:00")
      try await tablet.log(8, at: "07:00")
      // At one time, with different values.
      try await phone.log(3, at: "06:00")
      try await tablet.log(4, at: "06:00")
      #expect(try await phone.shown() == 2)
      #expect(try await tablet.shown() == 2)
      let all = try await phone.moods() + tablet.moods()
      let twins = all.filter { $0.mood == 8 }.map(\.id.description)
      #expect(Set(twins).count == 2 && Set(all.filter { $0.mood == 8 }.map(\.feltAt)).count == 1)

      let (first, second) = isPhoneFirst ? (phone, tablet) : (tablet, phone)
      try await first.synced()
      #expect(try await first.moods().count == 2)
      try await second.synced()
      for device in [first, second] {
        let moods = try await device.moods(once: [3, 4, 8])
        #expect(moods.first { $0.mood == 8 }?.id.description == twins.min())
        #expect(try await device.shown() == 3)
      }
      // Whichever device sees both says so.
      #expect(second.notices <= 1 && first.notices <= 1 && second.notices + first.notices >= 1)

      let (telling, other) = second.notices == 1 ? (second, first) : (first, second)
      try await telling.undo()
      for device in [telling, other] {
        let moods = try await device.moods(once: [3, 4, 8, 8])
        #expect(Set(moods.filter { $0.mood == 8 }.map(\.id.description)) == Set(twins))
      }
      #expect(telling.notices == 1 && other.notices <= 1)
    }
  }

  @Test("What one device logs twice stays twice on both")
  func twiceOnOne() async throws {
    try await withDevices { phone, tablet in
      for _ in 0..<2 { try await phone.log(8, at: "07:00") }
      for device in [phone, tablet, phone] { try await device.synced() }
      for device in [phone, tablet] {
        _ = try await device.moods(once: [8, 8])
        #expect(device.notices == 0)
      }
    }
  }
}
