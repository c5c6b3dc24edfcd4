internal import CEpoll
internal import Glibc
public import Kernel

/// An HTTP server that listens on one port, on an event loop of its own.
///
/// It runs until it is stopped.
public actor Server: Ready {
  public nonisolated let loop: EventLoop
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The bound port: the requested one, or a free one if that was zero.
  public nonisolated let port: UInt16
  /// The number of connected clients.
  public nonisolated let connections: Current<Int>

  nonisolated let configuration: ServerConfiguration
  nonisolated let handler: Handler
  nonisolated let log: Log
  nonisolated let tls: TLSContext?
  private let listening: Int32
  private let count = Current<Int>.Source(0)
  private var token: UInt64?
  private var clients: [ObjectIdentifier: ClientConnection] = [:]
  private var crowd: Crowd
  private var bodies: BodyRoom
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// The deadline for clients to finish; set when the server stops.
  private var patience: Instant?
  private var isListening = true

  private init(
    _ configuration: ServerConfiguration, _ handler: Handler, _ log: Log, _ tls: TLSContext?, _ loop: EventLoop?
  ) throws(Problem) {
    let address = try BindAddress(configuration.host, port: configuration.port)
    guard address.isLoopback || tls != nil || configuration.allowsPlainBeyondLoopback else {
      throw Problem(
        "plain-beyond-loopback", "Without TLS everybody on the way could read along.", safe: "Nothing was started.",
        remedy: "Give a certificate and a key, listen at 127.0.0.1, or allow it expressly.")
    }
    if let loop { self.loop = loop } else { self.loop = try EventLoop.start() }
    (listening, port) = try address.listen(backlog: 1024)
    connections = count.current
    crowd = Crowd(configuration.limits, proxies: configuration.proxies)
    bodies = BodyRoom(configuration.limits)
    self.configuration = configuration
    self.handler = handler
    self.log = log
    self.tls = tls
  }

  /// Starts a server. With `loop` it runs on that loop, and shares its thread with the other actors there.
  public static func start(
    _ configuration: ServerConfiguration = ServerConfiguration(), log: Log = .silent, on loop: EventLoop? = nil,
    handler: Handler
  ) async throws(Problem) -> Server {
    let tls: TLSContext? = if let files = configuration.tls { try TLSContext(files) } else { nil }
    let server = try Server(configuration, handler, log.from("transport"), tls, loop)
    try await server.begin()
    return server
  }

  private func begin() throws(Problem) {
    token = loop.watch(listening, self)
    guard token == nil else { return }
    stopListening()
    throw Problem(
      "cannot-watch", "The system does not tell us who comes to port \(port).", safe: "Nothing was started.",
      remedy: "Close some programs and try again.")
  }

  /// Stops accepting connections, lets current requests finish, closes those left after that time, and returns when no
  /// client is connected.
  public func stop(within time: Duration = .seconds(5)) async {
    if patience == nil { beginStop(by: .now + time) }
    await withCheckedContinuation { continuation in
      if clients.isEmpty { continuation.resume() } else { waiters.append(continuation) }
    }
    if let token { loop.forget(token) }
    token = nil
  }

  private func beginStop(by end: Instant) {
    patience = end
    if let token { loop.wake(token, at: end) }
    stopListening()
    for client in clients.values { client.assumeIsolated { $0.stop() } }
  }

  private func stopListening() {
    guard isListening else { return }
    isListening = false
    loop.unwatch(listening)
    close(listening)
  }

  // MARK: Event loop callbacks and admission

  nonisolated func ready(_ happened: Happening) { assumeIsolated { $0.accept() } }

  nonisolated func due() { assumeIsolated { $0.ring() } }

  private func ring() {
    if let patience {
      guard patience <= .now else { return }
      for client in clients.values { client.assumeIsolated { $0.lose() } }
    } else if let token, isListening {
      loop.change(listening, token, reads: true, writes: false)
    }
  }

  private func accept() {
    // Bounded, so that many new connections do not starve the existing ones.
    for _ in 0..<64 {
      guard isListening else { return }
      guard let (socket, origin) = BindAddress.accept(at: listening) else {
        if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { pause() }
        return
      }
      admit(socket, origin)
    }
  }

  /// The system is out of descriptors or memory. The pending connection would make the loop spin, so accepting pauses.
  private func pause() {
    log.warning("the system gives no more connections; nobody is accepted for a moment")
    guard let token else { return }
    loop.change(listening, token, reads: false, writes: false)
    loop.wake(token, at: .now + .milliseconds(100))
  }

  private func admit(_ socket: Int32, _ origin: ConnectionOrigin) {
    switch crowd.admit(origin) {
    case .welcome: break
    case .full: return turnAway(socket, Server.full)
    case .tooMany: return turnAway(socket, Server.tooMany)
    }
    var session: TLSSession?
    if let tls {
      session = TLSSession(tls)
      guard session != nil else {
        crowd.leave(origin)
        close(socket)
        return
      }
    }
    let client = ClientConnection(socket, session, from: origin, server: self)
    clients[ObjectIdentifier(client)] = client
    count.publish(clients.count)
    client.assumeIsolated { $0.begin() }
  }

  /// Sends a short response, if the connection is not TLS, and closes.
  private func turnAway(_ socket: Int32, _ answer: [UInt8]) {
    if tls == nil { _ = answer.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } }
    close(socket)
  }

  /// Returns false when a limit of body memory would be exceeded.
  func holdBody(from before: Int, to now: Int, for claim: BodyClaim) -> Bool {
    bodies.change(from: before, to: now, for: claim)
  }

  func gone(_ client: ClientConnection) {
    guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
    crowd.leave(client.origin)
    count.publish(clients.count)
    guard clients.isEmpty else { return }
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }

  private static let full = refusal(.unavailable)
  private static let tooMany = refusal(.tooManyRequests)

  private static func refusal(_ status: Status) -> [UInt8] {
    let head = "HTTP/1.1 \(status.code) \(status.phrase)\r\n"
    return Array("\(head)content-length: 0\r\nretry-after: 1\r\nconnection: close\r\n\r\n".utf8)
  }
}
