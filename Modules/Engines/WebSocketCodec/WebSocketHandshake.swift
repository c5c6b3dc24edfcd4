internal import Platform
internal import Signing

/// The values of a WebSocket handshake (RFC 6455, 1.3).
public enum WebSocketHandshake {
  /// Returns the `Sec-WebSocket-Accept` value for a client's key, which shows that the server speaks the protocol. It is
  /// not a secret.
  public static func accept(_ key: String) -> String {
    Data(SHA1.hash(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }
}
