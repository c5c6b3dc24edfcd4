import Covers
import Interface
import Kernel
import Shell
import ShellTesting
import Testing

@testable import SyncWell

@Suite("SyncWell's help")
struct HelpTests {
  @Test(
    "the help center's events are recorded, and Contact Support opens a mail with address and subject",
    .covers("sw-US-12-A3", "sw-US-12-A4", "sw-US-12-N1", "sw-US-12-N2", "sw-US-12-N3", "sw-US-12-N4"))
  func events() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("settings")
    try await bench.tap("Help Center")
    try await bench.tap("Will my steps be counted twice?")
    try await bench.tap("Contact Support")
    try await bench.tap("Feature requests")
    let addresses = bench.outlets.all.compactMap { if case .addressAsked(let address) = $0 { address } else { nil } }
    #expect(
      addresses.map(\.address) == [
        "mailto:support@syncwell.example?subject=SyncWell%3A%20a%20question",
        "https://syncwell.canny.io/feature-requests",
      ])
    // A shell opens a page within the app, and a mail in the person's mail program.
    #expect(addresses.map(\.kind) == [.mail, .page])
    #expect(try await bench.frame.route == Route(["help"]))
    #expect(
      try await bench.recorded() == [
        "help_center_viewed", "help_center_faq_opened, question: twice", "help_center_contact_support_tapped",
        "help_center_feature_requests_tapped",
      ])
  }

  @Test("the report holds versions and counts, and goes into the mail as it was read")
  func report() async throws {
    let bench = try await SyncWellBench()
    try await bench.open("help", "report")
    #expect(try await bench.sees("App version"))
    try await bench.tap("Contact Support")
    let sent = bench.outlets.all.compactMap { if case .addressAsked(let address) = $0 { address.address } else { nil } }
    #expect(sent.count == 1 && sent[0].contains("App%20version%3A%20\(Troupe.version)"))
  }
}
