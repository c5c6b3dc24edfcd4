internal import Glibc
internal import Kernel
internal import Relational
internal import Tokens

/// The state that a connection's SQL functions read during a job: the caller, the time, and the revision counter.
final class Circumstances {
  /// Seals and opens rows; nil where nothing is sealed.
  let cipher: RowCipher?
  private let time: Time
  private var moment: String?

  var caller = Caller.system
  /// The last revision that was assigned.
  var revision: Int64 = 0
  /// Tables whose changes are published.
  var watched: Set<String> = []
  /// The changes made so far in the open transaction.
  var changes: [RowChange] = []
  /// The rows of watched tables that appeared or disappeared for somebody in it.
  var looks: [RowLook] = []
  /// In nanoseconds of the monotonic clock.
  private var deadline: UInt64 = .max

  init(_ time: Time, cipher: RowCipher? = nil) {
    self.time = time
    self.cipher = cipher
  }

  /// The transaction's timestamp, constant as in PostgreSQL.
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

/// A row that one person sees from now on, or sees no longer.
struct RowLook: Hashable {
  let table: String
  let id: String
  let viewer: String
}
