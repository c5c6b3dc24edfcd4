import Foundation
import JSON
import Relational
import SQLiteStore
import Testing
import Tokens

@testable import Realtime

@Suite("Realtime on SQLite", .timeLimit(.minutes(10)))
struct StoreTests {
  @Test("committed changes reach the users who may see them, with the stored row")
  func changes() async throws {
    let folder = NSTemporaryDirectory() + "troupe-realtime-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore.open(folder, schema: Schema(FakeDatabase.tables))
    let (hers, his) = (Caller.person(anna), Caller.person(ben))
    func add(_ table: String, _ values: [String: Value], as caller: Caller) async throws {
      let columns = values.keys.sorted()
      let table = try #require(store.schema.tables[table])
      _ = try await store.insert(
        Insert(table, columns: columns, rows: [columns.map { values[$0] ?? .null }]), as: caller)
    }
    try await serving(store: store) { place in
      let clients = try await place.asked { place in
        try ["anna", "ben"].map { token in
          let client = try TestClient(place.port)
          try client.open()
          try client.listen("realtime:a", [["event": "*", "schema": "public", "table": "*"]], token: token)
          return Carried(client)
        }
      }
      try await add("moods", ["score": .int(7), "note": .text("ä")], as: hers)
      try await add("letters", ["recipient": .text(ben)], as: hers)
      try await add("cards", ["name": .text("his")], as: his)
      let moods = try #require(store.schema.tables["moods"])
      _ = try await store.update(
        Update(moods, values: ["score": .int(8)], filter: .compare("score", .equal, .int(7))), as: hers)
      _ = try await store.delete(Delete(moods, filter: .compare("score", .equal, .int(8))), as: hers)
      try await onThread {
        func heard(_ client: TestClient) throws -> (String, JSON) {
          let data = try client.next("postgres_changes")["payload"]?["data"]
          return ("\(data?["table"]?.string ?? "") \(data?["type"]?.string ?? "")", data ?? .null)
        }
        let hers = clients[0].value
        let (first, mood) = try heard(hers)
        let record = try #require(mood["record"])
        #expect(first == "moods INSERT" && record["score"] == 7 && record["note"] == "ä" && record["rev"] == "1")
        #expect(record["owner"] == .string(anna) && mood["commit_timestamp"]?.string?.hasSuffix("+00:00") == true)
        for expected in ["letters INSERT", "cards INSERT", "moods UPDATE", "moods DELETE"] {
          let (next, data) = try heard(hers)
          #expect(next == expected)
          if next.hasPrefix("moods") { #expect(data["old_record"]?["id"] == record["id"]) }
        }
        for expected in ["letters INSERT", "cards INSERT"] {
          let (next, _) = try heard(clients[1].value)
          #expect(next == expected)
        }
        try clients[1].value.settle()
        #expect(!clients[1].value.kept.contains { $0["event"] == "postgres_changes" })
      }
    }
    await store.close()
  }
}
