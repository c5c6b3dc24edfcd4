import RelationalContract
import SQLiteStore
import Testing

@Suite struct ContractTests {
  @Test("The store keeps the contract", arguments: RelationalContract.clauses)
  func keeps(_ clause: Clause) async throws {
    let folder = Folder()
    let store = try SQLiteStore.contract(in: folder)
    try await clause.check(store)
    await store.close()
  }
}
