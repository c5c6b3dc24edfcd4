/// What the two ends of a WebSocket say to each other.
public enum Message: Sendable, Hashable {
  case text(String)
  case binary([UInt8])

  /// In the form in which it goes out, made once for however many sockets.
  public var prepared: PreparedMessage { PreparedMessage(bytes: frame.encoded()) }

  var frame: Frame {
    switch self {
    case .text(let text): Frame(opcode: .text, payload: Array(text.utf8))
    case .binary(let bytes): Frame(opcode: .binary, payload: bytes)
    }
  }

  var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// A message that is sent to many sockets, encoded once.
public struct PreparedMessage: Sendable, Hashable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// A text that is there as UTF-8 already.
  public init(text: [UInt8]) { bytes = Frame(opcode: .text, payload: text).encoded() }
}
