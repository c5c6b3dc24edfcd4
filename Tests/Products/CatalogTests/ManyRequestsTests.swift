import Catalog
import Foundation
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import ServerFunctions
import TestPostgres
import Testing
import Tokens

@Suite("Very many requests of one person", .serialized, .timeLimit(.minutes(20)))
struct ManyRequestsTests {
  enum Ground: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres
    static var here: [Ground] { TestPostgres.isInstalled ? allCases : [.sqlite] }
    var testDescription: String { rawValue }
  }

  /// Requests of one person; `TROUPE_REQUESTS` asks for more.
  static let count = ProcessInfo.processInfo.environment["TROUPE_REQUESTS"].flatMap { Int($0) } ?? 14_000
  private static let statuses =
    [
      "pending", "declined", "pending", "declined", "withdrawn", "pending", "declined", "pending", "declined",
      "accepted",
    ]

  @Test(
    "after very many requests of each status the gates still hold, and answers stay bounded", arguments: Ground.here)
  func many(_ ground: Ground) async throws {
    let folder = NSTemporaryDirectory() + "troupe-requests-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database: any Database =
      switch ground {
      case .sqlite: try SQLiteStore.open(folder, schema: .products)
      case .postgres:
        try await PostgresStore.open(address: try TestPostgres.shared().database(), schema: .products)
      }
    do { try await hold(TablesContract(database: database)) } catch {
      await database.close()
      throw error
    }
    await database.close()
  }

  private func hold(_ pair: TablesContract) async throws {
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
    let anna = Value.text(pair.anna.user)
    for start in stride(from: 0, to: Self.count, by: 1_000) {
      let rows = (start..<min(start + 1_000, Self.count)).map { number -> [Value] in
        let other = Value.text(UUID().uuidString.lowercased())
        let status = Self.statuses[number % 10]
        // A quarter of them she received.
        let (sender, recipient) = number / 10 % 4 == 0 ? (other, anna) : (anna, other)
        return [
          .text(UUID().uuidString.lowercased()), sender, sender, recipient, "sponsor", .text(status),
          "2026-11-23T18:00:00Z", status == "pending" ? .null : "2026-11-23T18:00:01Z",
        ]
      }
      _ = try await pair.database.insert(Insert(table, columns: columns, rows: rows), as: .service)
    }
    #expect(try await pair.matches(pair.anna) == [], "one waits, and the other declined")
    for person in [pair.ben, pair.cleo] { #expect(try await pair.matches(person) == [], "for both sides") }
    #expect(try await pair.act(body(pair.cleo), as: pair.anna).body["code"] == "TOO_MANY")
    // Her own pending ones gone, the declined one alone closes the gate, to the second.
    var select = Select(table, shown: [Shown("id")])
    select.filter = .all([.compare("sender", .equal, anna), .compare("status", .equal, "pending")])
    let waiting = try JSON(bytes: try await pair.database.select(select, as: .service).json).array ?? []
    for start in stride(from: 0, to: waiting.count, by: 500) {
      let ids = waiting[start..<min(start + 500, waiting.count)].map { Value.text($0["id"]?.string) }
      let update = Update(table, values: ["status": "withdrawn"], filter: .among("id", ids))
      _ = try await pair.database.update(update, as: .service)
    }
    let end = TablesContract.monday.addingTimeInterval(30 * 86_400)
    #expect(
      try await pair.act(body(pair.cleo), as: pair.anna, at: end.addingTimeInterval(-1)).body["code"] == "CLOSED")
    #expect(try await pair.act(body(pair.cleo), as: pair.anna, at: end).status == .ok)
    let people = try await pair.act(["act": "people"], as: pair.anna)
    #expect(people.status == .ok && people.body["people"]?.array?.count ?? 0 <= 2_000)
  }
}
