internal import CEpoll
internal import Glibc
public import Kernel

/// One thread that waits for many sockets, and on which the actors live that speak through them. An actor on it is
/// entered without a lock and without a change of thread.
///
/// Nothing stops it: its thread ends when nobody holds it any more, so no actor is ever left without its executor.
public final class EventLoop: SerialExecutor, TaskExecutor, Sendable {
  private let poll: Poll
  let scratch = Scratch()

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

  // MARK: As an executor

  public func enqueue(_ job: consuming ExecutorJob) { poll.enqueue(UnownedJob(job)) }

  public func checkIsolated() { precondition(poll.isOnThread, "called from outside the event loop") }

  public func isIsolatingCurrentContext() -> Bool? { poll.isOnThread }

  /// Does that on the loop, after what is there already.
  func run(_ call: @escaping @Sendable () -> Void) { poll.run(call) }

  // MARK: For the actors on it

  /// Has the handler told of what happens to the socket, and of its alarms.
  func watch(_ socket: Int32, reads: Bool = true, _ handler: some Ready) -> UInt64? {
    poll.watch(socket, reads: reads, handler)
  }

  func change(_ socket: Int32, _ token: UInt64, reads: Bool, writes: Bool) {
    poll.change(socket, token, reads: reads, writes: writes)
  }

  /// The socket is watched no more; the handler's alarms still ring until it is forgotten.
  func unwatch(_ socket: Int32) { poll.unwatch(socket) }

  func forget(_ token: UInt64) { poll.forget(token) }

  func wake(_ token: UInt64, at due: Instant) { poll.alarm(token, at: due) }
}

/// What may be told of a socket. Called on the loop's thread, between jobs.
protocol Ready: AnyObject, Sendable {
  func ready(_ happened: Happening)
  /// An alarm that was set is due.
  func due()
}

struct Happening: OptionSet, Sendable {
  let rawValue: UInt32
  static let readable = Happening(rawValue: troupe_readable)
  static let writable = Happening(rawValue: troupe_writable)
  /// Broken, or closed in both directions. Told whether one asks or not.
  static let gone = Happening(rawValue: troupe_hung_up | troupe_failed)
}
