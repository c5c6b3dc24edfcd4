internal import Kernel
internal import Relational
internal import Threads

/// A pool of connections, each with its thread: callers are suspended while a thread runs their job.
///
/// A thread connects on its first job, and again after its connection was lost. A job that waits too long, or would
/// exceed the queue's limit, fails. The threads retain the pool until it is shut.
final class Pool: Sendable {
  private let line = Waited(JobQueue())
  private let clock = Waited(Clock())
  private let address: PostgresAddress
  private let limits: PostgresLimits
  private let settings: [String: String]

  /// `settings` are those of its connections beside the usual ones.
  init(_ address: PostgresAddress, _ limits: PostgresLimits, settings: [String: String] = [:]) {
    self.address = address
    self.limits = limits
    self.settings = settings
  }

  /// The number of jobs that wait for a connection.
  var waiting: Int { line.change { $0.count } }

  /// Runs `body` on a thread of the pool. `again` allows a second run after the connection was lost, which is safe
  /// for reads.
  func with<Result: Sendable>(
    again: Bool, _ body: @escaping @Sendable (PostgresConnection) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let answer: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      put(
        Job(
          due: .now + limits.wait,
          run: { connection in continuation.resume(returning: connection.attempt(again: again, body)) },
          refuse: { continuation.resume(returning: .failure($0)) }))
    }
    return try answer.get()
  }

  private func put(_ job: Job) {
    switch line.change({ $0.put(job, limits) }) {
    case .taken: break
    case .waits: expect(job.due)
    case .refused(let failure): job.refuse(failure)
    case .needsThread:
      if OwnThread({ self.work() }) == nil { leave() }
    }
  }

  // MARK: Worker threads

  private func work() {
    let connection = ThreadConnection(address, limits, settings)
    var isBusy = true
    while let job = next(&isBusy) {
      if ContinuousClock.now > job.due { job.refuse(.crowded) } else { job.run(connection) }
    }
    leave()
  }

  private func next(_ isBusy: inout Bool) -> Job? {
    let next: Job?? = line.wait { line in
      if isBusy {
        line.busy -= 1
        isBusy = false
      }
      if let job = line.next() {
        line.busy += 1
        isBusy = true
        return .some(job)
      }
      return line.isClosed ? .some(nil) : nil
    }
    return next ?? nil
  }

  private func leave() {
    let (jobs, leaving) = line.changeForAll { $0.leave() }
    for job in jobs { job.refuse(.crowded) }
    for continuation in leaving { continuation.resume() }
  }

  // MARK: Timeouts

  private struct Clock {
    var due: ContinuousClock.Instant?
    var hasThread = false
    var isClosed = false
  }

  /// Starts the timeout thread if needed, and sets its deadline unless one is set.
  private func expect(_ due: ContinuousClock.Instant) {
    let needsThread = clock.change { clock in
      clock.due = clock.due ?? due
      defer { clock.hasThread = true }
      return !clock.hasThread
    }
    if needsThread, OwnThread({ self.keepTime() }) == nil { clock.change { $0.hasThread = false } }
  }

  private func keepTime() {
    while true {
      let due: ContinuousClock.Instant?? = clock.wait { clock in
        clock.isClosed ? .some(nil) : clock.due.map { .some($0) }
      }
      guard let due = due ?? nil else { return }
      let isClosed = clock.wait(atMost: max(.zero, due - .now)) { $0.isClosed ? true : nil }
      if isClosed == true { return }
      // Cleared first: a job that starts waiting from here on sets its own deadline.
      clock.change { $0.due = nil }
      let (late, next) = line.change { $0.expire(.now) }
      for job in late { job.refuse(.crowded) }
      if let next { clock.change { $0.due = min($0.due ?? next, next) } }
    }
  }

  // MARK: Shutdown

  /// Accepts no more jobs; accepted ones are still done.
  func shut() {
    line.changeForAll { $0.isClosed = true }
    clock.changeForAll { $0.isClosed = true }
  }

  /// Shuts the pool, and returns when all connections are closed.
  func close() async {
    shut()
    await withCheckedContinuation { continuation in
      let isOver = line.changeForAll { line in
        if line.threads > 0 { line.leaving.append(continuation) }
        return line.threads == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

extension Failure {
  /// The error that PostgREST returns when its pool is exhausted.
  static let crowded = Failure("PGRST003", "Timed out acquiring connection from connection pool.")
}
