/// Parses the messages that arrive at one end of a WebSocket, strictly (RFC 6455). A plain value; the result does not
/// depend on how the bytes were split.
public struct MessageReader: Sendable {
  public enum Received: Sendable, Hashable {
    case message(Message)
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode, reason: String)
  }

  private let role: WebSocketRole
  private let limit: Int
  private var input: [UInt8] = []
  private var start = 0
  private var head: FrameHead?
  private var payload: [UInt8] = []
  /// The opcode of the message whose fragments are arriving; `gathered` is its payload so far.
  private var opcode: WebSocketFrame.Opcode?
  private var gathered: [UInt8] = []
  private var text = UTF8Check()
  /// Whether a close or a failure has ended the socket.
  private var isOver = false

  /// `role` is the end that reads: a server requires masks, a client refuses them. `limit` bounds a message in bytes,
  /// over all its fragments.
  public init(_ role: WebSocketRole, limit: Int) {
    self.role = role
    self.limit = limit
  }

  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isOver else { return }
    input.append(contentsOf: bytes)
  }

  /// Returns the next message or control frame; nil until more bytes arrive, and always after a close or a failure.
  public mutating func next() throws(SocketFailure) -> Received? {
    do {
      return try advance()
    } catch {
      stop()
      throw error
    }
  }

  private mutating func stop() { (isOver, input, start) = (true, [], 0) }

  private mutating func advance() throws(SocketFailure) -> Received? {
    while !isOver {
      if head == nil {
        guard let (read, size) = try FrameHead.read(input[start...], at: role) else { break }
        try check(read)
        start += size
        head = read
      }
      guard let head, try takePayload(of: head) else { break }
      self.head = nil
      if let received = try end(head) {
        // The reader of the message may not look for another one for long.
        if start == input.count { compact() }
        return received
      }
    }
    compact()
    return nil
  }

  /// Checks what depends on earlier frames: order and total size.
  private func check(_ head: FrameHead) throws(SocketFailure) {
    guard !head.opcode.isControl else { return }
    guard (head.opcode == .continuation) == (opcode != nil) else {
      throw .broken(opcode == nil ? "nothing is continued here" : "a message is not finished")
    }
    guard head.length <= limit - gathered.count else {
      throw SocketFailure(.tooBig, "the message is longer than \(limit) bytes")
    }
  }

  /// Returns true when the payload of the frame is complete.
  private mutating func takePayload(of head: FrameHead) throws(SocketFailure) -> Bool {
    let part = input[start..<(start + min(head.length - payload.count, input.count - start))]
    let from = payload.count
    payload.append(contentsOf: part)
    start += part.count
    if let mask = head.mask {
      for index in from..<payload.count { payload[index] ^= mask[index & 3] }
    }
    let isText = head.opcode == .text || head.opcode == .continuation && opcode == .text
    guard !isText || text.accepts(payload[from...]) else {
      throw SocketFailure(.invalidText, "the text is not UTF-8")
    }
    return payload.count == head.length
  }

  private mutating func end(_ head: FrameHead) throws(SocketFailure) -> Received? {
    defer { payload = [] }
    switch head.opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong(payload)
    case .close:
      stop()
      return try MessageReader.close(payload)
    case .text, .binary:
      guard !head.isFinal else { return try message(head.opcode, payload) }
      opcode = head.opcode
      gathered = payload
    case .continuation:
      gathered += payload
      guard head.isFinal, let opcode else { return nil }
      defer { (self.opcode, gathered) = (nil, []) }
      return try message(opcode, gathered)
    }
    return nil
  }

  private mutating func message(_ opcode: WebSocketFrame.Opcode, _ bytes: [UInt8]) throws(SocketFailure) -> Received {
    guard opcode == .text else { return .message(.binary(bytes)) }
    defer { text = UTF8Check() }
    guard text.isWhole else { throw SocketFailure(.invalidText, "the text ends within a character") }
    return .message(.text(String(decoding: bytes, as: UTF8.self)))
  }

  private static func close(_ payload: [UInt8]) throws(SocketFailure) -> Received {
    guard !payload.isEmpty else { return .close(.none, reason: "") }
    guard payload.count >= 2 else { throw .broken("half a close code") }
    let code = CloseCode(UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.isSendable else { throw .broken("the close code is reserved") }
    guard let reason = String(validating: payload[2...], as: UTF8.self) else {
      throw SocketFailure(.invalidText, "the close reason is not UTF-8")
    }
    return .close(code, reason: reason)
  }

  private mutating func compact() {
    if start == input.count {
      input.removeAll(keepingCapacity: input.capacity <= 4096)
      start = 0
    } else if start > 65_536 {
      input.removeSubrange(..<start)
      start = 0
    }
  }
}
