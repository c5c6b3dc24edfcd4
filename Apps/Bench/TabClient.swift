internal import Glibc
internal import JSON
internal import Kernel

/// One open tab as a browser has it: a WebSocket of our own making, which waits for what it is told. It blocks, so it is
/// used on a thread of its own.
final class TabClient {
  private let file: Int32
  private var input: [UInt8] = []
  private(set) var revision = 0
  private var count = 0

  /// What a session is known by, given to whoever asks from this machine.
  static func cookie(at port: UInt16) throws(Problem) -> String {
    guard let value = try exchange(port, "/")["set-cookie"]?.prefix(while: { $0 != ";" }) else {
      throw TabClient.failed("no session was given")
    }
    return String(value)
  }

  init(at port: UInt16, _ cookie: String, showing path: String) throws(Problem) {
    file = try TabClient.connected(port)
    let base = path.split(separator: "/").prefix(2).joined(separator: "/")
    try TabClient.write(
      file,
      Array(
        """
        GET /\(base)/-/live?path=\(path) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Origin: http://127.0.0.1:\(port)\r
        Cookie: \(cookie)\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
        \r\n
        """.utf8))
    while true {
      if let end = TabClient.end(of: input) {
        guard input.starts(with: Array("HTTP/1.1 101".utf8)) else { throw TabClient.failed("no socket was opened") }
        input.removeFirst(end)
        break
      }
      try fill()
    }
    _ = try told()
  }

  deinit { close(file) }

  /// The next thing the page is told.
  func told() throws(Problem) -> String {
    while true {
      if let message = takeFrame() {
        revision = (try? JSON(text: message))?["revision"]?.number.map { Int($0) } ?? revision
        return message
      }
      try fill()
    }
  }

  /// Says it, and waits until the page is told that it is done.
  func say(_ verb: String, _ with: String) throws(Problem) {
    count += 1
    let text = Array("{\"n\":\(count),\"r\":\(revision),\"do\":\"\(verb)\",\"with\":\(with)}".utf8)
    // Masked with zeros, which leaves it as it is.
    let length: [UInt8] =
      text.count < 126
      ? [UInt8(text.count) | 0x80] : [126 | 0x80, UInt8(text.count >> 8), UInt8(text.count & 0xFF)]
    try TabClient.write(file, [0x81 as UInt8] + length + [0, 0, 0, 0] + text)
    while !(try told()).contains("\"done\":\(count)") {}
  }

  // MARK: Bytes

  private func takeFrame() -> String? {
    guard input.count >= 2 else { return nil }
    var length = Int(input[1] & 0x7F)
    var start = 2
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
    return isText ? text : takeFrame()
  }

  private func fill() throws(Problem) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(file, &chunk, chunk.count)
    guard count > 0 else { throw TabClient.failed("the server closed") }
    input += chunk[..<count]
  }

  /// What is answered to one plain question.
  static func exchange(_ port: UInt16, _ path: String, _ cookie: String = "") throws(Problem) -> Answer {
    let file = try connected(port)
    defer { close(file) }
    let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n"
    try write(file, Array(head.utf8))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    guard let answer = Answer(String(decoding: bytes, as: UTF8.self)) else { throw failed("\(path) was not answered") }
    return answer
  }

  private static func connected(_ port: UInt16) throws(Problem) -> Int32 {
    guard let file = Tool.connected(to: port) else { throw failed("nobody listens") }
    var wait = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    return file
  }

  private static func write(_ file: Int32, _ bytes: [UInt8]) throws(Problem) {
    guard send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw failed("nothing could be sent")
    }
  }

  /// Where the head of an answer ends.
  private static func end(of bytes: [UInt8]) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { bytes[$0] == 13 && Array(bytes[$0..<($0 + 4)]) == mark }.map { $0 + 4 }
  }

  private static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "A tab could not be opened: \(what).", remedy: "Run the tests of Web.")
  }
}
