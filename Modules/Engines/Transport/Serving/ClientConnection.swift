internal import Kernel
internal import WebSocketCodec

/// The connection of one client, an actor on the event loop: between a socket event and the response there is no lock
/// and no change of thread.
///
/// It handles one request after another, so pipelined responses keep their order. Socket events arrive in between,
/// through `ready`.
actor ClientConnection: Ready {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let handler: Handler
  let limits: ServerLimits
  let refused: @Sendable (RequestRefusal) -> Response
  let log: Log
  nonisolated let origin: ConnectionOrigin
  private let proxies: TrustedProxies
  private let isSecure: Bool
  /// Where the current request came from: the other end, or the client of the proxy there.
  private(set) var client: ConnectionOrigin
  private(set) var peer: Peer
  let link: BufferedSocket
  private let server: Server
  private var token: UInt64?
  private var task: Task<Void, Never>?
  private var interest = (reads: true, writes: false)
  /// Output had to wait for the client. Only `flush` clears this: other writers that drain the buffer (a pong, a key
  /// update) would otherwise leave the suspended writers asleep.
  private var awaitsRoom = false

  var parser: RequestParser
  var deadline = Deadline()
  /// Writers suspended until the client has read more.
  private var drainers: [CheckedContinuation<Void, Never>] = []

  var socket: WebSocket?
  /// The keep-alive bytes that a stream sends while it has nothing else to send.
  var pulse: [UInt8]?
  var isStreaming = false
  /// The client has closed its sending side. It may still read.
  private(set) var hasEnded = false
  private(set) var isClosed = false
  /// The connection ends after the current request.
  var isStopping = false
  /// Whether a request is being answered.
  private(set) var isBusy = false
  /// The head of the request whose body is being received.
  var head: RequestHead?
  /// The rate of the body that is being received.
  var pace = Pace(at: .now)
  private var sendPace = Pace(at: .now)
  /// Receives the body while it arrives. Released when the request ends in any way.
  var intake: BodyIntake?
  var claim = BodyClaim()
  /// The bytes reserved in the server's `BodyRoom`.
  private var heldBody = 0
  private(set) var isFinishing = false
  private var discarded = 0

  init(_ socket: Int32, _ session: sending TLSSession?, from origin: ConnectionOrigin, server: Server) {
    loop = server.loop
    handler = server.handler
    limits = server.configuration.limits
    refused = server.configuration.refused
    log = server.log
    self.origin = origin
    proxies = server.configuration.proxies
    isSecure = server.tls != nil
    client = origin
    peer = Peer(address: origin.text, port: origin.port, isSecure: isSecure)
    self.server = server
    link = BufferedSocket(socket, session, server.loop.scratch)
    parser = RequestParser(server.configuration.limits.request)
  }

  /// Notes whose request this is: a proxy's connection carries those of many clients.
  func note(_ head: RequestHead) {
    client = proxies.client(of: head, from: origin)
    peer = Peer(
      address: client.text, port: client.port, isSecure: proxies.isSecure(head, from: origin) ?? isSecure)
  }

  // MARK: Lifecycle

  func begin() {
    token = loop.watch(link.socket, self)
    guard token != nil else {
      lose()
      return
    }
    if !link.isEstablished { expect(.handshake, within: limits.handshakeTime) }
    advance()
  }

  /// Answers a request in a task of its own, then continues with the next one.
  func run(_ work: @escaping @Sendable (isolated ClientConnection) async -> Void) {
    start { connection in
      await work(connection)
      connection.goOn()
    }
  }

  /// Continues with the next request.
  func goOn() {
    isBusy = false
    dropBody()
    if isStopping { finish() } else { advance() }
  }

  /// Awaits something that the current request needs, in a task of its own, then continues with that request.
  func pause<Value: Sendable>(
    for work: @escaping @Sendable () async -> Value,
    then next: @escaping @Sendable (isolated ClientConnection, Value) -> Void
  ) {
    deadline.expect(nil, until: nil)
    pace.pause(at: .now)
    start { connection in
      let value = await work()
      connection.isBusy = false
      connection.pace.resume(at: .now)
      guard !connection.isClosed, !connection.isFinishing else { return connection.dropBody() }
      next(connection, value)
    }
  }

  func start(_ work: @escaping @Sendable (isolated ClientConnection) async -> Void) {
    isBusy = true
    task = handler.comesBackAtOnce ? Task(executorPreference: loop) { await work(self) } : Task { await work(self) }
  }

  /// Closes gracefully: after all output is sent, the sending side closes, and for a short time further input is
  /// discarded. Closing at once would drop what the client has not read yet.
  func finish() {
    guard !isClosed, !isFinishing else { return }
    isFinishing = true
    // Frees the input of a refused request now, rather than when the client has gone.
    parser = RequestParser(limits.request)
    if !isBusy { dropBody() }
    intake = nil
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

  /// Stops: the current request finishes, an idle connection closes, and streams and sockets are ended.
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

  /// Closes at once, without sending what is pending.
  func lose() {
    guard !isClosed else { return }
    isClosed = true
    if let token {
      loop.unwatch(link.socket)
      loop.forget(token)
    }
    link.close()
    intake = nil
    task?.cancel()
    socket?.assumeIsolated { $0.ended() }
    socket = nil
    deadline.expect(nil, until: nil)
    // While a request is being answered, the handler still holds the body.
    if !isBusy { dropBody() }
    wakeDrainers()
    server.assumeIsolated { $0.gone(self) }
  }

  /// Cancels the handler's task, since the other end of a socket has left.
  func cancel() { task?.cancel() }

  /// Reserves memory for that much of a body.
  func holdBody(_ count: Int) throws(RequestRefusal) {
    guard count != heldBody else { return }
    let before = heldBody
    let claim = claim
    guard server.assumeIsolated({ $0.holdBody(from: before, to: count, for: claim) }) else {
      throw RequestRefusal(.unavailable, "too much is sent to this server at once")
    }
    heldBody = count
  }

  /// Reducing the reservation cannot fail.
  private func dropBody() { try? holdBody(0) }

  // MARK: Event loop callbacks

  nonisolated func ready(_ happened: Happening) { assumeIsolated { $0.hear(happened) } }

  nonisolated func due() { assumeIsolated { $0.ring() } }

  private func hear(_ happened: Happening) {
    if happened.contains(.writable) { flush() }
    if happened.contains(.readable) { receive() }
    // Last, so that input before the end is read; a half-closed client is not gone.
    if happened.contains(.gone), !happened.contains(.readable) || isClosed { lose() }
  }

  private func receive() {
    guard !isClosed, !hasEnded else { return }
    switch link.read() {
    case .nothing:
      // The handshake may have just ended, with no request after it yet.
      if deadline.of == .handshake, link.isEstablished { advance() }
    case .broken: return lose()
    case .end:
      hasEnded = true
      // A client that stops sending during an endless stream has left; one that awaits a single response may still read
      // it.
      if isStreaming || socket != nil || deadline.of == .goodbye { return lose() }
      advance()
    case .bytes(let bytes): take(bytes)
    }
    // With TLS, input from the client may have caused output.
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
    guard link.flush() else { return lose() }
    awaitsRoom = link.pending > 0
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
    // Each deadline is handled once.
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

  // MARK: Deadlines and output

  var pulseTime: Duration { socket?.limits.pulse ?? limits.pulse }

  func expect(_ of: Deadline.Of?, within time: Duration?) {
    deadline.expect(of, until: time.map { .now + $0 })
    setAlarm()
  }

  func setAlarm() {
    if let token, let alarm = deadline.newAlarm() { loop.wake(token, at: alarm) }
  }

  /// Suspends until at most `mark` bytes are pending. Checks again inside the continuation, since other code may run
  /// before it.
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
      return
    }
    let now = Instant.now
    if deadline.sending == nil { sendPace = Pace(at: now, from: link.sentTotal) }
    sendPace.note(link.sentTotal, at: now, least: limits.leastSent)
    deadline.awaitSending(until: sendPace.deadline(limits.sendTime))
    setAlarm()
  }

  /// Reads no further ahead than is useful, so that unread data waits at the client rather than in memory.
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
