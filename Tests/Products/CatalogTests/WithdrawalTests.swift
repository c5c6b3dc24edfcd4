import Catalog
import Connectivity
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

/// The products that ask before they send.
private let products = Product.all.filter { ["yhealth", "dailypa"].contains($0.id) }

/// A person with an account and every consent, on one device.
private struct Withdrawal: Sendable {
  let world: PushedWorld
  let person: Person
  let window: Window
  let product: Product
  private let home = TestFolder()

  init(_ product: Product) async throws {
    world = try PushedWorld()
    self.product = product
    (person, window) = try await world.open(product, on: Phone(), in: home)
    try await world.signUp()
    try await world.signIn(window)
    let given = try await arrives { $0["category"]?.string == category && $0["is_given"]?.bool == true }
    #expect(given)
    // Nothing else waits.
    let end = ContinuousClock.now + .seconds(60)
    while try await person.store.outbox.counts().unsent > 0, ContinuousClock.now < end {
      try await window.perform(.advance(seconds: 30))
    }
  }

  var category: String { product.id == "yhealth" ? "health" : "sync" }
  var title: String { product.id == "yhealth" ? "Health data" : "Sync" }
  var waits: String {
    "Your withdrawal of \(title) has not reached the server yet; your other devices go on sending until it does."
  }

  func withdraw() async throws {
    try await window.perform(.open(Route(["settings", "consent"])))
    try await window.perform(.tap(.label("Withdraw consent: \(title)")))
    try await window.perform(.tap(.label("Withdraw consent")))
  }

  /// Lets time pass until the server has such a decision, for at most a minute of the real clock.
  func arrives(_ isWanted: (JSON) -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if try await decisions().contains(where: isWanted) { return true }
      try await window.perform(.advance(seconds: 30))
    }
    return false
  }

  func decisions() async throws -> [JSON] { try await world.ask("GET", "/rest/v1/consents?select=*").array ?? [] }
  func isWithdrawnOnServer() async throws -> Bool {
    try await arrives { $0["category"]?.string == category && $0["is_given"]?.bool == false }
  }

  var entries: String { product.id == "yhealth" ? "journal_entries" : "todos" }

  func write(_ words: String) async throws {
    let (route, field, button) =
      product.id == "yhealth"
      ? (["log", "journal"], "What is on your mind", "Save") : (["todos", "add"], "Title", "Save todo")
    try await window.perform(.open(product.home.root))
    try await window.perform(.open(Route(route)))
    try await window.perform(.type(.label(field), words))
    try await window.perform(.tap(.label(button)))
  }

  /// The words of the question in front.
  func question(_ label: String, at route: Route) async throws -> [String] {
    try await window.perform(.open(route))
    return try await window.perform(.tap(.label(label))).dialog?.all.flatMap { [$0.label, $0.value ?? ""] } ?? []
  }

  /// Signs in again, and checks that the withdrawal came first and holds.
  func returns() async throws {
    try await window.perform(.network(.online))
    try await world.signIn(window, consents: false)
    #expect(try await isWithdrawnOnServer())
    try await window.perform(.open(Route(["settings", "consent"])))
    let holds = await window.shows(within: 60) { $0.labels.contains { $0.hasPrefix("Withdrawn on ") } }
    #expect(holds)
    try await write("A marked fern")
    for _ in 0..<12 { try await window.perform(.advance(seconds: 300)) }
    #expect(try await world.ask("GET", "/rest/v1/\(entries)?select=*").array == [])
  }

  func close() async {
    await window.close()
    await person.close()
    await world.close()
  }
}

@Suite("A withdrawn consent that the server does not have", .timeLimit(.minutes(10)))
struct WithdrawalTests {
  private static let account = Route(["account"])
  private static let data = Route(["settings", "privacy", "data"])

  @Test("is named before signing out, outlives it, and is sent first at the next sign-in", arguments: products)
  func signedOut(_ product: Product) async throws {
    let one = try await Withdrawal(product)
    try await one.window.perform(.network(.offline))
    try await one.withdraw()
    let words = try await one.question("Sign out", at: Self.account)
    #expect(words.contains { $0.hasPrefix(one.waits) } && !words.contains { $0.contains("not been sent") })
    try await one.window.perform(.tap(.label("Sign out")))
    try await one.window.perform(.wait(.label("Create account"), seconds: 30))
    #expect(try await one.decisions().allSatisfy { $0["is_given"]?.bool == true })
    try await one.returns()
    await one.close()
  }

