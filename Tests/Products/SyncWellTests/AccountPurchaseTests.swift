import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Purchases
import ShellTesting
import StoreTransactions
import Testing

@testable import ProductKit
@testable import Shell
@testable import SyncWell

/// The store of one phone, whose texts are signed by the store of all phones.
private final class PhoneStore: Sendable {
  let authority: StoreAuthority
  let texts = Locked<[String]>([])

  init(_ authority: StoreAuthority) { self.authority = authority }

  var port: StorePort {
    let (authority, texts) = (authority, texts)
    return StorePort(
      roots: { () throws(Problem) in [authority.rootCertificate] }, prices: { () throws(Problem) in [:] },
      buy: { _ throws(Problem) in .purchased(texts.withLock { $0 }) },
      all: { () throws(Problem) in texts.withLock { $0 } }, setRenewal: { _, _ throws(Problem) in },
      news: { AsyncStream { nil } })
  }

  /// Has the store's customer own an item for a year, or for good.
  func own(
    _ item: StoreItem.ID, _ id: String, signed: Date = noon.date, revoked: Date? = nil,
    app: String = "org.troupe.syncwell"
  ) throws {
    func milliseconds(_ date: Date) -> JSON { .number((date.timeIntervalSince1970 * 1000).rounded()) }
    var fields: [String: JSON] = [
      "transactionId": .string(id), "originalTransactionId": .string(id), "productId": .string(item),
      "bundleId": .string(app), "purchaseDate": milliseconds(noon.date), "signedDate": milliseconds(signed),
      "environment": "Production",
    ]
    if item == PurchasePlan.family { fields["expiresDate"] = milliseconds(noon.date + 365 * 86_400) }
    fields["revocationDate"] = revoked.map(milliseconds)
    let text = try authority.signed(fields)
    texts.withLock { $0 = [text] }
  }
}

/// A server that has pinned the store's root, and the phones of several people.
private final class PhoneHouse: Sendable {
  let clock = ManualTime(noon)
  let fetch: Fetch
  let authority: StoreAuthority
  let server: EmbeddedServer
  /// The addresses of all requests that the phones have sent to the server.
  let asked = Locked<[String]>([])
  private let people = Locked<[Person]>([])

  init(verifies: Bool = true) throws {
    fetch = try Fetch()
    authority = try StoreAuthority(at: noon.date)
    var plan = EmbeddedPlan(schema: .products)
    plan.functions = PurchasesFunction.functions(
      verifies ? try SoldApps(PurchasePlan.products, roots: [authority.rootCertificate]) : nil)
    server = EmbeddedServer(plan, fetch, time: clock.time)
  }

  /// A phone, and its window.
  func phone(_ store: PhoneStore? = nil) async throws -> (window: Window, store: PhoneStore) {
    let store = store ?? PhoneStore(authority)
    let (port, asked) = (server.port, asked)
    let recording = ServerPort(
      project: port.project,
      send: { request throws(Problem) in
        asked.withLock { $0.append(request.address) }
        return try await port.send(request)
      }, connect: port.connect)
    let person = try await Person.open(
      .syncwell(HealthAccess(), store: store.port), home: .memory, clock: clock,
      seed: UInt64(people.withLock { $0.count } + 1), server: recording)
    people.withLock { $0.append(person) }
    let window = await person.window()
    try await window.perform(.network(.online))
    return (window, store)
  }

  func signUp(_ window: Window, _ name: String, _ way: String = "sign-up") async throws {
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "\(name)@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-\(name)"))
    try await window.perform(.tap(.label(way == "sign-up" ? "Create account" : "Sign in")))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
  }

  func close() async {
    for person in people.withLock({ $0 }) { await person.close() }
    await server.stop()
    await fetch.close()
  }
}

@Suite("Purchases of SyncWell with an account", .timeLimit(.minutes(10)))
struct AccountPurchaseTests {
  private static let subscription = Route(["settings", "subscription"])
  private static let family = Route(["settings", "subscription", "family"])

