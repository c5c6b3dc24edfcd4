import Catalog
import Connectivity
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import Purchases
import ShellTesting
import StoreTransactions
import Testing

@testable import ProductKit
@testable import Shell

/// A server that has pinned the root of a store, and the customers of one product with that store.
private final class VerifyingServer: Sendable {
  let sold: SoldProduct
  let clock = ManualTime(noon)
  let authority: StoreAuthority
  /// The addresses of all requests.
  let asked = Locked<[String]>([])
  private let fetch: Fetch
  private let server: EmbeddedServer
  private let customers = Locked<[Customer]>([])

  init(_ sold: SoldProduct) throws {
    self.sold = sold
    fetch = try Fetch()
    authority = try StoreAuthority(at: noon.date.addingTimeInterval(-PhoneShop.day))
    var plan = EmbeddedPlan(schema: .products)
    plan.functions = PurchasesFunction.functions(
      try SoldApps(PurchasePlan.products, roots: [authority.rootCertificate]))
    server = EmbeddedServer(plan, fetch, time: clock.time)
  }

  /// A phone whose store knows these purchases.
  func phone(_ texts: [String] = []) async throws -> Customer {
    let shop = try PhoneShop(sold.plan, authority)
    shop.change { $0.texts = texts }
    let (port, asked) = (server.port, asked)
    let recording = ServerPort(
      project: port.project,
      send: { request throws(Problem) in
        asked.withLock { $0.append(request.address) }
        return try await port.send(request)
      }, connect: port.connect)
    let customer = try await Customer(
      sold, shop, clock: clock, seed: UInt64(customers.withLock { $0.count } + 1), server: recording)
    customers.withLock { $0.append(customer) }
    try await customer.window.perform(.network(.online))
    return customer
  }

  func enter(_ customer: Customer, _ name: String, _ way: String = "sign-up", consents: Bool = true) async throws {
    let window = customer.window
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "\(name)@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-\(name)"))
    try await window.perform(.tap(.label(way == "sign-up" ? "Create account" : "Sign in")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    if consents { try await window.consent() }
  }

  /// Asks the store and the server by the page of the subscription until the right is there, or gone.
  func comes(_ expected: Bool, to customer: Customer) async throws -> Bool {
    try await customer.window.until {
      if await customer.hasRight == expected { return true }
      try await customer.window.perform(.open(Route(["settings"])))
      try await customer.window.perform(.open(Customer.subscription))
      return await customer.hasRight == expected
    }
  }

  var hasVerified: Bool { asked.withLock { $0.contains { $0.contains("/functions/v1/purchases") } } }

  func close() async {
    for customer in customers.withLock({ $0 }) { await customer.close() }
    await server.stop()
    await fetch.close()
  }
}

@Suite("Purchases of products with an account", .timeLimit(.minutes(10))) struct SoldAccountTests {
  private static let synced = SoldProduct.all.filter { $0.plan.app != "org.troupe.syncwell" }

  @Test(
    "the server verifies a receipt for one account, refuses it to another, and takes a refund to every device",
    arguments: synced)
  func verified(_ sold: SoldProduct) async throws {
    let house = try VerifyingServer(sold)
    let shop = try PhoneShop(sold.plan, house.authority)
    let receipt = try shop.bought("1", sold.term, until: 30)
    let phone = try await house.phone([receipt])
    #expect(try await house.comes(true, to: phone))
    // Nothing is shown to the server before the person consents to sending.
    try await house.enter(phone, "anna", consents: false)
    try await phone.window.perform(.open(Customer.subscription))
    #expect(!house.hasVerified)
    try await phone.window.consent()
    #expect(
      try await phone.window.until {
        try await phone.window.perform(.open(Customer.subscription))
        try await phone.window.perform(.open(Route(["settings"])))
        return house.hasVerified
      })
    #expect(await phone.hasRight)
    // A tablet whose own store knows nothing.
    let tablet = try await house.phone()
    #expect(await !tablet.hasRight)
    try await house.enter(tablet, "anna", "sign-in")
    #expect(try await house.comes(true, to: tablet))
    // The receipt is copied to somebody else's phone: its signature holds, and the server refuses it.
    let copy = try await house.phone([receipt])
    #expect(try await house.comes(true, to: copy), "without an account the device's own verification counts")
    try await house.enter(copy, "ben")
    #expect(try await house.comes(false, to: copy))
    try await copy.window.perform(.open(Customer.subscription))
    #expect(await copy.shows("A purchase belongs to another"))
    #expect(await phone.hasRight)
    let refund = try shop.bought("1", sold.term, until: 30, signed: 0.1, revoked: 0.1)
    phone.shop.change { $0.texts = [refund] }
    #expect(try await house.comes(false, to: phone))
    #expect(try await house.comes(false, to: tablet))
    await house.close()
  }
}
