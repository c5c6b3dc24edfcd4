import Covers
import Interface
import Kernel
import Shell
import ShellTesting
import Testing

@testable import SyncWell

@Suite("SyncWell's first steps")
struct FirstStepsTests {
  @Test(
    "a new person arrives at a carousel of three screens, and what they do there is recorded with their consent",
    .covers("sw-US-01-N1", "sw-US-01-N2", "sw-US-01-N3"))
  func carousel() async throws {
    let bench = try await SyncWellBench(arrives: true)
    #expect(try await bench.frame.route == Route(["onboarding"]))
    try await bench.tap("Next")
    try await bench.tap("Privacy Policy")
    #expect(try await bench.frame.title == "Privacy Policy")
    try await bench.window.perform(.back)
    try await bench.tap("Next")
    try await bench.tap("Begin Setup")
    let events = try await bench.recorded()
    #expect(events == ["onboarding_started", "onboarding_privacy_policy_viewed", "onboarding_completed"])
  }

  @Test("without consent nothing of the first steps is recorded")
  func withoutConsent() async throws {
    let bench = try await SyncWellBench(consents: false, arrives: true)
    for label in ["Next", "Next", "Begin Setup"] { try await bench.tap(label) }
    #expect(try await bench.recorded() == [])
    #expect(try await bench.sees("Nothing is recorded."))
  }

  @Test("skipping the carousel leads to its last screen, and is not its completion")
  func skipped() async throws {
    let bench = try await SyncWellBench(arrives: true)
    try await bench.tap("Skip")
    #expect(try await bench.recorded() == ["onboarding_started"])
    try await bench.open("onboarding")
    try await bench.tap("Begin Setup")
    #expect(try await bench.recorded() == ["onboarding_started", "onboarding_completed"])
  }

  @Test("withdrawing the consent deletes what is recorded in the same step")
  func withdrawal() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("help")
    #expect(try await bench.recorded() == ["help_center_viewed"])
    try await bench.open("settings", "consent")
    try await bench.tap("Withdraw consent: Usage statistics")
    try await bench.tap("Withdraw consent")
    try await bench.open("help")
    #expect(try await bench.recorded() == [])
  }
}
