import Chance
import Testing

@testable import Transport

@Suite("Refused requests")
struct RefusedRequestTests {
  @Test("have the right status", arguments: Probe.all)
  func probe(_ probe: Probe) {
    #expect(Parsed(probe.bytes).refusal?.status.code == probe.status)
  }

  @Test("have the same result however the input is split", arguments: Probe.all)
  func cut(_ probe: Probe) {
    let bytes = Array(probe.bytes.utf8)
    let whole = Parsed([bytes[...]])
    #expect(Parsed(bytes.indices.map { bytes[$0...$0] }) == whole)
    var chance = Seeded(7)
    for _ in 0..<5 { #expect(Parsed(bytes.pieces(upTo: 40, using: &chance)) == whole) }
  }

  @Test("let no request after them through", arguments: Probe.all)
  func behind(_ probe: Probe) {
    var parser = RequestParser()
    parser.append(Array(probe.bytes.utf8))
    var bodies = 0
    while let event = try? parser.next() {
      if case .head = event { try? parser.allow(upTo: 1000) } else { bodies += 1 }
    }
    parser.append(Array("GET /next HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(throws: RequestRefusal.self) { try parser.next() }
    #expect(bodies == 0)
  }
}

@Suite("Accepted requests")
struct TakenRequestTests {
  @Test("have a decoded target, query, authority and fields")
  func plain() throws {
    let parsed = Parsed("GET /a%20b/c?x=1&y=%C3%A4+o HTTP/1.1\r\nHost: Localhost:80\r\nX-Y:\t a  b \t\r\n\r\n")
    let head = try #require(parsed.heads.first)
    #expect(parsed.refusal == nil && parsed.bodies == [""])
    #expect(head.method == .get && head.version == .http11 && head.authority == "localhost:80")
    #expect(head.target.path == "/a b/c" && head.target.segments == ["a b", "c"] && head.target.raw == "/a%20b/c")
    #expect(head.target.query.fields == [.init("x", "1"), .init("y", "ä o")])
    #expect(head.headers["x-y"] == "a  b" && head.headers["X-Y"] == "a  b")
    #expect(!head.closes && !head.awaitsContinue)
  }

  @Test("may be pipelined with bodies of fixed length and in chunks")
  func bodies() {
    let parsed = Parsed(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello\r\n"
        + "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n00006\r\n world\r\n0\r\nX: y\r\n\r\n"
        + "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /half")
    #expect(parsed.refusal == nil)
    #expect(parsed.bodies == ["hello", "hello world", ""])
    #expect(parsed.heads.map(\.method) == [.post, .put, .get])
  }

  @Test("of HTTP/1.0 close the connection and need no host")
  func old() throws {
    let head = try #require(Parsed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").heads.first)
    #expect(head.version == .http10 && head.closes && head.authority.isEmpty)
  }

  @Test("may have an absolute target that names the same host")
  func absolute() throws {
    let head = try #require(Parsed("GET HTTP://A:1?q HTTP/1.1\r\nHost: a:1\r\n\r\n").heads.first)
    #expect(head.target.path == "/" && head.target.queryText == "q" && head.authority == "a:1")
  }

  @Test("may be OPTIONS with the target *")
  func asterisk() throws {
    #expect(try #require(Parsed("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").heads.first).target.path == "*")
  }

  @Test("may name a host in every valid form", arguments: ["a", "a.b-c:8080", "127.0.0.1:1", "[::1]:80", "[fe80::1]"])
  func hosts(host: String) {
    #expect(Parsed("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").heads.first?.authority == host)
  }

  @Test("are limited in line, fields and body to the exact byte")
  func bounds() {
    let limits = RequestLimits(requestLine: 20, headerBytes: 20, headerCount: 2)
    let line = { (count: Int) in "GET /\(String(repeating: "a", count: count)) HTTP/1.1\r\nHost: a\r\n\r\n" }
    #expect(Parsed(line(6), limits: limits).refusal == nil)
    #expect(Parsed(line(7), limits: limits).refusal?.status.code == 414)
    let field = { (count: Int) in "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: count))\r\n\r\n" }
    #expect(Parsed(field(6), limits: limits).refusal == nil)
    #expect(Parsed(field(7), limits: limits).refusal?.status.code == 431)
    let body = { (count: Int) in "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n" }
    #expect(Parsed(body(5), body: 5).refusal == nil)
    #expect(Parsed(body(6), body: 5).refusal?.status.code == 413)
  }

  @Test("may have field values in UTF-8, and no other bytes beyond ASCII")
  func values() {
    let with = { (value: [UInt8]) in
      Parsed([(Array("GET / HTTP/1.1\r\nHost: a\r\nX: ") + value + Array("\r\n\r\n"))[...]])
    }
    #expect(with(Array("ä")).heads.first?.headers["x"] == "ä")
    #expect(with([0xFF]).refusal?.status.code == 400)
  }

  @Test("are the same however the input is split")
  func cut() {
    var chance = Seeded(1)
    let requests = [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\r\nGET /b HTTP/1.1\r\nHost: a\r\nCookie: x=y\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello\r\n\r\n12",
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\na;b=c\r\n0123456789\r\n1\r\nx\r\n0\r\nX: y\r\n\r\n",
    ]
    for _ in 0..<300 {
      let bytes = Array((0..<4).map { _ in requests.randomElement(using: &chance)! }.joined())
      let whole = Parsed([bytes[...]])
      #expect(whole.refusal == nil && whole.bodies.count == 4)
      #expect(Parsed(bytes.pieces(upTo: Int.random(in: 1...60, using: &chance), using: &chance)) == whole)
      #expect(Parsed(bytes.indices.map { bytes[$0...$0] }) == whole)
    }
  }

  @Test("deliver no body until it is allowed")
  func undecided() throws {
    var parser = RequestParser()
    parser.append(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi"))
    guard case .head(let head) = try parser.next() else { return #expect(Bool(false)) }
    #expect(head.awaitsContinue)
    #expect(try parser.next() == nil)
    try parser.allow(upTo: 2)
    #expect(try parser.next() == .body(Array("hi")))
  }
}
