internal import Kernel
internal import Relational

/// Retries the first use of a database that is starting, recovering or out of connections, so that a server may be
/// started together with its database. Other errors are thrown at once.
struct OpeningRetry: Sendable {
  private static let pause = Duration.milliseconds(100)

  let address: PostgresAddress
  let patience: Duration
  let log: Log

  func callAsFunction<Result>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let due = ContinuousClock.now + patience
    var isTold = false
    while true {
      do throws(Failure) {
        return try await body()
      } catch  where Connecting.passes(error.code) && .now < due && !Task.isCancelled {
        if !isTold {
          log.info("PostgreSQL accepts no connections now: \(open: address.description). It is asked again.")
        }
        isTold = true
        // Only a cancellation ends the pause early; one more attempt follows and its error is thrown.
        try? await Task.sleep(for: Self.pause)
      }
    }
  }
}
