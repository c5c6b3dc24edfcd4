import Covers
import Interface
import Kernel
import Shell
import ShellTesting
import Testing

@testable import SyncWell

@Suite("SyncWell's purchases")
struct PurchaseTests {
  /// A person whose trial is over.
  private func expired() async throws -> SyncWellBench {
    let bench = try await SyncWellBench()
    try await bench.open("settings", "subscription", "plans")
    try await bench.tap("Start 7-day free trial")
    try await bench.advance(days: 8)
    return bench
  }

  @Test(
    "after seven days by the store's date the offers stand before everything, and the purchase opens it",
    .covers("sw-US-09-A1", "sw-US-09-A4", "sw-US-09-N1", "sw-US-09-N2", "sw-US-09-N3"))
  func trial() async throws {
    let bench = try await expired()
    #expect(try await bench.open("syncs").route == Route(["settings", "subscription", "plans"]))
    try await bench.open("apps")
    #expect(try await bench.frame.title == "SyncWell Pro")
    try await bench.tap("Unlock Pro")
    try await bench.tap("Confirm purchase")
    #expect(try await bench.open("syncs").route == Route(["syncs"]))
    let events = try await bench.recorded()
    #expect(events.contains("paywall_shown, trigger: trial_expired"))
    #expect(events.suffix(2) == ["purchase_initiated", "purchase_completed, revenue: 1499"])
  }

  @Test(
    "a purchase that fails returns to the offers with a message, and is recorded with its code",
    .covers("sw-US-09-A5", "sw-US-09-N4"))
  func failing() async throws {
    let bench = try await expired()
    try await bench.open("syncs")
    try await bench.tap("Unlock Pro")
    try await bench.tap("For testers")
    try await bench.tap("Decline the payment")
    #expect(try await bench.frame.route == Route(["settings", "subscription", "plans"]))
    #expect(try await bench.sees("Purchase failed. Please try again."))
    // It blocks nothing.
    let offers = try await bench.frame
    #expect(offers.dialog == nil && offers.everything.contains { $0.label == "Unlock Pro" && !$0.state.isDisabled })
    #expect(
      try await bench.recorded().filter { $0.hasPrefix("purchase") } == [
        "purchase_initiated", "purchase_failed, error_code: declined",
      ])
  }

  @Test(
    "restoring finds nothing without a purchase, says so, and both ends are recorded",
    .covers("sw-US-11-A5", "sw-US-11-N1", "sw-US-11-N3"))
  func nothingToRestore() async throws {
    let bench = try await expired()
    try await bench.open("syncs")
    try await bench.tap("Restore Purchases")
    #expect(try await bench.sees("No previous purchase found."))
    #expect(
      try await bench.recorded().suffix(2) == ["restore_purchase_initiated", "restore_purchase_failed_no_purchase"])
  }

  @Test("restoring a lifetime license is recorded as a success", .covers("sw-US-11-N2"))
  func restored() async throws {
    let bench = try await expired()
    try await bench.open("syncs")
    try await bench.tap("Unlock Pro")
    try await bench.tap("Confirm purchase")
    try await bench.open("settings", "subscription")
    try await bench.tap("Restore Purchases")
    #expect(try await bench.recorded().suffix(2) == ["restore_purchase_initiated", "restore_purchase_success"])
  }

  @Test(
    "a feature of Pro explains itself where it is met, and both answers are recorded",
    .covers("sw-US-10-A5", "sw-US-10-N1", "sw-US-15-U2", "sw-US-17-T1", "sw-US-17-N1", "sw-US-17-N2", "sw-US-17-N3"))
  func gates() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("history", "new")
    let sheet = try #require(try await bench.frame.dialog)
    #expect(sheet.label == "Unlock Historical Sync")
    #expect(sheet.all.contains { $0.id == "explanation" && $0.label.contains("from before you installed SyncWell") })
    #expect(sheet.all.contains { $0.label == "Unlock Pro" })
    try await bench.tap("Not Now")
    #expect(try await bench.frame.dialog == nil)
    try await bench.open("settings", "subscription", "unlock", "conflict-resolution")
    let other = try #require(try await bench.frame.dialog)
    #expect(other.label == "Unlock Conflict Resolution")
    #expect(other.all.contains { $0.id == "explanation" && $0.label.contains("recorded the same activity") })
    try await bench.tap("Unlock Pro")
    #expect(try await bench.frame.route == Route(["settings", "subscription", "plans"]))
    #expect(
      try await bench.recorded() == [
        "historical_sync_gate_shown", "feature_gate_shown, feature_name: historical_sync", "feature_gate_dismissed",
        "feature_gate_shown, feature_name: conflict_resolution", "feature_gate_accepted",
        "paywall_shown, trigger: feature_gate",
      ])
  }

  @Test("a purchase made at a feature leads to the feature")
  func leadsOn() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("history", "new")
    try await bench.tap("Unlock Pro")
    try await bench.tap("Unlock Pro")
    try await bench.tap("Confirm purchase")
    #expect(try await bench.frame.route == Route(["history", "new"]))
  }

  @Test("the family plan is a subscription of the store", .covers("sw-US-18-A1", "sw-US-18-N1"))
  func family() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("settings", "subscription", "plans")
    try await bench.tap("Choose Family Plan")
    #expect(try await bench.sees("Family Plan"))
    try await bench.tap("Confirm purchase")
    try await bench.open("settings", "subscription")
    #expect(try await bench.sees("Renews on"))
    #expect(try await bench.recorded().contains("family_plan_purchase_initiated"))
  }
}