  /// Whether Pro is open once the page of the subscription shows what is expected, after it has asked the store and the server.
  private func isPro(_ window: Window, _ expected: Bool) async throws -> Bool {
    try await window.perform(.open(Route(["syncs"])))
    try await window.perform(.open(AccountPurchaseTests.subscription))
    let isShown = await window.shows(within: 30) { frame in
      let values = frame.everything.compactMap(\.value)
      let has = values.contains { value in
        ["Bought once", "Renews on", "Shared by your family"].contains { value.hasPrefix($0) }
      }
      return has == expected
    }
    #expect(isShown)
    try await window.perform(.open(Route(["history", "new"])))
    return window.frames.value.dialog?.label != "Unlock Historical Sync"
  }

  @Test(
    "the server verifies a receipt and keeps its right with the account: another device of it has Pro, another account with the same receipt has not",
    .covers("sw-US-09-T3"))
  func verified() async throws {
    let house = try PhoneHouse()
    let (phone, store) = try await house.phone()
    try await house.signUp(phone, "anna")
    try store.own("pro.lifetime", "1")
    #expect(try await isPro(phone, true))
    // A tablet whose own store knows nothing.
    let (tablet, _) = try await house.phone()
    #expect(try await !isPro(tablet, false))
    try await house.signUp(tablet, "anna", "sign-in")
    #expect(try await isPro(tablet, true))
    // The receipt is copied to somebody else's phone: its signature holds, and the server refuses it.
    let (copy, _) = try await house.phone(store)
    #expect(try await isPro(copy, true), "without an account the device's own verification counts")
    try await house.signUp(copy, "ben")
    #expect(try await !isPro(copy, false))
    try await copy.perform(.open(AccountPurchaseTests.subscription))
    #expect(await copy.shows(within: 20) { $0.labels.contains { $0.hasPrefix("A purchase belongs to another") } })
    #expect(try await isPro(phone, true))
    // A refund that the phone has told the server of ends the right on the tablet.
    try store.own("pro.lifetime", "1", signed: noon.date + 60, revoked: noon.date + 50)
    #expect(try await !isPro(phone, false))
    #expect(try await !isPro(tablet, false))
    await house.close()
  }

  @Test("a receipt of another app opens nothing; a server without a store leaves the verification to the device")
  func fallback() async throws {
    let house = try PhoneHouse()
    let (phone, store) = try await house.phone()
    try await house.signUp(phone, "anna")
    try store.own("pro.lifetime", "1", app: "org.troupe.cadence")
    #expect(try await !isPro(phone, false))
    await house.close()
    let plain = try PhoneHouse(verifies: false)
    let (window, own) = try await plain.phone()
    try await plain.signUp(window, "ben")
    try own.own("pro.lifetime", "1")
    #expect(try await isPro(window, true))
    await plain.close()
  }

  private func invite(_ window: Window) async throws -> String {
    try await window.perform(.open(AccountPurchaseTests.subscription))
    try await window.perform(.open(AccountPurchaseTests.family))
    try await window.perform(.wait(.label("Invite somebody"), seconds: 30))
    try await window.perform(.tap(.label("Invite somebody")))
    try await window.perform(.wait(.label("Invitation code"), seconds: 30))
    return try #require(window.frames.value.everything.first { $0.label == "Invitation code" }?.value)
  }

  private func join(_ window: Window, _ code: String, as name: String) async throws {
    try await window.perform(.open(AccountPurchaseTests.family))
    try await window.perform(.wait(.label("Join the family"), seconds: 30))
    try await window.perform(.type(.label("Invitation code"), code))
    try await window.perform(.type(.label("Your name"), name))
    try await window.perform(.tap(.label("Join the family")))
  }

