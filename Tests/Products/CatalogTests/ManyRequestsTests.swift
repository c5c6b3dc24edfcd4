import Catalog
import Foundation
import JSON
import Kernel
import Relational
import SQLiteStore
import ServerFunctions
import Testing
import Tokens

@Suite("Very many requests of one person", .timeLimit(.minutes(10)))
struct ManyRequestsTests {
  @Test("after 10,000 requests the gates still hold, and answers stay bounded")
  func many() async throws {
    let folder = NSTemporaryDirectory() + "troupe-requests-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = try SQLiteStore.open(folder, schema: .products)
    let pair = TablesContract(database: database)
    try await pair.enrol(pair.anna, "sponsee")
    for person in [pair.ben, pair.cleo] { try await pair.enrol(person, "sponsor") }
    func body(_ person: Caller) -> JSON {
      [
        "act": "request", "id": .string(UUID().uuidString.lowercased()), "person": .string(person.user ?? ""),
        "asks_for": "sponsor",
      ]
    }
    // One that waits and one that was declined, which all others follow.
    let first = try await pair.act(body(pair.ben), as: pair.anna)
    #expect(first.status == .ok)
    let second = try await pair.act(body(pair.cleo), as: pair.anna)
    let declined = try #require(second.body["request"]?["id"]?.string)
    let answer = try await pair.act(["act": "decline", "request": .string(declined)], as: pair.cleo)
    #expect(answer.status == .ok)
    let columns = ["id", "owner", "sender", "recipient", "asks_for", "status", "sent_at", "answered_at"]
    let table = try pair.table("connection_requests")
    let sender = Value.text(pair.anna.user)
    for start in stride(from: 0, to: 10_000, by: 1_000) {
      let rows = (start..<start + 1_000).map { number -> [Value] in
        [
          .text(UUID().uuidString.lowercased()), sender, sender, .text(UUID().uuidString.lowercased()), "sponsor",
          .text(number % 2 == 0 ? "withdrawn" : "accepted"), "2026-11-23T18:00:00Z", "2026-11-23T18:00:01Z",
        ]
      }
      _ = try await database.insert(Insert(table, columns: columns, rows: rows), as: .service)
    }
    #expect(try await pair.act(body(pair.cleo), as: pair.anna).body["code"] == "CLOSED", "declined a moment ago")
    #expect(try await pair.matches(pair.anna) == [], "one waits, and the other declined")
    let people = try await pair.act(["act": "people"], as: pair.anna)
    #expect(people.status == .ok && people.body["people"]?.array?.count ?? 0 <= 2_000)
    await database.close()
  }
}
