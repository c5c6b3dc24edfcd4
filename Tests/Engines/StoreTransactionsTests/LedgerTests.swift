import Chance
import FoundationEssentials
import Testing

@testable import StoreTransactions

private let day = 86_400.0

private func bought(
  _ id: String, original: String = "1", _ product: String = "pro.month", from start: Double, days: Double? = 30,
  signed: Double? = nil, revoked: Double? = nil, isFree: Bool = false
) -> StoreTransaction {
  StoreTransaction(
    id, original: original, product: product, group: "pro", purchased: noon.addingTimeInterval(start * day),
    expires: days.map { noon.addingTimeInterval((start + $0) * day) },
    revoked: revoked.map { noon.addingTimeInterval($0 * day) }, offer: isFree ? .introductory : nil, isFree: isFree,
    signed: noon.addingTimeInterval((signed ?? start) * day))
}

private func ledger(_ transactions: [StoreTransaction], _ renewals: [StoreRenewal] = []) -> StoreLedger {
  var ledger = StoreLedger()
  for one in transactions { ledger.take(one) }
  for one in renewals { ledger.take(one) }
  return ledger
}

@Suite("What follows from a store's transactions") struct LedgerTests {
  private func state(_ ledger: StoreLedger, _ days: Double) -> StoreStanding.State? {
    ledger.standings(at: noon.addingTimeInterval(days * day)).first?.state
  }

  @Test("A trial becomes a subscription, which ends")
  func terms() {
    let all = ledger([bought("1", from: 0, days: 7, isFree: true), bought("2", from: 7)])
    #expect(state(all, 8) == .active(until: noon.addingTimeInterval(37 * day)))
    #expect(
      state(ledger([bought("1", from: 0, days: 7, isFree: true)]), 3) == .trial(until: noon.addingTimeInterval(7 * day))
    )
    #expect(state(all, 37) == .expired(at: noon.addingTimeInterval(37 * day)))
    #expect(all.entitled(at: noon.addingTimeInterval(36 * day)) == ["pro.month"])
    #expect(all.entitled(at: noon.addingTimeInterval(38 * day)) == [])
    #expect(all.hasUsedTrial(group: "pro") && !all.hasUsedTrial(group: "other"))
  }

  @Test("A failed payment is in grace, then in retry, and recovers")
  func grace() {
    let term = bought("1", from: 0)
    let failing = StoreRenewal(
      "1", renews: true, isInRetry: true, graceUntil: noon.addingTimeInterval(36 * day),
      signed: noon.addingTimeInterval(30 * day))
    let all = ledger([term], [failing])
    #expect(state(all, 31) == .grace(until: noon.addingTimeInterval(36 * day)))
    #expect(state(all, 37) == .retry(since: noon.addingTimeInterval(30 * day)))
    #expect(
      all.entitled(at: noon.addingTimeInterval(31 * day)) == ["pro.month"]
        && all.entitled(at: noon.addingTimeInterval(37 * day)) == [])
    let recovered = ledger([term, bought("2", from: 38)], [failing])
    #expect(state(recovered, 40) == .active(until: noon.addingTimeInterval(68 * day)))
  }

  @Test("A refund ends at once what was bought for good, and leaves what is still good")
  func refunds() {
    let lifetime = bought("9", original: "9", "lifetime", from: 0, days: nil)
    #expect(state(ledger([lifetime]), 9000) == .owned)
    let refunded = bought("9", original: "9", "lifetime", from: 0, days: nil, signed: 5, revoked: 5)
    #expect(state(ledger([refunded, lifetime]), 6) == .revoked(at: noon.addingTimeInterval(5 * day)))
    // The second month was refunded while the first is still running.
    let all = ledger([bought("1", from: 0), bought("2", from: 30, signed: 2, revoked: 2)])
    #expect(state(all, 10) == .active(until: noon.addingTimeInterval(30 * day)))
  }

  @Test("A higher plan takes the place of the lower one")
  func upgraded() {
    var lower = bought("1", "plus.month", from: 0, signed: 10)
    lower.isUpgraded = true
    let all = ledger([lower, bought("2", "pro.year", from: 10, days: 365)])
    #expect(all.entitled(at: noon.addingTimeInterval(12 * day)) == ["pro.year"])
  }

  @Test("A clock that was set back before what the store has signed wins nothing")
  func clock() {
    let all = ledger([bought("1", from: 0), bought("7", original: "7", "tip", from: 40, days: nil)])
    #expect(all.entitled(at: noon.addingTimeInterval(10 * day)) == ["tip"])
  }

  @Test("Any order and any repetition of the entries gives the same, in random lives of a subscription")
  func random() throws {
    var random = try FuzzPlan.generator(for: "store-ledger")
    for _ in 0..<400 {
      var entries: [StoreTransaction] = []
      var renewals: [StoreRenewal] = []
      for number in 0..<Int.random(in: 1...8, using: &random) {
        let start = Double(Int.random(in: 0..<200, using: &random))
        let original = "\(Int.random(in: 0..<3, using: &random))"
        let days = Int.random(in: 0..<5, using: &random) == 0 ? nil : Double(Int.random(in: 1...60, using: &random))
        let one = bought("\(number)", original: original, from: start, days: days, isFree: Bool.random(using: &random))
        entries.append(one)
        if Bool.random(using: &random) {
          let at = start + Double(Int.random(in: 0...30, using: &random))
          entries.append(bought("\(number)", original: original, from: start, days: days, signed: at, revoked: at))
        }
        if Bool.random(using: &random) {
          renewals.append(
            StoreRenewal(
              original, renews: Bool.random(using: &random), isInRetry: Bool.random(using: &random),
              graceUntil: Bool.random(using: &random) ? noon.addingTimeInterval((start + 40) * day) : nil,
              signed: noon.addingTimeInterval((start + Double(number) / 100) * day)))
        }
      }
      let at = noon.addingTimeInterval(Double(Int.random(in: 0..<400, using: &random)) * day)
      let first = ledger(entries, renewals)
      for _ in 0..<4 {
        let again = ledger((entries + entries).shuffled(using: &random), (renewals + renewals).shuffled(using: &random))
        #expect(again == first && again.standings(at: at) == first.standings(at: at))
      }
      // By hand: entitled is what has a term that runs or never ends and was not taken back.
      let now = max(at, first.latest)
      for standing in first.standings(at: at) where standing.isEntitled {
        let own = first.transactions.values.filter { $0.original == standing.original && $0.revoked == nil }
        let runs = own.contains { ($0.expires ?? .distantFuture) > now }
        let isInGrace = first.renewals[standing.original].map { ($0.graceUntil ?? .distantPast) > now } ?? false
        #expect(runs || isInGrace)
      }
    }
  }

  @Test("Without a network it holds for a week, whichever clock is set back")
  func offline() {
    let grace = OfflineGrace(asked: noon, steadyAtAsking: .seconds(1000))
    #expect(grace.holds(now: noon.addingTimeInterval(6 * day), steady: .seconds(1000 + 6 * 86_400)))
    #expect(!grace.holds(now: noon.addingTimeInterval(8 * day), steady: .seconds(1000 + 8 * 86_400)))
    #expect(!grace.holds(now: noon.addingTimeInterval(-9 * day), steady: .seconds(1000 + 8 * 86_400)))
    // After a start anew only the wall clock is left.
    #expect(!grace.holds(now: noon.addingTimeInterval(8 * day), steady: .seconds(3)))
    #expect(grace.holds(now: noon.addingTimeInterval(1 * day), steady: .seconds(3)))
  }
}
