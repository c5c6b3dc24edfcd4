internal import Relational

/// A job that needs a connection.
struct Job: Sendable {
  /// The end of its waiting time.
  let due: ContinuousClock.Instant
  let run: @Sendable (ThreadConnection) -> Void
  let refuse: @Sendable (Failure) -> Void
}

/// The FIFO queue of jobs that wait for a connection, and the number of threads.
struct JobQueue: Sendable {
  enum Taken { case taken, waits, needsThread, refused(Failure) }

  private var jobs: [Job] = []
  /// The index of the first waiting job.
  private var first = 0
  var threads = 0
  var busy = 0
  var isClosed = false
  var leaving: [CheckedContinuation<Void, Never>] = []

  var count: Int { jobs.count - first }

  mutating func put(_ job: Job, _ limits: PostgresLimits) -> Taken {
    guard !isClosed else { return .refused(.lost("The database is closed.")) }
    guard count < limits.waiting else { return .refused(.crowded) }
    jobs.append(job)
    if count <= threads - busy { return .taken }
    guard threads < limits.connections else { return .waits }
    threads += 1
    busy += 1
    return .needsThread
  }

  mutating func next() -> Job? {
    guard count > 0 else { return nil }
    let job = jobs[first]
    first += 1
    if first == jobs.count || first > 1024 {
      jobs.removeFirst(first)
      first = 0
    }
    return job
  }

  /// Removes jobs that have waited too long, which are at the front; also returns the next job's deadline.
  mutating func expire(_ now: ContinuousClock.Instant) -> (late: [Job], next: ContinuousClock.Instant?) {
    var late: [Job] = []
    while count > 0, jobs[first].due <= now, let job = next() { late.append(job) }
    return (late, count > 0 ? jobs[first].due : nil)
  }

  /// Removes a thread. With the last one, returns the remaining jobs, which no thread will run.
  mutating func leave() -> (jobs: [Job], leaving: [CheckedContinuation<Void, Never>]) {
    threads -= 1
    busy = min(busy, threads)
    guard threads == 0 else { return ([], []) }
    var left: [Job] = []
    while let job = next() { left.append(job) }
    defer { leaving = [] }
    return (left, leaving)
  }
}
