internal import Kernel

/// One client, as an actor that lives on the loop: no lock, and no change of thread between what its socket says and
/// what is answered.
///
/// It answers one request after another, so pipelined answers keep their order by themselves. What the socket says
/// comes in between, through `ready`.
actor Connection: Ready {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let handler: Handler
  let limits: ServerLimits
  let log: Log
  nonisolated let origin: Origin
  let peer: Peer
  let link: Link
  private let server: Server
  private var token: UInt64?
  private var task: Task<Void, Never>?
  private var interest = (reads: true, writes: false)
  /// Something had to wait for the client. Only `flush` ends that: whoever else sends the rest on the way (a ping's
  /// answer, a key update) would leave those asleep who wait for room.
  private var awaitsRoom = false

  var parser: RequestParser
  var deadline = Deadline()
  /// Who waits until the client has taken more.
  private var drainers: [CheckedContinuation<Void, Never>] = []

  var socket: WebSocket?
  /// What shows a client that we are still there while a stream has nothing to say.
  var pulse: [UInt8]?
  var isStreaming = false
  /// The client sends no more. It may still read.
  private(set) var hasEnded = false
  private(set) var isClosed = false
  /// After what is under way there is nothing more.
  var isStopping = false
  /// A request is being answered.
  private(set) var isBusy = false
  /// Of the request whose body is coming.
  var head: RequestHead?
  var bodyBegan = Instant.now
  /// How much of all bodies' room is ours.
  private var heldBody = 0
  private(set) var isFinishing = false
  private var discarded = 0

  init(_ socket: Int32, _ session: sending TLSSession?, from origin: Origin, server: Server) {
    loop = server.loop
    handler = server.handler
    limits = server.configuration.limits
    log = server.log
    self.origin = origin
    peer = Peer(address: origin.text, port: origin.port, isSecure: server.tls != nil)
    self.server = server
    link = Link(socket, session, server.loop.scratch)
    parser = RequestParser(server.configuration.limits.request)
  }

  // MARK: Beginning and end

  func begin() {
    token = loop.watch(link.socket, self)
    guard token != nil else {
      lose()
      return
    }
    if !link.isEstablished { expect(.handshake, within: limits.handshakeTime) }
    advance()
  }

  /// Does that in a task of its own, and goes on to the next request.
  func run(_ work: @escaping @Sendable (isolated Connection) async -> Void) {
    isBusy = true
    task =
      handler.comesBackAtOnce
      ? Task(executorPreference: loop) { await self.carryOut(work) } : Task { await carryOut(work) }
  }

  private func carryOut(_ work: @Sendable (isolated Connection) async -> Void) async {
    await work(self)
    isBusy = false
    dropBody()
    if isStopping { finish() } else { advance() }
  }

  /// Says good-bye: when all is sent, the sending side closes, and for a little while what still comes is dropped. To
  /// close at once would take back what the client has not read yet.
  func finish() {
    guard !isClosed, !isFinishing else { return }
    isFinishing = true
    // What came of a request that is not taken is forgotten now, and not when the client has gone.
    parser = RequestParser(limits.request)
    if !isBusy { dropBody() }
    socket = nil
    pulse = nil
    deadline.expect(nil, until: nil)
    sayGoodbye()
  }

  private func sayGoodbye() {
    guard isFinishing, !isClosed, link.pending == 0 else { return refreshInterest() }
    guard deadline.of != .goodbye else { return refreshInterest() }
    link.shut()
    if hasEnded { return lose() }
    expect(.goodbye, within: limits.lingerTime)
    refreshInterest()
  }

  /// The server stops: what is under way ends, what is idle closes, what has no end of its own is ended.
  func stop() {
    isStopping = true
    if let socket {
      socket.assumeIsolated { $0.shut(.goingAway, "the server stops") }
    } else if isStreaming {
      task?.cancel()
    } else {
      advance()
    }
  }

  /// At once: nobody is there any more, or nobody shall be.
  func lose() {
    guard !isClosed else { return }
    isClosed = true
    if let token {
      loop.unwatch(link.socket)
      loop.forget(token)
    }
    link.close()
    task?.cancel()
    socket?.assumeIsolated { $0.ended() }
    socket = nil
    deadline.expect(nil, until: nil)
    // Whoever answers has the body still.
    if !isBusy { dropBody() }
    wakeDrainers()
    server.assumeIsolated { $0.gone(self) }
  }

  /// Whoever serves the client has nothing to say any more: the other end of a socket has left.
  func cancel() { task?.cancel() }

  /// Takes room for so much of a body.
  func holdBody(_ count: Int) throws(Refusal) {
    guard count != heldBody else { return }
    let before = heldBody
    guard server.assumeIsolated({ $0.holdBody(from: before, to: count) }) else {
      throw Refusal(.unavailable, "too much is sent to this server at once")
    }
    heldBody = count
  }

  /// Less room is always to be had.
  private func dropBody() { try? holdBody(0) }

  // MARK: What the loop says

  nonisolated func ready(_ happened: Happening) { assumeIsolated { $0.hear(happened) } }

  nonisolated func due() { assumeIsolated { $0.ring() } }

  private func hear(_ happened: Happening) {
    if happened.contains(.writable) { flush() }
    if happened.contains(.readable) { receive() }
    // Last, so that what came before the end was read; a half-closed client is not gone.
    if happened.contains(.gone), !happened.contains(.readable) || isClosed { lose() }
  }

  private func receive() {
    guard !isClosed, !hasEnded else { return }
    switch link.read() {
    case .nothing:
      // The handshake may have ended just now, with no request behind it yet.
      if deadline.of == .handshake, link.isEstablished { advance() }
    case .broken: return lose()
    case .end:
      hasEnded = true
      // Who stops sending while a stream without end runs has left; who has asked for one answer may still read it.
      if isStreaming || socket != nil || deadline.of == .goodbye { return lose() }
      advance()
    case .bytes(let bytes): take(bytes)
    }
    // With TLS a client's bytes may have sent some of ours.
    watchSending()
    refreshInterest()
  }

  private func take(_ bytes: [UInt8]) {
    if isFinishing {
      discarded += bytes.count
      if discarded > 1 << 20 { lose() }
    } else if let socket {
      if deadline.of == .pulse { expect(.pulse, within: pulseTime) }
      socket.assumeIsolated { $0.received(bytes) }
    } else {
      parser.append(bytes)
      advance()
    }
  }

  private func flush() {
    guard !isClosed else { return }
    let before = link.pending
    guard link.flush() else { return lose() }
    awaitsRoom = link.pending > 0
    if link.pending < before { deadline.awaitSending(until: nil) }
    watchSending()
    wakeDrainers()
    socket?.assumeIsolated { $0.pump() }
    if isFinishing {
      sayGoodbye()
    } else {
      advance()
      refreshInterest()
    }
  }

  private func ring() {
    guard !isClosed else { return }
    let now = Instant.now
    deadline.rung(at: now)
    if let sending = deadline.sending, sending <= now { return lose() }
    if let reading = deadline.reading, reading <= now { beLate() }
    setAlarm()
  }

  private func beLate() {
    let late = deadline.of
    // Whoever was late is dealt with once.
    deadline.expect(nil, until: nil)
    switch late {
    case .handshake, .goodbye: lose()
    case .nextRequest: finish()
    case .head, .body: refuseLate()
    case .pulse: beat()
    case nil: break
    }
  }

  private func beat() {
    if let socket {
      guard socket.assumeIsolated({ $0.beat() }) else { return lose() }
    } else if let pulse, link.pending == 0 {
      write(pulse)
    }
    if !isClosed { expect(.pulse, within: pulseTime) }
  }

  // MARK: Waiting and writing

  var pulseTime: Duration { socket?.limits.pulse ?? limits.pulse }

  func expect(_ of: Deadline.Of?, within time: Duration?) {
    deadline.expect(of, until: time.map { .now + $0 })
    setAlarm()
  }

  func setAlarm() {
    if let token, let alarm = deadline.newAlarm() { loop.wake(token, at: alarm) }
  }

  /// Until the client has taken so much that no more than `mark` bytes wait for it. It asks once more where it begins to
  /// wait: an await may let others in before.
  func drained(to mark: Int) async {
    while link.pending > mark, !isClosed {
      await withCheckedContinuation { continuation in
        if link.pending > mark, !isClosed { drainers.append(continuation) } else { continuation.resume() }
      }
    }
  }

  var isCongested: Bool { link.pending > limits.highWater }

  func write(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    guard link.write(bytes) else { return lose() }
    watchSending()
    if link.pending > 0 { refreshInterest() }
  }

  private func watchSending() {
    if link.pending == 0 {
      deadline.awaitSending(until: nil)
    } else if deadline.sending == nil {
      deadline.awaitSending(until: .now + limits.sendTime)
      setAlarm()
    }
  }

  /// Reads no further ahead than is useful: what is not read waits in the client, and not here.
  func refreshInterest() {
    guard let token, !isClosed else { return }
    let isAhead = parser.unread >= 65_536 || socket?.assumeIsolated { $0.isFull } == true
    let reads = !hasEnded && (isFinishing || !isAhead && !isCongested)
    if link.pending > 0 { awaitsRoom = true }
    let writes = awaitsRoom
    guard (reads, writes) != interest else { return }
    interest = (reads, writes)
    loop.change(link.socket, token, reads: reads, writes: writes)
  }

  private func wakeDrainers() {
    guard !drainers.isEmpty else { return }
    let waiting = drainers
    drainers = []
    for drainer in waiting { drainer.resume() }
  }
}
