import Catalog
import Connectivity
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

/// The products that ask before they send.
private let products = Product.all.filter { ["yhealth", "dailypa"].contains($0.id) }

@Suite("Consents in an imported archive", .timeLimit(.minutes(10)))
struct ImportedConsentTests {
  private static let data = Route(["settings", "privacy", "data"])
  private static let consent = Route(["settings", "consent"])

  private static func title(_ product: Product) -> String { product.id == "yhealth" ? "Health data" : "Sync" }

  /// Gives every consent at that time, and exports.
  private static func archive(_ product: Product, _ clock: ManualTime, in folder: TestFolder) async throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let person = try await Person.open(product, home: .memory, clock: clock, seed: 9)
    let window = await person.window()
    try await window.consent()
    try await window.perform(.open(Route(["settings", "display"])))
    try await window.perform(.choose(.label("Theme"), .text("dark")))
    try await window.perform(.open(data))
    try await window.perform(.tap(.label("Export my data")))
    let offer = try #require(window.openOffers.last)
    let (path, _) = try await window.save(offer.id, in: folder.path)
    await window.close()
    await person.close()
    return path
  }

  private static func take(_ path: String, _ window: Window) async throws -> Frame {
    try await window.perform(.open(data))
    try await window.perform(.type(.label("Path on this machine"), path))
    try await window.perform(.tap(.label("Read the archive")))
    return try await window.perform(.tap(.label("Import")))
  }

  @Test("are history and no permission: each is asked again before anything is sent", arguments: products)
  func asked(_ product: Product) async throws {
    let (world, out, home) = (try PushedWorld(), TestFolder(), TestFolder())
    let path = try await Self.archive(product, ManualTime(noon), in: out)
    try await world.signUp()
    let (person, window) = try await world.open(product, on: Phone(), in: home)
    try await world.signIn(window, consents: false)
    let done = try await Self.take(path, window)
    #expect(done.toast?.hasPrefix("Imported ") == true && done.toast?.contains("Left out") == false)
    let page = try await window.perform(.open(Self.consent))
    let marks = page.labels.filter { $0.contains("in an imported archive. Confirm it here before it counts.") }
    #expect(marks.count >= 3, "\(page.labels)")
    func rows() async throws -> Int { try await world.ask("GET", "/rest/v1/consents?select=*").array?.count ?? 0 }
    for _ in 0..<12 { try await window.perform(.advance(seconds: 300)) }
    #expect(try await rows() == 0)
    // The records are as they were, and a restart forgets nothing.
    #expect(try await person.store.records(of: "consents", newest: 100).count >= 3)
    await window.close()
    await person.close()
    let (again, second) = try await world.open(product, on: Phone(), in: home, seed: 2)
    let shown = try await second.perform(.open(Self.consent))
    #expect(shown.labels.filter { $0.contains("in an imported archive.") }.count == marks.count)
    try await second.consent()
    let end = ContinuousClock.now + .seconds(60)
    while try await rows() < 6, ContinuousClock.now < end { try await second.perform(.advance(seconds: 30)) }
    #expect(try await rows() >= 6)
    await second.close()
    await again.close()
    await world.close()
  }

  @Test("from a later time are left out, and undo no withdrawal", arguments: products)
  func later(_ product: Product) async throws {
    let out = TestFolder()
    let path = try await Self.archive(product, ManualTime(noon.advanced(by: .seconds(86_400 * 365))), in: out)
    let earlier = try await Self.archive(product, ManualTime(noon), in: out)
    let person = try await Person.open(
      product, home: .memory, clock: ManualTime(noon.advanced(by: .seconds(-86_400))), seed: 1)
    let window = await person.window()
    try await window.consent()
    try await window.perform(.open(Self.consent))
    try await window.perform(.tap(.label("Withdraw consent: \(Self.title(product))")))
    try await window.perform(.tap(.label("Withdraw consent")))
    let before = try await person.store.records(of: "consents", newest: 100).count
    let done = try await Self.take(path, window)
    #expect(
      done.toast?.contains("decisions about consent that are dated later than now.") == true, "\(done.toast ?? "")")
    #expect(try await person.store.records(of: "consents", newest: 100).count == before)
    // A later permission of before now does not count either, since it was not given here.
    try await window.perform(.advance(seconds: 86_400 * 2))
    _ = try await Self.take(earlier, window)
    #expect(try await person.store.records(of: "consents", newest: 100).count > before)
    let page = try await window.perform(.open(Self.consent))
    #expect(page.labels.contains("Withdraw consent: \(Self.title(product))") == false)
    #expect(page.labels.contains { $0.hasPrefix("Withdrawn on ") })
    await window.close()
    await person.close()
  }
}
