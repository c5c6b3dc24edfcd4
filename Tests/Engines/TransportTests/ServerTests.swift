import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("A server", .timeLimit(.minutes(10)))
struct ServerTests {
  @Test("answers with date and content length, and keeps the connection open")
  func answers() async throws {
    try await serving { server in
      let answers = try await server.asked { port in
        let client = try Client(port)
        return [try client.get("/hello"), try client.get("/nowhere"), try client.get("/who")]
      }
      #expect(answers.map(\.status) == [200, 404, 200])
      #expect(answers.map(\.body) == ["hello", "not here", "127.0.0.1 false a"])
      #expect(answers[0].fields["content-length"] == "5" && answers[0].fields["connection"] == nil)
      #expect(answers[0].fields["date"]?.hasSuffix(" GMT") == true)
    }
  }

  @Test("answers pipelined requests in their order")
  func pipelining() async throws {
    try await serving { server in
      let answers = try await server.asked { port in
        let client = try Client(port)
        let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
        let count = "GET /count HTTP/1.1\r\nHost: a\r\n\r\n"
        let echo = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
        client.send(hello + count + echo + hello + "HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n" + echo)
        return try [false, false, false, false, true, false].map { try client.answer(isHead: $0) }
      }
      #expect(answers.map(\.body) == ["hello", "122333", "hi", "hello", "", "hi"])
      #expect(answers[4].fields["content-length"] == "5")
    }
  }

  @Test("answers 2,001 pipelined requests that arrive at once, to a client that reads late")
  func pipelineFlood() async throws {
    try await serving { server in
      let count = try await server.asked { port in
        let client = try Client(port)
        let one = "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 500))\r\n\r\n"
        client.send(
          String(repeating: one, count: 2_000) + "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return try client.readToEnd().components(separatedBy: "HTTP/1.1 200").count - 1
      }
      #expect(count == 2_001)
    }
  }

  @Test("closes on request, and for HTTP/1.0, where streams end with the connection")
  func closing() async throws {
    try await serving { server in
      try await server.asked { port in
        for (request, body) in [
          ("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "hello"),
          ("GET /hello HTTP/1.0\r\n\r\n", "hello"), ("GET /count HTTP/1.0\r\n\r\n", "122333"),
        ] {
          let client = try Client(port)
          client.send(request)
          let said = try client.readToEnd()
          #expect(said.contains("connection: close\r\n") && said.hasSuffix("\r\n\r\n\(body)"))
          #expect(!said.contains("chunked"))
        }
      }
    }
  }

  @Test("reads bodies of fixed length and in chunks, and sends 100 only when the body has not arrived")
  func bodies() async throws {
    try await serving { server in
      try await server.asked { port in
        let client = try Client(port)
        client.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
        #expect(try client.answer().body == "abc")
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 100)
        client.send("xyz")
        #expect(try client.answer().body == "xyz")
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nxyz")
        #expect(try client.answer().body == "xyz")
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 413)
      }
    }
  }

  @Test("sends no length with 204, and answers 500 when a handler's field contains a line break")
  func headers() async throws {
    try await serving { server in
      try await server.asked { port in
        let client = try Client(port)
        let empty = try client.get("/empty")
        #expect(empty.status == 204 && empty.fields["content-length"] == nil)
        let split = try client.get("/split")
        #expect(split.status == 500 && split.fields["set-cookie"] == nil)
      }
    }
  }

  @Test(
    "refuses every probe with its status, closes the connection, and serves the next client", arguments: [0, 1, 2, 3])
  func probes(quarter: Int) async throws {
    let probes = Probe.all.enumerated().filter { $0.offset % 4 == quarter }.map(\.element)
    try await serving { server in
      try await server.asked { port in
        for probe in probes {
          let client = try Client(port)
          client.send(probe.bytes)
          let said = try client.readToEnd()
          #expect(said.hasPrefix("HTTP/1.1 \(probe.status) "), "\(probe.name): \(said)")
          #expect(said.components(separatedBy: "\r\ndate: ").count == 2, "\(probe.name): \(said)")
        }
        #expect(try Client(port).get("/hello").body == "hello")
      }
    }
  }

  @Test("answers a client that has stopped sending, and refuses half a request")
  func halfClosed() async throws {
    try await serving { server in
      try await server.asked { port in
        let whole = try Client(port)
        whole.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        whole.endSending()
        #expect(try whole.readToEnd().hasSuffix("hello"))
        let half = try Client(port)
        half.send("GET /hello HTTP/1.1\r\nHo")
        half.endSending()
        #expect(try half.readToEnd().hasPrefix("HTTP/1.1 400 "))
        let silent = try Client(port)
        silent.endSending()
        #expect(try silent.readToEnd().isEmpty)
      }
      await server.waitForConnections(0)
    }
  }

  @Test("can refuse a request by its head alone")
  func admission() async throws {
    let handler = Handler(
      admit: { head, _ in
        head.authority == "localhost" ? .body(upTo: 2) : .refuse(.text("wrong name", status: .misdirected))
      }, answer: Sample.answer)
    let server = try await Server.start(handler: handler)
    try await server.asked { port in
      let client = try Client(port)
      client.send("POST /echo HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 100\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.status == 421 && answer.body == "wrong name" && answer.fields["connection"] == "close")
      #expect(try client.readToEnd().isEmpty)
    }
    await server.stop()
  }
}
