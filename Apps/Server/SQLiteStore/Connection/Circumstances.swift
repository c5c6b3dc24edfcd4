internal import Glibc
internal import Kernel
internal import Relational
internal import Tokens

/// What the SQL of a connection may ask about while a job runs: who it is for, what time it is, which revision is next.
final class Circumstances {
  private let time: Time
  private var moment: String?

  var caller = Caller.system
  /// The last revision that was given out.
  var revision: Int64 = 0
  /// Tables whose rows are told about.
  var watched: Set<String> = []
  /// What happened so far in the open transaction.
  var changes: [RowChange] = []
  /// By the clock that nobody sets, in nanoseconds.
  private var deadline: UInt64 = .max

  init(_ time: Time) { self.time = time }

  /// The same for the whole transaction, as in PostgreSQL.
  var now: String {
    if let moment { return moment }
    let made = MomentText.of(time.now().date)
    moment = made
    return made
  }

  func begin(within limit: Duration) {
    moment = nil
    extend(limit)
  }

  func extend(_ limit: Duration) {
    deadline =
      Self.clock() &+ UInt64(limit.components.seconds) &* 1_000_000_000
      &+ UInt64(limit.components.attoseconds / 1_000_000_000)
  }

  var isLate: Bool { Self.clock() > deadline }

  func next() -> Int64 {
    revision += 1
    return revision
  }

  private static func clock() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
  }
}
