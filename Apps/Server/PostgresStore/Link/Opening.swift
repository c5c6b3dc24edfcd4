internal import Kernel
internal import Relational

/// The first use of a database. One that is just starting, is coming back or has no seat free is asked again for a while,
/// so that a server may be started together with its database; one that is not there, or refuses, is told at once.
struct Opening: Sendable {
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
        if !isTold { log.info("PostgreSQL takes no connection now: \(open: address.description). It is asked again.") }
        isTold = true
        // Ended early only by a cancellation, after which it is asked once more and told.
        try? await Task.sleep(for: Self.pause)
      }
    }
  }
}
