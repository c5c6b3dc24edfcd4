import Entitlement
import FeatureTesting
import FoundationEssentials
import Interface
import JSON
import Kernel
import Storage
import StoreTransactions
import Testing

@testable import Purchases

let month = StoreItem(
  "plus.month", "Plus, monthly", term: .month, group: "plus", trialDays: 7, price: StorePrice(9990, "EUR"))
let year = StoreItem(
  "plus.year", "Plus, yearly", term: .year, group: "plus", level: 2, trialDays: 7, price: StorePrice(79_990, "EUR"))
let once = StoreItem("tip", "Tip", term: .lifetime, price: StorePrice(990, "EUR"))
let plan = PurchasePlan(
  app: "org.example.app", name: "Example", entitlement: "plus", items: [month, year, once], rights: [once.id: ["tip"]],
  benefits: ["Everything."])
let day = 86_400.0

/// A store as a test tells it: its texts are really signed.
final class TestStore: Sendable {
  struct Held {
    var texts: [String] = []
    var answers: [StoreAnswer] = []
    var isReachable = true
    var asked = 0
    var orders: [StoreOrder] = []
    var continuations: [AsyncStream<Heard<Bool>>.Continuation] = []
    var isSilent = false
  }

  let authority: StoreAuthority
  let held = Locked(Held())

  init(at date: Date) throws { authority = try StoreAuthority(at: date) }

  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }
  var asked: Int { held.withLock { $0.asked } }

  /// A transaction, as signed at its purchase unless said otherwise.
  func bought(
    _ id: String, original: String? = nil, _ item: StoreItem = month, at start: Date, until end: Date?,
    signed: Date? = nil, revoked: Date? = nil, isTrial: Bool = false, account: UUID? = nil, app: String = plan.app
  ) throws -> String {
    var fields: [String: JSON] = [
      "transactionId": .string(id), "originalTransactionId": .string(original ?? id), "productId": .string(item.id),
      "bundleId": .string(app), "purchaseDate": start.json, "signedDate": (signed ?? start).json,
      "price": .number(Double(item.price.thousandths)), "currency": "EUR",
    ]
    fields["subscriptionGroupIdentifier"] = item.group.map { .string($0) }
    fields["expiresDate"] = end?.json
    fields["revocationDate"] = revoked?.json
    fields["appAccountToken"] = account.map { .string($0.uuidString) }
    if isTrial { fields["offerDiscountType"] = "FREE_TRIAL" }
    return try authority.signed(fields)
  }

  func renewal(_ original: String, renews: Bool, next: StoreItem? = nil, grace: Date? = nil, signed: Date) throws
    -> String
  {
    var fields: [String: JSON] = [
      "originalTransactionId": .string(original), "autoRenewStatus": .number(renews ? 1 : 0), "signedDate": signed.json,
    ]
    fields["autoRenewProductId"] = next.map { .string($0.id) }
    fields["gracePeriodExpiresDate"] = grace?.json
    return try authority.signed(fields)
  }

  func report() { for one in held.withLock({ $0.continuations }) { one.yield(Heard(true)) } }

  var port: StorePort {
    let authority = authority
    return StorePort(
      roots: { () throws(Problem) in [authority.rootCertificate] }, prices: { () throws(Problem) in [:] },
      buy: { order throws(Problem) in
        let answer = self.held.withLock { held -> StoreAnswer? in
          held.orders.append(order)
          return held.answers.isEmpty ? nil : held.answers.removeFirst()
        }
        if let answer { return answer }
        // Never answered: returns when the person stops waiting.
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        await Receipt.aside { for await _ in stream {} }
        continuation.finish()
        return .cancelled
      },
      all: { () throws(Problem) in
        let found = self.held.withLock { held -> [String]? in
          held.asked += 1
          return held.isReachable ? held.texts : nil
        }
        guard let found else { throw .storeUnreachable }
        return found
      },
      setRenewal: { original, renews throws(Problem) in
        guard self.held.withLock({ $0.isReachable }) else { throw .storeUnreachable }
      },
      news: {
        let (stream, continuation) = AsyncStream.makeStream(of: Heard<Bool>.self)
        self.held.withLock { $0.continuations.append(continuation) }
        return stream
      })
  }
}

extension Date {
  var json: JSON { .number((timeIntervalSince1970 * 1000).rounded()) }
}

final class Harness: FeatureHarness {
  let feature: Purchases
  let environment: TestEnvironment
  let recorder: EventRecorder<PurchasesEvent>
  let market: TestStore
  let window: WindowID
  let memory: Locked<StoreContact?>

  /// With `other` it is the same device after a restart.
  init(
    _ market: TestStore? = nil, after other: Harness? = nil, server: PurchaseServer? = nil, account: UUID? = nil
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    self.market = try market ?? other?.market ?? TestStore(at: SampleTime.morning.date.addingTimeInterval(-100 * day))
    let memory = other?.memory ?? Locked(nil)
    self.memory = memory
    window = environment.context.identifiers.next()
    var needs = PurchasesNeeds(
      environment.store, port: self.market.port, contact: { () throws(Problem) in memory.withLock { $0 } },
      remember: { contact throws(Problem) in memory.withLock { $0 = contact } })
    needs.server = server
    feature = Purchases(plan, on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    if let account { await send(.account(account)) }
    await send(.begin)
  }

  var now: Date { environment.clock.now.date }
  var local: PurchasesWindowState { state.windows[window] }

  func rows() async throws -> [StoredTransaction] {
    try await environment.store.collection(StoredTransaction.self, .owned(.done)).records()
  }

  func screen(_ route: Route = PurchasesState.subscription) -> Screen<PurchasesWindowAction> {
    state.screen(route, in: Surroundings(now: environment.clock.now), at: window)
  }

  func nodes(_ route: Route = PurchasesState.subscription) -> [Node<PurchasesWindowAction>] {
    let screen = screen(route)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }

  func shows(_ label: String, _ route: Route = PurchasesState.subscription) -> Bool {
    nodes(route).contains { $0.label.contains(label) || $0.value?.contains(label) == true }
  }
}
