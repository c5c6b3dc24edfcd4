import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Interface
import Kernel
import ShellTesting
import Testing

@testable import ProductKit
@testable import Shell

@Suite("A page that needs an account, opened by its link", .timeLimit(.minutes(5))) struct AccountPageTests {
  private let clock = ManualTime(noon)

  private struct Asker {
    let route: Route
    let title: String
    let asks: String
    let does: String
  }

  private static let askers = [
    Asker(
      route: Route(["account", "password"]), title: "Change password", asks: "Sign in to change your password.",
      does: "Your other devices must sign in again after the change."),
    Asker(
      route: Route(["account", "email"]), title: "Change your address", asks: "Sign in to change your address.",
      does: "Your address is maria@example.org."),
    Asker(
      route: Route(["account", "devices"]), title: "Devices", asks: "Sign in to see your devices.",
      does: "These devices are signed in to your account."),
    Asker(
      route: Route(["account", "deletion"]), title: "Delete account", asks: "Sign in to delete your account.",
      does: "Deleting your account erases it on the server and on all of your devices."),
  ]

  private func enter(_ button: String, in window: Window) async throws {
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label(button)))
  }

  @Test(
    "says what it is, asks to sign in, and is shown again after that", .covers("yh-S04.2.1-L7"),
    arguments: ["yhealth", "volvox"])
  func leadsBack(id: String) async throws {
    let product = try #require(Product.named(id))
    let fetch = try Fetch(log: .silent)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time, log: .silent)
    for (number, asker) in AccountPageTests.askers.enumerated() {
      let person = try await Person.open(
        product, home: .memory, clock: clock, seed: UInt64(number + 1), server: server.port)
      let window = await person.window()
      try await window.perform(.network(.online))
      if number == 0 {
        let other = try await Person.open(product, home: .memory, clock: clock, seed: 9, server: server.port)
        let first = await other.window()
        try await first.perform(.network(.online))
        try await first.perform(.open(Route(["account", "sign-up"])))
        try await enter("Create account", in: first)
        try await first.perform(.open(Route(["account"])))
        try await first.perform(.wait(.label("Sign out"), seconds: 30))
        await first.close()
        await other.close()
      }
      let asked = try await window.perform(.open(asker.route))
      #expect(asked.route == asker.route && asked.title == asker.title && asked.labels.contains(asker.asks))
      #expect(try await window.perform(.tap(.label("Sign in"))).route == Route(["account", "sign-in"]))
      try await enter("Sign in", in: window)
      let shown = try await window.perform(.wait(.label(asker.does), seconds: 30))
      #expect(shown.route == asker.route && shown.title == asker.title, "\(asker.route)")
      await window.close()
      await person.close()
    }
    await server.stop()
    await fetch.close()
  }
}
