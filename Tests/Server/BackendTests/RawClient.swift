import Glibc
import Kernel
import Loopback

/// A client that sends exactly what a test says, over a blocking socket. Nothing waits longer than two minutes.
final class RawClient {
  private let socket: Int32

  init(_ port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failed("no socket: \(errno)") }
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [socket] in
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failed("connect: \(errno)") }
  }

  deinit { close(socket) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends until all is sent or the server has closed the connection.
  func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      start += count
    }
  }

  /// Waits until one of the clients has something to read, and returns it.
  static func first(of clients: [RawClient]) -> RawClient? {
    var waiting = clients.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), 120_000) > 0 else { return nil }
    return waiting.firstIndex { $0.revents != 0 }.map { clients[$0] }
  }

  /// Reads the head of the next response and what follows it in the same piece; empty when the connection has ended.
  func response() -> String {
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while !String(decoding: text, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(socket, &room, room.count, 0)
      guard count > 0 else { break }
      text += room[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads until what was read contains the text. Throws when the connection ends before.
  @discardableResult
  func read(until text: String) throws -> String {
    var read: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while !String(decoding: read, as: UTF8.self).contains(text) {
      let count = recv(socket, &room, room.count, 0)
      guard count > 0 else { throw Failed("the connection ended after: \(String(decoding: read, as: UTF8.self))") }
      read += room[..<count]
    }
    return String(decoding: read, as: UTF8.self)
  }

  /// Reads until the server closes the connection.
  func readToEnd() -> String {
    var read: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &room, room.count, 0)
      guard count > 0 else { return String(decoding: read, as: UTF8.self) }
      read += room[..<count]
    }
  }

  /// Opens a socket of Realtime with a project key, and joins a channel as a person. Returns when changes are received.
  func join(_ topic: String, key: String, token: String) throws {
    let head = [
      "GET /realtime/v1/websocket?vsn=1.0.0&apikey=\(key) HTTP/1.1", "Host: a", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", "",
    ]
    send(head.joined(separator: "\r\n"))
    try read(until: "101 Switching")
    let changes = #"[{"event":"*","schema":"public","table":"todos"}]"#
    sendFrame(
      #"{"topic":"realtime:\#(topic)","event":"phx_join","ref":"1","join_ref":"1","payload":{"access_token":"\#(token)","#
        + #""config":{"postgres_changes":\#(changes)}}}"#)
  }

  /// Sends one text frame, masked with zeros.
  func sendFrame(_ text: String) {
    let bytes = Array(text.utf8)
    send([0x81, 0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF), 0, 0, 0, 0] + bytes)
  }

  /// The status of the next response; nil when the connection has ended.
  func status() -> Int? { response().split(separator: " ").dropFirst().first.flatMap { Int($0) } }
}

/// A client that another task may close.
final class HeldClient: @unchecked Sendable {
  let client: RawClient

  init(_ client: RawClient) { self.client = client }
}

/// Runs `body`, which blocks, on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    onNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
