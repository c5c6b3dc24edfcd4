public import Kernel
public import Platform

// Retention: removing what is older than its person wants to keep.
extension Store {
  /// Records removed in one transaction.
  private static let batch = 500

  /// Removes the versions that lost a conflict before that instant. Returns their number.
  @discardableResult
  public func removeLosers(before date: Date) async throws(Problem) -> Int {
    try await inBatches { ledger throws(Problem) in
      try ledger.tables.removeLosers(before: date.timeIntervalSinceReferenceDate, limit: Store.batch)
    }
  }

  /// Deletes the records of that collection before that instant, as their person would: an owned one is deleted on the
  /// server too. Returns their number.
  @discardableResult
  public func expire(_ collection: String, before date: Date) async throws(Problem) -> Int {
    guard let registered = known(collection) else { return 0 }
    return try await inBatches { ledger throws(Problem) in
      let ids = try ledger.tables.idsBefore(
        date.timeIntervalSinceReferenceDate, in: registered.number, limit: Store.batch)
      for id in ids { try ledger.delete(registered, id, .anything) }
      return ids.count
    }
  }

  private func inBatches(
    _ remove: @escaping @Sendable (Ledger) throws(Problem) -> Int
  ) async throws(Problem) -> Int {
    var removed = 0
    while true {
      let count = try await keeper.write(remove)
      removed += count
      if count < Store.batch { return removed }
    }
  }
}
