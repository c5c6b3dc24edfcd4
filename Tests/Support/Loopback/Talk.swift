internal import Glibc

/// The connection to one client of a `Listener`, over a blocking socket.
public final class Talk {
  private let socket: Int32
  private var buffered: [UInt8] = []

  init(_ socket: Int32) {
    self.socket = socket
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Returns false when the client is gone.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  /// Reads a line without its end; returns nil when the client is gone.
  public func line() -> String? {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        let line = buffered[..<end]
        buffered.removeFirst(end + 1)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  public func bytes(_ count: Int) -> [UInt8]? {
    while buffered.count < count { guard fill() else { return nil } }
    defer { buffered.removeFirst(count) }
    return Array(buffered[..<count])
  }

  /// Returns when the client has gone.
  public func untilGone() { while fill() { buffered = [] } }

  /// Reads the lines of a request's head, and its body by its length; returns nil when the client is gone.
  public func request() -> (head: [String], body: [UInt8])? {
    var head: [String] = []
    while let line = line() {
      guard line.isEmpty else {
        head.append(line)
        continue
      }
      let length = head.first { $0.lowercased().hasPrefix("content-length:") }
      let count = length.flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
      return bytes(count).map { (head, $0) }
    }
    return nil
  }

  public func answer(_ body: [UInt8], status: String = "200 OK", headers: [String] = []) {
    let lines = ["HTTP/1.1 \(status)", "content-length: \(body.count)"] + headers
    send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  private func fill() -> Bool {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &room, room.count, 0)
    guard count > 0 else { return false }
    buffered += room[..<count]
    return true
  }
}
