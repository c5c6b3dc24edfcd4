public import Kernel
public import WebSocketCodec

/// An open WebSocket. It runs on the same loop as its connection, so calls between them do not suspend.
public actor WebSocket {
  nonisolated let loop: EventLoop
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  nonisolated let limits: WebSocketLimits

  let connection: ClientConnection
  private var reader: MessageReader
  private var inbox: [Message] = []
  private var taken = 0
  private var inboxBytes = 0
  /// Numbered, since the cancellation of one wait may arrive when the next has begun.
  private var listener: (wait: Int, continuation: CheckedContinuation<Message?, Never>)?
  private var waits = 0
  public private(set) var isOpen = true
  private var awaitsPong = false

  /// The close code of the peer; nil while it has sent none.
  public private(set) var farewell: CloseCode?

  init(on connection: ClientConnection, limits: WebSocketLimits) {
    loop = connection.loop
    self.connection = connection
    self.limits = limits
    reader = MessageReader(.server, limit: limits.message)
  }

  // MARK: Messages

  /// The messages from the peer, until either end closes. For one reader.
  public nonisolated var messages: Messages { Messages(socket: self) }

  /// Sends a message; suspends the sender while the peer reads too slowly.
  public func send(_ message: Message) async throws(Problem) { try await send(message.prepared) }

  public func send(_ message: PreparedMessage) async throws(Problem) {
    guard isOpen else { throw WebSocket.closed }
    put(message.bytes)
    await connection.drained(to: connection.limits.highWater)
  }

  func put(_ bytes: [UInt8]) { connection.assumeIsolated { $0.write(bytes) } }

  /// Closes the socket. `messages` ends.
  public func close(_ code: CloseCode = .normal, reason: String = "") { shut(code, reason) }

  private static let closed = Problem(
    "socket-closed", "The other end has left.", safe: "What was sent before may have arrived.",
    remedy: "Wait until it comes back.")

  /// The messages of a socket, in order.
  public struct Messages: AsyncSequence, Sendable {
    let socket: WebSocket

    public func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }

    public struct Iterator: AsyncIteratorProtocol {
      let socket: WebSocket

      public mutating func next() async -> Message? { await socket.next() }

      public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? { await socket.next() }
    }
  }

  func next() async -> Message? {
    if taken < inbox.count { return takeFirst() }
    guard isOpen, !Task.isCancelled else { return nil }
    waits += 1
    let wait = waits
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !isOpen || listener != nil {
          continuation.resume(returning: nil)
        } else if taken < inbox.count {
          continuation.resume(returning: takeFirst())
        } else {
          listener = (wait, continuation)
        }
      }
    } onCancel: {
      loop.run { [weak self] in self?.assumeIsolated { $0.stopListening(wait) } }
    }
  }

  private func takeFirst() -> Message {
    let message = inbox[taken]
    taken += 1
    inboxBytes -= WebSocket.weight(message)
    if taken == inbox.count {
      inbox.removeAll(keepingCapacity: inbox.capacity <= 64)
      taken = 0
    } else if taken > 1024 {
      inbox.removeSubrange(..<taken)
      taken = 0
    }
    pump()
    return message
  }

  private func stopListening(_ wait: Int) { if listener?.wait == wait { hand(nil) } }

  private func hand(_ message: Message?) {
    let waiting = listener
    listener = nil
    waiting?.continuation.resume(returning: message)
  }

  // MARK: Connection callbacks

  /// Whether the inbox is full, so that reading must stop.
  var isFull: Bool { isOpen && inboxBytes > limits.inbox }

  func received(_ bytes: [UInt8]) {
    guard isOpen else { return }
    awaitsPong = false
    reader.append(bytes[...])
    pump()
  }

  /// Parses input as far as the inbox and the output buffer (for pongs) have space.
  func pump() {
    do {
      while isOpen, !isFull, !connection.assumeIsolated({ $0.isCongested }), let received = try reader.next() {
        hear(received)
      }
    } catch {
      shut(error.code, error.reason)
    }
    connection.assumeIsolated { $0.refreshInterest() }
  }

  private func hear(_ received: MessageReader.Received) {
    switch received {
    case .message(let message):
      if listener != nil {
        hand(message)
      } else {
        inbox.append(message)
        inboxBytes += WebSocket.weight(message)
      }
    case .ping(let payload):
      put(WebSocketFrame(opcode: .pong, payload: payload).encoded(as: .server))
    case .pong: break
    case .close(let code, _):
      farewell = code
      shut(code == .none ? .normal : code, "")
    }
  }

  /// Sends a ping; returns false when the previous one was not answered.
  func beat() -> Bool {
    guard isOpen, !awaitsPong else { return !isOpen }
    awaitsPong = true
    put(WebSocketFrame(opcode: .ping, payload: []).encoded(as: .server))
    return true
  }

  /// Called when the connection is gone.
  func ended() {
    guard isOpen else { return }
    isOpen = false
    if farewell == nil { farewell = .abnormal }
    hand(nil)
  }

  /// As `close`, for callers on the loop.
  public func shut(_ code: CloseCode, _ reason: String) {
    guard isOpen else { return }
    isOpen = false
    let farewell = WebSocketFrame.close(code, reason: reason).encoded(as: .server)
    connection.assumeIsolated { connection in
      connection.write(farewell)
      connection.cancel()
      connection.finish()
    }
    hand(nil)
  }

  /// Counts an overhead per message, so that a flood of empty ones fills the inbox too.
  private static func weight(_ message: Message) -> Int { message.count + 64 }
}
