import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Inspecting a store")
struct LookingTests {
  @Test("returns untyped records, newest first, and the names of the collections", arguments: Ground.allCases)
  func plain(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    #expect(try await sample.store.collections().isEmpty)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    _ = try await sample.store.collection(Meal.self, .local)
    let all = (0..<3).map { Mood($0, score: $0, note: $0 == 1 ? nil : "Nummer \($0)") }
    for mood in all { try await moods.save(mood) }
    #expect(try await sample.store.collections() == ["meals", "moods"])
    let found = try await sample.store.records(of: "moods", newest: 2)
    #expect(found.map(\.id) == [all[2].id.uuid, all[1].id.uuid] && found.map(\.when) == [all[2].at, all[1].at])
    #expect(found[0].fields["score"] == .int(2) && found[0].fields["note"] == .text("Nummer 2"))
    #expect(found[1].fields["note"] == .null && found[0].state == .dirty)
    #expect(try await sample.store.records(of: "meals", newest: 9).isEmpty)
    #expect(try await sample.store.records(of: "moods", newest: -1).isEmpty)
    #expect(await problem { _ = try await sample.store.records(of: "mood", newest: 1) } == "no-such-collection")
    #expect(try await sample.store.collections() == ["meals", "moods"], "reading creates no collection")
  }

  @Test("skips a record that cannot be opened, without setting it aside")
  func damaged() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .local)
    for mood in (0..<3).map({ Mood($0) }) { try await moods.save(mood) }
    await sample.store.close()
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    _ = try await store.collection(Mood.self, .local)
    try await store.keeper.write { ledger throws(Problem) in
      let number = try ledger.tables.number(of: "moods")
      guard let id = try ledger.tables.newest(1).first?.id, var row = try ledger.tables.record(number, id) else {
        return
      }
      row.sealed[row.sealed.count - 1] ^= 1
      try ledger.tables.put(row)
    }
    #expect(try await store.records(of: "moods", newest: 9).count == 2)
    #expect(try await store.problems().isEmpty)
  }

  @Test("fails for a store that was never opened")
  func closed() async {
    let store = Store.closed()
    #expect(await problem { _ = try await store.collection(Mood.self, .local) } == "store-closed")
    #expect(await problem { _ = try await store.collections() } == "store-closed")
  }
}

@Suite("An identifier derived from a name")
struct NamingTests {
  @Test("is stable, and differs for each name and each collection")
  func names() {
    let id = ID<Mood>(named: "theme")
    #expect(id == ID(named: "theme"))
    // Identifiers are stored and synced, so this value must never change.
    #expect(id.description == "d33d9fae-287a-844a-bad7-2c7efcee1491")
    #expect(Set(["theme", "Theme", "", "theme\u{0}"].map { ID<Mood>(named: $0) }).count == 4)
    #expect(id.uuid != ID<Meal>(named: "theme").uuid)
  }
}
