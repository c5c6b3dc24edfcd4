import Foundation
import JSON
import SyncWire
import Testing

@testable import Storage
@testable import Sync

@Suite("The time of creation in the sync")
struct CreationTests {
  private static let id = UUID()
  private static let packing = Packing(
    [SyncedKind("tasks", declaresCreation: true), SyncedKind("notes")], owner: nil)
  private static let row: [String: JSON] = [
    "id": .string(id.uuidString.lowercased()), "title": "a", "created_at": "2001-02-03T04:05:06+00:00",
  ]

  private func change(_ collection: String) -> Change {
    Change(
      op: UUID(), collection: collection, id: Self.id, kind: .update, priority: .entered, base: "1",
      fields: [
        "title": .text("b"), "created_at": .text("2002-02-03T04:05:06Z"), "inserted_at": .text("2999-01-01T00:00:00Z"),
      ], attempts: 0,
      notBefore: .distantPast, editedAt: Date(timeIntervalSince1970: 0), state: .waiting)
  }

  @Test(
    "a record that keeps the time of insertion takes it from the server, as a field that is never sent nor compared")
  func kept() {
    let packing = Packing([SyncedKind("letters", keepsInsertion: true)], owner: nil)
    let answer = PullAnswer(
      epoch: "e", changes: [.init(collection: "letters", id: Self.id, rev: "2", row: Self.row)], cursors: [:],
      more: false, resync: [])
    let taken = packing.page(answer).changes.first?.record.fields
    #expect(taken?["inserted_at"] == .text("2001-02-03T04:05:06+00:00") && taken?["created_at"] == nil)
    #expect(Set(packing.push([change("letters")], device: UUID(), epoch: nil).entries[0].fields.keys) == ["title"])
    #expect(Merge.differing(["a": .int(1), "inserted_at": .int(1)], ["a": .int(1), "inserted_at": .int(2)]).isEmpty)
  }

  @Test("a record's own is sent, and taken from pages and conflicts; the server's is neither")
  func declared() {
    for (collection, isOwn) in [("tasks", true), ("notes", false)] {
      let change = change(collection)
      let push = Self.packing.push([change], device: UUID(), epoch: nil)
      #expect(Set(push.entries[0].fields.keys) == (isOwn ? ["title", "created_at"] : ["title"]))
      let answer = PullAnswer(
        epoch: "e", changes: [.init(collection: collection, id: Self.id, rev: "2", row: Self.row)], cursors: [:],
        more: false, resync: [])
      let taken = Self.packing.page(answer).changes.first?.record.fields
      #expect(taken?["title"] == .text("a") && (taken?["created_at"] != nil) == isOwn)
      let theirs = Self.packing.fields(Self.row, of: change)
      #expect(theirs?["title"] == .text("a") && (theirs?["created_at"] != nil) == isOwn)
    }
  }
}
