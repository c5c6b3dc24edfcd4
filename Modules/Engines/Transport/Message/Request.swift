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

extension RequestHead {
  /// Whether the client says that it has what carries this tag (RFC 9110, 13.1.2): then `Response.notModified` is enough.
  /// The tag is given as it stands in `etag`, with its quotation marks.
  public func has(etag: String) -> Bool {
    let strong = { (tag: Substring) in tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
    let tags = headers.all("if-none-match").flatMap { $0.split(separator: ",") }.map(Headers.trimmed)
    return tags.contains { $0 == "*" || strong($0) == strong(etag[...]) }
  }

  /// The last event that a client has heard which comes back to its stream.
  public var lastEventID: String? { headers["last-event-id"] }
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

  public init(head: RequestHead, body: [UInt8] = [], peer: Peer) {
    self.head = head
    self.body = body
    self.peer = peer
  }

  /// As in its head.
  public func has(etag: String) -> Bool { head.has(etag: etag) }

  public subscript<Value>(dynamicMember member: KeyPath<RequestHead, Value>) -> Value { head[keyPath: member] }
}
