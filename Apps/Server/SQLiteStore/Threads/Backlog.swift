internal import Glibc

/// A bounded FIFO queue of jobs for a thread of the store.
///
/// Unchecked: all state is accessed under its lock only.
final class Backlog<Job: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let news = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let bound: Int
  private var jobs: [Job] = []
  /// The number of jobs at the front that are taken already.
  private var taken = 0
  private var idle = 0
  private var isClosed = false

  enum Offer { case taken, full, closed }

  init(bound: Int) {
    self.bound = bound
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(news, nil)
  }

  deinit {
    pthread_cond_destroy(news)
    pthread_mutex_destroy(mutex)
    news.deallocate()
    mutex.deallocate()
  }

  func offer(_ job: Job) -> Offer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isClosed { return .closed }
    guard jobs.count - taken < bound else { return .full }
    jobs.append(job)
    // A signal is needed only if a thread is waiting.
    if idle > 0 { pthread_cond_signal(news) }
    return .taken
  }

  /// Waits for jobs and takes some; empty when the queue is closed and drained.
  func take(atMost count: Int) -> ArraySlice<Job> {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.count == taken, !isClosed {
      idle += 1
      pthread_cond_wait(news, mutex)
      idle -= 1
    }
    let end = min(jobs.count, taken + count)
    let next = jobs[taken..<end]
    taken = end
    if taken == jobs.count || taken > 256 {
      jobs = Array(jobs[taken...])
      taken = 0
    }
    return next
  }

  /// Accepts no more jobs; waiting ones are still done.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(news)
    pthread_mutex_unlock(mutex)
  }
}
