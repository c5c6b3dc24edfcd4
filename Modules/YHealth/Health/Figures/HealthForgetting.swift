public import Kernel

extension Health {
  /// Takes out what an import has brought, which stands before the colon of its sources' names. In batches: what is
  /// interrupted goes on when it is asked for again. Answers how many there were.
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
