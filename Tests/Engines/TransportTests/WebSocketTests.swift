import Dispatch
import Foundation
import Kernel
import Testing
import WebSocketCodec
import WebSocketSamples

@testable import Transport

@Suite("A WebSocket", .timeLimit(.minutes(10)))
struct WebSocketTests {
  @Test("echoes text, bytes and fragments, and answers a ping and a close")
  func echo() async throws {
    try await serving { server in
      try await server.asked { port in
        let client = try Client(port)
        try client.openSocket()
        client.send(WebSocketFrame(opcode: .text, payload: Array("hällo")))
        #expect(try client.frame() == WebSocketFrame(opcode: .text, payload: Array("hällo")))
        let big = [UInt8](repeating: 7, count: 70_000)
        client.send(WebSocketFrame(opcode: .binary, payload: big))
        #expect(try client.frame().payload == big)
        client.send(WebSocketFrame(opcode: .text, isFinal: false, payload: Array("a")))
        client.send(WebSocketFrame(opcode: .ping, payload: Array("p")))
        client.send(WebSocketFrame(opcode: .continuation, payload: Array("b")))
        #expect(try client.frame() == WebSocketFrame(opcode: .pong, payload: Array("p")))
        #expect(try client.frame() == WebSocketFrame(opcode: .text, payload: Array("ab")))
        client.send(WebSocketFrame(opcode: .close, payload: [0x0F, 0xA0]))
        #expect(try client.closeCode() == 4000)
        #expect(try client.readToEnd().isEmpty)
      }
      await server.waitForConnections(0)
    }
  }

  @Test("reads a frame that arrives together with the handshake")
  func early() async throws {
    try await serving { server in
      try await server.asked { port in
        let client = try Client(port)
        let request = "GET /socket HTTP/1.1\r\nHost: a\r\n\(Client.handshake)\r\n"
        client.send(
          Array(request.utf8) + WebSocketFrame(opcode: .text, payload: Array("hi")).encoded(mask: [1, 2, 3, 4]))
        #expect(try client.answer().status == 101)
        #expect(try client.frame().payload == Array("hi"))
      }
    }
  }

  @Test("closes on every illegal frame with the matching code")
  func illegal() async throws {
    try await serving { server in
      try await server.asked { port in
        for illegal in IllegalFrame.all {
          let client = try Client(port)
          try client.openSocket()
          client.send(illegal.bytes)
          #expect(try client.closeCode() == Int(illegal.code), "\(illegal.name)")
          #expect(try client.readToEnd().isEmpty)
        }
      }
      await server.waitForConnections(0)
    }
  }

  @Test(
    "requires a valid handshake",
    arguments: [
      ("Upgrade: websocket\r\n", 426), ("Connection: Upgrade\r\n", 426),
      ("Sec-WebSocket-Version: 13\r\n", 426), ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", 400),
    ])
  func handshake(missing: String, status: Int) async throws {
    try await serving { server in
      try await server.asked { port in
        let fields = Client.handshake.replacingOccurrences(
          of: missing.hasPrefix("Connection") ? "Connection: keep-alive, Upgrade\r\n" : missing, with: "")
        let answer = try Client(port).get("/socket", fields: fields)
        #expect(answer.status == status)
        #expect(status != 426 || answer.fields["sec-websocket-version"] == "13")
        let short = Client.handshake.replacingOccurrences(of: "dGhlIHNhbXBsZSBub25jZQ==", with: "dGhlIHNhbXBsZSBub25j")
        #expect(try Client(port).get("/socket", fields: short).status == 400)
        let old = Client.handshake.replacingOccurrences(of: "13", with: "8")
        #expect(try Client(port).get("/socket", fields: old).status == 426)
        let post = try Client(port)
        post.send("POST /socket HTTP/1.1\r\nHost: a\r\n\(Client.handshake)\r\n")
        #expect(try post.answer().status == 400)
      }
    }
  }

  @Test("ends for its reader and its writer when the client resets the connection")
  func abrupt() async throws {
    let began = Tally()
    let ended = Tally()
    let refused = Tally()
    let answer: Handler.Answer = { request in
      .webSocket(for: request) { socket in
        began.add()
        for await _ in socket.messages {}
        ended.add()
        do throws(Problem) { try await socket.send(.text("too late")) } catch { refused.add() }
        #expect(await socket.farewell == .abnormal)
      }
    }
    try await serving(answer: answer) { server in
      let box = try await server.asked { port in
        let client = try Client(port)
        try client.openSocket()
        return Box(client)
      }
      await began.reaches(1)
      try box.value.reset()
      box.drop()
      await ended.reaches(1)
      await refused.reaches(1)
      await server.waitForConnections(0)
    }
  }

