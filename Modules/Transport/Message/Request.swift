/// A request without its body: what is known when its header fields have come.
public struct RequestHead: Sendable, Hashable {
  public let method: Method
  public let target: Target
  public let version: Version
  public let headers: Headers
  /// The name and port by which the client calls us; empty only in HTTP/1.0.
  public let authority: String

  let framing: Framing
  let closes: Bool
  let awaitsContinue: Bool

  public enum Version: Sendable, Hashable {
    case http10, http11
  }

  /// How the end of the body is known (RFC 9112, 6.3).
  enum Framing: Sendable, Hashable {
    case none, length(Int), chunked
  }
}

/// Who is at the other end of a connection.
public struct Peer: Sendable, Hashable {
  public let address: String
  public let port: UInt16
  /// Whether nobody between could read along.
  public let isSecure: Bool

  public init(address: String, port: UInt16 = 0, isSecure: Bool) {
    self.address = address
    self.port = port
    self.isSecure = isSecure
  }
}

/// A whole request, as a handler gets it.
@dynamicMemberLookup
public struct Request: Sendable, Hashable {
  public let head: RequestHead
  public let body: [UInt8]
  public let peer: Peer

  public subscript<Value>(dynamicMember member: KeyPath<RequestHead, Value>) -> Value { head[keyPath: member] }
}
