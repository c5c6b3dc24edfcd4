internal import WebSocketCodec

/// A checked handshake (RFC 6455, 4.2), and the function that runs on the open socket.
public struct WebSocketUpgrade: Sendable {
  public typealias Run = nonisolated(nonsending) @Sendable (WebSocket) async -> Void

  let accept: String
  let subprotocol: String?
  let limits: WebSocketLimits
  let run: Run

  /// Throws for anything but a handshake. Whether the requesting page is allowed is for the handler to decide, by
  /// `origin` and the session: a browser lets every page open a socket to any host.
  init(_ request: Request, subprotocol: String?, limits: WebSocketLimits, run: @escaping Run) throws(RequestRefusal) {
    guard request.method == .get, request.version == .http11, request.body.isEmpty else {
      throw .bad("a WebSocket begins with a GET of HTTP/1.1 without a body")
    }
    guard request.headers.list("connection").contains("upgrade"),
      request.headers.list("upgrade").contains("websocket")
    else { throw RequestRefusal(.upgradeRequired, "a WebSocket is spoken here") }
    guard request.headers.all("sec-websocket-version") == ["13"] else {
      throw RequestRefusal(.upgradeRequired, "version 13 is spoken here")
    }
    let keys = request.headers.all("sec-websocket-key")
    guard let key = keys.first, keys.count == 1, WebSocketUpgrade.isKey(key) else {
      throw .bad("the WebSocket's key is malformed")
    }
    if let subprotocol {
      let offered = request.headers.all("sec-websocket-protocol").flatMap { $0.split(separator: ",") }
      guard offered.contains(where: { Headers.trimmed($0) == subprotocol }) else {
        throw .bad("the subprotocol was not offered")
      }
    }
    accept = WebSocketHandshake.accept(key)
    self.subprotocol = subprotocol
    self.limits = limits
    self.run = run
  }

  /// Sixteen bytes in base64: 22 characters and two of padding.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isBase64 = { (byte: UInt8) in byte.isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") }
    return bytes.count == 24 && bytes.hasSuffix("==") && bytes.prefix(22).allSatisfy(isBase64)
      && "AQgw".utf8.contains(bytes[21])
  }
}

extension Array<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

/// The limits of a WebSocket.
public struct WebSocketLimits: Sendable {
  /// Bytes of one message, over all its fragments.
  public var message: Int
  /// Bytes that may wait for the handler before reading stops.
  public var inbox: Int
  /// The silence after which a ping is sent; after the same time again the peer counts as gone.
  public var pulse: Duration

  public init(message: Int = 1 << 20, inbox: Int = 1 << 18, pulse: Duration = .seconds(30)) {
    self.message = message
    self.inbox = inbox
    self.pulse = pulse
  }
}

extension RequestHead {
  /// The origin of the requesting page (RFC 6454), sent by browsers; nil from other programs.
  public var origin: String? { headers["origin"] }
}

extension Response {
  /// Upgrades to a WebSocket if the request is a valid handshake, else responds with the refusal. The socket closes
  /// when `run` returns, and `run` is cancelled when the socket closes.
  public static func webSocket(
    for request: Request, subprotocol: String? = nil, limits: WebSocketLimits = WebSocketLimits(),
    run: @escaping WebSocketUpgrade.Run
  ) -> Response {
    do {
      let upgrade = try WebSocketUpgrade(request, subprotocol: subprotocol, limits: limits, run: run)
      return Response(.switchingProtocols, content: .webSocket(upgrade))
    } catch {
      var response = Response.refused(error)
      if error.status == .upgradeRequired {
        response.headers["upgrade"] = "websocket"
        response.headers["sec-websocket-version"] = "13"
      }
      return response
    }
  }
}
