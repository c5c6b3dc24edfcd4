/// The end of a WebSocket that a program is. A client masks what it sends, a server does not (RFC 6455, 5.1).
public enum WebSocketRole: Sendable, Hashable {
  case client
  case server
}
