import Foundation
import Testing

@testable import Transport

/// Thousands of honest bytes made wrong. `TROUPE_FUZZ_SECONDS` says for how long, all tests beside one another, and
/// `TROUPE_FUZZ_SEED` with which chance. `Scripts/test Fuzz` runs these only, for a minute.
@Suite("Fuzzing")
struct FuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1.5
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

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

  static func mutated(_ from: [[UInt8]], using chance: inout Seeded) -> [UInt8] {
    var bytes = (0..<Int.random(in: 1...3, using: &chance)).flatMap { _ in from.any(using: &chance) }
    for _ in 0..<Int.random(in: 0...4, using: &chance) {
      guard !bytes.isEmpty else { break }
      let at = Int.random(in: 0..<bytes.count, using: &chance)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &chance))
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      case 1: bytes[at] = UInt8.random(in: .min ... .max, using: &chance)
      case 2: bytes.removeSubrange(at..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 4: bytes.insert(contentsOf: words.any(using: &chance), at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  private static func untilTheEnd(_ body: (inout Seeded) throws -> Void) rethrows -> Int {
    var chance = Seeded(FuzzTests.seed)
    var rounds = 0
    let end = ContinuousClock.now + .seconds(FuzzTests.seconds)
    while ContinuousClock.now < end, rounds < 10_000_000 {
      for _ in 0..<50 { try body(&chance) }
      rounds += 50
    }
    return rounds
  }

  @Test("nothing is taken for a request that a second opinion would not take for the same one")
  func requests() async throws { try await onThread { try FuzzTests.fuzzRequests() } }

  private static func fuzzRequests() throws {
    var taken = 0
    let rounds = try untilTheEnd { chance in
      let bytes = FuzzTests.mutated(FuzzTests.requests, using: &chance)
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
          try #require(
            Oracle.meaning(of: one) == .init(method: method, body: body),
            "taken: \(one.text.debugDescription), seed \(seed)")
          taken += 1
          start = end
        }
      }
      try #require(Parsed(bytes.pieces(upTo: 9, using: &chance)) == Parsed([bytes[...]]), "\(bytes), seed \(seed)")
    }
    #expect(rounds > 0 && taken > 0)
  }

  @Test("no frames crash a reader, and no cut changes what it reads")
  func frames() async throws { try await onThread { try FuzzTests.fuzzFrames() } }

  private static func fuzzFrames() throws {
    _ = try untilTheEnd { chance in
      let bytes = FuzzTests.mutated(FuzzTests.frames, using: &chance)
      let whole = Heard(bytes)
      for text in whole.texts { try #require(String(validating: text.utf8, as: UTF8.self) != nil) }
      let cut = Heard(bytes.pieces(upTo: 9, using: &chance))
      try #require(cut == whole, "\(bytes), seed \(seed)")
    }
  }

  @Test("no text crashes what reads targets, forms and cookies, and what is written is read again")
  func texts() async throws { try await onThread { try FuzzTests.fuzzTexts() } }

  private static func fuzzTexts() throws {
    _ = try untilTheEnd { chance in
      let bytes = FuzzTests.mutated([Array("/a%20b/c?x=%C3%A4&y=+&&=;a=b; c=\"d\"".utf8)], using: &chance)
      if let target = try? Target(bytes.text) {
        try #require(target.path.hasPrefix("/") && !target.segments.contains { $0 == ".." || $0 == "." })
        _ = target.query
      }
      _ = Cookies(["cookie": bytes.text])["a"]
      if let form = try? FormFields(form: bytes) {
        try #require(
          try FormFields(form: Array(form.text.utf8)).fields.filter { $0 != .init("", "") }
            == form.fields.filter { $0 != .init("", "") })
      }
    }
  }

  @Test("a server that has heard all of it still answers")
  func server() async throws {
    var limits = ServerLimits()
    (limits.headTime, limits.bodyTime, limits.idleTime) = (.milliseconds(200), .milliseconds(200), .milliseconds(200))
    limits.lingerTime = .milliseconds(20)
    try await serving(limits) { server in
      try await server.asked { port in
        _ = try FuzzTests.untilTheEnd { chance in
          let client = try Client(port)
          let isSocket = Int.random(in: 0..<3, using: &chance) == 0
          if isSocket { client.send(FuzzTests.requests[6] + FuzzTests.mutated(FuzzTests.frames, using: &chance)) }
          for piece in FuzzTests.mutated(FuzzTests.requests, using: &chance).pieces(upTo: 200, using: &chance) {
            client.send(Array(piece))
          }
          switch Int.random(in: 0..<3, using: &chance) {
          case 0: client.endSending()
          case 1: client.reset()
          default: break
          }
        }
        // On a busy machine the limits may be shorter than the way there, so it may take more than one try.
        #expect((0..<50).contains { _ in (try? Client(port).get("/hello"))?.body == "hello" })
      }
      await server.waitForConnections(0)
    }
  }
}
