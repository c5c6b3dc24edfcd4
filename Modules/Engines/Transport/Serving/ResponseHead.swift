/// Encodes the head of a response, with the framing of its content.
struct ResponseHead {
  enum Framing {
    case none, length(Int), chunked
    /// Until the connection closes, for HTTP/1.0.
    case closing
    /// Another protocol follows.
    case upgrade
  }

  private let response: Response
  private let framing: Framing
  private let closes: Bool
  private let date: [UInt8]

  init(_ response: Response, framing: Framing, closes: Bool, date: [UInt8]) {
    self.response = response
    self.framing = framing
    self.closes = closes
    self.date = date
  }

  /// Fields that only the server writes: conflicting framing would break the connection.
  private static func isOwn(_ name: String) -> Bool {
    switch name {
    case "content-length", "transfer-encoding", "connection", "date", "keep-alive": true
    default: false
    }
  }

  /// Returns false when a name or a value would be read as something else.
  static func isWritable(_ headers: Headers) -> Bool { headers.fields.allSatisfy(Headers.isWritable) }

  func bytes(reserving room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + room)
    if response.status == .ok {
      bytes.append(contentsOf: ResponseHead.okLine)
    } else {
      bytes.append(contentsOf: "HTTP/1.1 \(response.status.code) \(response.status.phrase)\r\n".utf8)
    }
    bytes.append(contentsOf: date)
    for field in response.headers.fields where !ResponseHead.isOwn(field.name) {
      bytes.append(contentsOf: field.name.utf8)
      bytes.append(contentsOf: ResponseHead.colon)
      bytes.append(contentsOf: field.value.utf8)
      bytes.append(contentsOf: ResponseHead.lineEnd)
    }
    switch framing {
    case .none, .closing: break
    case .upgrade: bytes.append(contentsOf: ResponseHead.upgrade)
    case .length(let length):
      bytes.append(contentsOf: ResponseHead.length)
      ResponseHead.append(length, to: &bytes)
      bytes.append(contentsOf: ResponseHead.lineEnd)
    case .chunked: bytes.append(contentsOf: ResponseHead.chunked)
    }
    if closes { bytes.append(contentsOf: ResponseHead.close) }
    bytes.append(contentsOf: ResponseHead.lineEnd)
    return bytes
  }

  static func chunk(_ content: [UInt8]) -> [UInt8] {
    Array(String(content.count, radix: 16).utf8) + lineEnd + content + lineEnd
  }

  static let lastChunk = Array("0\r\n\r\n".utf8)
  static let `continue` = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let okLine = Array("HTTP/1.1 200 OK\r\n".utf8)
  private static let colon = Array(": ".utf8)
  private static let lineEnd: [UInt8] = [.carriageReturn, .lineFeed]
  private static let length = Array("content-length: ".utf8)
  private static let chunked = Array("transfer-encoding: chunked\r\n".utf8)
  private static let upgrade = Array("connection: upgrade\r\n".utf8)
  private static let close = Array("connection: close\r\n".utf8)

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(0x30 + number % 10))
  }
}
