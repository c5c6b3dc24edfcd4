import Catalog
import Foundation
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens

/// The tables of sobriety were declared before anything used them. A server that has them keeps their rows, and gets the
/// columns that the ledger needs.
@Suite("Tables of sobriety in their first form") struct SobrietyTablesTests {
  private static let former: [Table] = {
    let records = Table.owned(
      "sobriety_records", [.date("began_on").required, .date("ended_on"), .text("substance"), .text("note")],
      checks: [
        Check("ends_after", "ended_on >= began_on"), Check("began_lately", "began_on >= '1900-01-01'"),
        .length("substance", 1...100), .length("note", 0...5_000),
      ])
    var milestones = Table.owned(
      "milestones",
      [
        .uuid("sobriety_record").required.refers(to: "sobriety_records"), .integer("days").required,
        .date("reached_on").required, .text("note"),
      ], checks: [.range("days", 1...40_000), .length("note", 0...5_000)])
    milestones.uniques = [["sobriety_record", "days"]]
    return [records, milestones]
  }()

  private let anna = Caller.person(UUID().uuidString.lowercased())
  private let record = UUID().uuidString.lowercased()

  private func fill(_ database: any Database) async throws {
    let contract = TablesContract(database: database)
    let records = try contract.table("sobriety_records")
    _ = try await database.insert(
      Insert(records, columns: ["id", "began_on", "note"], rows: [[.text(record), "2026-01-01", "at the lake"]]),
      as: anna)
    _ = try await database.insert(
      Insert(
        try contract.table("milestones"), columns: ["sobriety_record", "days", "reached_on"],
        rows: [[.text(record), 30, "2026-01-31"]]), as: anna)
  }

  /// The rows are those of before, a start that was never corrected, and a milestone of months can join them.
  private func check(_ database: any Database) async throws {
    let contract = TablesContract(database: database)
    var select = Select(
      try contract.table("sobriety_records"),
      shown: ["began_on", "note", "kind", "is_withdrawn", "corrects", "recorded_at"].map { Shown($0) })
    select.filter = .compare("id", .equal, .text(record))
    let rows = try await database.select(select, as: anna)
    #expect(rows.count == 1)
    let text = String(decoding: rows.json, as: UTF8.self)
    for part in ["2026-01-01", "at the lake", "start", "false"] { #expect(text.contains(part), "\(part) in \(text)") }
    let months: [String: Value] = [
      "sobriety_record": .text(record), "days": 181, "months": 6, "reached_on": "2026-07-01",
    ]
    try await contract.add("milestones", months, as: anna)
    await contract.refused("23505") { try await contract.add("milestones", months, as: anna) }
    let milestones = try await database.select(
      Select(try contract.table("milestones"), shown: [Shown("days"), Shown("months")]), as: anna)
    #expect(milestones.count == 2)
  }

  @Test("are extended on SQLite without losing a row")
  func sqlite() async throws {
    let folder = NSTemporaryDirectory() + "troupe-sobriety-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = try SQLiteStore.open(folder, schema: Schema(SobrietyTablesTests.former))
    try await fill(before)
    await before.close()
    let after = try SQLiteStore.open(folder, schema: .products)
    try await check(after)
    await after.close()
  }

  @Test(
    "are extended on PostgreSQL without losing a row",
    .enabled(if: TestPostgres.isInstalled, "PostgreSQL is not installed here"))
  func postgres() async throws {
    let address = try TestPostgres.shared().database()
    let before = try await PostgresStore.open(address: address, schema: Schema(SobrietyTablesTests.former))
    try await fill(before)
    await before.close()
    let after = try await PostgresStore.open(address: address, schema: .products)
    try await check(after)
    await after.close()
  }
}
