/// The response of a handler. The server adds the framing: length, transfer coding, date, connection.
public struct Response: Sendable {
  public enum Content: Sendable {
    case bytes([UInt8])
    /// Sent as it is produced. A client that reads slowly slows the stream; one that leaves ends it.
    case chunks(AsyncStream<[UInt8]>)
    case events(AsyncStream<ServerEvent>)
    /// Content of that length in pieces, each asked for when the client has read most of what came before. If `next`
    /// returns nil too early, the connection closes.
    case pieces(length: Int, next: @Sendable () async -> [UInt8]?)
    case webSocket(WebSocketUpgrade)

    /// Whether it may go on for as long as the client stays.
    var isLasting: Bool {
      switch self {
      case .bytes, .pieces: false
      case .chunks, .events, .webSocket: true
      }
    }
  }

  public var status: Status
  public var headers: Headers
  public var content: Content

  public init(_ status: Status, headers: Headers = [:], content: Content = .bytes([])) {
    self.status = status
    self.headers = headers
    self.content = content
  }
}

extension Response {
  public static func text(_ text: String, status: Status = .ok, headers: Headers = [:]) -> Response {
    bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  public static func html(_ text: String, status: Status = .ok, headers: Headers = [:]) -> Response {
    bytes(Array(text.utf8), type: "text/html; charset=utf-8", status: status, headers: headers)
  }

  public static func json(_ bytes: [UInt8], status: Status = .ok, headers: Headers = [:]) -> Response {
    self.bytes(bytes, type: "application/json", status: status, headers: headers)
  }

  public static func bytes(
    _ bytes: [UInt8], type: String, status: Status = .ok, headers: Headers = [:]
  ) -> Response {
    Response(status, headers: ["content-type": type] + headers, content: .bytes(bytes))
  }

  public static func chunks(_ chunks: AsyncStream<[UInt8]>, type: String, headers: Headers = [:]) -> Response {
    Response(.ok, headers: ["content-type": type] + headers, content: .chunks(chunks))
  }

  /// While there are no events, a comment is sent at intervals (`ServerLimits.pulse`).
  public static func events(_ events: AsyncStream<ServerEvent>, headers: Headers = [:]) -> Response {
    Response(
      .ok, headers: ["content-type": "text/event-stream", "cache-control": "no-store"] + headers,
      content: .events(events))
  }

  /// The client's copy is still valid. The headers are those of the full response: `etag`, `cache-control`, `vary`.
  public static func notModified(headers: Headers = [:]) -> Response { Response(.notModified, headers: headers) }

  /// Redirects to `place` with GET: the response to a submitted form.
  public static func seeOther(_ place: String, headers: Headers = [:]) -> Response {
    Response(.seeOther, headers: ["location": place] + headers)
  }

  /// The status and its reason as a line of text.
  public static func refused(_ refusal: RequestRefusal) -> Response {
    .text("\(refusal.status.code) \(refusal.status.phrase): \(refusal.reason).\n", status: refusal.status)
  }

  public mutating func set(_ cookie: SetCookie) { headers.add("set-cookie", cookie.text) }
}
