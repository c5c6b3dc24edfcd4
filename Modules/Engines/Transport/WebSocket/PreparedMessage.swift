public import WebSocketCodec

/// A message encoded once, for sending to many sockets.
public struct PreparedMessage: Sendable, Hashable {
  let bytes: [UInt8]

  public init(_ message: Message) { bytes = message.frame.encoded(as: .server) }

  /// `text` is UTF-8.
  public init(text: [UInt8]) { bytes = WebSocketFrame(opcode: .text, payload: text).encoded(as: .server) }
}

extension Message {
  /// The encoded message, for sending to many sockets.
  public var prepared: PreparedMessage { PreparedMessage(self) }
}
