import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Streams", .timeLimit(.minutes(10)))
struct StreamTests {
  /// Endless event streams, and the number of those that have a listener.
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

  @Test("of events reach the client as they are published")
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

  @Test("of 500 silent clients all end when the clients disconnect")
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
          // Half of them close, half of them reset the connection.
          if index % 2 == 0 { try client.value.reset() }
          client.drop()
        }
      }
      await events.ended.reaches(500)
      await server.waitForConnections(0)
    }
    #expect(events.count == 0)
  }

  @Test("send empty comments as a heartbeat while idle")
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

  @Test("send the event id and the retry time, and receive Last-Event-ID from a returning client")
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

  @Test("end properly when the server stops; requests in progress finish")
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
    // At an address of this run's own, so that no other process takes the port once it is free.
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

  @Test("and handlers without end do not delay a stop past its time limit")
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

/// A client that is passed between threads.
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
