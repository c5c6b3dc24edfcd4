internal import Dispatch
internal import JSON
internal import Kernel
internal import Remote
internal import Shell

/// A process connected to the owner of a profile, with its window.
final class Visitor: Sendable {
  private struct Held {
    var lastHeard: ContinuousClock.Instant?
    var reason: Problem?
    var serving: Task<Void, Never>?
  }

  /// The number of unread bytes up to which the next line is taken.
  private static let ahead = 1 << 16
  /// The time allowed to a client for disconnecting: for work under way to settle, and to read the reason.
  private static let parting = DispatchTimeInterval.seconds(10)
  private static let farewell = DispatchTimeInterval.seconds(1)

  private let socket: Socket
  private let out: LineSender
  private let limits: Owner.Limits
  private let held: Locked<Held>

  init(on socket: Socket, _ limits: Owner.Limits) {
    self.socket = socket
    self.limits = limits
    let held = Locked(Held())
    self.held = held
    // Requests of a client that has disconnected are not carried out any more.
    out = LineSender(on: socket, most: limits.unread, patience: limits.reading) { [weak socket] in
      socket?.end()
      Visitor.leave(held, because: .gone)
    }
  }

  /// Serves the client from the first line to the last.
  func stay(with person: Person, of products: [Product]) async {
    let lines = LineReader.from(socket.file, keeper: socket)
    let window = await person.window()
    watch(after: limits.greeting)
    let remote = Remote(window, of: products) { [out] in out.send($0) }
    let serving = Task {
      // The next line is taken when earlier answers have been read, so that answers do not accumulate.
      await remote.serve(
        lines.map { [self] line in
          await out.pending(atMost: Visitor.ahead)
          note()
          return line
        })
    }
    let isParting = held.withLock { held in
      held.serving = serving
      return held.reason != nil
    }
    if isParting { serving.cancel() }
    await serving.value
    _ = await window.settled()
    await window.close()
    sayGoodbye(held.withLock { $0.reason })
    await out.pending(atMost: 0)
  }

  /// Sends the reason without opening a window.
  func refuse(_ problem: Problem) { sayGoodbye(problem) }

  /// Ends the connection: work under way is finished, no further request is taken.
  func part(with reason: Problem) {
    Visitor.leave(held, because: reason)
    socket.endReceiving()
    end(after: Visitor.parting)
  }

  private static func leave(_ held: Locked<Held>, because reason: Problem) {
    let serving = held.withLock { held in
      if held.reason == nil { held.reason = reason }
      return held.serving
    }
    serving?.cancel()
  }

  private func end(after delay: DispatchTimeInterval) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak socket] in socket?.end() }
  }

  /// Sends the last line.
  private func sayGoodbye(_ reason: Problem?) {
    let params = reason.flatMap { try? JSON(encoding: $0) } ?? [:]
    if let text = try? JSON.text(["jsonrpc": "2.0", "method": .string(Farewell.method), "params": params] as JSON) {
      out.send(text)
    }
    out.finish()
    if reason != nil { end(after: Visitor.farewell) }
  }

  // MARK: Silence timeout

  private func note() { held.withLock { $0.lastHeard = .now } }

  private func watch(after delay: Duration) {
    let nanoseconds = delay / .nanoseconds(1)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
      self?.look()
    }
  }

  private func look() {
    guard let lastHeard = held.withLock({ $0.lastHeard }) else { return part(with: .silent) }
    let left = limits.silence - (.now - lastHeard)
    if left > .zero { watch(after: left) } else { part(with: .silent) }
  }
}
