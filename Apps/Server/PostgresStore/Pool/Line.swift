internal import Relational

/// Something to be done with a connection.
struct Job: Sendable {
  /// Until when it waits for one.
  let due: ContinuousClock.Instant
  let run: @Sendable (Desk) -> Void
  let refuse: @Sendable (Failure) -> Void
}

/// Who waits for a connection, in the order in which they came, and how many threads there are.
struct Line: Sendable {
  enum Taken { case taken, waits, needsThread, refused(Failure) }

  private var jobs: [Job] = []
  /// Those before it are done.
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

  /// Takes out who has waited for too long; they stand at the front. And until when the next one waits.
  mutating func expire(_ now: ContinuousClock.Instant) -> (late: [Job], next: ContinuousClock.Instant?) {
    var late: [Job] = []
    while count > 0, jobs[first].due <= now, let job = next() { late.append(job) }
    return (late, count > 0 ? jobs[first].due : nil)
  }

  /// A thread goes. With the last one, nobody is left to do what waits.
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
