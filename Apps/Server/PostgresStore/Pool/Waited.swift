internal import Glibc

/// A value under a lock, with a condition variable to wait for its changes.
///
/// Safe to share: the value is accessed only while the mutex is held, and the mutex lives as long as this object.
final class Waited<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Timeouts use the monotonic clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the value and wakes one waiting thread.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    defer { pthread_cond_signal(condition) }
    return body(&value)
  }

  func changeForAll<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    defer { pthread_cond_broadcast(condition) }
    return body(&value)
  }

  /// Waits until `body` returns a value, or the time is over.
  func wait<Result>(atMost limit: Duration? = nil, until body: (inout Value) -> Result?) -> Result? {
    var due = timespec()
    if let limit {
      clock_gettime(CLOCK_MONOTONIC, &due)
      let (seconds, attoseconds) = limit.components
      let nanoseconds = due.tv_nsec + Int(attoseconds / 1_000_000_000)
      due.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
      due.tv_nsec = nanoseconds % 1_000_000_000
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      if limit == nil {
        pthread_cond_wait(condition, mutex)
      } else if pthread_cond_timedwait(condition, mutex, &due) == ETIMEDOUT {
        return body(&value)
      }
    }
  }
}
