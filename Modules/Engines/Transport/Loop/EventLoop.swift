internal import CEpoll
internal import Glibc
public import Kernel

/// An event loop: one thread that waits for many sockets, and the executor of the actors that use them. An actor on it
/// is entered without a lock and without a change of thread.
///
/// It has no stop method: its thread ends when the loop is released, so no actor is ever left without its executor.
public final class EventLoop: SerialExecutor, TaskExecutor, Sendable {
  private let poll: Poll
  let scratch = ReceiveBuffer()

  private init(_ poll: Poll) { self.poll = poll }

  deinit { poll.wake() }

  public static func start() throws(Problem) -> EventLoop {
    let poll = try Poll()
    let loop = EventLoop(poll)
    poll.adopt(loop)
    guard poll.startThread() else {
      throw Problem(
        "no-thread", "The system gave no thread for the sockets.", safe: "Nothing was started.",
        remedy: "Close some programs and try again.")
    }
    return loop
  }

  // MARK: Executor

  public func enqueue(_ job: consuming ExecutorJob) { poll.enqueue(UnownedJob(job)) }

  public func checkIsolated() { precondition(poll.isOnThread, "called from outside the event loop") }

  public func isIsolatingCurrentContext() -> Bool? { poll.isOnThread }

  /// Runs the closure on the loop, after what is queued already.
  func run(_ call: @escaping @Sendable () -> Void) { poll.run(call) }

  // MARK: Socket events and alarms

  /// Calls the handler for events of the socket and for its alarms; returns its token.
  func watch(_ socket: Int32, reads: Bool = true, _ handler: some Ready) -> UInt64? {
    poll.watch(socket, reads: reads, handler)
  }

  func change(_ socket: Int32, _ token: UInt64, reads: Bool, writes: Bool) {
    poll.change(socket, token, reads: reads, writes: writes)
  }

  /// Stops watching the socket; the handler's alarms still fire until `forget`.
  func unwatch(_ socket: Int32) { poll.unwatch(socket) }

  func forget(_ token: UInt64) { poll.forget(token) }

  func wake(_ token: UInt64, at due: Instant) { poll.alarm(token, at: due) }
}

/// Receives the events of a socket. Called on the loop's thread, between jobs.
protocol Ready: AnyObject, Sendable {
  func ready(_ happened: Happening)
  /// An alarm is due.
  func due()
}

struct Happening: OptionSet, Sendable {
  let rawValue: UInt32
  static let readable = Happening(rawValue: troupe_readable)
  static let writable = Happening(rawValue: troupe_writable)
  /// Failed, or closed in both directions. Always reported.
  static let gone = Happening(rawValue: troupe_hung_up | troupe_failed)
}
