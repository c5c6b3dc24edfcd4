import Kernel
import Relational
import RelationalContract
import TestPostgres
import Testing

@testable import PostgresStore

@Suite("The contract on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct ContractTests {
  @Test("The store keeps the contract", arguments: RelationalContract.clauses)
  func keeps(_ clause: Clause) async throws {
    try await clause.check(try await ContractGround.shared.emptied())
  }
}

/// One database that all clauses use in turn, since emptying it is faster than creating another.
private actor ContractGround {
  static let shared = ContractGround()

  private var store: PostgresStore?

  func emptied() async throws -> PostgresStore {
    let store = try await opened()
    await store.watch([])
    let tables = RelationalContract.schema.ordered.reversed().map { "public.\($0.name)" }
    try await store.transact { session throws(Failure) in
      for table in tables + ["contract_keys", "sync.tombstones", "sync.operations"] {
        try session.run("delete from \(table)", [])
      }
    }
    return store
  }

  private func opened() async throws -> PostgresStore {
    if let store { return store }
    let store = try await PostgresStore.open(
      address: try TestPostgres.shared().database(), schema: RelationalContract.schema,
      migrations: RelationalContract.migrations, limits: Ground.limits())
    self.store = store
    return store
  }
}