  @Test("holds back the writer to a client that does not read, and no other client")
  func writeBackpressure() async throws {
    let written = Tally()
    let message = Message.binary([UInt8](repeating: 1, count: 65_536)).prepared
    let answer: Handler.Answer = { request in
      if request.target.path == "/hello" { return .text("hello") }
      return .webSocket(for: request) { socket in
        while (try? await socket.send(message)) != nil, !Task.isCancelled { written.add() }
      }
    }
    try await serving(answer: answer) { server in
      let client = try Client(server.port, receiveBuffer: 4096)
      client.send("GET /socket HTTP/1.1\r\nHost: a\r\n\(Client.handshake)\r\n")
      await written.reaches(1)
      try await server.asked { port in
        for _ in 0..<100 {
          let answer = try Client(port).get("/hello")
          #expect(answer.body == "hello")
        }
      }
      #expect(written.value < 200)
      client.reset()
    }
  }

  @Test("wakes a writer that waits for room, also when another sender has emptied the buffer")
  func woken() async throws {
    let written = Tally()
    let message = Message.binary([UInt8](repeating: 1, count: 4_096)).prepared
    let (sockets, opened) = AsyncStream.makeStream(of: WebSocket.self)
    var limits = ServerLimits()
    limits.highWater = 0
    let answer: Handler.Answer = { request in
      if request.target.path == "/hello" { return .text("hello") }
      return .webSocket(for: request) { socket in
        opened.yield(socket)
        while (try? await socket.send(message)) != nil { written.add() }
      }
    }
    try await serving(limits, answer: answer) { server in
      let client = try await server.asked { port in
        let client = try Client(port, receiveBuffer: 4096)
        client.send(
          "GET /socket HTTP/1.1\r\nHost: a\r\n\r\n".replacing("\r\n\r\n", with: "\r\n\(Client.handshake)\r\n"))
        return Box(client)
      }
      let socket = try #require(await sockets.first { _ in true })
      let all = try await server.asked { port in
        // Until the buffer of the system is full, and the writer waits to send the rest of its message.
        var seen = -1
        while seen != written.value {
          seen = written.value
          for _ in 0..<20 { _ = try Client(port).get("/hello") }
        }
        return seen
      }
      // The client drains the buffer of the system while the loop is blocked; then a ping flushes the rest.
      let (held, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      server.loop.run {
        held.signal()
        _ = free.wait(timeout: .now() + Double(Client.patience))
        _ = socket.assumeIsolated { $0.beat() }
      }
      try await onThread {
        held.wait()
        try client.value.drain()
        free.signal()
      }
      await written.reaches(all + 1)
      // And not because the connection was closed.
      #expect(server.connections.value == 1)
      try client.value.reset()
      client.drop()
    }
  }

  @Test("loses no message when its inbox is full before the handler reads")
  func readBackpressure() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let answer: Handler.Answer = { request in
      .webSocket(for: request, limits: WebSocketLimits(inbox: 10_000)) { socket in
        for await _ in gate { break }
        var count = 0
        for await _ in socket.messages {
          count += 1
          if count == 2_000 { try? await socket.send(.text("\(count)")) }
        }
      }
    }
    try await serving(answer: answer) { server in
      try await server.asked { port in
        let client = try Client(port)
        try client.openSocket("/")
        for _ in 0..<2_000 { client.send(WebSocketFrame(opcode: .text, payload: [UInt8](repeating: 65, count: 1_000))) }
        opener.yield()
        #expect(try client.frame().payload == Array("2000"))
      }
    }
  }

  @Test("pings a silent client, and closes the connection when no pong arrives")
  func pulse() async throws {
    let answer: Handler.Answer = { request in
      .webSocket(for: request, limits: WebSocketLimits(pulse: .milliseconds(800))) { socket in
        for await _ in socket.messages {}
      }
    }
    try await serving(answer: answer) { server in
      try await server.asked { port in
        let client = try Client(port)
        try client.openSocket()
        #expect(try client.frame().opcode == .ping)
        client.send(WebSocketFrame(opcode: .pong, payload: []))
        #expect(try client.frame().opcode == .ping)
        #expect(try client.readToEnd().isEmpty)
      }
    }
  }

  @Test("closes with 1001 when the server stops")
  func stop() async throws {
    let server = try await Server.start(handler: Handler(answer: Sample.answer))
    let box = try await server.asked { port in
      let client = try Client(port)
      try client.openSocket()
      return Box(client)
    }
    async let code = onThread { try box.value.closeCode() }
    await server.stop()
    #expect(try await code == 1001)
    box.drop()
  }

  @Test("uses only a subprotocol that the client offered")
  func subprotocol() async throws {
    let answer: Handler.Answer = { request in .webSocket(for: request, subprotocol: "troupe") { _ in } }
    try await serving(answer: answer) { server in
      try await server.asked { port in
        let offered = try Client(port).get("/", fields: Client.handshake + "Sec-WebSocket-Protocol: x, troupe\r\n")
        #expect(offered.status == 101 && offered.fields["sec-websocket-protocol"] == "troupe")
        #expect(try Client(port).get("/", fields: Client.handshake).status == 400)
      }
    }
  }
}
