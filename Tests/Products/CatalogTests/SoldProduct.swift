import Cadence
import Catalog
import Chance
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import ProductKit
import Purchases
import ShellTesting
import StoreTransactions
import SyncWell
import Testing
import YHealth

@testable import Shell

/// A product that sells something, with what it is sold by.
struct SoldProduct: Sendable, CustomTestStringConvertible {
  let plan: PurchasePlan
  /// A subscription, and what is bought in the tests of single answers.
  let term: StoreItem.ID
  let item: StoreItem.ID
  let make: @Sendable (StorePort?, RemoteContent?) -> Product

  var testDescription: String { plan.name }

  /// Another one at each commit, for the longest tests.
  static let inTurn = RotatingShare.current.part(of: all, every: all.count)

  static let all = [
    SoldProduct(plan: .yhealth, term: "premium.month", item: "premium.month") { .yhealth(content: $1, store: $0) },
    SoldProduct(plan: .syncwell, term: "family.year", item: "pro.lifetime") {
      .syncwell(HealthAccess(), content: $1, store: $0)
    },
    SoldProduct(plan: .cadence, term: "full.month", item: "full.month") {
      .cadence(HealthAccess(), content: $1, store: $0)
    },
  ]
}

/// The store of a phone as its shell hands it in: it takes orders, answers them when the test says so, and signs.
final class PhoneShop: Sendable {
  struct Held {
    var orders: [StoreOrder] = []
    var renewals: [String] = []
    var answers: [StoreAnswer] = []
    var texts: [String] = []
    var isReachable = true
    var ears: [AsyncStream<Heard<Bool>>.Continuation] = []
    var waiting: [AsyncStream<StoreAnswer>.Continuation] = []
  }

  static let day = 86_400.0

  let plan: PurchasePlan
  let authority: StoreAuthority
  let held = Locked(Held())

  init(_ plan: PurchasePlan, _ authority: StoreAuthority? = nil) throws {
    self.plan = plan
    self.authority = try authority ?? StoreAuthority(at: noon.date.addingTimeInterval(-400 * PhoneShop.day))
  }

  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }
  var orders: [StoreItem.ID] { held.withLock { $0.orders.map(\.item) } }

  /// An order without an answer waits until `answer` or until nobody waits for it any more.
  var port: StorePort {
    let (authority, held) = (authority, held)
    return StorePort(
      roots: { () throws(Problem) in [authority.rootCertificate] },
      prices: { () throws(Problem) in [:] },
      buy: { order throws(Problem) in
        let (stream, continuation) = AsyncStream.makeStream(of: StoreAnswer.self)
        let answer = try held.withLock { held throws(Problem) -> StoreAnswer? in
          guard held.isReachable else { throw .storeUnreachable }
          held.orders.append(order)
          if held.answers.isEmpty { held.waiting.append(continuation) }
          return held.answers.isEmpty ? nil : held.answers.removeFirst()
        }
        if let answer { return answer }
        return await Receipt.aside {
          for await late in stream { return late }
          return StoreAnswer.cancelled
        }
      },
      all: { () throws(Problem) in
        try held.withLock { held throws(Problem) in
          guard held.isReachable else { throw .storeUnreachable }
          return held.texts
        }
      },
      setRenewal: { original, renews throws(Problem) in
        try held.withLock { held throws(Problem) in
          guard held.isReachable else { throw .storeUnreachable }
          held.renewals.append("\(original) \(renews)")
        }
      },
      news: {
        let (stream, ear) = AsyncStream.makeStream(of: Heard<Bool>.self)
        held.withLock { $0.ears.append(ear) }
        return stream
      })
  }

  /// Answers every order that waits.
  func answer(_ answer: StoreAnswer) {
    let waiting = held.withLock { held in
      defer { held.waiting = [] }
      return held.waiting
    }
    for one in waiting { one.yield(answer) }
  }

  /// Tells that something has changed.
  func report() { for ear in held.withLock({ $0.ears }) { ear.yield(Heard(true)) } }

  private static func milliseconds(_ date: Date) -> JSON { .number((date.timeIntervalSince1970 * 1000).rounded()) }

  /// The signed text of a purchase, as the store signs it on `signed`. Days count from the beginning of the test.
  func bought(
    _ id: String, of original: String? = nil, _ item: StoreItem.ID, from start: Double = 0, until end: Double? = nil,
    signed: Double? = nil, revoked: Double? = nil, app: String? = nil
  ) throws -> String {
    func date(_ days: Double) -> JSON { PhoneShop.milliseconds(noon.date.addingTimeInterval(days * PhoneShop.day)) }
    var fields: [String: JSON] = [
      "transactionId": .string(id), "originalTransactionId": .string(original ?? id), "productId": .string(item),
      "bundleId": .string(app ?? plan.app), "purchaseDate": date(start), "signedDate": date(signed ?? start),
      "price": 12_490, "currency": "EUR", "environment": "Production",
    ]
    fields["subscriptionGroupIdentifier"] = plan.items.first { $0.id == item }?.group.map { .string($0) }
    fields["expiresDate"] = end.map(date)
    fields["revocationDate"] = revoked.map(date)
    return try authority.signed(fields)
  }

  func renewal(
    _ original: String, renews: Bool = true, isFailing: Bool = false, grace: Double? = nil, signed: Double
  ) throws -> String {
    func date(_ days: Double) -> JSON { PhoneShop.milliseconds(noon.date.addingTimeInterval(days * PhoneShop.day)) }
    var fields: [String: JSON] = [
      "originalTransactionId": .string(original), "autoRenewStatus": renews ? 1 : 0,
      "isInBillingRetryPeriod": .bool(isFailing), "signedDate": date(signed), "environment": "Production",
    ]
    fields["gracePeriodExpiresDate"] = grace.map(date)
    return try authority.signed(fields)
  }
}

