import Catalog
import Chance
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import Navigation
import Portability
import Relational
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

/// A person's data on this device in every product: export, import, deletion, retention, signing out.
@Suite("A person's data", .timeLimit(.minutes(10))) struct DataOnDeviceTests {
  private static let data = Route(["settings", "privacy", "data"])
  private let clock = ManualTime(noon)

  /// A demonstration person, where the product has one, and some settings: records of most kinds.
  private func lived(_ product: Product, in home: Person.Home) async throws -> Person {
    let person = try await Person.open(product, home: home, clock: clock, seed: 1)
    try await product.demonstration?.fill(person.store, clock.time.now())
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "display"])))
    try await window.perform(.choose(.label("Theme"), .text("dark")))
    for tab in product.tabs { try await window.perform(.open(tab.root)) }
    await window.close()
    return person
  }

  /// Exports everything in a window and returns the path of the archive.
  private func export(_ window: Window, in folder: TestFolder) async throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try await window.perform(.open(Self.data))
    try await window.perform(.tap(.label("Export my data")))
    let offer = try #require(window.openOffers.last)
    #expect(offer.name.hasSuffix(".zip") && offer.type == "application/zip")
    let (path, frame) = try await window.save(offer.id, in: folder.path)
    #expect(frame.toast == "Exported as \(path). Anybody who has this file can read it.")
    return path
  }

  /// Every record by collection, but for what is made again and what belongs to the device.
  private func records(_ store: Store) async throws -> [String: Set<Bare>] {
    var all: [String: Set<Bare>] = [:]
    for summary in try await DataExport.collections(of: store) where summary.count > 0 {
      if PortableLimits.ofProducts.hidden.contains(summary.name) { continue }
      let records = try await store.records(of: summary.name, newest: summary.count)
      all[summary.name] = Set(records.map { Bare(id: $0.id, when: $0.when, fields: $0.fields) })
    }
    return all
  }

  /// yHealth, whose criteria these are, and half of the others.
  private static let exported =
    Product.all.filter { $0.id == "yhealth" }
    + RotatingShare.current.part(of: Product.all.filter { $0.id != "yhealth" }, every: 2)

  @Test(
    "every collection of each product is in its export, which brings them back into a fresh profile",
    .covers("yh-S04.6.2-B7", "yh-S04.6.2-L8"), arguments: exported)
  func whole(_ product: Product) async throws {
    let (folder, out) = (TestFolder(), TestFolder())
    let person = try await lived(product, in: .folder(folder.path))
    let window = await person.window()
    let path = try await export(window, in: out)
    let before = try await records(person.store)
    #expect(before["settings"]?.isEmpty == false)
    if product.demonstration != nil { #expect(before.count > 3) }

    let other = try await Person.open(product, profile: "other", home: .folder(folder.path), clock: clock, seed: 2)
    let second = await other.window()
    try await second.perform(.open(Self.data))
    try await second.perform(.type(.label("Path on this machine"), path))
    let asked = try await second.perform(.tap(.label("Read the archive")))
    #expect(asked.dialog?.label.hasPrefix("Import ") == true)
    let done = try await second.perform(.tap(.label("Import")))
    #expect(done.toast?.hasPrefix("Imported ") == true && done.route == Self.data)
    let after = try await records(other.store)
    #expect(after.keys.sorted() == before.keys.sorted())
    for (name, records) in before { #expect(after[name] == records, "\(name)") }
    // The archive has every collection that this store has ever held, and nothing of how windows stood.
    let preview = try await DataImport(
      other.store, product: product.id, name: product.name,
      within: PortableLimits([Drawer.collection: []])
    ).preview(path)
    let held = try await person.store.summaries().filter { !$0.isCached }.map(\.name)
    #expect(Set(preview.manifest.collections.map(\.name)) == Set(held))
    #expect(preview.counts.added == 0 && preview.counts.different == 0)
    // The features show what was imported: the window was dressed anew.
    #expect(second.frames.value.appearance.scheme == .dark)
    for one in [window, second] { await one.close() }
    for one in [person, other] { await one.close() }
  }

  @Test(
    "deleting everything asks twice, leaves no old byte in any file, and begins as new without an account",
    arguments: [Product.named("yhealth"), Product.named("volvox")].compactMap { $0 })
  func deleted(_ product: Product) async throws {
    let folder = TestFolder()
    let person = try await lived(product, in: .folder(folder.path))
    let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    _ = try await person.store.blobs.add(picture)
    let window = await person.window()
    try await window.perform(.open(Self.data))
    let before = folder.everything.filter { !$0.key.hasSuffix("store.key") && !$0.key.hasSuffix("link.key") }
    #expect(before.keys.contains { $0.contains("/blobs/") })
    let first = try await window.perform(.tap(.label("Delete everything on this device")))
    let question = try #require(first.dialog)
    #expect(
      question.all.contains { $0.label == "Goes" }
        && question.all.contains { $0.value == "Only files that you exported" })
    try await window.perform(.tap(.label("Continue")))
    // The second answer can still be no.
    try await window.perform(.tap(.label("Keep my data")))
    #expect(try await records(person.store).isEmpty == false)
    try await window.perform(.tap(.label("Delete everything on this device")))
    try await window.perform(.tap(.label("Continue")))
    let done = try await window.perform(.tap(.label("Delete everything")))
    #expect(done.toast == "Everything on this device was deleted.")
    #expect(done.appearance.scheme == .system && done.route != Self.data)

    #expect(try await records(person.store) == [:])
    #expect(try await person.store.blobs.all().isEmpty)
    // Sealed bytes of before are in no file either. What every new store has, such as its tables' names, is not theirs.
    let after = folder.everything
    let fresh = TestFolder()
    let blank = try await Person.open(product, home: .folder(fresh.path), clock: clock, seed: 4)
    await blank.window().close()
    await blank.close()
    let common = fresh.everything
    #expect(!after.keys.contains { $0.contains("/blobs/") })
    for (name, bytes) in before {
      let old = Array(bytes)
      // The head of a database is the same in every one.
      for start in stride(from: 8192, to: old.count - 64, by: 36_864) {
        let sample = Data(old[start..<(start + 64)])
        guard Set(sample).count > 24, !common.contains(where: { $0.value.range(of: sample) != nil }) else { continue }
        #expect(!after.contains { $0.value.range(of: sample) != nil }, "\(name) at \(start)")
      }
    }
    await window.close()
    await person.close()
    // And after a restart.
    let again = try await Person.open(product, home: .folder(folder.path), clock: clock, seed: 3)
    #expect(try await records(again.store) == [:])
    await again.close()
  }

  @Test(
    "signing out leaves no collection behind, after unsent entries were asked about",
    .covers("yh-S04.6.2-B29", "yh-S04.6.2-AC7", "pa-R1.7", "pa-R10.8"),
    arguments: ["yhealth", "volvox", "dailypa", "cadence"])
  func signedOut(_ name: String) async throws {
    let product = try #require(Product.named(name))
    let folder = TestFolder()
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let person = try await Person.open(
      product, home: .folder(folder.path), clock: clock, seed: 1, server: server.port)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    // What stays on the device: drafts, connections, places.
    try await live(product, in: window)
    let kept = try await person.store.summaries().filter { $0.holding == .local && $0.count > 0 }.map(\.name)
    #expect(kept.contains("drawer"))
    if name == "yhealth" {
      #expect(Set(kept).isSuperset(of: ["connections", "health_drafts", "goal_drafts"]), "\(kept)")
    }
    try await window.perform(.network(.offline))
    try await window.perform(.open(Route(["settings", "display"])))
    try await window.perform(.choose(.label("Theme"), .text("dark")))
    try await window.perform(.open(Route(["account"])))
    let asked = try await window.perform(.tap(.label("Sign out")))
    let question = try #require(asked.dialog)
    #expect(question.all.contains { $0.label.hasPrefix("Discard 1 entry") })
    #expect(question.all.contains { $0.label == "Export first" && $0.destination == Self.data })
    try await window.perform(.network(.online))
    try await window.perform(.tap(.label("Discard 1 entry and sign out")))
    let done = try await window.perform(.wait(.label("Create account"), seconds: 30))
    #expect(done.route == Route(["account", "sign-in"]) && done.appearance.scheme == .system)
    let left = try await person.store.summaries().filter { $0.count > 0 && !$0.isCached && $0.name != "drawer" }.map(
      \.name)
    #expect(left == [])
    #expect(try await person.drawer.load("session").map(\.isEmpty) ?? true)
    #expect(try await person.drawer.load("owner").map(\.isEmpty) ?? true)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }

  private func live(_ product: Product, in window: Window) async throws {
    for tab in product.tabs { try await window.perform(.open(tab.root)) }
    if product.id == "yhealth" {
      try await window.perform(.open(Route(["connect"])))
      try await window.perform(.tap(.label("Add the simulated device")))
      try await window.perform(.open(Route(["log", "journal"])))
      try await window.perform(.act(.label("What is on your mind"), .draft, .text("half a thought of maria")))
      try await window.perform(.open(Route(["pillars", "goal"])))
      try await window.perform(.act(.label("Target"), .draft, .text("12")))
    }
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
  }

  @Test(
    "old entries go when their person wants it, with a word about it; goals, habits and settings stay",
    .covers("yh-S04.6.2-B6"))
  func retention() async throws {
    let product = try #require(Product.named("yhealth"))
    let person = try await lived(product, in: .memory)
    let window = await person.window()
    let ages = [800, 400, 364].compactMap { days in
      ImportedRow.journal("\(days) days old", at: noon.date.addingTimeInterval(-86_400 * Double(days)))
    }
    #expect(try await person.store.add(ages, to: "journal_entries").added == 3)
    func count(_ name: String) async throws -> Int {
      try await person.store.summaries().first { $0.name == name }?.count ?? 0
    }
    let (goals, habits) = (try await count("goals"), try await count("habits"))
    #expect(goals > 0 && habits > 0)
    let edge = noon.date.addingTimeInterval(-86_400 * 366)
    let earlier = noon.date.addingTimeInterval(-86_400 * 732)
    let expiring = SyncedRecord.products.filter(\.expires).map(\.table.name)
    let held = try await person.store.collections()
    func left(before edge: Date) async throws -> Int {
      var left = 0
      for name in expiring where held.contains(name) {
        left += try await person.store.records(of: name, newest: 100_000).count { $0.when < edge }
      }
      return left
    }
    func choose(_ word: String) async throws {
      try await window.perform(.open(Route(["settings", "privacy"])))
      try await window.perform(.choose(.label("Delete entries automatically"), .text(word)))
    }
    let oldest = try await left(before: earlier)
    let old = try await left(before: edge) - oldest
    #expect(oldest >= 1 && old >= 1 && expiring.contains("journal_entries"))
    try await choose("2-years")
    #expect(try await left(before: earlier) == 0)
    try await choose("forever")
    #expect(try await left(before: edge) == old)
    try await choose("1-year")
    #expect(try await left(before: edge) == 0)
    try await window.perform(.open(Self.data))
    let words = "as your settings say: \(old == 1 ? "1 entry" : "\(old) entries")."
    #expect(
      window.frames.value.labels.contains {
        $0.hasPrefix("Removed on ") && $0.replacing(",", with: "").hasSuffix(words.replacing(",", with: ""))
      },
      "\(words)")
    // The daily round takes what has become old since.
    let later = edge.addingTimeInterval(86_400 * 4)
    #expect(try await left(before: later) > 0)
    try await window.perform(.advance(seconds: 86_400 * 5))
    #expect(try await left(before: later) == 0)
    #expect(try await count("goals") == goals)
    #expect(try await count("habits") == habits)
    #expect(SyncedRecord.products.filter { !$0.expires }.map(\.table.name).contains("settings"))
    await window.close()
    await person.close()
  }

  @Test("replaced and earlier versions are kept as long as their person wants, and younger ones stay")
  func replaced() async throws {
    let product = try #require(Product.named("dailypa"))
    let person = try await Person.open(product, home: .memory, clock: clock, seed: 1)
    let window = await person.window()
    try await person.store.openAnnounced()
    let ages = [40.0, 10, 3].map { noon.date.addingTimeInterval(-86_400 * $0) }
    #expect(try await person.store.addLosers(ages.compactMap { .loser(at: $0) }, isTrial: false).added == 3)
    #expect(try await person.store.add(ages.compactMap { .version(at: $0) }, to: RecordVersion.collection).added == 3)
    func left() async throws -> [[Date]] {
      let versions = try await person.store.records(of: RecordVersion.collection, newest: 10)
      return [try await person.store.losers(newest: 10).map(\.at).sorted(), versions.map(\.when).sorted()]
    }
    func choose(_ word: String) async throws {
      try await window.perform(.open(Route(["settings", "privacy"])))
      try await window.perform(.choose(.label("Keep replaced versions"), .text(word)))
    }
    try await choose("forever")
    #expect(try await left() == [ages.sorted(), ages.sorted()])
    try await choose("month")
    #expect(try await left() == Array(repeating: [ages[1], ages[2]], count: 2))
    try await choose("week")
    #expect(try await left() == [[ages[2]], [ages[2]]])
    let frame = try await window.perform(.open(Self.data))
    #expect(frame.labels.contains { $0.hasPrefix("Removed on ") && $0.hasSuffix("2 replaced versions.") })
    // The daily round takes what has become old since.
    try await window.perform(.advance(seconds: 86_400 * 5))
    #expect(try await left() == [[], []])
    await window.close()
    await person.close()
  }
}

