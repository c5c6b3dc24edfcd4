import Fetch
import Kernel
import Loopback
import Testing

@Suite("A client as a value", .timeLimit(.minutes(10))) struct ClientTests {
  private static let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"

  @Test("sends, streams and connects; what it is not allowed to send is refused")
  func sends() async throws {
    let server = try Listener { talk in while talk.request() != nil { talk.send(Self.answer) } }
    let address = "http://127.0.0.1:\(server.port)"
    let client = HTTPClient.curl()
    #expect(try await client.send(Outgoing("GET", address)).body == Array("hi".utf8))
    var parts: [IncomingPart] = []
    for try await part in try client.stream(Outgoing("GET", address)) { parts.append(part) }
    #expect(parts == [.head(status: 200), .body(Array("hi".utf8))])
    await #expect(throws: Problem.self) { try await client.send(Outgoing("GET", "http://example.org")) }
    let wire = try #require(client.connect("\(address)/", .seconds(10), { false }))
    #expect(wire.write(Array("GET / HTTP/1.1\r\nhost: a\r\n\r\n".utf8)[...]) == 27)
    var heard: [UInt8] = []
    while heard.count < Self.answer.utf8.count {
      let bytes = try #require(wire.read())
      if bytes.isEmpty { wire.wait(ear: -1, writes: false, until: .now + .seconds(10)) }
      heard += bytes
    }
    #expect(heard == Array(Self.answer.utf8))
  }

  @Test("connects to nobody in place of a server that is not there, or once it is given up")
  func nobody() async throws {
    let server = try Listener { talk in talk.untilGone() }
    let connect = HTTPClient.curl().connect
    #expect(connect("http://127.0.0.1:1/", .seconds(10), { false }) == nil)
    #expect(connect("https://127.0.0.1:\(server.port)/", .milliseconds(50), { false }) == nil)
    #expect(connect("https://127.0.0.1:\(server.port)/", .seconds(600), { true }) == nil)
  }

  @Test("a client that is released ends its connections")
  func released() async throws {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let server = try Listener { talk in
      guard talk.request() != nil else { return }
      talk.send(Self.answer)
      talk.untilGone()
      ended.yield()
    }
    do {
      let client = HTTPClient.curl()
      #expect(try await client.send(Outgoing("GET", "http://127.0.0.1:\(server.port)")).status == 200)
    }
    for await _ in ends { break }
    withExtendedLifetime(server) {}
  }
}
