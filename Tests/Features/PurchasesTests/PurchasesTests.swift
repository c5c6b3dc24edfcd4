import Audit
import Entitlement
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import StoreTransactions
import Testing

@testable import Purchases

@Suite("Purchases") struct PurchasesTests {
  @Test("a purchase gives its right, is kept as a row that is not signed away, and says so once")
  func purchase() async throws {
    let harness = try await Harness()
    #expect(harness.state.entitlements.isEmpty && harness.shows("You use Example without a subscription."))
    let (start, end) = (harness.now, harness.now.addingTimeInterval(7 * day))
    let texts = [
      try harness.market.bought("1", at: start, until: end, isTrial: true),
      try harness.market.renewal("1", renews: true, next: month, signed: start),
    ]
    harness.market.change { $0.answers = [.purchased(texts)] }
    #expect(harness.shows("Start Free Trial: Plus, monthly", PurchasesState.plans))
    await harness.send(.buy(month.id), from: harness.window)
    await harness.until { !$0.entitlements.isEmpty }
    #expect(harness.state.entitlements == ["plus"] && harness.local.order == nil)
    #expect(harness.events.filter { $0 == .entitled(["plus"]) }.count == 1)
    #expect(harness.events.contains(.unlocked))
    #expect(harness.shows("Free trial until 29 November 2026, then €9.99 a month"))
    let rows = try await harness.rows()
    #expect(Set(rows.map(\.text)) == Set(texts))
    // Asked again, the store signs the same anew: nothing more is kept or said.
    let again = [
      try harness.market.bought("1", at: start, until: end, signed: start.addingTimeInterval(60), isTrial: true),
      try harness.market.renewal("1", renews: true, next: month, signed: start.addingTimeInterval(60)),
    ]
    harness.market.change { $0.texts = again + texts + again }
    await harness.send(.news)
    await harness.send(.restore, from: harness.window)
    #expect(harness.local.said == "Everything that you have bought is already here.")
    #expect(try await harness.rows().count == 2)
    #expect(harness.events.filter { $0 == .entitled(["plus"]) }.count == 1)
  }

  @Test("an order that is declined, cancelled, left pending or fails charges nothing and says what to do")
  func refusals() async throws {
    let harness = try await Harness()
    for (answer, words) in [
      (StoreAnswer.declined, "The payment was declined. Nothing was charged."), (.pending, "waits for approval"),
      (.purchased(["a.b.c"]), "The purchase could not be verified."),
    ] {
      harness.market.change { $0.answers = [answer] }
      await harness.send(.buy(year.id), from: harness.window)
      await harness.until { $0.windows[harness.window].order == nil }
      #expect(harness.state.entitlements.isEmpty && harness.shows(words, PurchasesState.plans), "\(answer)")
    }
    harness.market.change { $0.answers = [.cancelled] }
    await harness.send(.buy(year.id), from: harness.window)
    await harness.until { $0.windows[harness.window].order == nil }
    #expect(harness.local.problem == nil && harness.local.said == nil)
    // What waited for approval comes by itself.
    let text = try harness.market.bought("7", year, at: harness.now, until: harness.now.addingTimeInterval(365 * day))
    harness.market.change { $0.texts = [text] }
    harness.market.report()
    harness.market.report()
    await harness.until { $0.entitlements == ["plus"] }
    #expect(try await harness.rows().count == 1)
  }

