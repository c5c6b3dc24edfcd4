import Catalog
import Foundation
import Interface
import Kernel
import Portability
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

@Suite("The secrets of messages in an archive") struct SecretsInArchiveTests {
  private static let seed = "bWFya2VkIHNlZWQgIQ=="

  @Test("the key phrase is in no export, which says so, and keys of others come in from none")
  func secrets() async throws {
    let product = try #require(Product.named("volvox"))
    let out = TestFolder()
    try FileManager.default.createDirectory(atPath: out.path, withIntermediateDirectories: true)
    let person = try await Person.open(product, home: .memory, clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    try await person.store.openAnnounced()
    #expect(try await person.store.add([try Self.secret(), try Self.peer()]).added == 2)
    try await window.perform(.open(Route(["settings", "display"])))
    try await window.perform(.choose(.label("Theme"), .text("dark")))
    try await window.perform(.open(Route(["settings", "privacy", "data"])))
    let frame = try await window.perform(.screen)
    #expect(frame.labels.contains { $0.hasPrefix("Not included: your key phrase for messages.") })
    try await window.perform(.tap(.label("Export my data")))
    let (path, _) = try await window.save(try #require(window.openOffers.last).id, in: out.path)
    // Read without the limits of the products, the archive has no record of either.
    let (other, open) = (try await Store.memory(FeatureContext()), PortableLimits())
    let preview = try await DataImport(other, product: "volvox", name: "Volvox.Sober", within: open).preview(path)
    #expect(preview.collections["messaging_secrets"] == ImportCounts())
    #expect(preview.collections["peer_message_keys"] == ImportCounts())
    // An archive of an earlier version has them: it is imported without.
    let earlier = PortableLimits([Drawer.collection: []])
    let old = DataExport(person.store, product: "volvox", name: "Volvox.Sober", program: "1.0", within: earlier)
    let (archive, _) = try await old.write(at: noon.date, in: nil)
    let file = "\(out.path)/old.zip"
    try Data(try archive.read(from: 0, archive.size)).write(to: URL(filePath: file))
    let second = try await Person.open(product, home: .memory, clock: ManualTime(noon), seed: 2)
    let fresh = await second.window()
    try await fresh.perform(.open(Route(["settings", "privacy", "data"])))
    try await fresh.perform(.type(.label("Path on this machine"), file))
    try await fresh.perform(.tap(.label("Read the archive")))
    try await fresh.perform(.tap(.label("Import")))
    let counts = try await second.store.summaries().filter {
      ["messaging_secrets", "peer_message_keys"].contains($0.name)
    }
    #expect(counts.allSatisfy { $0.count == 0 })
    for one in [window, fresh] { await one.close() }
    for one in [person, second] { await one.close() }
  }

  private static func secret() throws -> (String, ImportedRow) {
    let id = ID<Secret>(named: "own").uuid.uuidString
    return (
      Secret.collection,
      try #require(
        ImportedRow(
          json: Array(
            #"{"id":"\#(id)","when":"1970-01-01T00:00:00Z","form":1,"fields":{"seeds":["\#(seed)"],"isNoted":true}}"#
              .utf8)))
    )
  }

  private static func peer() throws -> (String, ImportedRow) {
    let id = UUID().uuidString
    return (
      "peer_message_keys",
      try #require(
        ImportedRow(
          json: Array(
            #"{"id":"\#(id)","when":"1970-01-01T00:00:00Z","form":1,"fields":{"id":"\#(id)","accepted":[],"isCompared":true,"seen":[]}}"#
              .utf8)))
    )
  }
}

/// The record of the phrases, whose type ProductKit does not know.
private struct Secret: Kept {
  static let collection = "messaging_secrets"
  let id: ID<Secret>
  let when: Date
}

extension Store {
  fileprivate func add(_ rows: [(String, ImportedRow)]) async throws(Problem) -> ImportCounts {
    var counts = ImportCounts()
    for (name, row) in rows { counts += try await add([row], to: name) }
    return counts
  }
}
