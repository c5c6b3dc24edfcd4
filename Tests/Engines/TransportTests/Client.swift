import Foundation
import Glibc
import WebSocketCodec

@testable import Transport

/// A client that sends exactly what a test specifies, valid or not, over a blocking socket. Nothing waits longer than
/// `patience`: a silent server fails the test.
final class Client {
  struct Failed: Error { let what: String }

  /// In seconds. Long, because a suspended handler resumes on the global pool, where it may queue behind the tests of a
  /// whole run.
  static let patience = 120

  let socket: Int32
  private var buffered: [UInt8] = []

  init(_ port: UInt16, at host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    // Closed in every program that another test starts meanwhile: a socket inherited by one stays open after the client
    // has closed it, and the server does not notice.
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failed(what: "no socket: \(errno)") }
    var patience = timeval(tv_sec: Client.patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { throw Failed(what: "no address: \(host)") }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [socket] in
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failed(what: "connect: \(errno)") }
  }

  deinit { close(socket) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) { _ = trySend(bytes) }

  /// False when the server has disconnected, or reads nothing until the timeout.
  func trySend(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        $0.baseAddress.map { Glibc.send(socket, $0 + start, bytes.count - start, Int32(MSG_NOSIGNAL)) } ?? -1
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Resets the connection on closing, as a crashed program does: data in flight is discarded.
  func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
  }

  private func fill() throws -> Bool {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &room, room.count, 0)
    if count < 0 {
      guard errno == ECONNRESET else { throw Failed(what: "nothing came: \(errno), have \(buffered.text)") }
      return false
    }
    buffered += room[..<count]
    return count > 0
  }

  /// Reads and discards data until nothing arrives for 300 ms.
  func drain() {
    var room = [UInt8](repeating: 0, count: 65_536)
    var waited = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&waited, 1, 300) > 0, recv(socket, &room, room.count, 0) > 0 {}
  }

  func read(_ count: Int) throws -> [UInt8] {
    while buffered.count < count {
      guard try fill() else { throw Failed(what: "the end came after \(buffered.text)") }
    }
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  func read(until mark: String) throws -> String {
    let mark = Array(mark.utf8)
    var searched = 0
    while true {
      if let index = (searched..<max(searched, buffered.count - mark.count + 1)).first(where: {
        buffered[$0] == mark[0] && buffered[$0..<($0 + mark.count)].elementsEqual(mark)
      }) {
        return try read(index + mark.count).text
      }
      searched = max(0, buffered.count - mark.count + 1)
      guard try fill() else { throw Failed(what: "the end came after \(buffered.text)") }
    }
  }

  /// Everything until the server closes the connection.
  func readToEnd() throws -> String {
    while try fill() {}
    defer { buffered = [] }
    return buffered.text
  }

  struct Answer {
    var status: Int
    var fields: [String: String]
    var body: String
  }

  func answer(isHead: Bool = false) throws -> Answer {
    let lines = try read(until: "\r\n\r\n").components(separatedBy: "\r\n").dropLast(2)
    guard let first = lines.first, let status = Int(first.split(separator: " ").dropFirst().first ?? "") else {
      throw Failed(what: "no status line")
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    var answer = Answer(status: status, fields: fields, body: "")
    if isHead || status < 200 || status == 204 || status == 304 { return answer }
    if let length = fields["content-length"].flatMap({ Int($0) }) {
      answer.body = try read(length).text
    } else if fields["transfer-encoding"] == "chunked" {
      while let chunk = try chunk() { answer.body += chunk }
    } else {
      answer.body = try readToEnd()
    }
    return answer
  }

  /// The next chunk; nil for the last.
  func chunk() throws -> String? {
    let line = try read(until: "\r\n").dropLast(1)
    guard let size = Int(line, radix: 16) else { throw Failed(what: "no chunk size: \(line)") }
    let content = try read(size).text
    guard try read(2).text == "\r\n" else { throw Failed(what: "no end of the chunk") }
    return size == 0 ? nil : content
  }

  func get(_ path: String, fields: String = "") throws -> Answer {
    send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
    return try answer()
  }

  // MARK: WebSocket

  static let handshake =
    "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  func openSocket(_ path: String = "/socket") throws {
    let answer = try get(path, fields: Client.handshake)
    guard answer.status == 101, answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" else {
      throw Failed(what: "no handshake: \(answer)")
    }
  }

  func send(_ frame: WebSocketFrame) { send(frame.encoded(mask: [1, 2, 3, 4])) }

  /// The next frame as the server sent it. Read without the codec on purpose, as a second opinion on what it writes.
  func frame() throws -> WebSocketFrame {
    let head = try read(2)
    var length = Int(head[1] & 0x7F)
    if length >= 126 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    guard let opcode = WebSocketFrame.Opcode(rawValue: head[0] & 15), head[1] < 128 else {
      throw Failed(what: "a bad frame")
    }
    return WebSocketFrame(opcode: opcode, isFinal: head[0] >= 128, payload: try read(length))
  }

  /// The code of the next close frame; other frames before it are skipped.
  func closeCode() throws -> Int {
    while true {
      let frame = try frame()
      if frame.opcode == .close { return Int(frame.payload[0]) << 8 | Int(frame.payload[1]) }
    }
  }
}
