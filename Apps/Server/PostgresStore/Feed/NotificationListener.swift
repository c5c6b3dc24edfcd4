internal import CPostgres
internal import Glibc
internal import Kernel
internal import Relational
internal import Threads

/// A dedicated connection that listens for notifications on its own thread, and reconnects when it is lost.
final class NotificationListener: Sendable {
  /// The callbacks, all called on the listening thread.
  struct Handlers: Sendable {
    /// Called when listening starts; `again` is true after a reconnection, when notifications may have been missed.
    let began: @Sendable (PostgresConnection, _ again: Bool) throws(Failure) -> Void
    let heard: @Sendable (PostgresConnection, [Notification]) throws(Failure) -> Void
    /// Called periodically, and after `wake()`.
    let woken: @Sendable (PostgresConnection) throws(Failure) -> Void
  }

  private static let longestPause = 5000

  private let address: PostgresAddress
  private let limits: PostgresLimits
  private let channels: [String]
  private let every: Duration
  private let bell: Bell
  private let isOver = Waited(false)
  private let isStopped = Locked(false)

  init(_ address: PostgresAddress, _ limits: PostgresLimits, channels: [String], every: Duration = .seconds(20)) {
    self.address = address
    self.limits = limits
    self.channels = channels
    self.every = every
    bell = Bell()
  }

  func start(_ handlers: Handlers) {
    let thread = OwnThread {
      self.run(handlers)
      self.isOver.changeForAll { $0 = true }
    }
    if thread == nil { isOver.changeForAll { $0 = true } }
  }

  func wake() { bell.ring() }

  func stop() {
    isStopped.withLock { $0 = true }
    bell.ring()
  }

  /// Waits for its thread to end, which is soon.
  func close() async {
    stop()
    await withCheckedContinuation { continuation in
      let isOver = isOver
      let thread = OwnThread {
        _ = isOver.wait(atMost: .seconds(30)) { $0 ? true : nil }
        continuation.resume()
      }
      if thread == nil { continuation.resume() }
    }
  }

  private var mustStop: Bool { isStopped.withLock { $0 } }

  private func run(_ handlers: Handlers) {
    var pause = 50
    var again = false
    while !mustStop {
      do throws(Failure) {
        let link = try PostgresConnection(address, limits, name: "troupe listens")
        try link.run(channels.map { PostgresStatement("listen \(Dialect.quoted($0))", isKept: false) })
        try handlers.began(link, again)
        again = true
        pause = 50
        try listen(link, handlers)
      } catch {
        // The connection was lost or could not be opened.
        bell.wait(atMost: pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func listen(_ link: PostgresConnection, _ handlers: Handlers) throws(Failure) {
    var due = ContinuousClock.now + every
    while !mustStop {
      let left = max(0, (due - .now).milliseconds)
      let (heard, wasWoken) = try link.hear(bell, atMost: left)
      if mustStop { return }
      if !heard.isEmpty { try handlers.heard(link, heard) }
      guard wasWoken || .now >= due else { continue }
      due = .now + every
      try handlers.woken(link)
    }
  }
}

/// A received notification.
struct Notification: Sendable {
  let channel: String
  let message: [UInt8]
}

extension PostgresConnection {
  /// Waits until a notification arrives, the bell rings, or the time is over.
  func hear(_ bell: Bell, atMost milliseconds: Int) throws(Failure) -> (heard: [Notification], wasWoken: Bool) {
    let there = try notifications()
    if !there.isEmpty { return (there, bell.hear()) }
    var files = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: bell.ear, events: Int16(POLLIN), revents: 0),
    ]
    poll(&files, 2, Int32(clamping: milliseconds))
    let wasWoken = files[1].revents != 0 && bell.hear()
    return (files[0].revents != 0 ? try notifications() : [], wasWoken)
  }
}
