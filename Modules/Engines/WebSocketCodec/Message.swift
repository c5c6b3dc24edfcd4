/// A message of a WebSocket.
public enum Message: Sendable, Hashable {
  case text(String)
  case binary([UInt8])

  /// The message as one frame.
  public var frame: WebSocketFrame {
    switch self {
    case .text(let text): WebSocketFrame(opcode: .text, payload: Array(text.utf8))
    case .binary(let bytes): WebSocketFrame(opcode: .binary, payload: bytes)
    }
  }

  /// The size of the content in bytes.
  public var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
