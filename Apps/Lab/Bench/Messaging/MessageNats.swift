internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// nats-server with a subscriber for each recipient, on a subject of its own: it passes the same bytes on, and keeps none.
final class MessageNats {
  private let process: pid_t
  private let subscribers: [NatsClient]
  private let writers: [NatsClient]

  init(pairs count: Int) throws(Problem) {
    let path = try SystemTool.path(of: "nats-server", package: "nats-server")
    let port = try SystemTool.freePort()
    process = try SystemTool.start(path, ["-a", "127.0.0.1", "-p", "\(port)", "-l", "/dev/null"])
    do throws(Problem) {
      guard SystemTool.isAnswering(port) else { throw .unmeasured("nats-server does not answer") }
      var subscribers: [NatsClient] = []
      for number in 0..<count { subscribers.append(try NatsClient(at: port, hearing: "pair.\(number)")) }
      var writers: [NatsClient] = []
      for _ in 0..<8 { writers.append(try NatsClient(at: port)) }
      (self.subscribers, self.writers) = (subscribers, writers)
    } catch {
      MessageNats.end(process)
      throw error
    }
  }

  func stop() { MessageNats.end(process) }

  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Publishes messages at that pace, each for the next pair, and returns the milliseconds of each until its recipient has it.
  func deliver(_ count: Int, aSecond pace: Int, _ text: (_ id: String) -> String) throws(Problem) -> [Double] {
    var sent: [String: ContinuousClock.Instant] = [:]
    var times: [Double] = []
    let start = ContinuousClock.now
    let end = start + .seconds(count / pace + 30)
    var number = 0
    while times.count < count {
      guard ContinuousClock.now < end else { throw .unmeasured("NATS lost \(count - times.count) of \(count)") }
      while number < count, start + .microseconds(number * 1_000_000 / pace) <= .now {
        let id = UUID().uuidString.lowercased()
        sent[id] = .now
        let body = text(id)
        try writers[number % writers.count].say(
          "PUB pair.\(number % subscribers.count) \(body.utf8.count)\r\n\(body)\r\n")
        number += 1
      }
      var waiting = subscribers.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), 1) > 0 else { continue }
      for (index, one) in waiting.enumerated() where one.revents != 0 {
        let said = try subscribers[index].take()
        for id in sent.keys where said.contains(id) {
          if let asked = sent.removeValue(forKey: id) {
            times.append((ContinuousClock.now - asked).microseconds / 1000)
          }
        }
      }
    }
    return times
  }
}

/// A connection to nats-server in a few lines.
private final class NatsClient {
  let file: Int32

  init(at port: UInt16, hearing subject: String? = nil) throws(Problem) {
    guard let file = SystemTool.connected(to: port) else { throw .unmeasured("nats-server takes no connection") }
    self.file = file
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try say("CONNECT {\"verbose\":false}\r\n\(subject.map { "SUB \($0) 1\r\n" } ?? "")PING\r\n")
    var said = ""
    while !said.contains("PONG\r\n") { said += try take() }
  }

  deinit { close(file) }

  func say(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    guard send(file, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw .unmeasured("nats-server closed a connection")
    }
  }

  /// Waits for what it says.
  func take() throws(Problem) -> String {
    var chunk = [UInt8](repeating: 0, count: 8192)
    let count = recv(file, &chunk, chunk.count, 0)
    guard count > 0 else { throw .unmeasured("nats-server closed a connection") }
    return String(decoding: chunk[..<count], as: UTF8.self)
  }
}
