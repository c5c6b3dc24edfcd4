internal import Glibc

/// A point of the system's monotonic clock, in nanoseconds.
struct Instant: Sendable, Comparable {
  var nanoseconds: Int64

  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  static func + (left: Instant, right: Duration) -> Instant {
    let (seconds, attoseconds) = right.components
    return Instant(nanoseconds: left.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Whole milliseconds for epoll, rounded up so that it never wakes too early.
  func milliseconds(since other: Instant) -> Int32 {
    Int32(clamping: max(0, (nanoseconds - other.nanoseconds + 999_999) / 1_000_000))
  }
}
