import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Streams", .timeLimit(.minutes(10)))
struct StreamTests {
  /// Event streams without end, and how many of them somebody listens to.
  final class Events: Sendable {
    let opened = Tally()
    let ended = Tally()
    private let open = Locked<[Int: AsyncStream<ServerEvent>.Continuation]>([:])

    func stream() -> AsyncStream<ServerEvent> {
      let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
      let number = opened.value
      continuation.onTermination = { [weak self] _ in
        let gone = self?.open.withLock { $0.removeValue(forKey: number) }
        withExtendedLifetime(gone) {}
        self?.ended.add()
      }
      open.withLock { $0[number] = continuation }
      opened.add()
      return stream
    }

    func say(_ event: ServerEvent) {
      let open = open.withLock { Array($0.values) }
      for one in open { one.yield(event) }
    }

    var count: Int { open.withLock { $0.count } }
  }

  @Test("of events reach the client as they are said")
  func events() async throws {
    let events = Events()
    try await serving(answer: { _ in .events(events.stream()) }) { server in
      let client = try Client(server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try await onThread { [client = Box(client)] in try client.value.read(until: "\r\n\r\n") }
      #expect(head.contains("content-type: text/event-stream\r\n") && head.contains("cache-control: no-store\r\n"))
      events.say(ServerEvent("a\nb", event: "x\ny", id: "1", retry: .seconds(2)))
      let said = try await onThread { [client = Box(client)] in try client.value.chunk() }
      #expect(said == "event: xy\nid: 1\nretry: 2000\ndata: a\ndata: b\n\n")
      client.endSending()
      await events.ended.reaches(1)
    }
    #expect(events.count == 0)
  }

  @Test("of 500 silent clients are all gone when the clients are")
  func manyClients() async throws {
    let events = Events()
    try await serving(answer: { _ in .events(events.stream()) }) { server in
      let clients = try await server.asked { port in
        try (0..<500).map { _ in
          let client = try Client(port)
          client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try client.read(until: "\r\n\r\n")
          return Box(client)
        }
      }
      #expect(server.connections.value == 500)
      #expect(events.count == 500)
      try await onThread {
        for (index, client) in clients.enumerated() {
          // Some say good-bye, some crash.
          if index % 2 == 0 { try client.value.reset() }
          client.drop()
        }
      }
      await events.ended.reaches(500)
      await server.waitForConnections(0)
    }
    #expect(events.count == 0)
  }

  @Test("show that they are alive while they have nothing to say")
  func pulse() async throws {
    let events = Events()
    var limits = ServerLimits()
    limits.pulse = .milliseconds(30)
    try await serving(limits, answer: { _ in .events(events.stream()) }) { server in
      let said = try await server.asked { port in
        let client = try Client(port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.read(until: "\r\n\r\n")
        return [try client.chunk(), try client.chunk()]
      }
      #expect(said == [":\n\n", ":\n\n"])
    }
  }

  @Test("tell a client where it was and when to come back, in whatever order, and hear from it where it was")
  func resuming() async throws {
    let answer: Handler.Answer = { request in
      let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
      continuation.yield(ServerEvent(request.lastEventID ?? "none", id: "7", retry: .milliseconds(1500)))
      continuation.finish()
      return .events(stream, headers: ["x-accel-buffering": "no"])
    }
    try await serving(answer: answer) { server in
      try await server.asked { port in
        let client = try Client(port)
        let first = try client.get("/")
        #expect(first.body == "id: 7\nretry: 1500\ndata: none\n\n" && first.fields["x-accel-buffering"] == "no")
        #expect(try client.get("/", fields: "Last-Event-ID: 7\r\n").body == "id: 7\nretry: 1500\ndata: 7\n\n")
      }
    }
  }

  @Test("end properly when the server stops; what is under way finishes")
  func stop() async throws {
    let events = Events()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let waiting = Tally()
    let answer: Handler.Answer = { request in
      if request.target.path == "/events" { return .events(events.stream()) }
      waiting.add()
      for await _ in gate { break }
      return .text("late")
    }
    // At an address that is this run's own: nobody else takes the port when it is free again.
    let here = "127.7.\((getpid() >> 8) & 255).\(getpid() & 255)"
    let server = try await Server.start(ServerConfiguration(host: here), handler: Handler(answer: answer))
    let port = server.port
    async let heard = onThread {
      let client = try Client(port, at: here)
      client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
      return try client.readToEnd()
    }
    async let answered = onThread {
      let client = try Client(port, at: here)
      client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
      return try client.readToEnd()
    }
    await events.opened.reaches(1)
    await waiting.reaches(1)
    async let stopped: Void = server.stop(within: .seconds(Client.patience))
    #expect(try await heard.hasSuffix("\r\n\r\n0\r\n\r\n"))
    opener.yield()
    let late = try await answered
    #expect(late.hasSuffix("late") && late.contains("connection: close\r\n"))
    await stopped
    #expect(server.connections.value == 0)
    await #expect(throws: Client.Failed.self) { try await onThread { _ = try Client(port, at: here) } }
  }

  @Test("do not hold up a stop for longer than its bound")
  func bound() async throws {
    let begun = Tally()
    let server = try await Server.start(
      handler: Handler(answer: { _ in
        begun.add()
        // Until it is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return .text("never")
      }))
    let client = try Client(server.port)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await begun.reaches(1)
    await server.stop(within: .milliseconds(50))
    #expect(server.connections.value == 0)
  }
}

/// A client that is handed from one thread to the next.
final class Box: @unchecked Sendable {
  private var held: Client?

  init(_ client: Client) { held = client }

  var value: Client {
    get throws {
      guard let held else { throw Client.Failed(what: "the client is gone") }
      return held
    }
  }

  func drop() { held = nil }
}
