internal import CEpoll
internal import Glibc
internal import Kernel
internal import Threads

/// The state of an event loop, held by its thread so that the loop itself can be released.
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

  /// The token of the wake-up event; those of sockets begin at one.
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

  // MARK: Thread-safe interface

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
      // The loop itself needs no signal, and one signal is enough until it is read.
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
    // A number rather than the descriptor: a socket closed and reopened within one wait would receive the events of its
    // predecessor.
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
    // Released outside the lock, since the handler's deinit may take it.
    let gone = held.withLock { $0.handlers.removeValue(forKey: token) }
    withExtendedLifetime(gone) {}
  }

  // MARK: Loop thread

  private func run() {
    let here = pthread_self()
    held.withLock { $0.thread = here }
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while turn(&events) {}
  }

  /// One wait and the handling of its events. Returns false when the loop was released.
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

  /// The timeout of the next wait: zero with pending jobs, else until the next alarm.
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
    // Collects all of them first: an alarm set again by its own handler waits for the next turn.
    var tokens: [UInt64] = []
    while let alarm = held.withLock({ $0.alarms.next(at: now) }) { tokens.append(alarm.token) }
    for token in tokens { held.withLock { $0.handlers[token] }?.due() }
  }

  /// Runs the jobs queued now. Those they queue run after the next poll, so that jobs cannot starve the sockets.
  private func runJobs(on loop: EventLoop) {
    let (calls, jobs) = held.withLock { held in
      defer { (held.calls, held.jobs) = ([], []) }
      return (held.calls, held.jobs)
    }
    for call in calls { call() }
    // Not `isolatedTo:taskExecutor:`: a task without a preferred executor would then change its executor at every
    // await.
    for job in jobs { job.runSynchronously(on: loop.asUnownedSerialExecutor()) }
  }
}
