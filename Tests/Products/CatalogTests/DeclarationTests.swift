import Catalog
import Relational
import Testing

@Suite("Every table")
struct DeclarationTests {
  static let all = Schema.products.ordered

  @Test("has a unique plural name in snake_case, and unique columns in snake_case", arguments: DeclarationTests.all)
  func names(table: Table) {
    func isSnake(_ name: String) -> Bool {
      name.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x5F } && !name.hasPrefix("_") && name.utf8.count <= 40
    }
    #expect(isSnake(table.name) && table.columns.allSatisfy { isSnake($0.name) })
    #expect(["s", "progress", "feedback"].contains { table.name.hasSuffix($0) })
    #expect(Set(table.columns.map(\.name)).count == table.columns.count)
    #expect(DeclarationTests.all.count { $0.name == table.name } == 1)
  }

  @Test("has the columns that syncing needs, viewers, and inserts by its owner only", arguments: DeclarationTests.all)
  func synced(table: Table) {
    #expect(table.isSynced && table.key == ["id"])
    for (name, type) in [
      ("id", ColumnType.uuid), ("owner", .uuid), ("rev", .revision), ("edited_at", .timestamp),
      ("updated_at", .timestamp), ("created_at", .timestamp),
    ] { #expect(table.column(name)?.type == type) }
    // The server's functions alone write reports, requests, connections, invitations, linked numbers, purchases
    // and families.
    let served = [
      "reports", "connection_requests", "connections", "invitations", "whatsapp_links", "verified_purchases",
      "family_places", "family_members", "strava_links",
    ]
    if served.contains(table.name) {
      #expect(table.policies.inserted == nil)
    } else {
      #expect(table.policies.inserted?.hasPrefix("owner = auth.uid()") == true, "only the owner may insert")
    }
    #expect(!table.policies.viewers.isEmpty)
  }

  @Test("refers only to its own columns, and to tables declared before it", arguments: DeclarationTests.all)
  func references(table: Table) throws {
    let columns = Set(table.columns.map(\.name))
    let named =
      table.policies.viewers + (table.policies.seenBy ?? []) + table.uniques.flatMap(\.self)
      + table.indexes.flatMap(\.self)
    #expect(columns.isSuperset(of: named))
    let place = try #require(DeclarationTests.all.firstIndex(of: table))
    for column in table.columns {
      guard let reference = column.references else { continue }
      #expect(DeclarationTests.all[..<place].contains { $0.name == reference.table })
    }
  }

  @Test("has a check for every text, list and number column", arguments: DeclarationTests.all)
  func bounds(table: Table) {
    for column in table.columns
    where [ColumnType.text, .texts, .json, .integer, .bigint, .double].contains(column.type) {
      #expect(
        table.checks.contains { $0.name.hasPrefix(column.name) && $0.sql.contains(column.name) },
        "\(table.name).\(column.name)")
    }
    #expect(Set(table.checks.map(\.name)).count == table.checks.count)
  }

  @Test("has uniquely named transitions, each with a sentence for its refusal", arguments: DeclarationTests.all)
  func refusals(table: Table) {
    for transition in table.transitions {
      #expect(transition.refusal.hasSuffix(".") && transition.sql.contains("new.") || transition.sql.contains("old."))
    }
    #expect(Set(table.transitions.map(\.name)).count == table.transitions.count)
  }

  @Test(
    "has no policy whose subquery uses an unqualified column that both tables have", arguments: DeclarationTests.all)
  func subselects(table: Table) throws {
    for policy in [table.policies.seen, table.policies.inserted, table.policies.updated, table.policies.updatedTo] {
      for part in (policy ?? "").split(separator: " from ").dropFirst() {
        let name = String(part.prefix { $0 != " " })
        let other = try #require(Schema.products.tables[name])
        let words = part.split { !$0.isLetter && $0 != "_" && $0 != "." }.map(String.init)
        let bare = words.prefix { $0 != "select" }.filter { table.column($0) != nil }
        #expect(bare.allSatisfy { other.column($0) == nil }, "\(table.name): \(bare)")
      }
    }
  }
}
