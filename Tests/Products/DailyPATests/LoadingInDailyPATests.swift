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

  /// A window whose requests with a part of their address in common wait at a gate.
  private struct Sitting {
    let window: Window
    let held = Locked<(part: String, gate: Gate)?>(nil)

    init(_ server: ServerPort, _ clock: ManualTime, seed: UInt64) async throws {
      let held = held
      let port = ServerPort(
        project: server.project,
        send: { request throws(Problem) in
          if let hold = held.withLock({ $0 }), request.address.contains(hold.part) { await hold.gate.passed() }
          return try await server.send(request)
        })
      let person = try await Person.open(
        .dailypa(CalendarAccess()), home: .memory, clock: clock, seed: seed, server: port)
      window = await person.window()
      try await window.perform(.network(.online))
    }

    func enter(_ way: String, _ button: String) async throws {
      try await window.perform(.open(Route(["account", way])))
      try await window.perform(.type(.label("E-mail"), LoadingInDailyPATests.address))
      try await window.perform(.type(.label("Password"), LoadingInDailyPATests.secret))
      try await window.perform(.tap(.label(button)))
    }

    /// Carries out a command whose answer from the network is held, looks for the indicator, lets the answer through, and
    /// looks whether the indicator is gone.
    func loads(
      _ part: String, _ indicator: String, at place: SourceLocation = #_sourceLocation,
      _ begin: @escaping @Sendable () async throws -> Void
    ) async throws {
      let gate = Gate()
      held.withLock { $0 = (part, gate) }
      let isShown = { @Sendable (frame: Frame) in
        frame.everything.contains {
          $0.label == indicator && ($0.role == .progressbar || $0.role == .skeleton || $0.state.isBusy)
        }
      }
      async let begun: Void = begin()
      #expect(await window.shows(within: 60, isShown), "\(indicator)", sourceLocation: place)
      held.withLock { $0 = nil }
      gate.open()
      try await begun
      #expect(await window.shows(within: 60) { !isShown($0) }, "\(indicator)", sourceLocation: place)
    }

    func close() async {
      await window.close()
      await window.person.close()
    }
  }

  @Test(
    "what comes from the network shows that it is loading until it is there: the sign-in, the first entries, a refresh, the devices",
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
    try await tablet.loads("/token", "Signing in") { try await tablet.enter("sign-in", "Sign in") }
    try await window.perform(.wait(.label("Sign out"), seconds: 60))
    try await tablet.loads("/sync_pull", "Loading your entries...") {
      try await window.consent()
      try await window.perform(.open(TodosPlaces.home))
      try await window.perform(.refresh)
    }
    #expect(await window.shows(within: 60) { $0.labels.contains { $0.contains("Buy milk") } })
    try await tablet.loads("/sync_pull", "Loading changes...") { try await window.perform(.refresh) }
    try await tablet.loads("", "Loading your devices") {
      try await window.perform(.open(Route(["account", "devices"])))
    }
    #expect(window.frames.value.labels.contains("These devices are signed in to your account."))
    for one in [phone, tablet] { await one.close() }
    await server.stop()
    await fetch.close()
  }
}
