internal import Kernel
internal import Platform
internal import Threads
internal import WebSocketCodec

/// One connection for hints, with a thread of its own for its whole life.
final class HintLine: Sendable {
  private struct Held {
    var token: Redacted<String>
    var isOver = false
    var wasReady = false
    var wasTurnedAway = false
  }

  private let held: Locked<Held>
  private let bell = Bell()
  private let address: SocketAddress
  private let user: UUID
  private let collections: [String]
  private let timing: HintTiming
  private let log: Log
  private let tell: @Sendable (Hint) -> Void
  /// Heartbeats, on each of which the token is checked; the stream ends with the connection.
  let beats: AsyncStream<Void>
  private let beat: AsyncStream<Void>.Continuation

  init(
    _ address: SocketAddress, _ user: UUID, _ collections: [String], as token: Redacted<String>, _ timing: HintTiming,
    _ log: Log, tell: @escaping @Sendable (Hint) -> Void
  ) {
    held = Locked(Held(token: token))
    self.address = address
    self.user = user
    self.collections = collections
    self.timing = timing
    self.log = log
    self.tell = tell
    (beats, beat) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Returns nil when the system cannot create another thread.
  func start() -> OwnThread? {
    OwnThread {
      // A peer that hangs up would end the program by SIGPIPE, so this thread blocks all signals.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      self.run()
      self.beat.finish()
    }
  }

  func renew(_ token: Redacted<String>) {
    held.withLock { $0.token = token }
    bell.ring()
  }

  func end() {
    held.withLock { $0.isOver = true }
    bell.ring()
  }

  var wasReady: Bool { held.withLock { $0.wasReady } }
  var wasTurnedAway: Bool { held.withLock { $0.wasTurnedAway } }

  private var isOver: Bool { held.withLock { $0.isOver } }

  private func run() {
    do throws(SocketFailure) {
      guard let link = try SocketLink(address, bell, within: timing.connect, isOver: { self.isOver }) else {
        log.info("nobody opened a connection for hints")
        return
      }
      do throws(SocketFailure) {
        try talk(link)
      } catch {
        link.end(error.code)
        throw error
      }
    } catch {
      log.info("a connection for hints broke the protocol: \(error.code.number)")
    }
  }

  private func talk(_ link: SocketLink) throws(SocketFailure) {
    var talk = HintTalk(user, collections, as: held.withLock { $0.token }, timing, at: .now)
    link.say(talk.join)
    while true {
      // Nil means that the peer is gone; what it sent before was handled by the previous iteration.
      guard let texts = try link.hear() else { return }
      let now = ContinuousClock.now
      var steps = talk.renew(held.withLock { $0.token })
      for text in texts { steps += talk.hear(text, at: now) }
      steps += talk.tick(now)
      for step in steps {
        switch step {
        case .say(let text): link.say(text)
        case .tell(let hint):
          if hint == .ready { held.withLock { $0.wasReady = true } }
          tell(hint)
        case .beat: beat.yield()
        case .end(let why):
          if talk.isTurnedAway { held.withLock { $0.wasTurnedAway = true } }
          log.info("hints end: \(open: why)")
          return link.end(.normal)
        }
      }
      guard !isOver else { return link.end(.normal) }
      guard link.flush() else { return }
      if texts.isEmpty { link.wait(until: talk.due) }
    }
  }
}
