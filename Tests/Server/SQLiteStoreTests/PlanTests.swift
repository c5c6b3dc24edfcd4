import Foundation
import Relational
import RelationalContract
import Testing
import Tokens

@testable import SQLiteStore

/// The steps by which SQLite answers a select, as it plans them.
@Suite("Query plans")
struct PlanTests {
  private static let ada = Caller.person("00000000-0000-7000-8000-00000000000a")

  private func plan(_ select: Select, as caller: Caller = ada) async throws -> [String] {
    let folder = Folder()
    let store = try SQLiteStore.contract(in: folder)
    let compiled = try CompiledSelect(select, store.layouts, as: caller)
    let (sql, values) = try #require(compiled.rows)
    let steps = try await store.look { session throws(Failure) in
      try session.rows("explain query plan \(sql)", values).compactMap { $0[3].string }
    }
    await store.close()
    return steps
  }

  private func page(_ table: String, by column: String, _ isDescending: Bool = true) throws -> Select {
    var select = Select(try #require(RelationalContract.schema.tables[table]))
    select.order = [Order(column, isDescending: isDescending)]
    select.limit = 100
    return select
  }

  @Test(
    "a list in the order of a time or of the revision reads an index of the owner, and sorts nothing",
    arguments: ["edited_at", "updated_at", "created_at", "rev"], [true, false])
  func indexed(column: String, isDescending: Bool) async throws {
    for table in ["notes", "shelves", "books"] {
      let steps = try await plan(try page(table, by: column, isDescending))
      #expect(
        steps == ["SEARCH \(table) USING INDEX troupe_\(table)_by_owner_\(column) (owner=?)"], "\(steps)")
    }
  }

  @Test("any other order finds the page through an index of the owner, and reads the other columns of that page alone")
  func sorted() async throws {
    var select = try page("notes", by: "title")
    for _ in 0..<2 {
      let steps = try await plan(select)
      #expect(steps.first == "SEARCH notes USING INTEGER PRIMARY KEY (rowid=?)", "\(steps)")
      #expect(steps.contains { $0.hasPrefix("SEARCH notes USING INDEX troupe_notes_by_owner_") }, "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
      // Two orders are more than an index has.
      select.order = [Order("edited_at"), Order("title")]
    }
  }

  @Test("embedded rows are found through an index of the reference")
  func embedded() async throws {
    let (shelves, books) = (try page("shelves", by: "edited_at").table, try page("books", by: "edited_at").table)
    for (table, other, index) in [(shelves, books, "troupe_books_by_shelf (shelf=?)"), (books, shelves, "(id=?)")] {
      var select = try page(table.name, by: "edited_at")
      let relation = try #require(RelationalContract.schema.relations(from: table, to: other).first)
      select.embedded = [Embedded("other", relation, Select(other), isRequired: false)]
      let steps = try await plan(select)
      #expect(steps.contains { $0.hasPrefix("SEARCH \(other.name) ") && $0.hasSuffix(index) }, "\(steps)")
      #expect(!steps.contains { $0.hasPrefix("SCAN \(other.name)") || $0.hasPrefix("SCAN \(table.name)") }, "\(steps)")
    }
  }
}
