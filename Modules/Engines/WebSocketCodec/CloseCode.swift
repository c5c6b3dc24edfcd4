/// The close code of a WebSocket (RFC 6455, 7.4, and the IANA registry).
public struct CloseCode: Sendable, Hashable {
  public let number: UInt16

  public init(_ number: UInt16) { self.number = number }

  public static let normal = CloseCode(1000)
  public static let goingAway = CloseCode(1001)
  public static let protocolError = CloseCode(1002)
  public static let unsupported = CloseCode(1003)
  /// The peer sent no code. Never sent.
  public static let none = CloseCode(1005)
  /// The connection broke without a close frame. Never sent.
  public static let abnormal = CloseCode(1006)
  public static let invalidText = CloseCode(1007)
  public static let policy = CloseCode(1008)
  public static let tooBig = CloseCode(1009)
  public static let failed = CloseCode(1011)
  public static let tryAgainLater = CloseCode(1013)

  /// Whether the code may be sent in a close frame.
  var isSendable: Bool {
    switch number {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// A fault of the peer, with the close code to send.
public struct SocketFailure: Error, Sendable, Hashable {
  public let code: CloseCode
  public let reason: String

  public init(_ code: CloseCode, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Returns a violation of the protocol (1002).
  public static func broken(_ reason: String) -> SocketFailure { SocketFailure(.protocolError, reason) }
}