/// A record without its state in the sync.
private struct Bare: Hashable {
  let id: UUID
  let when: Date
  let fields: Fields
}

extension ImportedRow {
  /// A journal entry as an archive has it.
  fileprivate static func journal(_ words: String, at date: Date) -> ImportedRow? {
    let (id, at) = (UUID().uuidString, Moment(date).text)
    return ImportedRow(
      json: Array(
        #"{"id":"\#(id)","when":"\#(at)","form":1,"fields":{"id":"\#(id)","body":"\#(words)","written_at":{"$date":"\#(at)"}}}"#
          .utf8))
  }

  /// A version that lost a conflict.
  fileprivate static func loser(at date: Date) -> ImportedRow? {
    ImportedRow(
      json: Array(
        #"{"id":"\#(UUID().uuidString)","when":"\#(Moment(date).text)","form":0,"fields":{"collection":"todos","fields":{"title":"mine"}}}"#
          .utf8))
  }

  /// An earlier version of a todo.
  fileprivate static func version(at date: Date) -> ImportedRow? {
    let (id, at) = (UUID().uuidString, Moment(date).text)
    return ImportedRow(
      json: Array(
        #"{"id":"\#(id)","when":"\#(at)","form":1,"fields":{"id":"\#(id)","kind":"todos","record_id":"\#(UUID().uuidString)","change":"changed","fields":[],"changed_at":{"$date":"\#(at)"},"device_id":"\#(UUID().uuidString)"}}"#
          .utf8))
  }
}
