import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("A server's limits", .timeLimit(.minutes(10)))
struct LimitTests {
  private func short(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }

  @Test("end a head that arrives too slowly")
  func slowHead() async throws {
    try await serving(short { $0.headTime = .milliseconds(150) }) { server in
      try await server.asked { port in
        let client = try Client(port)
        // Sends for the whole time limit: each byte is in time, the complete head is not.
        let start = ContinuousClock.now
        client.send("GET / HTTP/1.1\r\nX: ")
        while ContinuousClock.now - start < .milliseconds(150), client.trySend([120]) {}
        #expect(try client.readToEnd().hasPrefix("HTTP/1.1 4"))
      }
    }
  }

  @Test("end a stalled head, a stalled body, and a silent or idle connection")
  func silence() async throws {
    let limits = short {
      $0.headTime = .milliseconds(50)
      $0.bodyTime = .milliseconds(50)
      $0.idleTime = .seconds(1)
    }
    try await serving(limits) { server in
      try await server.asked { port in
        let head = try Client(port)
        head.send("GET / HTTP/1.1\r\n")
        #expect(try head.readToEnd().hasPrefix("HTTP/1.1 408 "))
        let body = try Client(port)
        body.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
        #expect(try body.readToEnd().hasPrefix("HTTP/1.1 408 "))
        let silent = try Client(port)
        #expect(try silent.readToEnd().isEmpty)
        let idle = try Client(port)
        #expect(try idle.get("/hello").body == "hello")
        #expect(try idle.readToEnd().isEmpty)
      }
    }
  }

  @Test("close the connection of a client that does not read its response")
  func slowReader() async throws {
    let asked = Tally()
    let big = [UInt8](repeating: 120, count: 20_000_000)
    let answer: Handler.Answer = { _ in
      asked.add()
      return .bytes(big, type: "text/plain")
    }
    try await serving(short { $0.sendTime = .milliseconds(100) }, answer: answer) { server in
      let client = try Client(server.port, receiveBuffer: 4096)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await asked.reaches(1)
      await server.waitForConnections(0)
      // It was closed during the first response, while the client was still connected.
      #expect(asked.value == 1)
      withExtendedLifetime(client) {}
    }
  }

  @Test("give a body more time the more of it has arrived")
  func bodyRate() async throws {
    let limits = short {
      $0.bodyTime = .milliseconds(100)
      $0.bodyRate = 1
    }
    try await serving(limits) { server in
      try await server.asked { port in
        let steady = try Client(port)
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n"
        steady.send(head + String(repeating: "x", count: 100))
        // A client that began later and sends nothing times out before one that has sent a hundred seconds' worth.
        let late = try Client(port)
        late.send(head)
        #expect(try late.answer().status == 408)
        steady.send("y")
        #expect(try steady.answer().body.hasSuffix("xy"))
      }
    }
  }

  @Test("keep reading from a client after the last response, for the linger time only")
  func linger() async throws {
    for (time, isThere) in [(Duration.milliseconds(20), false), (.seconds(60), true)] {
      try await serving(short { $0.lingerTime = time }) { server in
        let client = try await server.asked { port in
          let client = try Client(port)
          client.send("rubbish\r\n\r\n")
          #expect(try client.readToEnd().hasPrefix("HTTP/1.1 400 "))
          return Box(client)
        }
        if isThere { #expect(server.connections.value == 1) } else { await server.waitForConnections(0) }
        client.drop()
        await server.waitForConnections(0)
      }
    }
  }

  @Test("refuse connections past the maximum with 503")
  func connections() async throws {
    try await serving(short { $0.connections = 2 }) { server in
      try await server.asked { port in
        let (one, two) = (try Client(port), try Client(port))
        #expect(try one.get("/hello").status == 200)
        #expect(try two.get("/hello").status == 200)
        #expect(try Client(port).readToEnd().hasPrefix("HTTP/1.1 503 "))
        #expect(try one.get("/hello").status == 200)
      }
    }
  }

  @Test("hold a producer back when its client does not read, and release it when the client disconnects")
  func backpressure() async throws {
    let made = Tally()
    let gone = Tally()
    let chunk = [UInt8](repeating: 120, count: 65_536)
    let answer: Handler.Answer = { _ in
      let ending = Ending(of: gone)
      let stream = AsyncStream {
        made.add()
        return withExtendedLifetime(ending) { chunk }
      }
      return .chunks(stream, type: "text/plain")
    }
    try await serving(short { $0.highWater = 100_000 }, answer: answer) { server in
      let client = try await server.asked { port in
        let client = try Client(port, receiveBuffer: 4096)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return Box(client)
      }
      await made.reaches(2)
      // Other clients are served meanwhile, long enough for an unthrottled producer to run far ahead.
      try await server.asked { port in
        for _ in 0..<200 {
          let other = try Client(port)
          other.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          _ = try other.readToEnd()
        }
      }
      // What the system buffers for a socket, and a little more.
      #expect(made.value < 200)
      try client.value.reset()
      client.drop()
      // The producers of the two hundred HEAD requests, which were never read, and this one.
      await gone.reaches(201)
    }
  }
}
