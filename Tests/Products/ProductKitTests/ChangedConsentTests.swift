import Catalog
import Foundation
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import Consent
@testable import ProductKit
@testable import Shell

/// A person who agreed to an older text, in the products.
@Suite("A consent to an older text", .timeLimit(.minutes(5))) struct ChangedConsentTests {
  private static let words =
    "A text that you agreed to has changed: Terms of use. Until you decide, the older one holds."

  private func announced(_ frame: Frame) -> Bool { frame.chrome.flatMap(\.all).contains { $0.label == Self.words } }

  @Test("is asked about on every screen until the person decides", arguments: ["yhealth", "volvox", "cadence"])
  func asked(_ name: String) async throws {
    let product = try #require(Product.named(name))
    let clock = ManualTime(noon)
    let person = try await Person.open(product, home: .memory, clock: clock, seed: 1)
    let window = await person.window()
    #expect(!announced(try await window.perform(.screen)))
    let older = ConsentText("terms", "Terms of use", version: 1, withdrawal: "", ["An older text."])
    let record = ConsentRecord(older, isGiven: true, id: ID(named: "older"), at: noon.date.addingTimeInterval(-86_400))
    try await person.store.collection(ConsentRecord.self, .owned(.done)).save(record)
    await window.frames.wait { announced($0) }
    #expect(announced(try await window.perform(.open(Route(["profile"])))))
    let page = try await window.perform(.tap(.label("See what has changed")))
    #expect(page.route == Route(["settings", "consent"]) && page.labels.contains("Removed: An older text."))
    try await window.perform(.tap(.label("I accept: Terms of use")))
    await window.frames.wait { !announced($0) }
    await window.close()
    await person.close()
  }
}
