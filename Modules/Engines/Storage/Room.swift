internal import Kernel
internal import Platform

/// Keeps cached collections within their window and budget: the oldest records are evicted first, and never unsent
/// ones.
extension Ledger {
  private static let evictedAtOnce = 500
  /// Eviction continues to a little below the budget, so that not every save evicts.
  private static let slack = 0.95

  func used(_ collection: Int) throws(Problem) -> Int {
    if let used = usages[collection] { return used }
    let used = try tables.usage(collection).bytes
    usages[collection] = used
    return used
  }

  func used(_ budget: Budget) throws(Problem) -> Int {
    var used = 0
    for collection in sharing(budget) { used += try self.used(collection.number) }
    return used
  }

  private func sharing(_ budget: Budget) -> [Registered] {
    names.values.filter { if case .cached(let other, _) = $0.holding { other.name == budget.name } else { false } }
  }

  func makeRoom(in budget: Budget, _ window: Duration?, for collection: Registered) throws(Problem) {
    if let window {
      let edge = now - window.seconds
      try evict(collection, try tables.oldestClean(collection.number, before: edge, limit: Ledger.evictedAtOnce))
    }
    guard try used(budget) > budget.bytes else { return }
    let target = Int(Double(budget.bytes) * Ledger.slack)
    // The collection being written is reduced first, then those that share the budget.
    let sharing =
      [collection] + sharing(budget).filter { $0.number != collection.number }.sorted { $0.number < $1.number }
    for candidate in sharing {
      while try used(budget) > target {
        let oldest = try tables.oldestClean(candidate.number, before: nil, limit: Ledger.evictedAtOnce)
        var enough: [(id: UUID, bytes: Int)] = []
        var surplus = try used(budget) - target
        for one in oldest where surplus > 0 {
          enough.append(one)
          surplus -= one.bytes
        }
        guard !enough.isEmpty else { break }
        try evict(candidate, enough)
      }
    }
  }

  private func evict(_ collection: Registered, _ rows: [(id: UUID, bytes: Int)]) throws(Problem) {
    guard !rows.isEmpty else { return }
    for row in rows {
      try tables.removeRecord(collection.number, row.id)
      if let used = usages[collection.number] { usages[collection.number] = used - row.bytes }
    }
    // Evicted records leave no tombstones; listeners read everything again.
    try forget(upTo: nextVersion(collection.number))
  }
}
