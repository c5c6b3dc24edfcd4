import Kernel
import Loopback
import Nats
import Relational
import TestPostgres
import Testing

/// The first messages that arrive, in order.
func first(_ count: Int, of stream: AsyncStream<Heard<[UInt8]>>) async -> [[UInt8]] {
  var messages: [[UInt8]] = []
  for await heard in stream {
    if case .said(let message) = heard.news { messages.append(message) }
    if messages.count >= count { break }
  }
  return messages
}

func problem<Result>(_ body: () async throws -> Result) async -> Problem? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? Problem
  }
}

@Suite(
  "The bus over NATS", .timeLimit(.minutes(10)), .enabled(if: TestNats.isInstalled, "\(TestNats.missing ?? "")"))
struct NatsBusTests {
  @Test("A message reaches every listener of its subject, the publisher included, complete and in order")
  func arrives() async throws {
    let server = try TestNats()
    let one = try await NatsBus.open(address: server.address)
    let two = try await NatsBus.open(address: server.address)
    let apart = try await NatsBus.open(address: server.address, subject: "other")
    let streams = [one.messages.listen(), two.messages.listen()]
    let apartStream = apart.messages.listen()
    var messages = (0..<200).map { Array("message \($0)\r\nPING\r\n".utf8) }
    messages.append([])
    messages.append((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    for message in messages { try await one.publish(message) }
    for stream in streams { #expect(await first(messages.count, of: stream) == messages) }
    try await apart.publish([7])
    #expect(await first(1, of: apartStream) == [[7]])
    for bus in [one, two, apart] { await bus.close() }
    server.stop()
  }

  @Test("The bus reconnects after a restart of the server, and reports that messages were missed")
  func returns() async throws {
    let server = try TestNats()
    let bus = try await NatsBus.open(address: server.address)
    try await restart(server, under: bus)
    await bus.close()
    #expect(await problem { try await bus.publish([1]) }?.code == "bus-away")
    server.stop()
  }

  /// Restarts the server and expects that the bus says so and works again.
  private func restart(_ server: TestNats, under bus: NatsBus) async throws {
    var news = bus.messages.listen().makeAsyncIterator()
    server.stop()
    // Until the bus notices the loss, it may still accept a message, which is lost.
    while await problem({ try await bus.publish([1]) }) == nil { await Task.yield() }
    #expect(await problem { try await bus.publish([1]) }?.code == "bus-away")
    try server.restart()
    var heard = await news.next()
    while case .said = heard?.news { heard = await news.next() }
    #expect(heard?.news == .missed(1))
    try await bus.publish([2])
    #expect(await news.next()?.news == .said([2]))
  }

  @Test("Wrong credentials are refused, and the problem does not disclose them")
  func refused() async throws {
    let server = try TestNats(["--user", "ann", "--pass", "se:cr@t"])
    let place = "127.0.0.1:\(server.port)"
    let bus = try await NatsBus.open(address: "nats://ann:se%3Acr%40t@\(place)")
    await bus.close()
    for person in ["", "ann:wrong@", "wrong@"] {
      let problem = await problem { try await NatsBus.open(address: "nats://\(person)\(place)") }
      #expect(problem?.code == "bus-refused")
      #expect(problem?.sentence.contains("wrong@") == false)
    }
    server.stop()
    let tokens = try TestNats(["--auth", "token-of-mine"])
    await (try await NatsBus.open(address: "nats://token-of-mine@127.0.0.1:\(tokens.port)")).close()
    tokens.stop()
    #expect(await problem { try await NatsBus.open(address: server.address) }?.code == "bus-unreachable")
  }

  @Test("With tls:// messages of any size arrive over a verified connection, also after a restart of the server")
  func encrypted() async throws {
    try await withFolder { folder in
      let own = try OpenSSL(in: folder).certificate("own")
      let server = try TestNats(["--tls", "--tlscert", own.certificate, "--tlskey", own.key, "--auth", "token-of-mine"])
      for host in ["localhost", "127.0.0.1"] {
        let bus = try await NatsBus.open(
          address: "tls://token-of-mine@\(host):\(server.port)", authorities: own.certificate)
        let stream = bus.messages.listen()
        let messages = [[1], [], (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }, Array("PING\r\n".utf8)]
        for message in messages { try await bus.publish(message) }
        #expect(await first(messages.count, of: stream) == messages)
        await bus.close()
      }
      let bus = try await NatsBus.open(
        address: "tls://token-of-mine@localhost:\(server.port)", authorities: own.certificate)
      try await restart(server, under: bus)
      await bus.close()
      server.stop()
    }
  }

  @Test("A certificate that is not trusted, or for another host, ends the connection before the credentials are sent")
  func untrusted() async throws {
    try await withFolder { folder in
      let openssl = OpenSSL(in: folder)
      let (own, other) = (try openssl.certificate("own"), try openssl.certificate("other", for: "DNS:other.example"))
      func server(_ pair: (certificate: String, key: String)) throws -> TestNats {
        try TestNats(["--tls", "--tlscert", pair.certificate, "--tlskey", pair.key])
      }
      let (mine, foreign) = (try server(own), try server(other))
      for (port, authorities) in [
        (mine.port, nil), (mine.port, other.certificate), (foreign.port, other.certificate),
      ] {
        let problem = await problem {
          try await NatsBus.open(address: "tls://secret@localhost:\(port)", authorities: authorities)
        }
        #expect(problem?.code == "bus-untrusted")
        #expect(problem?.sentence.contains("secret") == false)
      }
      let missing = await problem {
        try await NatsBus.open(address: "tls://localhost:\(mine.port)", authorities: openssl.path("none"))
      }
      #expect(missing?.code == "bus-tls")
      mine.stop()
      foreign.stop()
    }
  }

  @Test("A server without TLS is refused for tls://, and one with TLS for nats://")
  func mismatched() async throws {
    let plain = try TestNats()
    #expect(await problem { try await NatsBus.open(address: "tls://localhost:\(plain.port)") }?.code == "bus-tls")
    plain.stop()
    try await withFolder { folder in
      let own = try OpenSSL(in: folder).certificate("own")
      let server = try TestNats(["--tls", "--tlscert", own.certificate, "--tlskey", own.key])
      #expect(await problem { try await NatsBus.open(address: server.address) }?.code == "bus-tls")
      server.stop()
    }
  }

  @Test("Bytes that a server sends before the handshake end a connection with TLS", .timeLimit(.minutes(1)))
  func injected() async throws {
    let listener = try Listener { talk in
      talk.send("INFO {\"tls_required\":true}\r\nMSG troupe.bus 1 1\r\nx\r\n")
      talk.untilGone()
    }
    #expect(await problem { try await NatsBus.open(address: "tls://localhost:\(listener.port)") }?.code == "bus-tls")
    #expect(listener.visits == 1)
  }

  @Test("A message that is too large is refused, and the bus continues to work")
  func tooLarge() async throws {
    let server = try TestNats()
    let bus = try await NatsBus.open(address: server.address)
    let stream = bus.messages.listen()
    let most = [UInt8](repeating: 65, count: 1_048_576)
    #expect(await problem { try await bus.publish(most + [65]) }?.code == "bus-too-large")
    try await bus.publish(most)
    #expect(await first(1, of: stream) == [most])
    await bus.close()
    server.stop()
  }

  @Test(
    "An invalid address is refused without disclosing its password",
    arguments: [
      "", "nats://", "http://a", "nats://a:secret@b@c", "nats://a:99999", "nats://a:0", "nats://a:b c@d", "nats://[::1",
      "nats://:secret@", "nats://a/b", "nats://a:%zz@b", "nats://x@y:z",
    ])
  func addresses(_ text: String) async {
    let problem = await problem { try await NatsBus.open(address: text) }
    #expect(problem?.code == "nats-address")
    #expect(problem?.sentence.contains("secret") == false)
  }

  @Test(
    "A subject that is empty or has wildcards or spaces is refused",
    arguments: ["", "a b", "a.*", ">", "a..b", "a\r\nPING"])
  func names(_ subject: String) async {
    #expect(await problem { try await NatsBus.open(address: "nats://127.0.0.1", subject: subject) }?.code == "bus-name")
  }
}
