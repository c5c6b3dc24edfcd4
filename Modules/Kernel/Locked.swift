#if TSAN
  internal import Platform

  /// A value protected by a lock.
  ///
  /// The thread sanitizer does not see through `Synchronization.Mutex` on Linux and reports races that are not there,
  /// so a build under it uses a `pthread_mutex_t`, which it understands.
  public final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    public init(_ value: sending Value) {
      self.value = value
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  }
#else
  internal import Synchronization

  /// A value protected by a lock.
  public final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>

    public init(_ value: consuming sending Value) { mutex = Mutex(value) }

    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
