import Chance
import Testing

@testable import Transport

/// Valid requests and frames with injected errors.
@Suite("Fuzzing")
struct FuzzTests {
  static let requests = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a/b%20c?x=1&y=%41 HTTP/1.1\r\nHost: a:80\r\nCookie: a=b; c=d\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
    "GET http://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "GET /socket HTTP/1.1\r\nHost: a\r\n\(Client.handshake)\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
  ].map { Array($0.utf8) }

  static let frames: [[UInt8]] = [
    IllegalFrame.frame(.text, Array("hällo €𝄞".utf8)), IllegalFrame.frame(.binary, [UInt8](repeating: 3, count: 300)),
    IllegalFrame.frame(.text, [0xE2], isFinal: false) + IllegalFrame.frame(.ping, [1])
      + IllegalFrame.frame(.continuation, [0x82, 0xAC]),
    IllegalFrame.frame(.close, [3, 0xE8, 65]),
  ]

  static let words = [
    "\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", ":", ",", ";", "\0", "\u{0B}", "\u{7F}", "0", "1", "+", "-", "0x", "%",
    "%2e%2e/",
    "../", "#", "\\", "ä", "Host: b\r\n", "Content-Length: 5\r\n", "Content-Length: 0\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: identity\r\n", "0\r\n\r\n", "5\r\nhello\r\n", "\r\n ", "chunked", " HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ].map { Array($0.utf8) }

  static func mutated(_ from: [[UInt8]], using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in from.any(using: &random) }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      guard !bytes.isEmpty else { break }
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
      case 2: bytes.removeSubrange(at..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 4: bytes.insert(contentsOf: words.any(using: &random), at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  @Test("every accepted request means the same to an independent oracle, however the input is split")
  func requests() async throws {
    let taken = try await onThread { try FuzzTests.fuzzRequests() }
    #expect(taken > 0)
  }

  /// Returns the number of accepted requests.
  private static func fuzzRequests() throws -> Int {
    var taken = 0
    try Fuzzer("HTTPRequest", inputs: 8_000).run { random in
      FuzzTests.mutated(FuzzTests.requests, using: &random)
    } check: { bytes, random in
      var parser = RequestParser()
      parser.append(bytes)
      var start = 0
      var method = ""
      while let event = try? parser.next() {
        switch event {
        case .head(let head):
          method = head.method.name
          try? parser.allow(upTo: 1000)
        case .body(let body):
          let end = bytes.count - parser.unread
          let one = Array(bytes[start..<end])
          try hold(
            Oracle.meaning(of: one) == .init(method: method, body: body),
            "the oracle reads this request otherwise: \(one.text.debugDescription)")
          taken += 1
          start = end
        }
      }
      let (cut, whole) = (Parsed(bytes.pieces(upTo: 9, using: &random)), Parsed([bytes[...]]))
      try hold(cut == whole, "in pieces it is read as \(cut), and whole as \(whole)")
    }
    return taken
  }

  @Test("no frames crash the reader, and splitting them does not change what it reads")
  func frames() async throws { try await onThread { try FuzzTests.fuzzFrames() } }

  private static func fuzzFrames() throws {
    try Fuzzer("WebSocketFrames", inputs: 15_000).run { random in
      FuzzTests.mutated(FuzzTests.frames, using: &random)
    } check: { bytes, random in
      let whole = Heard(bytes)
      for text in whole.texts { try hold(String(validating: text.utf8, as: UTF8.self) != nil, "a text is not UTF-8") }
      let cut = Heard(bytes.pieces(upTo: 9, using: &random))
      try hold(cut == whole, "in pieces it is read as \(cut), and whole as \(whole)")
    }
  }

  @Test("no text crashes the parsers of targets, forms and cookies; targets stay in the root, and forms round-trip")
  func texts() async throws { try await onThread { try FuzzTests.fuzzTexts() } }

  private static func fuzzTexts() throws {
    try Fuzzer("HTTPTexts", inputs: 15_000).run { random in
      FuzzTests.mutated([Array("/a%20b/c?x=%C3%A4&y=+&&=;a=b; c=\"d\"".utf8)], using: &random)
    } check: { bytes, _ in
      if let target = try? Target(bytes.text) {
        let isWithin = target.path.hasPrefix("/") && !target.segments.contains { $0 == ".." || $0 == "." }
        try hold(isWithin, "the target \(target.path) leads out of the root")
        _ = target.query
      }
      _ = Cookies(["cookie": bytes.text])["a"]
      if let form = try? FormFields(form: bytes) {
        let again = try FormFields(form: Array(form.text.utf8)).fields.filter { $0 != .init("", "") }
        try hold(
          again == form.fields.filter { $0 != .init("", "") }, "the form \(form.fields) is read again as \(again)")
      }
    }
  }

  @Test("a server still answers after all fuzzed input")
  func server() async throws {
    var limits = ServerLimits()
    (limits.headTime, limits.bodyTime, limits.idleTime) = (.milliseconds(200), .milliseconds(200), .milliseconds(200))
    limits.lingerTime = .milliseconds(20)
    try await serving(limits) { server in
      let isAnswering = try await server.asked { port in
        try FuzzTests.fuzzServer(port)
        // On a busy machine the limits may expire before the request arrives, so several tries are allowed.
        return (0..<50).contains { _ in (try? Client(port).get("/hello"))?.body == "hello" }
      }
      #expect(isAnswering)
      await server.waitForConnections(0)
    }
  }

  private static func fuzzServer(_ port: UInt16) throws {
    try Fuzzer("HTTPConnection", inputs: 2_000).run { random in
      var bytes: [UInt8] = []
      if Int.random(in: 0..<3, using: &random) == 0 {
        bytes = FuzzTests.requests[6] + FuzzTests.mutated(FuzzTests.frames, using: &random)
      }
      return bytes + FuzzTests.mutated(FuzzTests.requests, using: &random)
    } check: { bytes, random in
      let client = try Client(port)
      for piece in bytes.pieces(upTo: 200, using: &random) { client.send(Array(piece)) }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: client.endSending()
      case 1: client.reset()
      default: break
      }
    }
  }
}
