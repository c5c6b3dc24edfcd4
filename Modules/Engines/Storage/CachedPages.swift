public import Kernel

// Memory that the store can do without.
extension Store {
  /// Bytes of the file's pages in memory.
  public func cachedBytes() async throws(Problem) -> Int {
    try await keeper.read { ledger throws(Problem) in ledger.tables.database.cachedBytes }
  }

  /// Gives back everything that can be read from the file again. A store in memory keeps its pages: they are all it has.
  public func releaseCaches() async throws(Problem) {
    try await keeper.read { ledger throws(Problem) in ledger.tables.database.releaseCaches() }
  }
}
