internal import Glibc
internal import JSON
internal import Kernel

/// One open tab, like a browser's: a blocking WebSocket client, to be used on a thread of its own.
final class TabClient {
  private let socket: BlockingSocket
  private(set) var revision = 0
  private var count = 0

  /// Returns the session cookie, which the server gives to clients on this machine.
  static func cookie(at port: UInt16) throws(Problem) -> String {
    guard let value = try exchange(port, "/")["set-cookie"]?.prefix(while: { $0 != ";" }) else {
      throw TabClient.failed("no session was given")
    }
    return String(value)
  }

  init(at port: UInt16, _ cookie: String, showing path: String) throws(Problem) {
    let base = path.split(separator: "/").prefix(2).joined(separator: "/")
    socket = try BlockingSocket(
      at: port, "/\(base)/-/live?path=\(path)", [("Origin", "http://127.0.0.1:\(port)"), ("Cookie", cookie)])
    _ = try told()
  }

  /// Waits for the next message.
  func told() throws(Problem) -> String {
    let message = try socket.next()
    revision = (try? JSON(text: message))?["revision"]?.number.map { Int($0) } ?? revision
    return message
  }

  /// Sends an action, without waiting.
  func begin(_ verb: String, _ with: String) throws(Problem) {
    count += 1
    try socket.say("{\"n\":\(count),\"r\":\(revision),\"do\":\"\(verb)\",\"with\":\(with)}")
  }

  /// Sends an action and waits until its completion is reported.
  func say(_ verb: String, _ with: String) throws(Problem) {
    try begin(verb, with)
    while !(try told()).contains("\"done\":\(count)") {}
  }

  /// Sends one HTTP request and returns the response.
  static func exchange(_ port: UInt16, _ path: String, _ cookie: String = "") throws(Problem) -> PeerResponse {
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
    guard let answer = PeerResponse(String(decoding: bytes, as: UTF8.self)) else {
      throw failed("\(path) was not answered")
    }
    return answer
  }

  private static func connected(_ port: UInt16) throws(Problem) -> Int32 {
    guard let file = SystemTool.connected(to: port) else { throw failed("nobody listens") }
    var wait = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    return file
  }

  private static func write(_ file: Int32, _ bytes: [UInt8]) throws(Problem) {
    guard send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw failed("nothing could be sent")
    }
  }

  private static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "A tab could not be opened: \(what).", remedy: "Run the tests of Web.")
  }
}
