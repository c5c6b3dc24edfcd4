public import Kernel

extension Health {
  /// Deletes everything that an import delivered, identified by the part of the source name before the colon. Works in
  /// batches: after an interruption, calling it again continues. Returns the number of deleted records.
  @discardableResult
  public func forget(import name: String) async throws(Problem) -> Int {
    var (forgotten, cursor) = (0, HealthNeeds.Forgetting.start)
    var failure: Problem?
    while let before = cursor, failure == nil, !Task.isCancelled {
      do throws(Problem) {
        let batch = try await needs.forget(name, before)
        forgotten += batch.count
        cursor = batch.next
      } catch {
        failure = error
      }
    }
    send(.changed)
    if let failure { throw failure }
    return forgotten
  }
}
