/// One WebSocket frame (RFC 6455, 5.2), and its encoding.
struct WebSocketFrame: Sendable, Hashable {
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  var opcode: Opcode
  var isFinal = true
  var payload: [UInt8]

  /// Encodes the frame, its length in the shortest form. Clients mask, servers must not.
  func encoded(mask: [UInt8]? = nil) -> [UInt8] {
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
    bytes.append(contentsOf: mask)
    let start = bytes.count
    bytes.append(contentsOf: payload)
    WebSocketFrame.unmask(&bytes, from: start, with: mask)
    return bytes
  }

  static func unmask(_ bytes: inout [UInt8], from start: Int, with mask: [UInt8]) {
    for index in start..<bytes.count { bytes[index] ^= mask[(index - start) & 3] }
  }
}
