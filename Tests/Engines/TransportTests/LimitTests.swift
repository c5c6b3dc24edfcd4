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

  @Test("end a body that stalls after a burst, whatever it has brought before")
  func burst() async throws {
    let limits = short {
      $0.bodyTime = .milliseconds(100)
      $0.bodyRate = 1
    }
    try await serving(limits) { server in
      try await server.asked { port in
        let client = try Client(port)
        client.send(
          "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 900))
        #expect(try client.answer().status == 408)
      }
    }
  }

  @Test("measure a rate in windows, and leave out the time in which the server is not ready")
  func pace() {
    var limits = ServerLimits()
    (limits.bodyTime, limits.bodyRate, limits.sendTime, limits.sendRate) = (.seconds(20), 100, .milliseconds(1_500), 2)
    #expect(limits.leastReceived == 2_000 && limits.leastSent == 3)
    let at = { (seconds: Int64) in Instant(nanoseconds: seconds * 1_000_000_000) }
    var pace = Pace(at: at(0), from: 50)
    pace.note(2_049, at: at(10), least: 2_000)
    #expect(pace.deadline(.seconds(20)) == at(20))
    pace.note(2_050, at: at(15), least: 2_000)
    #expect(pace.deadline(.seconds(20)) == at(35))
    // A burst counts for the window that it ends, and for no later one.
    pace.note(1_000_000, at: at(16), least: 2_000)
    pace.note(1_001_999, at: at(30), least: 2_000)
    #expect(pace.deadline(.seconds(20)) == at(36))
    pace.pause(at: at(31))
    pace.resume(at: at(131))
    #expect(pace.deadline(.seconds(20)) == at(136))
    pace.note(1_002_000, at: at(132), least: 2_000)
    #expect(pace.deadline(.seconds(20)) == at(152))
  }

  @Test("close the connection of a client that reads too slowly, though it reads")
  func tricklingReader() async throws {
    let limits = short {
      $0.sendTime = .milliseconds(100)
      // More than any client reads: what it must read is its pending output, all of it.
      $0.sendRate = 1 << 40
    }
    let piece = [UInt8](repeating: 120, count: 65_536)
    let answer: Handler.Answer = { _ in Response(.ok, content: .pieces(length: piece.count * 2_000) { piece }) }
    try await serving(limits, answer: answer) { server in
      try await server.asked { port in
        let client = try Client(port, receiveBuffer: 4096)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        // Takes a byte whenever there is one, which was progress enough before.
        var byte: UInt8 = 0
        var count = 0
        while recv(client.socket, &byte, 1, 0) == 1 { count += 1 }
        #expect(count < piece.count * 2_000)
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

  @Test("ask for further pieces of a content only as its client reads, and close when the content is too short")
  func pieces() async throws {
    let made = Tally()
    let piece = [UInt8](repeating: 120, count: 65_536)
    let answer: Handler.Answer = { request in
      let short = request.target.path == "/short" ? Tally() : nil
      return Response(
        .ok,
        content: .pieces(length: piece.count * 400) {
          made.add()
          short?.add()
          return short?.value == 3 ? nil : piece
        })
    }
    try await serving(answer: answer) { server in
      let stuck = try await server.asked { port in
        let stuck = try (0..<10).map { _ in try Client(port, receiveBuffer: 4096) }
        for client in stuck { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
        return stuck.map { Box($0) }
      }
      await made.reaches(20)
      try await server.asked { port in
        // Others are served meanwhile, long enough for unthrottled producers to end.
        let other = try Client(port)
        for _ in 0..<50 {
          other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try other.answer(isHead: true).fields["content-length"] == "\(piece.count * 400)")
        }
        // At most what the system takes for a socket: of 400 pieces each, a few.
        #expect(made.value < 10 * 40)
        #expect(try stuck[0].value.answer().body.utf8.count == piece.count * 400)
        let short = try Client(port)
        short.send("GET /short HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(throws: Client.Failed.self) { try short.answer() }
      }
      for client in stuck {
        try client.value.reset()
        client.drop()
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
