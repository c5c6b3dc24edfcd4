import Catalog
import Foundation
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens

/// The table of first steps was declared with one row a person before a product wrote to it. A server that has it, empty,
/// takes a row for each step.
@Suite("The table of first steps in its first form") struct OnboardingTableTests {
  private static let former: Table = {
    var table = Table.owned(
      "onboarding_progress",
      [
        .boolean("has_seen_welcome").required.usually("false"), .boolean("has_chosen_role").required.usually("false"),
        .boolean("has_filled_profile").required.usually("false"), .boolean("is_done").required.usually("false"),
        .text("last_step"),
      ], checks: [.length("last_step", 1...100)])
    table.uniques = [["owner"]]
    return table
  }()

  private let anna = Caller.person(UUID().uuidString.lowercased())

  private func check(_ database: any Database) async throws {
    let contract = TablesContract(database: database)
    for (plan, step) in [("volvox", "role"), ("volvox", "name"), ("yhealth", "role")] {
      try await contract.add(
        "onboarding_progress", ["plan": .text(plan), "step": .text(step), "rank": 2], as: anna)
    }
    await contract.refused("23505") {
      try await contract.add("onboarding_progress", ["plan": "volvox", "step": "role", "rank": 1], as: anna)
    }
    await contract.refused("23514") {
      try await contract.add("onboarding_progress", ["plan": "volvox", "step": "date", "rank": 3], as: anna)
    }
    let rows = try await database.select(
      Select(try contract.table("onboarding_progress"), shown: [Shown("step")]), as: anna)
    #expect(rows.count == 3)
  }

  @Test("is extended on SQLite")
  func sqlite() async throws {
    let folder = NSTemporaryDirectory() + "troupe-onboarding-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = try SQLiteStore.open(folder, schema: Schema([OnboardingTableTests.former]))
    await before.close()
    let after = try SQLiteStore.open(folder, schema: .products)
    try await check(after)
    await after.close()
  }

  @Test("is extended on PostgreSQL", .enabled(if: TestPostgres.isInstalled, "PostgreSQL is not installed here"))
  func postgres() async throws {
    let address = try TestPostgres.shared().database()
    let before = try await PostgresStore.open(address: address, schema: Schema([OnboardingTableTests.former]))
    await before.close()
    let after = try await PostgresStore.open(address: address, schema: .products)
    try await check(after)
    await after.close()
  }
}
