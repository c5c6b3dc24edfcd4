import Covers
import Foundation
import Interface
import Kernel
import ProductKit
import Purchases
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import SyncWell

@Suite("What SyncWell keeps of a purchase") struct KeptPurchaseTests {
  private func enter(_ home: TestFolder, _ profile: String = "me") async throws -> Window {
    let person = try await Person.open(
      .syncwell(HealthAccess()), profile: profile, home: .folder(home.path), clock: ManualTime(noon), seed: 1)
    return await person.window()
  }

  private func leave(_ window: Window) async {
    await window.close()
    await window.person.close()
  }

  private func buy(_ window: Window) async throws {
    try await window.perform(.open(Route(["settings", "subscription", "plans"])))
    try await window.perform(.tap(.label("Unlock Pro")))
    try await window.perform(.tap(.label("Confirm purchase")))
  }

  private func isPro(_ window: Window) async throws -> Bool {
    try await window.perform(.open(Route(["history", "new"])))
    return window.frames.value.dialog?.label != "Unlock Historical Sync"
  }

  private func rows(_ window: Window) async throws -> [StoredTransaction] {
    try await window.person.store.collection(StoredTransaction.self, .local).records()
  }

  /// The same text with other claims under the signature of the former.
  private func forged(_ text: String, _ change: (String) -> String) throws -> String {
    var parts = text.split(separator: ".").map(String.init)
    let padded = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let bytes = try #require(
      Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
    parts[1] = Data(change(String(decoding: bytes, as: UTF8.self)).utf8).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    return parts.joined(separator: ".")
  }

  @Test(
    "it is sealed in the profile, verified at each start, and a text that the store did not sign opens nothing",
    .covers("sw-US-09-T2"))
  func verified() async throws {
    let home = TestFolder()
    var window = try await enter(home)
    try await buy(window)
    #expect(try await isPro(window))
    let bought = try #require(try await rows(window).first)
    await leave(window)
    // Neither the signed text nor the item is readable in the profile's folder.
    for word in [bought.text, String(bought.text.suffix(40)), "pro.lifetime"] {
      #expect(home.holding(word).filter { !$0.contains("device-shelf") } == [])
    }
    window = try await enter(home)
    #expect(try await isPro(window))
    await leave(window)

    // Another person's device, to which forged texts are brought.
    let thief = TestFolder()
    window = try await enter(thief)
    try await window.perform(.open(Route(["settings", "subscription", "plans"])))
    try await window.perform(.tap(.label("Start 7-day free trial")))
    let kept = try await window.person.store.collection(StoredTransaction.self, .local)
    let trial = try #require(try await rows(window).first)
    #expect(try await !isPro(window))
    let lie = try forged(trial.text) { $0.replacingOccurrences(of: "trial.7days", with: "pro.lifetime") }
    #expect(lie != trial.text)
    for text in [lie, "a.b.c", bought.text, String(bought.text.dropLast())] {
      try await kept.save(StoredTransaction(id: ID(UUID()), text: text, signedAt: noon.date))
    }
    await leave(window)
    window = try await enter(thief)
    #expect(try await !isPro(window))
    await leave(window)
  }

  @Test(
    "with another account of the store nothing is found, it says what to do, and what is here stays",
    .covers("sw-US-11-T2"))
  func otherAccount() async throws {
    let home = TestFolder()
    let mine = try await enter(home, "mine")
    try await buy(mine)
    // The same app under another account of the same store.
    let other = try await enter(home, "other")
    try await other.perform(.open(Route(["settings", "subscription"])))
    let frame = try await other.perform(.tap(.label("Restore Purchases")))
    #expect(frame.labels.contains("No previous purchase found."))
    #expect(frame.labels.contains { $0.hasPrefix("If you bought with another store account, sign in to it") })
    #expect(try await !isPro(other))
    #expect(try await isPro(mine))
    try await mine.perform(.open(Route(["settings", "subscription"])))
    let again = try await mine.perform(.tap(.label("Restore Purchases")))
    #expect(again.labels.contains("Everything that you have bought is already here."))
    #expect(!again.labels.contains { $0.hasPrefix("If you bought with another store account") })
    await leave(other)
    await leave(mine)
  }
}
