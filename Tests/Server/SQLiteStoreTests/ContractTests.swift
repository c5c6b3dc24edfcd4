import Chance
import RelationalContract
import SQLiteStore
import Storage
import Testing

@Suite struct ContractTests {
  @Test(
    "The store keeps the contract, readable and sealed",
    arguments: RotatingShare.current.inOneForm(RelationalContract.clauses))
  func keeps(_ clause: Clause, isSealed: Bool) async throws {
    let folder = Folder()
    let store = try SQLiteStore.contract(in: folder, key: isSealed ? .random() : nil)
    try await clause.check(store)
    await store.close()
  }
}
