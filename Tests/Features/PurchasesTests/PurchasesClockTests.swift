import Entitlement
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import StoreTransactions
import Testing

@testable import Purchases

@Suite("Purchases and the clock") struct PurchasesClockTests {
  /// A trial of a week that was begun now, and renews.
  private func trial(_ harness: Harness, renews: Bool = true) async throws {
    let start = harness.now
    let texts = [
      try harness.market.bought("1", at: start, until: start.addingTimeInterval(7 * day), isTrial: true),
      try harness.market.renewal("1", renews: renews, next: month, signed: start),
    ]
    harness.market.change { $0.texts = texts }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["plus"])
  }

  private func warning(_ harness: Harness) -> String? {
    harness.state.banner(in: Surroundings(now: harness.environment.clock.now), at: harness.window).first?.label
  }

  @Test("a trial is warned of three days before its end, with what it costs then, and a dismissed warning stays away")
  func warned() async throws {
    let harness = try await Harness()
    try await trial(harness)
    #expect(warning(harness) == nil)
    await harness.advance(.seconds(4 * day + 60))
    #expect(
      warning(harness)
        == "Your free trial ends on 29 November 2026. After that it costs €9.99 a month. Cancel before to pay nothing.")
    await harness.send(.dismissWarning, from: harness.window)
    #expect(warning(harness) == nil)
  }

  @Test(
    "the end of a term is noticed without anybody doing anything, and the renewal that the store has made is taken over"
  )
  func renewed() async throws {
    let harness = try await Harness()
    try await trial(harness)
    let end = harness.now.addingTimeInterval(7 * day)
    let paid = try harness.market.bought("2", original: "1", at: end, until: end.addingTimeInterval(30 * day))
    await harness.advance(.seconds(6.9 * day))
    harness.market.change { $0.texts.append(paid) }
    await harness.advance(.seconds(0.2 * day))
    #expect(harness.state.entitlements == ["plus"] && harness.shows("Renews on 29 December 2026"))
  }

  @Test(
    "without the store a term that renews is believed for seven days after the last answer, and one that was cancelled is not"
  )
  func grace() async throws {
    for renews in [true, false] {
      let harness = try await Harness()
      try await trial(harness, renews: renews)
      await harness.advance(.seconds(6 * day))
      harness.market.change { $0.isReachable = false }
      await harness.advance(.seconds(2 * day))
      #expect(harness.state.entitlements == (renews ? ["plus"] : []))
      #expect(harness.shows("The store could not be asked since, and it stays open for now.") == renews)
      await harness.advance(.seconds(6 * day))
      #expect(harness.state.entitlements.isEmpty)
      #expect(harness.shows("The store cannot be reached."))
    }
  }

  @Test("a clock that is set back wins nothing, in the same run and after a restart")
  func tampered() async throws {
    let harness = try await Harness()
    try await trial(harness, renews: false)
    let begun = harness.environment.clock.now
    harness.market.change { $0.isReachable = false }
    await harness.advance(.seconds(5 * day))
    await harness.set(begun)
    // The steady clock goes on: two days more, and the trial of seven days is over.
    await harness.advance(.seconds(2.1 * day))
    #expect(harness.state.entitlements.isEmpty)
    harness.market.change { $0.isReachable = true }
    await harness.send(.news)
    // The store's own time is what its texts are signed with, so that a wrong clock is believed until the store says more.
    let now = begun.date.addingTimeInterval(7.1 * day)
    let signed = try harness.market.renewal("1", renews: false, signed: now)
    harness.market.change { $0.texts.append(signed) }
    await harness.send(.news)
    #expect(harness.state.entitlements.isEmpty)
    await harness.set(begun)
    let again = try await Harness(after: harness)
    await again.until { $0.reading == .done }
    #expect(again.state.entitlements.isEmpty)
  }

  @Test("after a restart without the store the trusted time goes on from where it was, not from the clock")
  func restarted() async throws {
    let harness = try await Harness()
    try await trial(harness, renews: false)
    let begun = harness.environment.clock.now
    await harness.advance(.seconds(6.9 * day))
    harness.market.change { $0.isReachable = false }
    await harness.set(begun)
    let again = try await Harness(after: harness)
    #expect(again.state.entitlements == ["plus"])
    await again.advance(.seconds(0.2 * day))
    #expect(again.state.entitlements.isEmpty)
  }

  @Test("a clock that was set ahead by mistake harms nothing once the store is asked")
  func ahead() async throws {
    let harness = try await Harness()
    try await trial(harness)
    let begun = harness.environment.clock.now
    harness.market.change { $0.isReachable = false }
    await harness.set(begun.advanced(by: .seconds(400 * day)))
    #expect(harness.state.entitlements.isEmpty)
    await harness.set(begun)
    harness.market.change { $0.isReachable = true }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["plus"])
  }

  @Test("a failed payment is warned of while it is in grace")
  func failing() async throws {
    let harness = try await Harness()
    let start = harness.now
    let texts = [
      try harness.market.bought("1", at: start.addingTimeInterval(-30 * day), until: start.addingTimeInterval(-60)),
      try harness.market.renewal(
        "1", renews: true, next: month, grace: start.addingTimeInterval(16 * day), signed: start),
    ]
    harness.market.change { $0.texts = texts }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["plus"])
    #expect(warning(harness)?.hasPrefix("The last payment failed. Plus stays open until 8 December 2026.") == true)
    await harness.advance(.seconds(17 * day))
    #expect(harness.state.entitlements.isEmpty && warning(harness) == nil)
  }
}
