internal import CEpoll
internal import Glibc
internal import Kernel
internal import Threads

/// The inside of a loop, which its thread holds while the loop itself may go.
final class Poll: Sendable {
  private struct Held {
    weak var loop: EventLoop?
    var thread: pthread_t?
    var jobs: [UnownedJob] = []
    var calls: [@Sendable () -> Void] = []
    var isSignalled = false
    var handlers: [UInt64: any Ready] = [:]
    var alarms = Alarms()
    var given: UInt64 = 0
  }

  /// The event's own token; those of sockets begin at one.
  private static let waking: UInt64 = 0

  private let epoll: Int32
  private let event: Int32
  private let held = Locked(Held())

  init() throws(Problem) {
    epoll = troupe_epoll()
    event = troupe_event()
    var interest = epoll_event(events: troupe_readable, data: epoll_data_t(u64: Poll.waking))
    guard epoll >= 0, event >= 0, epoll_ctl(epoll, EPOLL_CTL_ADD, event, &interest) == 0 else {
      for file in [epoll, event] where file >= 0 { close(file) }
      throw Problem(
        "no-files", "The system allows this program no more open files.", safe: "Nothing was started.",
        remedy: "Raise the limit (ulimit -n), or close some programs.")
    }
  }

  deinit {
    close(epoll)
    close(event)
  }

  func adopt(_ loop: EventLoop) { held.withLock { $0.loop = loop } }

  func startThread() -> Bool { OwnThread { self.run() } != nil }

  // MARK: From any thread

  var isOnThread: Bool {
    let here = pthread_self()
    return held.withLock { $0.thread == here }
  }

  func enqueue(_ job: UnownedJob) { put { $0.jobs.append(job) } }

  func run(_ call: @escaping @Sendable () -> Void) { put { $0.calls.append(call) } }

  private func put(_ work: (inout Held) -> Void) {
    let here = pthread_self()
    let mustWake = held.withLock { held in
      work(&held)
      // From the loop itself no signal is needed, and one is enough until it is seen.
      guard !held.isSignalled, held.thread != here else { return false }
      held.isSignalled = true
      return true
    }
    if mustWake { wake() }
  }

  func wake() {
    var one: UInt64 = 1
    _ = write(event, &one, 8)
  }

  func watch(_ socket: Int32, reads: Bool, _ handler: some Ready) -> UInt64? {
    let token = held.withLock { held in
      held.given += 1
      held.handlers[held.given] = handler
      return held.given
    }
    // A number and not the socket's own: a socket that was closed and opened again within one wait would be told of
    // what happened to the one before it.
    var interest = epoll_event(events: reads ? troupe_readable : 0, data: epoll_data_t(u64: token))
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &interest) == 0 else {
      forget(token)
      return nil
    }
    return token
  }

  func change(_ socket: Int32, _ token: UInt64, reads: Bool, writes: Bool) {
    let events = (reads ? troupe_readable : 0) | (writes ? troupe_writable : 0)
    var interest = epoll_event(events: events, data: epoll_data_t(u64: token))
    epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &interest)
  }

  func unwatch(_ socket: Int32) { epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil) }

  func alarm(_ token: UInt64, at due: Instant) {
    held.withLock { $0.alarms.add(.init(due: due, token: token)) }
  }

  func forget(_ token: UInt64) {
    // Let go of outside the lock: the handler's end may ask for it.
    let gone = held.withLock { $0.handlers.removeValue(forKey: token) }
    withExtendedLifetime(gone) {}
  }

  // MARK: On the thread

  private func run() {
    let here = pthread_self()
    held.withLock { $0.thread = here }
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while turn(&events) {}
  }

  /// One wait and what comes of it. False when nobody holds the loop any more.
  private func turn(_ events: inout [epoll_event]) -> Bool {
    let count = epoll_wait(epoll, &events, Int32(events.count), patience())
    guard let loop = held.withLock({ $0.loop }) else { return false }
    for event in events.prefix(max(0, Int(count))) {
      let token = event.data.u64
      if token == Poll.waking {
        hearWaking()
      } else if let handler = held.withLock({ $0.handlers[token] }) {
        handler.ready(Happening(rawValue: event.events))
      }
    }
    ringAlarms()
    runJobs(on: loop)
    return true
  }

  /// How long to wait: not at all with jobs at hand, else until the next alarm.
  private func patience() -> Int32 {
    let first = held.withLock { held -> Instant?? in
      held.jobs.isEmpty && held.calls.isEmpty ? .some(held.alarms.first) : nil
    }
    guard let first else { return 0 }
    return first.map { $0.milliseconds(since: .now) } ?? -1
  }

  private func hearWaking() {
    var count: UInt64 = 0
    _ = read(event, &count, 8)
    held.withLock { $0.isSignalled = false }
  }

  private func ringAlarms() {
    guard held.withLock({ $0.alarms.first != nil }) else { return }
    let now = Instant.now
    // All of them first: one that is set again by its own ringing waits for the next turn.
    var tokens: [UInt64] = []
    while let alarm = held.withLock({ $0.alarms.next(at: now) }) { tokens.append(alarm.token) }
    for token in tokens { held.withLock { $0.handlers[token] }?.due() }
  }

  /// Those that are there now. What they set off comes after the next look at the sockets, so that no job starves them.
  private func runJobs(on loop: EventLoop) {
    let (calls, jobs) = held.withLock { held in
      defer { (held.calls, held.jobs) = ([], []) }
      return (held.calls, held.jobs)
    }
    for call in calls { call() }
    // Not `isolatedTo:taskExecutor:`: a task that prefers no executor would then change its own at every await.
    for job in jobs { job.runSynchronously(on: loop.asUnownedSerialExecutor()) }
  }
}
