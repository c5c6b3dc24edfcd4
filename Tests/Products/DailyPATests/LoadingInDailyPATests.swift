import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing
import Todos

@testable import DailyPA
@testable import Shell

@Suite("Loading in Daily PA", .timeLimit(.minutes(10))) struct LoadingInDailyPATests {
  private static let address = "maria@example.org"
  private static let secret = "a-long-secret-of-maria"

  /// A window behind a server whose answers can be held back.
  private struct Sitting {
    let window: Window
    let recorder: OutletRecorder
    /// The gates at which requests with a part of their address in common wait.
    private let held = Locked<[String: Gate]>([:])

    init(_ server: ServerPort, _ clock: ManualTime, seed: UInt64) async throws {
      let held = held
      let port = ServerPort(
        project: server.project,
        send: { request throws(Problem) in
          let gate = held.withLock { held in held.first { request.address.contains($0.key) }?.value }
          if let gate { await gate.passed() }
          return try await server.send(request)
        })
      let person = try await Person.open(
        .dailypa(CalendarAccess()), home: .memory, clock: clock, seed: seed, server: port)
      window = await person.window()
      recorder = OutletRecorder(window)
      try await window.perform(.network(.online))
    }

    /// Holds the answers to requests with this part in their address, until the returned closure is called.
    func hold(_ part: String) -> () -> Void {
      let gate = Gate()
      held.withLock { $0[part] = gate }
      return { [held] in
        held.withLock { $0[part] = nil }
        gate.open()
      }
    }

    func enter(_ way: String, _ button: String) async throws {
      try await window.perform(.open(Route(["account", way])))
      try await window.perform(.type(.label("E-mail"), LoadingInDailyPATests.address))
      try await window.perform(.type(.label("Password"), LoadingInDailyPATests.secret))
      try await window.perform(.tap(.label(button)))
    }

    /// Whether an indicator with this name comes to be shown, or goes.
    func shows(_ indicator: String, _ isThere: Bool = true) async -> Bool {
      await window.shows(within: 60) { frame in
        frame.everything.contains {
          $0.label == indicator && ($0.role == .progressbar || $0.role == .skeleton || $0.state.isBusy)
        } == isThere
      }
    }

    var announced: [String] {
      recorder.all.compactMap { if case .announcement(let words) = $0 { words.text } else { nil } }
    }

    func close() async {
      await window.close()
      await window.person.close()
    }
  }

  @Test(
    "what comes from the network shows that it is loading until it is there: the sign-in, the first entries, each screen that is refreshed, Sync Now, the devices",
    .covers("pa-R12.5"))
  func indicators() async throws {
    let fetch = try Fetch()
    let clock = ManualTime(noon)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let phone = try await Sitting(server.port, clock, seed: 1)
    try await phone.enter("sign-up", "Create account")
    try await phone.window.perform(.wait(.label("Sign out"), seconds: 60))
    try await phone.window.consent()
    try await phone.window.perform(.open(TodosPlaces.add))
    try await phone.window.perform(.type(.label("Title"), "Buy milk"))
    try await phone.window.perform(.tap(.label("Save todo")))
    try await phone.window.perform(.open(Route(["settings", "sync"])))
    try await phone.window.perform(.tap(.label("Sync Now")))
    try await phone.window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))

    let tablet = try await Sitting(server.port, clock, seed: 2)
    let window = tablet.window
    let (signIn, entries) = (tablet.hold("/token"), tablet.hold("/sync_pull"))
    async let entering: Void = tablet.enter("sign-in", "Sign in")
    #expect(await tablet.shows("Signing in"))
    signIn()
    try await entering
    #expect(await tablet.shows("Signing in", false))
    #expect(await tablet.shows("Loading your entries..."))
    entries()
    #expect(await tablet.shows("Loading your entries...", false))
    try await window.perform(.open(TodosPlaces.home))
    #expect(await window.shows(within: 60) { $0.labels.contains { $0.contains("Buy milk") } })

    for (route, heading) in [("todos", "Todos"), ("expenses", "Expenses"), ("calendar", "Calendar")] {
      try await window.perform(.open(Route([route])))
      let before = window.frames.value.everything.map(\.id)
      let answer = tablet.hold("/sync_pull")
      try await window.perform(.refresh)
      #expect(await tablet.shows(heading), "\(heading)")
      #expect(window.frames.value.everything.map(\.id) == before, "nothing on \(heading) moves")
      answer()
      #expect(await tablet.shows(heading, false), "\(heading)")
    }
    #expect(tablet.announced.filter { $0 == "Loading changes" }.count == 3)

    try await window.perform(.open(Route(["settings", "sync"])))
    let answer = tablet.hold("/sync_pull")
    try await window.perform(.tap(.label("Sync Now")))
    #expect(await tablet.shows("Sync Now"))
    answer()
    #expect(await tablet.shows("Sync Now", false))

    let devices = tablet.hold("/")
    async let opening = window.perform(.open(Route(["account", "devices"])))
    #expect(await tablet.shows("Loading your devices"))
    devices()
    _ = try await opening
    #expect(await tablet.shows("Loading your devices", false))
    #expect(window.frames.value.labels.contains("These devices are signed in to your account."))
    for one in [phone, tablet] { await one.close() }
    await server.stop()
    await fetch.close()
  }
}
