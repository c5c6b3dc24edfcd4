public import Kernel

extension Store {
  /// The usage of each budget: those of cached collections, of the queue and of the blobs.
  public func usage() async throws(Problem) -> [Usage] {
    try await keeper.read { ledger throws(Problem) in
      var budgets: [String: Budget] = [:]
      for collection in ledger.names.values {
        if case .cached(let budget, _) = collection.holding { budgets[budget.name] = budget }
      }
      var usages = [
        Usage(budget: .queue, bytes: try ledger.tables.outboxBytes()),
        Usage(budget: Blobs.budget, bytes: try ledger.tables.blobs().reduce(0) { $0 + $1.size }),
      ]
      for budget in budgets.values.sorted(by: { $0.name < $1.name }) {
        usages.append(Usage(budget: budget, bytes: try ledger.used(budget)))
      }
      return usages
    }
  }
}
