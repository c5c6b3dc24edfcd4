internal import Glibc
internal import Kernel
internal import Threads

/// The connection to a NATS server, and the thread on which it runs.
final class NatsLine: Sendable {
  typealias Opened = CheckedContinuation<Result<Void, Problem>, Never>

  private struct State {
    var out: [UInt8] = []
    var isUp = false
    var isStopped = false
    var isOver = false
    var largest = 1_048_576
    var opened: Opened?
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  /// The largest number of bytes that may wait to be sent.
  private static let mostWaiting = 16_777_216
  private static let longestPause = 5000
  /// Milliseconds without data after which the server is pinged; without a reply the connection is closed.
  private static let silence = 20_000

  private let source = Broadcast<[UInt8]>.Source()
  private let settling = Settling()
  private let state = Locked(State())
  private let bell = Bell()
  private let address: NatsAddress
  private let subject: String
  private let authorities: String?
  private let patience: Duration

  var messages: Broadcast<[UInt8]> { source.broadcast }

  init(_ address: NatsAddress, _ subject: String, _ authorities: String?, _ patience: Duration) {
    self.address = address
    self.subject = subject
    self.authorities = authorities
    self.patience = patience
  }

  // MARK: Thread-safe interface

  /// Starts the thread; resumes `opened` once the subscription is active or has failed.
  func start(_ opened: Opened) {
    state.withLock { $0.opened = opened }
    if OwnThread({ self.run() }) == nil { end() }
  }

  func publish(_ message: [UInt8]) throws(Problem) {
    let words = NatsWords.publish(message, to: subject)
    let refusal = state.withLock { state -> Problem? in
      guard message.count <= state.largest else {
        return Problem(
          "bus-too-large",
          "A message of \(message.count) bytes is too large for the bus, which takes \(state.largest).",
          safe: "Nothing was sent.", remedy: "Send less at once, or raise max_payload of NATS.")
      }
      guard state.isUp, state.out.count + words.count <= NatsLine.mostWaiting else { return NatsLine.away }
      state.out += words
      return nil
    }
    if let refusal { throw refusal }
    bell.ring()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    bell.ring()
  }

  func close() async {
    stop()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.leaving.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  static let away = Problem(
    "bus-away", "The bus does not answer now.", safe: "What is stored is safe.",
    remedy: "Check that the NATS server runs; the connection is retried automatically.")

  // MARK: Connection thread

  private var mustStop: Bool { state.withLock { $0.isStopped } }

  private func run() {
    // With TLS a peer that hangs up would end the program by SIGPIPE, so this thread blocks all signals.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    var pause = 50
    var wasUp = false
    while !mustStop {
      let problem = talk(again: wasUp)
      let (before, opened) = state.withLock { state in
        defer {
          state.isUp = false
          state.out = []
          state.opened = nil
        }
        return (state.isUp, state.opened)
      }
      if let opened {
        opened.resume(returning: .failure(problem))
        break
      }
      if before {
        wasUp = true
        pause = 50
      }
      if mustStop { break }
      bell.wait(atMost: pause)
      pause = min(pause * 2, NatsLine.longestPause)
    }
    end()
  }

  private func end() {
    let (opened, leaving) = state.withLock { state in
      defer {
        state.opened = nil
        state.leaving = []
      }
      state.isOver = true
      return (state.opened, state.leaving)
    }
    opened?.resume(returning: .failure(NatsLine.away))
    for continuation in leaving { continuation.resume() }
  }

  /// Runs one connection from start to end; returns why it ended.
  private func talk(again: Bool) -> Problem {
    let milliseconds =
      Int(patience.components.seconds) * 1000 + Int(patience.components.attoseconds / 1_000_000_000_000_000)
    guard let wire = NatsSocket(address, within: milliseconds) else {
      return Problem(
        "bus-unreachable", "NATS does not answer: \(address).", safe: "Nothing was changed.",
        remedy: "Check that it runs and that the address is right.")
    }
    var talk = NatsTalk(wire, bell, address, subject, authorities)
    if let problem = talk.begin(within: milliseconds) { return problem }
    let opened = state.withLock { state in
      defer { state.opened = nil }
      state.isUp = true
      state.largest = talk.largest
      return state.opened
    }
    opened?.resume(returning: .success(()))
    if again { source.miss(1, settling: settling) }
    while talk.turn(
      silence: NatsLine.silence, isOver: mustStop, out: takeOut(),
      heard: { source.say($0, settling: settling) })
    {}
    return NatsLine.away
  }

  private func takeOut() -> [UInt8] {
    state.withLock { state in
      defer { state.out = [] }
      return state.out
    }
  }
}
