internal import CPostgres
internal import Glibc
internal import Kernel
internal import Relational
internal import Threads

/// A connection of its own that hears what is notified, on a thread of its own. It comes back by itself when it is lost.
final class Listening: Sendable {
  /// What it does with what it hears, all on its thread.
  struct Ear: Sendable {
    /// It listens; true when it did so before, so that something may have been missed in between.
    let began: @Sendable (Link, _ again: Bool) throws(Failure) -> Void
    let heard: @Sendable (Link, [Notification]) throws(Failure) -> Void
    /// Now and then, and when it was woken.
    let woken: @Sendable (Link) throws(Failure) -> Void
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

  func start(_ ear: Ear) {
    let thread = OwnThread {
      self.run(ear)
      self.isOver.changeForAll { $0 = true }
    }
    if thread == nil { isOver.changeForAll { $0 = true } }
  }

  func wake() { bell.ring() }

  func stop() {
    isStopped.withLock { $0 = true }
    bell.ring()
  }

  /// Waits for its thread, which has little left to do.
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

  private func run(_ ear: Ear) {
    var pause = 50
    var again = false
    while !mustStop {
      do throws(Failure) {
        let link = try Link(address, limits, name: "troupe listens")
        try link.run(channels.map { Statement("listen \(Dialect.quoted($0))", isKept: false) })
        try ear.began(link, again)
        again = true
        pause = 50
        try listen(link, ear)
      } catch {
        // Lost, or not there yet.
        bell.wait(atMost: pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func listen(_ link: Link, _ ear: Ear) throws(Failure) {
    var due = ContinuousClock.now + every
    while !mustStop {
      let left = max(0, (due - .now).milliseconds)
      let (heard, wasWoken) = try link.hear(bell, atMost: left)
      if mustStop { return }
      if !heard.isEmpty { try ear.heard(link, heard) }
      guard wasWoken || .now >= due else { continue }
      due = .now + every
      try ear.woken(link)
    }
  }
}

/// What somebody notified.
struct Notification: Sendable {
  let channel: String
  let message: [UInt8]
}

extension Link {
  /// Waits until something is notified, the bell rings, or that time has passed.
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
