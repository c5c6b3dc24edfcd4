import Chance
import Testing
import WebSocketSamples

@testable import Transport

/// Valid requests with injected errors.
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

  static let words = [
    "\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", ":", ",", ";", "\0", "\u{0B}", "\u{7F}", "0", "1", "+", "-", "0x", "%",
    "%2e%2e/",
    "../", "#", "\\", "ä", "Host: b\r\n", "Content-Length: 5\r\n", "Content-Length: 0\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: identity\r\n", "0\r\n\r\n", "5\r\nhello\r\n", "\r\n ", "chunked", " HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ].map { Array($0.utf8) }

  private static func mutated(_ samples: [[UInt8]], using random: inout some RandomNumberGenerator) -> [UInt8] {
    Chance.mutated(samples, inserting: words, using: &random)
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
        case .part: try hold(false, "a body came in parts that nobody asked for")
        case .body(let body):
          let end = bytes.count - parser.unread
          let one = Array(bytes[start..<end])
          try hold(
            Oracle.meaning(of: one) == .init(method: method, body: body),
            "the oracle parses this request differently: \(one.text.debugDescription)")
          taken += 1
          start = end
        }
      }
      let (cut, whole) = (Parsed(bytes.pieces(upTo: 9, using: &random)), Parsed([bytes[...]]))
      try hold(cut == whole, "in pieces it is parsed as \(cut), whole as \(whole)")
      let parts = Parsed(bytes.pieces(upTo: 9, using: &random), inParts: true)
      try hold(parts == whole, "with its body in parts it is parsed as \(parts), whole as \(whole)")
    }
    return taken
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
          again == form.fields.filter { $0 != .init("", "") }, "the form \(form.fields) is parsed again as \(again)")
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
        bytes = FuzzTests.requests[6] + FuzzTests.mutated(SampleFrames.all, using: &random)
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