  @Test("a store that never answers is not waited for; its late answer is taken over by itself")
  func late() async throws {
    let harness = try await Harness()
    await harness.send(.buy(month.id), from: harness.window)
    #expect(harness.local.order != nil && harness.shows("Waiting for the store", PurchasesState.plans))
    // A second order waits for the first.
    await harness.send(.buy(year.id), from: harness.window)
    #expect(harness.market.held.withLock { $0.orders.count } == 1)
    await harness.send(.stopWaiting, from: harness.window)
    #expect(harness.local.order == nil && harness.shows("You no longer wait here.", PurchasesState.plans))
    let text = try harness.market.bought("1", at: harness.now, until: harness.now.addingTimeInterval(30 * day))
    harness.market.change { $0.texts = [text] }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["plus"])
  }

  @Test("restoring says when there is nothing, when it belongs to another account, and when the store is out of reach")
  func restoring() async throws {
    let harness = try await Harness()
    await harness.send(.restore, from: harness.window)
    #expect(harness.local.said == "The store knows of no purchase that is running. Nothing was changed.")
    let (mine, other) = (UUID(), UUID())
    let text = try harness.market.bought(
      "1", at: harness.now, until: harness.now.addingTimeInterval(30 * day), account: other)
    harness.market.change { $0.texts = [text] }
    await harness.send(.account(mine))
    await harness.send(.restore, from: harness.window)
    #expect(
      harness.local.said?.hasPrefix("The purchases of this store account belong to another Example account.") == true)
    #expect(harness.state.entitlements.isEmpty)
    #expect(try await harness.rows().isEmpty)
    harness.market.change { $0.isReachable = false }
    await harness.send(.restore, from: harness.window)
    #expect(harness.local.problem == .storeUnreachable && harness.shows("What you have bought stays yours."))
    harness.market.change { $0.isReachable = true }
    await harness.send(.account(other))
    await harness.send(.restore, from: harness.window)
    #expect(harness.state.entitlements == ["plus"])
    #expect(try await harness.rows().count == 1)
    await harness.send(.account(mine))
    #expect(harness.state.entitlements.isEmpty)
  }

  @Test("texts of another store or app give no right and are not kept")
  func foreign() async throws {
    let harness = try await Harness()
    let other = try TestStore(at: harness.now)
    let end = harness.now.addingTimeInterval(30 * day)
    let texts = [
      try other.bought("1", at: harness.now, until: end),
      try harness.market.bought("2", at: harness.now, until: end, app: "org.example.other"), "", "rubbish",
    ]
    harness.market.change { $0.texts = texts }
    await harness.send(.news)
    #expect(harness.state.entitlements.isEmpty)
    #expect(try await harness.rows().isEmpty)
  }

  @Test("another device of the account has the right after it has verified the rows itself")
  func rows() async throws {
    let harness = try await Harness()
    let text = try harness.market.bought("1", at: harness.now, until: harness.now.addingTimeInterval(30 * day))
    let shelf = try await harness.environment.store.collection(StoredTransaction.self, .owned(.done))
    let forged = try TestStore(at: harness.now).bought("9", once, at: harness.now, until: nil)
    for one in [text, forged] {
      let row = StoredTransaction(
        id: harness.context.identifiers.next(), text: one, signedAt: harness.now)
      try await shelf.save(row)
    }
    await harness.until { !$0.entitlements.isEmpty }
    #expect(harness.state.entitlements == ["plus"])
  }

  @Test("cancelling asks, keeps the right until the end of the term, and can be taken back")
  func cancelling() async throws {
    let harness = try await Harness()
    let (start, end) = (harness.now, harness.now.addingTimeInterval(30 * day))
    let bought = try harness.market.bought("1", at: start, until: end)
    let going = try harness.market.renewal("1", renews: true, next: month, signed: start)
    harness.market.change { $0.texts = [bought, going] }
    await harness.send(.news)
    #expect(harness.shows("Renews on 22 December 2026, €9.99 a month"))
    await harness.send(.cancel, from: harness.window)
    #expect(!harness.local.isChanging)
    await harness.send(.askToCancel("1"), from: harness.window)
    #expect(harness.screen().dialog?.label == "Cancel your subscription?")
    #expect(harness.shows("Plus stays open until 22 December 2026."))
    let ended = try harness.market.renewal("1", renews: false, signed: start.addingTimeInterval(5))
    harness.market.change { $0.texts = [bought, ended] }
    await harness.send(.cancel, from: harness.window)
    #expect(harness.shows("Until 22 December 2026, ends then") && harness.shows("Keep subscription"))
    #expect(harness.state.entitlements == ["plus"])
    await harness.advance(.seconds(31 * day))
    #expect(harness.state.entitlements.isEmpty && harness.shows("Ended on 22 December 2026"))
  }

  @Test("a refund ends the right, and the billing history lists what was paid and refunded, the newest first")
  func refund() async throws {
    let harness = try await Harness()
    let start = harness.now
    let first = try harness.market.bought(
      "1", at: start.addingTimeInterval(-40 * day), until: start.addingTimeInterval(-10 * day))
    let second = try harness.market.bought("5", once, at: start, until: nil)
    harness.market.change { $0.texts = [first, second] }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["tip"])
    let refunded = try harness.market.bought(
      "5", once, at: start, until: nil, signed: start.addingTimeInterval(9), revoked: start.addingTimeInterval(9))
    harness.market.change { $0.texts = [first, refunded] }
    await harness.send(.news)
    #expect(harness.state.entitlements.isEmpty)
    let bills = harness.nodes().filter { $0.role == .listitem && $0.id.contains("bill-") }
    #expect(bills.map(\.label) == ["Tip", "Plus, monthly"])
    #expect(bills[0].value == "22 November 2026, refunded on 22 November 2026")
    #expect(bills[0].children.map(\.label) == ["€0.99"])
  }

  @Test("a plan is changed: a higher one at once, a lower one with the next renewal")
  func plans() async throws {
    let harness = try await Harness()
    let (start, end) = (harness.now, harness.now.addingTimeInterval(365 * day))
    let yearly = try harness.market.bought("1", year, at: start, until: end)
    let next = try harness.market.renewal("1", renews: true, next: month, signed: start)
    harness.market.change { $0.texts = [yearly, next] }
    await harness.send(.news)
    #expect(harness.shows("Until 22 November 2027, then Plus, monthly, €9.99 a month"))
    #expect(harness.shows("This plan begins with the next renewal.", PurchasesState.plans))
    #expect(harness.shows("Change to: Plus, yearly", PurchasesState.plans), "it keeps the present plan")
    let staying = try harness.market.renewal("1", renews: true, next: year, signed: start.addingTimeInterval(2))
    harness.market.change { $0.texts = [yearly, staying] }
    await harness.send(.news)
    #expect(harness.shows("This is your plan.", PurchasesState.plans))
    #expect(harness.shows("Change to: Plus, monthly", PurchasesState.plans))
  }

  @Test("every screen passes the audit in every state")
  func audit() async throws {
    let harness = try await Harness()
    func check(_ about: String) {
      for route in [PurchasesState.subscription, PurchasesState.plans] {
        let findings = Audit.findings(of: harness.screen(route), theme: .plain)
        #expect(findings.isEmpty, "\(about), \(route.text): \(findings)")
      }
    }
    check("nothing bought")
    await harness.send(.buy(month.id), from: harness.window)
    check("waiting")
    await harness.send(.stopWaiting, from: harness.window)
    await harness.send(.restore, from: harness.window)
    check("restored")
    let start = harness.now
    let texts = [
      try harness.market.bought("1", at: start, until: start.addingTimeInterval(2 * day), isTrial: true),
      try harness.market.renewal("1", renews: true, next: month, signed: start),
      try harness.market.bought("2", once, at: start, until: nil),
    ]
    harness.market.change { $0.texts = texts }
    await harness.send(.news)
    check("trial")
    await harness.send(.askToCancel("1"), from: harness.window)
    check("question")
    harness.market.change { $0.isReachable = false }
    await harness.send(.restore, from: harness.window)
    check("unreachable")
  }
}
