/// Parses what a server sends over a WebSocket, strictly and within bounds. The result does not depend on how the bytes
/// were split.
struct SocketReader: Sendable {
  enum Said: Sendable, Hashable {
    /// Validated UTF-8.
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong
    case close(UInt16?)
  }

  private struct Head {
    let opcode: SocketOpcode
    let isFinal: Bool
    let length: Int
    let size: Int
  }

  /// The bound on one message, over all its fragments.
  private let most: Int
  private var input: [UInt8] = []
  private var start = 0
  /// The opcode of the message whose fragments are arriving; `gathered` is its payload so far.
  private var opcode: SocketOpcode?
  private var gathered: [UInt8] = []
  private var isOver = false

  init(most: Int = 1 << 20) { self.most = most }

  mutating func take(_ bytes: some Sequence<UInt8>) { if !isOver { input.append(contentsOf: bytes) } }

  /// Returns the next message or control frame; nil until more bytes arrive, and always after a close or an error.
  mutating func next() throws(SocketFlaw) -> Said? {
    do throws(SocketFlaw) {
      return try advance()
    } catch {
      (isOver, input, start) = (true, [], 0)
      throw error
    }
  }

  private mutating func advance() throws(SocketFlaw) -> Said? {
    while !isOver, let head = try head() {
      try judge(head)
      guard input.count - start >= head.size + head.length else { break }
      let from = start + head.size
      let payload = Array(input[from..<from + head.length])
      start = from + head.length
      if let said = try say(head, payload) { return said }
    }
    if start > 0 {
      input.removeSubrange(..<start)
      start = 0
    }
    return nil
  }

  private func head() throws(SocketFlaw) -> Head? {
    let count = input.count - start
    guard count >= 1 else { return nil }
    let first = input[start]
    guard first & 0x70 == 0 else { throw .broken("a reserved bit is set") }
    guard let opcode = SocketOpcode(rawValue: first & 0x0F) else { throw .broken("the opcode is reserved") }
    guard first & 0x80 != 0 || !opcode.isControl else { throw .broken("a control frame is in fragments") }
    guard count >= 2 else { return nil }
    let second = input[start + 1]
    guard second & 0x80 == 0 else { throw .broken("a server's frame is masked") }
    let places = second == 126 ? 2 : second == 127 ? 8 : 0
    guard places == 0 || !opcode.isControl else { throw .broken("a control frame is too long") }
    guard count >= 2 + places else { return nil }
    var length = UInt64(second)
    if places > 0 {
      length = input[start + 2..<start + 2 + places].reduce(0) { $0 << 8 | UInt64($1) }
      guard length > (places == 2 ? 125 : 65_535) else { throw .broken("a length is not in its shortest form") }
    }
    // Checked as UInt64, before a conversion that might overflow.
    guard length <= UInt64(most) else { throw SocketFlaw(code: 1009, what: "a message is longer than \(most) bytes") }
    return Head(opcode: opcode, isFinal: first & 0x80 != 0, length: Int(length), size: 2 + places)
  }

  /// Checks what depends on earlier frames: order and total size.
  private func judge(_ head: Head) throws(SocketFlaw) {
    guard !head.opcode.isControl else { return }
    guard (head.opcode == .continuation) == (opcode != nil) else {
      throw .broken(opcode == nil ? "nothing is continued here" : "a message is not finished")
    }
    guard head.length <= most - gathered.count else {
      throw SocketFlaw(code: 1009, what: "a message is longer than \(most) bytes")
    }
  }

  private mutating func say(_ head: Head, _ payload: [UInt8]) throws(SocketFlaw) -> Said? {
    switch head.opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong
    case .close:
      (isOver, input, start) = (true, [], 0)
      return .close(try SocketReader.code(payload))
    case .text, .binary:
      guard !head.isFinal else { return try SocketReader.message(head.opcode, payload) }
      (opcode, gathered) = (head.opcode, payload)
      return nil
    case .continuation:
      gathered += payload
      guard head.isFinal, let opcode else { return nil }
      defer { (self.opcode, gathered) = (nil, []) }
      return try SocketReader.message(opcode, gathered)
    }
  }

  private static func message(_ opcode: SocketOpcode, _ bytes: [UInt8]) throws(SocketFlaw) -> Said {
    guard opcode == .text else { return .binary(bytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw SocketFlaw(code: 1007, what: "a text is not UTF-8")
    }
    return .text(bytes)
  }

  private static func code(_ payload: [UInt8]) throws(SocketFlaw) -> UInt16? {
    guard !payload.isEmpty else { return nil }
    guard payload.count >= 2 else { throw .broken("half a close code") }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw .broken("the close code is reserved")
    }
    guard String(validating: payload[2...], as: UTF8.self) != nil else {
      throw SocketFlaw(code: 1007, what: "a farewell is not UTF-8")
    }
    return code
  }
}
