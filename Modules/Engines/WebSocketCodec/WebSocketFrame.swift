/// One WebSocket frame (RFC 6455, 5.2), and its encoding.
public struct WebSocketFrame: Sendable, Hashable {
  public enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    public var isControl: Bool { rawValue >= 8 }
  }

  public var opcode: Opcode
  public var isFinal: Bool
  public var payload: [UInt8]

  public init(opcode: Opcode, isFinal: Bool = true, payload: [UInt8]) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.payload = payload
  }

  /// Returns a close frame. The reason is truncated to what a control frame holds, at a character boundary.
  public static func close(_ code: CloseCode, reason: String = "") -> WebSocketFrame {
    var reason = Substring(reason)
    while reason.utf8.count > 123 { reason.removeLast() }
    return WebSocketFrame(
      opcode: .close, payload: [UInt8(code.number >> 8), UInt8(code.number & 0xFF)] + Array(reason.utf8))
  }

  /// Encodes the frame as that end sends it. A client's mask is random, so that nobody can predict the bytes on the
  /// wire.
  public func encoded(as role: WebSocketRole) -> [UInt8] {
    encoded(mask: role == .client ? (0..<4).map { _ in UInt8.random(in: 0...255) } : nil)
  }

  /// Encodes the frame, its length in the shortest form. `mask` has four bytes, or is nil for a server.
  public func encoded(mask: [UInt8]?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 14)
    bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(masked | UInt8(payload.count))
    case ..<65_536:
      bytes.append(masked | 126)
      bytes.append(contentsOf: [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
    default:
      bytes.append(masked | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    guard let mask else { return bytes + payload }
    precondition(mask.count == 4, "a mask has four bytes")
    bytes.append(contentsOf: mask)
    let start = bytes.count
    bytes.append(contentsOf: payload)
    for index in start..<bytes.count { bytes[index] ^= mask[(index - start) & 3] }
    return bytes
  }
}
