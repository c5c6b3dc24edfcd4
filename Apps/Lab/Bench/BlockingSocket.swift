internal import Glibc
internal import Kernel

/// A blocking WebSocket client for benchmarks; use it on a thread of its own.
final class BlockingSocket {
  let file: Int32
  private var input: [UInt8] = []

  /// Connects. `fields` are added to the headers of the handshake.
  init(at port: UInt16, _ path: String, _ fields: [(String, String)] = []) throws(Problem) {
    guard let file = SystemTool.connected(to: port) else { throw BlockingSocket.failed("nobody listens") }
    self.file = file
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let handshake = [
      ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ]
    try send(RequestEncoding.request("GET", path, at: port, fields + handshake))
    while true {
      if let end = input.firstRange(of: Array("\r\n\r\n".utf8)) {
        guard input.starts(with: Array("HTTP/1.1 101".utf8)) else { throw BlockingSocket.failed("it was refused") }
        input.removeFirst(end.upperBound)
        return
      }
      try fill()
    }
  }

  deinit { close(file) }

  /// Sends a text frame. Its mask is zero, which leaves the payload as it is.
  func say(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    let length: [UInt8] =
      bytes.count < 126
      ? [UInt8(bytes.count) | 0x80] : [126 | 0x80, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    try send([0x81 as UInt8] + length + [0, 0, 0, 0] + bytes)
  }

  /// Waits for the next text message.
  func next() throws(Problem) -> String {
    while true {
      if let text = takeText() { return text }
      try fill()
    }
  }

  /// Reads once and returns all complete text messages.
  func take() throws(Problem) -> [String] {
    try fill()
    var texts: [String] = []
    while let text = takeText() { texts.append(text) }
    return texts
  }

  private func takeText() -> String? {
    guard input.count >= 2 else { return nil }
    var (length, start) = (Int(input[1] & 0x7F), 2)
    if length == 126 {
      guard input.count >= 4 else { return nil }
      (length, start) = (Int(input[2]) << 8 | Int(input[3]), 4)
    } else if length == 127 {
      guard input.count >= 10 else { return nil }
      (length, start) = (input[2..<10].reduce(0) { $0 << 8 | Int($1) }, 10)
    }
    guard input.count >= start + length else { return nil }
    let isText = input[0] & 0x0F == 1
    let text = String(decoding: input[start..<(start + length)], as: UTF8.self)
    input.removeFirst(start + length)
    // Releases the buffer too, which had grown to the longest message.
    if input.isEmpty { input = [] }
    return isText ? text : takeText()
  }

  private func send(_ bytes: [UInt8]) throws(Problem) {
    guard Glibc.send(file, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw BlockingSocket.failed("nothing could be sent")
    }
  }

  private func fill() throws(Problem) {
    // Allocated per read: hundreds of clients are open while memory of the server, which may be this process, is
    // measured.
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &chunk, chunk.count, 0)
    guard count > 0 else { throw BlockingSocket.failed("the server closed it") }
    input.append(contentsOf: chunk[..<count])
  }

  private static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "A socket could not be used: \(what).", remedy: "Run the tests of Transport.")
  }
}
