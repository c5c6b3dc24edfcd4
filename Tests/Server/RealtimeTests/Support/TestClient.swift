import Foundation
import Glibc
import JSON
import WebSocketCodec

/// A channel client over a blocking socket that sends exactly what a test specifies. No read or write waits longer
/// than 60 seconds.
final class TestClient {
  struct Failed: Error { let what: String }

  let socket: Int32
  private var buffered: [UInt8] = []
  private var refs = 0
  /// Messages that arrived while another one was awaited.
  private(set) var kept: [JSON] = []

  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failed(what: "no socket: \(errno)") }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [socket] in
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failed(what: "connect: \(errno)") }
  }

  deinit { close(socket) }

  // MARK: Bytes

  func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        $0.baseAddress.map { Glibc.send(socket, $0 + start, bytes.count - start, Int32(MSG_NOSIGNAL)) } ?? -1
      }
      guard count > 0 else { return }
      start += count
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    while buffered.count < count {
      var room = [UInt8](repeating: 0, count: 65_536)
      let got = recv(socket, &room, room.count, 0)
      guard got > 0 else { throw Failed(what: "the end came (\(got), \(errno))") }
      buffered += room[..<got]
    }
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  /// Whether anything arrives within that time; for messages that must not arrive, after one that must.
  func hasMore(within milliseconds: Int32 = 0) -> Bool {
    var waited = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return !buffered.isEmpty || !kept.isEmpty || poll(&waited, 1, milliseconds) > 0
  }

  // MARK: HTTP

  struct Answer {
    let status: Int
    let body: String
  }

  func ask(_ method: String, _ path: String, fields: String = "", body: String = "") throws -> Answer {
    send(
      Array("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)content-length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    return try answer()
  }

  private func answer() throws -> Answer {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try read(1) }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    let length = lines.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) }
    return Answer(status: status, body: String(decoding: try read(status == 101 ? 0 : length ?? 0), as: UTF8.self))
  }

  static let handshake =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  func open(_ key: String = "anon", version: String = "1.0.0") throws {
    let path = "/websocket?apikey=\(key)&vsn=\(version)"
    send(Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\(TestClient.handshake)\r\n".utf8))
    let answer = try answer()
    guard answer.status == 101 else { throw Failed(what: "\(answer)") }
  }

  // MARK: Frames

  func say(_ text: String) {
    send(WebSocketFrame(opcode: .text, payload: Array(text.utf8)).encoded(mask: [1, 2, 3, 4]))
  }
  func say(binary bytes: [UInt8]) { send(WebSocketFrame(opcode: .binary, payload: bytes).encoded(mask: [1, 2, 3, 4])) }

  /// Sends a message with a ref of its own, and returns the ref.
  @discardableResult
  func push(_ topic: String, _ event: String, _ payload: JSON = [:]) throws -> String {
    refs += 1
    let ref = String(refs)
    say(
      try JSON.text(
        ["topic": .string(topic), "event": .string(event), "payload": payload, "ref": .string(ref)] as JSON))
    return ref
  }

  /// The next frame as the server sent it. Read without the codec on purpose, as a second opinion on what it writes.
  func frame() throws -> WebSocketFrame {
    let head = try read(2)
    var length = Int(head[1] & 0x7F)
    if length >= 126 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    guard let opcode = WebSocketFrame.Opcode(rawValue: head[0] & 15) else { throw Failed(what: "a bad frame") }
    return WebSocketFrame(opcode: opcode, isFinal: head[0] >= 128, payload: try read(length))
  }

  /// The next text frame as the server sent it.
  func text() throws -> String {
    let frame = try frame()
    guard frame.opcode == .text else {
      let code = frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      throw Failed(what: "closed with \(code): \(String(decoding: frame.payload.dropFirst(2), as: UTF8.self))")
    }
    return String(decoding: frame.payload, as: UTF8.self)
  }

  func next() throws -> JSON { kept.isEmpty ? try JSON(text: text()) : kept.removeFirst() }

  /// The next message of that event; earlier ones are kept.
  func next(_ event: String) throws -> JSON {
    if let index = kept.firstIndex(where: { $0["event"]?.string == event }) { return kept.remove(at: index) }
    while true {
      let heard = try JSON(text: text())
      if heard["event"]?.string == event { return heard }
      kept.append(heard)
    }
  }

  func reply(to ref: String) throws -> JSON {
    while true {
      let heard = try next("phx_reply")
      if heard["ref"]?.string == ref { return heard["payload"] ?? .null }
    }
  }

  /// Joins, and waits for the confirmation.
  @discardableResult
  func join(_ topic: String, _ config: JSON = [:], token: String? = nil) throws -> JSON {
    var payload: [String: JSON] = ["config": config]
    if let token { payload["access_token"] = .string(token) }
    let answer = try reply(to: push(topic, "phx_join", .object(payload)))
    guard answer["status"]?.string == "ok" else { throw Failed(what: "not joined: \(answer)") }
    return answer["response"] ?? .null
  }

  /// Joins with bindings for changes, and waits until they are confirmed.
  @discardableResult
  func listen(_ topic: String, _ bindings: [JSON], token: String? = nil) throws -> [JSON] {
    let response = try join(topic, ["postgres_changes": .array(bindings)], token: token)
    let system = try next("system")
    guard system["payload"]?["status"]?.string == "ok" else { throw Failed(what: "not told: \(system)") }
    return response["postgres_changes"]?.array ?? []
  }

  /// Waits until the server has handled every earlier message; what arrives meanwhile is kept.
  func settle() throws {
    let ref = try push("phoenix", "heartbeat")
    while true {
      let heard = try JSON(text: text())
      if heard["ref"]?.string == ref { return }
      kept.append(heard)
    }
  }

  func closeCode() throws -> Int {
    while true {
      let frame = try frame()
      if frame.opcode == .close { return frame.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
    }
  }
}
