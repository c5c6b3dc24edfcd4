/// The opcodes of WebSocket frames (RFC 6455, 5.2).
enum SocketOpcode: UInt8, Sendable {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

  var isControl: Bool { rawValue >= 8 }
}

/// A protocol error, with the close code to send.
struct SocketFlaw: Error, Sendable, Hashable {
  let code: UInt16
  let what: String

  static func broken(_ what: String) -> SocketFlaw { SocketFlaw(code: 1002, what: what) }
}

/// Encodes frames as a client sends them: unfragmented and masked.
enum SocketFrame {
  static func bytes(_ opcode: SocketOpcode, _ payload: [UInt8], mask: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | opcode.rawValue]
    bytes.reserveCapacity(payload.count + 14)
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    bytes += mask
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  /// Encodes with a random mask, so that nobody can predict the bytes on the wire.
  static func bytes(_ opcode: SocketOpcode, _ payload: [UInt8]) -> [UInt8] {
    bytes(opcode, payload, mask: (0..<4).map { _ in UInt8.random(in: 0...255) })
  }

  static func farewell(_ code: UInt16) -> [UInt8] { bytes(.close, [UInt8(code >> 8), UInt8(code & 0xFF)]) }
}
