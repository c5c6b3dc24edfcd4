internal import Platform
internal import WebSocketCodec

/// The client's handshake request, and the check of the server's response (RFC 6455, 4.1).
struct SocketGreeting: Sendable {
  static let longestHead = 16_384

  let bytes: [UInt8]
  private let accept: String

  /// `path` includes the query; `authority` is the host and port.
  init(_ path: String, at authority: String, nonce: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }) {
    let key = Data(nonce).base64EncodedString()
    let lines = [
      "GET \(path) HTTP/1.1", "Host: \(authority)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "User-Agent: troupe",
    ]
    bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    accept = WebSocketHandshake.accept(key)
  }

  /// Returns the length of a valid response; nil while it is incomplete.
  func judge(_ answer: [UInt8]) throws(SocketFailure) -> Int? {
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard answer.count <= SocketGreeting.longestHead else { throw .broken("the answer's head has no end") }
      return nil
    }
    guard end.upperBound <= SocketGreeting.longestHead,
      let head = String(validating: answer[..<end.lowerBound], as: UTF8.self)
    else { throw .broken("the answer's head cannot be read") }
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let status = lines.popFirst() ?? ""
    guard status.hasPrefix("HTTP/1.1 101"), status.utf8.count == 12 || status.utf8.dropFirst(12).first == 0x20 else {
      throw .broken("the server opens no WebSocket: \(status.prefix(60))")
    }
    let fields = lines.map(SocketGreeting.field)
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    guard all("upgrade").map({ $0.lowercased() }) == ["websocket"],
      all("connection").contains(where: { value in
        value.lowercased().split(separator: ",").contains { SocketGreeting.trimmed($0) == "upgrade" }
      })
    else { throw .broken("the server does not say that it opens a WebSocket") }
    guard all("sec-websocket-accept") == [accept] else { throw .broken("the server did not read the key") }
    // Neither was offered.
    guard all("sec-websocket-extensions").isEmpty, all("sec-websocket-protocol").isEmpty else {
      throw .broken("the server speaks in a way that was not offered")
    }
    return end.upperBound
  }

  private static func field(_ line: Substring) -> (name: String, value: String) {
    guard let mark = line.firstIndex(of: ":") else { return ("", "") }
    return (line[..<mark].lowercased(), trimmed(line[line.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
