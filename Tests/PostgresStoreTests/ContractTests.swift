import PostgresStore
import RelationalContract
import TestPostgres
import Testing

@Suite("The contract on PostgreSQL", .postgres, .serialized)
struct ContractTests {
  @Test("The store keeps the contract", arguments: RelationalContract.clauses)
  func keeps(_ clause: Clause) async throws {
    let store = try await PostgresStore.open(
      address: try await ContractGround.database(), schema: RelationalContract.schema,
      migrations: RelationalContract.migrations, limits: Ground.limits())
    do {
      try await clause.hold(store)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}

/// The contract's declarations, prepared once and copied for each clause.
private enum ContractGround {
  static let template = Template { address in
    try await PostgresStore.open(
      address: address, schema: RelationalContract.schema, migrations: RelationalContract.migrations,
      limits: Ground.limits(1)
    ).close()
  }

  static func database() async throws -> String { try await template.copy() }
}