  @Test("outlives a forgotten passcode", arguments: products)
  func forgotten(_ product: Product) async throws {
    let one = try await Withdrawal(product)
    try await one.window.perform(.open(Route(["settings", "lock"])))
    try await one.window.perform(.type(.label("New passcode"), "correct horse"))
    try await one.window.perform(.type(.label("New passcode again"), "correct horse"))
    try await one.window.perform(.tap(.label("Turn on lock")))
    try await one.window.perform(.network(.offline))
    try await one.withdraw()
    // What waits is noted as soon as it is decided.
    let kept = KeptWithdrawals.file(of: one.person)
    #expect(try await one.window.until { kept.map { FileManager.default.fileExists(atPath: $0) } ?? false })
    try await one.window.perform(.open(Route(["settings", "lock"])))
    try await one.window.perform(.tap(.label("Lock now")))
    try await one.window.perform(.tap(.label("Forgot passcode?")))
    try await one.window.perform(.tap(.label("Delete and sign in again")))
    // Only the question is within reach.
    try await one.window.perform(.tap(.label("Delete and sign in again")))
    try await one.window.perform(.wait(.label("Create account"), seconds: 30))
    try await one.returns()
    await one.close()
  }

  @Test("is named before everything on the device is deleted, and then given up", arguments: products)
  func deleted(_ product: Product) async throws {
    let one = try await Withdrawal(product)
    try await one.window.perform(.network(.offline))
    try await one.withdraw()
    let words = try await one.question("Delete everything on this device", at: Self.data)
    #expect(words.contains { $0.hasPrefix("Your withdrawal of \(one.title), which has not reached the server yet") })
    try await one.window.perform(.tap(.label("Continue")))
    try await one.window.perform(.tap(.label("Delete everything")))
    try await one.window.perform(.network(.online))
    try await one.world.signIn(one.window, consents: false)
    for _ in 0..<4 { try await one.window.perform(.advance(seconds: 300)) }
    #expect(try await one.decisions().allSatisfy { $0["is_given"]?.bool == true })
    await one.close()
  }

  @Test(
    "once sent it is no unsent entry, and signing out leads to the consent in place of a sync that sends nothing",
    arguments: products)
  func sent(_ product: Product) async throws {
    let one = try await Withdrawal(product)
    try await one.withdraw()
    #expect(try await one.isWithdrawnOnServer())
    #expect(try await one.window.until { try await one.person.store.outbox.counts().unsent == 0 })
    var words = try await one.question("Sign out", at: Self.account)
    #expect(words.contains("Your entries stay on the server.") && !words.contains { $0.contains("not reached") })
    try await one.window.perform(.tap(.label("Cancel")))
    try await one.write("A marked fern")
    words = try await one.question("Sign out", at: Self.account)
    #expect(
      words.contains { $0.contains("not been sent, because you have not agreed to sending. Change your consent") })
    #expect(words.contains("Change your consent") && !words.contains("Sync first"))
    try await one.window.perform(.tap(.label("Cancel")))
    // Earlier messages leave.
    try await one.window.perform(.advance(seconds: 60))
    try await one.window.perform(.open(Route(["settings", "sync"])))
    let frame = try await one.window.perform(.tap(.label("Sync Now")))
    #expect(frame.everything.contains { $0.destination == Route(["settings", "consent"]) })
    let sentence = "You have not agreed to sending, so nothing is sent or fetched."
    let isTold = await one.window.shows(within: 60) { $0.toasts.contains { $0.label.hasPrefix(sentence) } }
    #expect(isTold)
    await one.close()
  }
}

extension KeptWithdrawals {
  /// The file beside the profile.
  fileprivate static func file(of person: Person) -> String? {
    person.folder.map { folder in
      let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
      return (parts.dropLast(2) + [Substring(DeviceShelf.folder)] + parts.suffix(2) + ["withdrawals"])
        .joined(separator: "/")
    }
  }
}
