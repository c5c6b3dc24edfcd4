import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@Suite("Responses handed out as they arrive", .timeLimit(.minutes(10))) struct StreamTests {
  @Test("a part arrives before the response has ended, and the request ends when its reader stops")
  func parts() async throws {
    let (gone, tell) = AsyncStream.makeStream(of: Void.self)
    let server = try Listener { talk in
      guard talk.request() != nil else { return }
      talk.send("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nfirst")
      talk.untilGone()
      tell.yield()
    }
    let fetch = try Fetch()
    var parts: [IncomingPart] = []
    for try await part in try fetch.stream(Outgoing("GET", server.address)) {
      parts.append(part)
      if parts.count == 2 { break }
    }
    #expect(parts == [.head(status: 200), .body(Array("first".utf8))])
    for await _ in gone { break }
    await fetch.close()
  }

  @Test("a body beyond its limit is a problem, after the parts within it")
  func limit() async throws {
    let server = try Listener { talk in
      guard talk.request() != nil else { return }
      talk.answer([UInt8](repeating: 65, count: 500_000))
    }
    let fetch = try Fetch()
    var request = Outgoing("GET", server.address)
    request.limits.answer = 300_000
    var count = 0
    do {
      for try await part in try fetch.stream(request) { if case .body(let bytes) = part { count += bytes.count } }
      Issue.record("It was handed out whole.")
    } catch { #expect(error.code == "fetch-too-large") }
    #expect(count <= 300_000)
    await fetch.close()
  }

  @Test("a response without a body has a head")
  func empty() async throws {
    let server = try Listener { talk in
      guard talk.request() != nil else { return }
      talk.answer([], status: "404 Not Found")
    }
    let fetch = try Fetch()
    var parts: [IncomingPart] = []
    for try await part in try fetch.stream(Outgoing("GET", server.address)) { parts.append(part) }
    #expect(parts == [.head(status: 404)])
    await fetch.close()
  }
}
