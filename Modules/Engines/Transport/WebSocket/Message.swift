/// A message of a WebSocket.
public enum Message: Sendable, Hashable {
  case text(String)
  case binary([UInt8])

  /// The encoded message, for sending to many sockets.
  public var prepared: PreparedMessage { PreparedMessage(bytes: frame.encoded()) }

  var frame: WebSocketFrame {
    switch self {
    case .text(let text): WebSocketFrame(opcode: .text, payload: Array(text.utf8))
    case .binary(let bytes): WebSocketFrame(opcode: .binary, payload: bytes)
    }
  }

  var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// A message encoded once, for sending to many sockets.
public struct PreparedMessage: Sendable, Hashable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// `text` is UTF-8.
  public init(text: [UInt8]) { bytes = WebSocketFrame(opcode: .text, payload: text).encoded() }
}