/// A person of a product at one window, with the store of their phone.
struct Customer {
  static let subscription = Route(["settings", "subscription"])
  static let plans = Route(["settings", "subscription", "plans"])

  let sold: SoldProduct
  let shop: PhoneShop
  let person: Person
  let window: Window

  init(
    _ sold: SoldProduct, _ shop: PhoneShop, clock: ManualTime = ManualTime(noon), seed: UInt64 = 1,
    content: RemoteContent? = nil, server: ServerPort? = nil
  ) async throws {
    self.sold = sold
    self.shop = shop
    person = try await Person.open(
      sold.make(shop.port, content), home: .memory, clock: clock, seed: seed, server: server,
      http: content == nil ? nil : .curl())
    window = await person.window()
  }

  /// Whether the product opens what the main right opens.
  var hasRight: Bool {
    get async { await window.surroundings.entitlements.contains(sold.plan.entitlement) }
  }

  var rights: Set<String> { get async { Set(await window.surroundings.entitlements.map { "\($0)" }) } }

  /// Waits until the right is there, or gone.
  func comes(_ expected: Bool) async throws -> Bool { try await window.until { await hasRight == expected } }

  /// Shows the offers and orders an item. Returns false when it is not offered now.
  @discardableResult func order(_ item: StoreItem.ID? = nil) async throws -> Bool {
    let frame = try await window.perform(.open(Customer.plans))
    let button = "offer-\((item ?? sold.item).replacing(".", with: "-")).buy"
    guard frame.node(button)?.state.isDisabled == false else { return false }
    try await window.perform(.tap(.id(button)))
    return true
  }

  func shows(_ words: String) async -> Bool {
    await window.shows(within: 20) { frame in
      frame.everything.contains { $0.label.contains(words) || $0.value?.contains(words) == true }
    }
  }

  /// The rows of plans and payments, as the page of the subscription shows them.
  func listed() async throws -> [String] {
    try await window.perform(.open(Route(["settings"])))
    let frame = try await window.perform(.open(Customer.subscription))
    return frame.everything.filter { $0.role == .listitem && ($0.id.contains("plan-") || $0.id.contains("bill-")) }
      .map { "\($0.label): \($0.value ?? "")" }
  }

  func advance(days: Double) async throws { try await window.perform(.advance(seconds: days * PhoneShop.day)) }

  func close() async {
    await window.close()
    await person.close()
  }
}
