internal import Glibc
internal import Kernel

/// A load generator: many persistent connections on one thread, so that the client costs little beside the server.
final class LoadGenerator {
  private let port: UInt16
  private var clients: [LoadClient] = []

  init(at port: UInt16, connections: Int) throws(Problem) {
    self.port = port
    for _ in 0..<connections { clients.append(try LoadClient(at: port)) }
  }

  /// The results of a run.
  struct Outcome: Sendable {
    let rate: Double
    /// Milliseconds.
    let p50: Double
    let p99: Double
    let answerBytes: Int
  }

  /// Sends `count` requests, the next on each connection when it has got its response. Throws at the first failed
  /// response.
  func run(_ count: Int, asking request: (Int) -> [UInt8]) throws(Problem) -> Outcome {
    var begun = 0
    var done = 0
    var bytes = 0
    var times: [Double] = []
    times.reserveCapacity(count)
    var waiting = [pollfd](repeating: pollfd(), count: clients.count)
    let start = ContinuousClock.now
    for client in clients where begun < count {
      try client.ask(request(begun))
      begun += 1
    }
    while done < count {
      for (index, client) in clients.enumerated() {
        waiting[index] = pollfd(fd: client.isBusy ? client.file : -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else {
        throw LoadGenerator.failed("nothing came for ten seconds")
      }
      for (index, client) in clients.enumerated() where waiting[index].revents != 0 {
        guard let answer = try client.take() else { continue }
        guard (200..<300).contains(answer.status) else {
          throw LoadGenerator.failed("an answer was \(answer.status): \(answer.text.prefix(300))")
        }
        times.append((ContinuousClock.now - client.asked).microseconds / 1000)
        bytes += answer.count
        done += 1
        if begun < count {
          try client.ask(request(begun))
          begun += 1
        }
      }
    }
    let seconds = (ContinuousClock.now - start).microseconds / 1_000_000
    let sorted = Times(times)
    return Outcome(
      rate: Double(count) / seconds, p50: sorted.median, p99: sorted.p99, answerBytes: bytes / max(1, count))
  }

  static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "The server could not be measured: \(what).", remedy: "Run the tests of Backend.")
  }
}

/// One connection of a load generator.
final class LoadClient {
  let file: Int32
  private(set) var asked = ContinuousClock.now
  private(set) var isBusy = false
  private var input: [UInt8] = []
  /// Start and length of the body, once the head has arrived; a nil length means chunked encoding.
  private var head: (status: Int, start: Int, length: Int?)?
  private static let room = 262_144
  private var chunk = [UInt8](repeating: 0, count: LoadClient.room)

  struct Answer {
    let status: Int
    let body: ArraySlice<UInt8>
    var count: Int { body.count }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  init(at port: UInt16) throws(Problem) {
    guard let file = SystemTool.connected(to: port) else {
      throw LoadGenerator.failed("nobody listens at port \(port)")
    }
    self.file = file
    var one: CInt = 1
    setsockopt(file, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
  }

  deinit { close(file) }

  func ask(_ request: [UInt8]) throws(Problem) {
    asked = .now
    isBusy = true
    input.removeAll(keepingCapacity: true)
    head = nil
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes {
        send(file, $0.baseAddress.map { $0 + sent }, request.count - sent, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw LoadGenerator.failed("a request could not be sent") }
      sent += count
    }
  }

  /// Reads available bytes and returns the response when it is complete.
  func take() throws(Problem) -> Answer? {
    let count = recv(file, &chunk, chunk.count, 0)
    guard count > 0 else { throw LoadGenerator.failed("the server closed a connection") }
    input.append(contentsOf: chunk[..<count])
    if head == nil { head = LoadClient.head(of: input) }
    guard let (status, start, length) = head else { return nil }
    if let length {
      guard input.count >= start + length else { return nil }
    } else {
      guard input.suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8) else { return nil }
    }
    isBusy = false
    return Answer(status: status, body: input[start...])
  }

  /// Sends a request and waits for the response.
  func answer(to request: [UInt8]) throws(Problem) -> Answer {
    try ask(request)
    while true { if let answer = try take() { return answer } }
  }

  private static func head(of input: [UInt8]) -> (Int, Int, Int?)? {
    guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let text = String(decoding: input[..<end.lowerBound], as: UTF8.self)
    guard let status = Int(text.dropFirst(9).prefix(3)) else { return nil }
    if status == 204 { return (status, end.upperBound, 0) }
    for line in text.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
      let digits = line.dropFirst(15).drop { $0 == " " }
      return (status, end.upperBound, Int(digits) ?? 0)
    }
    return (status, end.upperBound, nil)
  }
}