  @Test(
    "a family plan holds across devices: the server keeps memberships and codes, accounts join by one, and lose Pro when they are removed or leave",
    .covers("sw-US-18-T1", "sw-US-18-T2"))
  func shared() async throws {
    let house = try PhoneHouse()
    let (anna, store) = try await house.phone()
    let (ben, _) = try await house.phone()
    let (carla, _) = try await house.phone()
    try store.own(PurchasePlan.family, "7")
    // Without an account a store of a phone has no invitations.
    try await join(carla, "ABCD-EFGH", as: "Carla")
    #expect(await carla.shows(within: 20) { $0.labels.contains { $0.hasPrefix("A plan is shared between accounts.") } })
    for (window, name) in [(anna, "anna"), (ben, "ben"), (carla, "carla")] { try await house.signUp(window, name) }
    let code = try await invite(anna)
    #expect(code.count == 9)
    #expect(try await !isPro(ben, false))
    try await join(ben, code.lowercased(), as: "Ben")
    #expect(await ben.shows(within: 20) { $0.labels.contains { $0.hasPrefix("You have joined the family.") } })
    #expect(try await isPro(ben, true))
    // The code is used, and a member has no button that invites.
    try await join(carla, code, as: "Carla")
    #expect(await carla.shows(within: 20) { $0.labels.contains { $0.hasPrefix("This code is not known") } })
    try await ben.perform(.open(AccountPurchaseTests.family))
    try await ben.perform(.wait(.label("Leave the family"), seconds: 30))
    #expect(!ben.frames.value.labels.contains("Invite somebody"))
    // The owner sees the member on another device too, and removes them there.
    let (tablet, _) = try await house.phone()
    try await house.signUp(tablet, "anna", "sign-in")
    try await tablet.perform(.open(AccountPurchaseTests.subscription))
    try await tablet.perform(.open(AccountPurchaseTests.family))
    try await tablet.perform(.wait(.label("Remove Ben"), seconds: 30))
    try await tablet.perform(.tap(.label("Remove Ben")))
    #expect(await tablet.shows(within: 20) { !$0.labels.contains("Ben") })
    #expect(try await !isPro(ben, false))
    // A member leaves by themself.
    try await join(carla, try await invite(anna), as: "Carla")
    #expect(try await isPro(carla, true))
    try await carla.perform(.open(AccountPurchaseTests.family))
    try await carla.perform(.wait(.label("Leave the family"), seconds: 30))
    try await carla.perform(.tap(.label("Leave the family")))
    try await carla.perform(.tap(.label("Leave the family")))
    #expect(await carla.shows(within: 20) { $0.labels.contains("You have left the family.") })
    #expect(try await !isPro(carla, false))
    await house.close()
  }

  @Test("the account takes nothing of the profile along: signing out leaves the entries, and no request is for a table")
  func alone() async throws {
    let house = try PhoneHouse()
    let (phone, _) = try await house.phone()
    let consent = Route(["settings", "consent"])
    try await phone.perform(.open(consent))
    try await phone.perform(.tap(.label("I consent: Usage statistics")))
    #expect(await phone.shows(within: 20) { $0.labels.contains("Withdraw consent: Usage statistics") })
    try await house.signUp(phone, "anna")
    let account = phone.frames.value
    #expect(account.labels.contains { $0.hasPrefix("Your purchases and your family plan belong to this account.") })
    #expect(!account.labels.contains { $0.contains("sync to your other devices") })
    try await phone.perform(.tap(.label("Sign out")))
    try await phone.perform(.wait(.label("Cancel"), seconds: 30))
    try await phone.perform(.tap(.label("Sign out")))
    #expect(await phone.shows(within: 20) { $0.labels.contains("Create account") })
    try await phone.perform(.open(consent))
    #expect(await phone.shows(within: 20) { $0.labels.contains("Withdraw consent: Usage statistics") })
    let asked = house.asked.withLock { $0 }
    #expect(asked.contains { $0.contains("/auth/v1/") } && asked.contains { $0.contains("/functions/v1/purchases") })
    #expect(asked.filter { !$0.contains("/auth/v1/") && !$0.contains("/functions/v1/purchases") } == [])
    await house.close()
  }
}
