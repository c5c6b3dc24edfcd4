/// A request without its body, available when the header fields have been read.
public struct RequestHead: Sendable, Hashable {
  public let method: Method
  public let target: Target
  public let version: Version
  public let headers: Headers
  /// The host and port that the client addressed; empty only in HTTP/1.0.
  public let authority: String

  let framing: Framing
  let closes: Bool
  let awaitsContinue: Bool

  public enum Version: Sendable, Hashable {
    case http10, http11
  }

  /// Whether a body follows, perhaps an empty one.
  public var hasBody: Bool { framing != .none }

  /// The length of the body that the client announces; nil without one, and for chunks.
  public var announcedLength: Int? { if case .length(let length) = framing { length } else { nil } }

  /// The framing that determines the end of the body (RFC 9112, 6.3).
  enum Framing: Sendable, Hashable {
    case none, length(Int), chunked
  }
}

extension RequestHead {
  /// Returns whether the client's cached copy carries this tag (RFC 9110, 13.1.2), so that `Response.notModified` is
  /// enough. `etag` is the value of the `etag` field, with quotation marks.
  public func has(etag: String) -> Bool {
    let strong = { (tag: Substring) in tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
    let tags = headers.all("if-none-match").flatMap { $0.split(separator: ",") }.map(Headers.trimmed)
    return tags.contains { $0 == "*" || strong($0) == strong(etag[...]) }
  }

  /// The last event that a reconnecting client of an event stream received.
  public var lastEventID: String? { headers["last-event-id"] }
}

/// The other end of a connection.
public struct Peer: Sendable, Hashable {
  public let address: String
  public let port: UInt16
  /// Whether the connection is encrypted.
  public let isSecure: Bool

  public init(address: String, port: UInt16 = 0, isSecure: Bool) {
    self.address = address
    self.port = port
    self.isSecure = isSecure
  }
}

/// A complete request, as a handler receives it.
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

  /// As `RequestHead.has(etag:)`.
  public func has(etag: String) -> Bool { head.has(etag: etag) }

  public subscript<Value>(dynamicMember member: KeyPath<RequestHead, Value>) -> Value { head[keyPath: member] }
}
