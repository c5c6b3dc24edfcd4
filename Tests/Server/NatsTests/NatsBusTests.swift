import Kernel
import Nats
import Relational
import TestPostgres
import Testing

/// The first messages that come, in their order.
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
  @Test("What is published arrives at all, the publisher too, in order and whole")
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

  @Test("It comes back when the server does, and says that something was missed")
  func returns() async throws {
    let server = try TestNats()
    let bus = try await NatsBus.open(address: server.address)
    var news = bus.messages.listen().makeAsyncIterator()
    server.stop()
    // Until it has noticed, a message may still be taken, and is lost.
    while await problem({ try await bus.publish([1]) }) == nil { await Task.yield() }
    #expect(await problem { try await bus.publish([1]) }?.code == "bus-away")
    try server.restart()
    var heard = await news.next()
    while case .said = heard?.news { heard = await news.next() }
    #expect(heard?.news == .missed(1))
    try await bus.publish([2])
    #expect(await news.next()?.news == .said([2]))
    await bus.close()
    #expect(await problem { try await bus.publish([1]) }?.code == "bus-away")
    server.stop()
  }

  @Test("Who may not come in hears so, and the secret is not told")
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

  @Test("What is too large is refused, and the bus goes on")
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
    "An address that is none is refused, and so is a name that is none",
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
    "A name with wildcards, spaces or nothing in it is none", arguments: ["", "a b", "a.*", ">", "a..b", "a\r\nPING"])
  func names(_ subject: String) async {
    #expect(await problem { try await NatsBus.open(address: "nats://127.0.0.1", subject: subject) }?.code == "bus-name")
  }
}
