import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import ServerFunctions
import ShellTesting
import Supabase
import Testing

@testable import ProductKit
@testable import Shell

/// First steps and a photo on one device, and what a second device of the same person has of them.
@Suite("First steps and a profile on two devices", .timeLimit(.minutes(5))) struct PeopleTravelTests {
  private let clock = ManualTime(noon)
  private static let dot = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

  private func device(_ seed: UInt64, _ server: EmbeddedServer, _ way: String, _ button: String) async throws -> Window
  {
    let volvox = try #require(Product.named("volvox"))
    let person = try await Person.open(volvox, home: .memory, clock: clock, seed: seed, server: server.port)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "jonas@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-jonas"))
    try await window.perform(.tap(.label(button)))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    return window
  }

  private func close(_ window: Window) async {
    let person = window.person
    await window.close()
    await person.close()
  }

  /// Syncs until nothing waits.
  private func sync(_ window: Window) async throws {
    try await window.perform(.advance(seconds: 60))
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
  }

  @Test(
    "What is finished on one is not asked on the other, and the photo arrives there",
    .covers("vx-US1-6", "vx-FR-007"))
  func travels() async throws {
    let fetch = try Fetch(log: .silent)
    var plan = EmbeddedPlan(schema: .products)
    plan.buckets = ServerBucket.products
    let server = EmbeddedServer(plan, fetch, time: clock.time, log: .silent)

    let phone = try await device(1, server, "sign-up", "Create account")
    // An account closes the gate.
    #expect(try await phone.perform(.open(Route(["matches"]))).route == Route(["onboarding"]))
    try await phone.perform(.tap(.label("Skip")))
    try await phone.perform(.tap(.label("I want to be a sponsor")))
    try await phone.perform(.tap(.label("Next")))
    for text in ["I accept: Terms of use", "I accept: Privacy", "Next", "I consent: Health data", "Next"] {
      try await phone.perform(.tap(.label(text)))
    }
    try await phone.perform(.type(.label("Your name"), "Jonas"))
    try await phone.perform(.tap(.label("Save name")))
    try await phone.perform(.tap(.label("Skip this step")))
    try await phone.perform(.choose(.label("Recovery programme"), .text("aa")))
    try await phone.perform(.tap(.label("Evenings")))
    try await phone.perform(.type(.label("My experience"), "Ten years"))
    try await phone.perform(.tap(.label("Save and continue")))
    try await phone.perform(.wait(.label("Finish"), seconds: 30))
    #expect(try await phone.perform(.tap(.label("Finish"))).route == Route(["sobriety"]))
    try await phone.perform(.open(Route(["profile", "edit"])))
    try await phone.perform(.tap(.label("Take or choose a photo")))
    try await phone.perform(.photo(.bytes(Array(try #require(PeopleTravelTests.dot)))))
    try await phone.perform(.wait(.label("Change photo"), seconds: 30))
    try await sync(phone)

    let desktop = try await device(2, server, "sign-in", "Sign in")
    // The first round brings everything; until its end the first steps are not known to be finished.
    try await desktop.perform(.advance(seconds: 60))
    try await desktop.perform(.open(Route(["settings", "sync"])))
    await desktop.frames.wait { $0.labels.contains { $0.hasPrefix("Last synced") } }
    try await desktop.perform(.open(Route(["settings", "consent"])))
    // The consent belongs to the account: it is not asked again, and can be withdrawn here as well.
    try await desktop.perform(.wait(.label("Withdraw consent: Health data"), seconds: 30))
    #expect(!(await desktop.settled().labels.contains("I consent: Health data")))
    #expect(
      try await desktop.perform(.open(Route(["onboarding"]))).labels.contains(
        "You have completed all steps. You can open any of them again."))
    #expect(try await desktop.perform(.open(Route(["matches"]))).route == Route(["matches"]))
    try await desktop.perform(.open(Route(["profile"])))
    try await desktop.perform(.wait(.label("Jonas"), seconds: 30))
    try await desktop.perform(.wait(.label("Your photo"), seconds: 30))
    let source = try #require(await desktop.settled().everything.first { $0.role == .image }?.state.source)
    let name = String(source.dropFirst("/-/picture/".count))
    let picture = try #require(await desktop.person.picture(name))
    #expect(picture.type == "image/jpeg" && picture.bytes.starts(with: [0xFF, 0xD8]))
    #expect(await desktop.person.picture("profile-other") == nil)

    for window in [phone, desktop] { await close(window) }
    await server.stop()
    await fetch.close()
  }
}
