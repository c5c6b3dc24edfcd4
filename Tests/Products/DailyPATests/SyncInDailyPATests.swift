import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import ShellTesting
import Storage
import Testing
import Todos

@testable import DailyPA
@testable import Shell

@Suite("The sync of Daily PA", .timeLimit(.minutes(10))) struct SyncInDailyPATests {
  /// A device with a clock of its own, whose answers to pulls are recorded.
  private final class Device: Sendable {
    let clock: ManualTime
    let window: Window
    let pulls: Locked<[String]>

    init(_ server: ServerPort, _ clock: ManualTime, seed: UInt64, _ way: String, _ button: String) async throws {
      let pulls = Locked<[String]>([])
      self.pulls = pulls
      self.clock = clock
      let port = ServerPort(
        project: server.project,
        send: { request throws(Problem) in
          let answer = try await server.send(request)
          if request.address.hasSuffix("/sync_pull") {
            pulls.withLock { $0.append(String(decoding: answer.body, as: UTF8.self)) }
          }
          return answer
        }, connect: server.connect)
      let person = try await Person.open(
        .dailypa(CalendarAccess()), home: .memory, clock: clock, seed: seed, server: port)
      window = await person.window()
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["account", way])))
      try await window.perform(.type(.label("E-mail"), "maria@example.org"))
      try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
      try await window.perform(.tap(.label(button)))
      try await window.perform(.wait(.label("Sign out"), seconds: 60))
      if button == "Create account" { try await window.consent() }
    }

    func add(_ title: String) async throws {
      try await window.perform(.open(TodosPlaces.add))
      try await window.perform(.type(.label("Title"), title))
      try await window.perform(.tap(.label("Save todo")))
    }

    func edit(_ title: String) async throws {
      let todo = try #require(try await todos().first)
      try await window.perform(.open(Route(["todos", "edit"], ["id": todo.id.uuid.uuidString.lowercased()])))
      try await window.perform(.type(.label("Title"), title))
      try await window.perform(.tap(.label("Save todo")))
    }

    func synced() async throws {
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["settings", "sync"])))
      try await window.perform(.tap(.label("Sync Now")))
      try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
    }

    func todos() async throws -> [Todo] {
      try await window.person.store.collection(Todo.self, .owned(.entered)).records()
    }

    func close() async {
      await window.close()
      await window.person.close()
    }
  }

  @Test("a sync fetches only what has changed since the one before", .covers("pa-R9.3"))
  func incremental() async throws {
    let fetch = try Fetch()
    let clock = ManualTime(noon)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let phone = try await Device(server.port, clock, seed: 1, "sign-up", "Create account")
    for number in 1...12 { try await phone.add("Task \(number) of before") }
    try await phone.synced()
    let tablet = try await Device(server.port, clock, seed: 2, "sign-in", "Sign in")
    while try await tablet.todos().count < 12 { try await tablet.synced() }
    tablet.pulls.withLock { $0 = [] }
    try await phone.add("The new one")
    try await phone.synced()
    while try await tablet.todos().count < 13 { try await tablet.synced() }
    let fetched = tablet.pulls.withLock { $0.joined() }
    #expect(fetched.contains("The new one") && !fetched.contains("of before"))
    for device in [phone, tablet] { await device.close() }
    await server.stop()
    await fetch.close()
  }

  @Test(
    "of two devices' changes of one todo the later one stays by the server's time, whatever their own clocks say",
    .covers("pa-R9.5"))
  func serverTime() async throws {
    let fetch = try Fetch()
    let time = ManualTime(noon)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: time.time)
    // The clock of the phone is twenty minutes fast.
    let fast = ManualTime(noon.advanced(by: .seconds(1_200)))
    let phone = try await Device(server.port, fast, seed: 1, "sign-up", "Create account")
    let tablet = try await Device(server.port, time, seed: 2, "sign-in", "Sign in")
    try await phone.add("Buy milk")
    try await phone.synced()
    while try await tablet.todos().isEmpty { try await tablet.synced() }
    for device in [phone, tablet] { try await device.window.perform(.network(.offline)) }
    try await phone.edit("Earlier, on the phone")
    for device in [phone, tablet] { try await device.window.perform(.advance(seconds: 600)) }
    try await tablet.edit("Later, on the tablet")
    try await tablet.synced()
    for _ in 0..<100 {
      for device in [phone, tablet] { try await device.synced() }
      let titles = try await phone.todos().map(\.title) + tablet.todos().map(\.title)
      if Set(titles).count == 1 { break }
    }
    #expect(try await phone.todos().map(\.title) == ["Later, on the tablet"])
    #expect(try await tablet.todos().map(\.title) == ["Later, on the tablet"])
    for device in [phone, tablet] { await device.close() }
    await server.stop()
    await fetch.close()
  }
}
