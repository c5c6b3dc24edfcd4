internal import Glibc

/// A thread of our own, for what blocks: a wait for the database must not hold up the few threads that run everybody
/// else's work. It ends when its body does.
enum OwnThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// False when the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let retained = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { body in
        guard let body else { return nil }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      retained.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
