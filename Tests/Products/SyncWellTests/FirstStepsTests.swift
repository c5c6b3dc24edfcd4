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
    .covers("sw-US-01-A4", "sw-US-01-N1", "sw-US-01-N2", "sw-US-01-N3"))
  func carousel() async throws {
    let seen = try await SyncWellBench(arrives: true)
    #expect(try await seen.recorded() == ["onboarding_started"], "by the first screen alone")
    let bench = try await SyncWellBench(arrives: true)
    #expect(try await bench.frame.route == Route(["onboarding"]))
    try await bench.tap("Next")
    try await bench.tap("Privacy Policy")
    #expect(try await bench.frame.title == "Privacy Policy")
    try await bench.window.perform(.back)
    try await bench.tap("Next")
    let begin = try await bench.frame.everything.filter { $0.role == .button && $0.label == "Begin Setup" }
    #expect(begin.map(\.state.isProminent) == [true])
    try await bench.tap("Begin Setup")
    // The setup begins with the first app; nothing is sold before there is a sync.
    #expect(try await bench.frame.route == Route(["apps", "source"]))
    #expect(try await !bench.sees("Your free trial has begun."))
    let events = try await bench.recorded()
    #expect(events == ["onboarding_started", "onboarding_privacy_policy_viewed", "onboarding_completed"])
  }

  @Test(
    "the carousel is one element of three cards, which a shell shows by its own pager, and the policy opens inside the app",
    .covers("sw-US-01-T3"))
  func pager() async throws {
    let bench = try await SyncWellBench(arrives: true)
    func carousel() async throws -> Element? { try await bench.frame.everything.first { $0.role == .carousel } }
    for position in 1...3 {
      let shown = try #require(try await carousel())
      #expect(shown.state.position == position && shown.state.size == 3 && shown.actions.contains(.swipe))
      if position < 3 { try await bench.window.perform(.act(.id(shown.id), .swipe, .number(1))) }
    }
    let last = try #require(try await carousel())
    try await bench.window.perform(.act(.id(last.id), .swipe, .number(-1)))
    let link = try #require(try await bench.frame.everything.first { $0.label == "Privacy Policy" })
    #expect(link.role == .link || link.role == .button)
    try await bench.tap("Privacy Policy")
    #expect(try await bench.frame.title == "Privacy Policy")
    #expect(!bench.outlets.all.contains { if case .addressAsked = $0 { true } else { false } })
    try await bench.window.perform(.back)
    #expect(try await carousel()?.state.position == 2)
  }

  @Test("without consent nothing of the first steps is recorded")
  func withoutConsent() async throws {
    let bench = try await SyncWellBench(consents: false, arrives: true)
    for label in ["Next", "Next", "Begin Setup"] { try await bench.tap(label) }
    #expect(try await bench.recorded() == [])
    #expect(try await bench.sees("Nothing is recorded."))
  }

  @Test("skipping the carousel ends it at once, and is not recorded as its completion")
  func skipped() async throws {
    let bench = try await SyncWellBench(arrives: true)
    #expect(try await !bench.sees("Step 1 of 1"))
    try await bench.tap("Skip")
    #expect(try await bench.frame.route == Route(["apps", "source"]))
    #expect(try await bench.recorded() == ["onboarding_started"])
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
