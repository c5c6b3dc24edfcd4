import Chance
import Entitlement
import FoundationEssentials
import Kernel
import StoreTransactions
import Testing

@testable import Purchases

@Suite("Purchases over random lives of a customer") struct PurchasesRandomTests {
  private let start = Date(timeIntervalSince1970: 1_780_000_000)

  /// Verified texts of a random life, with those of another account among them.
  private func life(_ random: inout some RandomNumberGenerator, of mine: UUID) -> [SignedEntry] {
    var entries: [SignedEntry] = []
    for number in 0..<Int.random(in: 1...9, using: &random) {
      let item = plan.items.randomElement(using: &random) ?? month
      let from = start.addingTimeInterval(Double(Int.random(in: 0..<300, using: &random)) * day)
      let end =
        item.term == .lifetime ? nil : from.addingTimeInterval(Double(Int.random(in: 1...60, using: &random)) * day)
      let original = item.term == .lifetime ? "\(number)" : "s\(Int.random(in: 0..<2, using: &random))"
      let account = [nil, mine, mine, UUID(uuidString: "00000000-0000-7000-8000-00000000000F")].randomElement(
        using: &random)
      var one = StoreTransaction(
        "\(number)", original: original, product: item.id, group: item.group, purchased: from, expires: end,
        isFree: Bool.random(using: &random), account: account ?? nil, signed: from)
      entries.append(SignedEntry("t\(number)", .transaction(one)))
      if Int.random(in: 0..<3, using: &random) == 0 {
        one.revoked = from.addingTimeInterval(day)
        one.signed = from.addingTimeInterval(day)
        entries.append(SignedEntry("r\(number)", .transaction(one)))
      }
      if Bool.random(using: &random) {
        let signed = from.addingTimeInterval(Double(number))
        let renewal = StoreRenewal(
          original, renews: Bool.random(using: &random), isInRetry: Bool.random(using: &random),
          graceUntil: Bool.random(using: &random) ? end?.addingTimeInterval(16 * day) : nil, signed: signed)
        entries.append(SignedEntry("n\(number)", .renewal(renewal)))
      }
    }
    return entries
  }

  private func state(_ parts: [[SignedEntry]], _ mine: UUID, at now: Date) -> PurchasesState {
    var state = PurchasesState(plan)
    let now = Moment(now)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.account(mine), at: now)
    _ = state.receive(.loaded(parts.first ?? [], nil, steady: .zero), at: now)
    for part in parts.dropFirst() {
      _ = state.receive(.answered(part, steady: .zero, restoring: nil), at: now)
    }
    return state
  }

  @Test("the rights follow from the transactions alone, in any order, any repetition and any number of answers")
  func order() throws {
    var random = try FuzzPlan.generator(for: "purchases")
    let mine = try #require(UUID(uuidString: "00000000-0000-7000-8000-000000000001"))
    for _ in 0..<300 {
      let entries = life(&random, of: mine)
      let now = start.addingTimeInterval(Double(Int.random(in: 0..<400, using: &random)) * day)
      let whole = state([entries, entries], mine, at: now)
      for _ in 0..<4 {
        let shuffled = (entries + entries).shuffled(using: &random)
        let cut = Int.random(in: 0...shuffled.count, using: &random)
        // The last answer is whole, since a renewal is only known as one's own with its transaction.
        let parts = [Array(shuffled[..<cut]), Array(shuffled[cut...]), entries.shuffled(using: &random)]
        let other = state(parts, mine, at: now)
        #expect(other.entitlements == whole.entitlements && other.standings == whole.standings)
      }
      // By hand: a right needs a transaction of one's own that gives it, was not taken back, and runs or is in grace.
      var newest: [String: StoreTransaction] = [:]
      for case .transaction(let one) in entries.map(\.content) where one.account == nil || one.account == mine {
        if newest[one.id].map({ $0.signed <= one.signed }) ?? true { newest[one.id] = one }
      }
      let alive = newest.values.filter { $0.revoked == nil }.reduce(into: Set<Entitlement>()) {
        $0.formUnion(plan.rights(of: $1.product))
      }
      #expect(whole.entitlements.isSubset(of: alive))
      let judged = max(now, whole.ledger.latest)
      for one in newest.values where one.revoked == nil && (one.expires.map { judged < $0 } ?? true) {
        #expect(
          !whole.entitlements.isDisjoint(
            with: plan.rights(of: plan.item(one.product)?.group == nil ? one.product : month.id)))
      }
    }
  }

  @Test("no sequence of answers, orders, clocks and accounts breaks the state")
  func anything() throws {
    var random = try FuzzPlan.generator(for: "purchases-actions")
    let mine = try #require(UUID(uuidString: "00000000-0000-7000-8000-000000000001"))
    let window = Identifiers.seeded(3, Time(now: { Moment(Date()) }, ring: { _, _ in AsyncStream { nil } })).next(
      WindowKind.self)
    for _ in 0..<60 {
      var state = PurchasesState(plan)
      var (wall, steady) = (start, Duration.zero)
      _ = state.receive(.begin, at: Moment(wall))
      var trusted = Date.distantPast
      for _ in 0..<40 {
        let now = Moment(wall)
        steady += .seconds(Int.random(in: 0...90_000, using: &random))
        var isConfirmed = false
        switch Int.random(in: 0..<9, using: &random) {
        case 0: _ = state.receive(.loaded(life(&random, of: mine), nil, steady: steady), at: now)
        case 1:
          isConfirmed = true
          _ = state.receive(.answered(life(&random, of: mine), steady: steady, restoring: nil), at: now)
        case 2: _ = state.receive(.unanswered(.storeUnreachable, steady: steady, restoring: window), at: now)
        case 3: _ = state.receive(.account(Bool.random(using: &random) ? mine : nil), at: now)
        case 4: _ = state.receive(.rang(steady: steady), at: now)
        case 5: _ = state.receive(.buy(month.id), from: window, at: now)
        case 6: _ = state.receive(.restore, from: window, at: now)
        case 7: _ = state.receive(.stopWaiting, from: window, at: now)
        default: wall = wall.addingTimeInterval(Double(Int.random(in: -100...100, using: &random)) * day)
        }
        if let clock = state.clock {
          #expect(isConfirmed || clock.date >= trusted, "only the store's answer may set the trusted time back")
          trusted = clock.date
        }
        let rights = state.standings.filter(state.gives).reduce(into: Set<Entitlement>()) {
          $0.formUnion(plan.rights(of: $1.product))
        }
        #expect(state.reading != .done || rights == state.entitlements)
      }
    }
  }
}
