internal import Glibc
internal import Kernel
internal import WebSocketCodec

/// A blocking WebSocket client for benchmarks; use it on a thread of its own.
final class BlockingSocket {
  let file: Int32
  /// The bound on a message, above the largest that any benchmark causes.
  private static let longestMessage = 64 << 20
  private var reader = MessageReader(.client, limit: BlockingSocket.longestMessage)

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
    var answer: [UInt8] = []
    while true {
      answer += try received()
      if let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) {
        guard answer.starts(with: Array("HTTP/1.1 101".utf8)) else { throw BlockingSocket.failed("it was refused") }
        reader.append(answer[end.upperBound...])
        return
      }
    }
  }

  deinit { close(file) }

  /// Sends a text frame. Its mask is zero, which leaves the payload as it is.
  func say(_ text: String) throws(Problem) {
    try send(Message.text(text).frame.encoded(mask: [0, 0, 0, 0]))
  }

  /// Waits for the next text message.
  func next() throws(Problem) -> String {
    while true {
      if let text = try takeText() { return text }
      reader.append(try received())
    }
  }

  /// Reads once and returns all complete text messages.
  func take() throws(Problem) -> [String] {
    reader.append(try received())
    var texts: [String] = []
    while let text = try takeText() { texts.append(text) }
    return texts
  }

  private func takeText() throws(Problem) -> String? {
    do throws(SocketFailure) {
      while let received = try reader.next() { if case .message(.text(let text)) = received { return text } }
      return nil
    } catch {
      throw BlockingSocket.failed("the server broke the protocol: \(error.reason)")
    }
  }

  private func send(_ bytes: [UInt8]) throws(Problem) {
    guard Glibc.send(file, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw BlockingSocket.failed("nothing could be sent")
    }
  }

  /// Waits for bytes from the server.
  private func received() throws(Problem) -> ArraySlice<UInt8> {
    // Allocated per read: hundreds of clients are open while memory of the server, which may be this process, is
    // measured.
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &chunk, chunk.count, 0)
    guard count > 0 else { throw BlockingSocket.failed("the server closed it") }
    return chunk[..<count]
  }

  private static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "A socket could not be used: \(what).", remedy: "Run the tests of Transport.")
  }
}
