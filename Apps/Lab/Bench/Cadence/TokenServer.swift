internal import Dispatch
internal import Glibc
internal import Kernel

/// An OpenAI-compatible model on this machine that answers one question with tokens, of which it keeps the instants at which they
/// were sent. Each token is a line, since the coach shows a sentence when it is whole.
final class TokenServer: Sendable {
  static let interval: Int32 = 8

  let port: UInt16
  let tokens: [String]
  private let listener: Int32
  private let instants = Locked<[ContinuousClock.Instant]>([])

  init(tokens count: Int) throws(Problem) {
    // Letters, since the coach leaves out sentences with numbers that it does not know.
    let letters = Array("bcdfghjklm")
    tokens = (0..<count).map { number in
      "x\(letters[number / 100 % 10])\(letters[number / 10 % 10])\(letters[number % 10])x"
    }
    port = try SystemTool.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let (file, size) = (listener, socklen_t(MemoryLayout<sockaddr_in>.size))
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) }
    }
    guard status == 0, listen(listener, 8) == 0 else { throw .unmeasured("no model can be started") }
  }

  deinit { close(listener) }

  /// The instants at which tokens were sent so far, in order.
  var sent: [ContinuousClock.Instant] { instants.withLock { $0 } }

  /// Answers the first question, on a thread of its own.
  func start() {
    DispatchQueue(label: "model").async { [self] in
      let file = accept(listener, nil, nil)
      guard file >= 0 else { return }
      defer { close(file) }
      var one: CInt = 1
      setsockopt(file, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
      var question: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      // The question is one object of JSON, which ends its request.
      while !question.suffix(1).elementsEqual([UInt8(ascii: "}")]) {
        let count = recv(file, &chunk, chunk.count, 0)
        guard count > 0 else { return }
        question += chunk[..<count]
      }
      say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n", to: file)
      for token in tokens {
        poll(nil, 0, TokenServer.interval)
        instants.withLock { $0.append(.now) }
        say("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(token).\\n\"}}]}\n\n", to: file)
      }
      say("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", to: file)
    }
  }

  private func say(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    _ = send(file, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
