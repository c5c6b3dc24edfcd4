import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("A request's head", .timeLimit(.minutes(10)))
struct AdmissionTests {
  private static func head(_ length: Int, _ path: String = "/", _ fields: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(length)\r\n\r\n"
  }

  /// Counts the bytes of its parts, and notes when it is released.
  private final class Sink: Sendable {
    let sizes = Locked<[Int]>([])
    private let released: Tally

    init(_ released: Tally) { self.released = released }

    deinit { released.add() }

    var intake: BodyIntake {
      BodyIntake(
        receive: { [self] bytes in
          sizes.withLock { $0.append(bytes.count) }
          return bytes.contains(UInt8(ascii: "!")) ? .text("no", status: .unsupportedMediaType) : nil
        },
        finish: { [self] in .text("\(sizes.withLock { $0.reduce(0, +) })") })
    }
  }

  @Test("that is refused is answered at once, and its body is not read")
  func refusal() async throws {
    let admit = { @Sendable (head: RequestHead, _: Peer) -> Admission in
      let refused = Admission.refuse(.text("no", status: .unauthorized))
      return head.target.path == "/later" ? .deferred { refused } : refused
    }
    try await serving(admit: admit) { server in
      try await server.asked { port in
        for path in ["/now", "/later"] {
          let client = try Client(port)
          // Nothing of the body is sent: the answer cannot wait for it.
          client.send(AdmissionTests.head(1_000_000, path, "Expect: 100-continue\r\n"))
          let answer = try client.answer()
          #expect(answer.status == 401 && answer.fields["connection"] == "close", "\(path)")
          #expect(try client.readToEnd() == "")
        }
      }
    }
  }

  @Test("that expects 100-continue gets it after the decision, and another expectation gets 417")
  func expectation() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let asked = Tally()
    let admit = { @Sendable (_: RequestHead, _: Peer) -> Admission in
      .deferred {
        asked.add()
        for await _ in gate { break }
        return .body(upTo: 100)
      }
    }
    try await serving(admit: admit) { server in
      let client = try await server.asked { port in
        let client = try Client(port)
        client.send(AdmissionTests.head(3, "/echo", "Expect: 100-continue\r\n"))
        return Box(client)
      }
      await asked.reaches(1)
      var waiting = pollfd(fd: try client.value.socket, events: Int16(POLLIN), revents: 0)
      #expect(poll(&waiting, 1, 0) == 0)
      opener.yield()
      try await server.asked { port in
        #expect(try client.value.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.value.send("xyz")
        #expect(try client.value.answer().body == "xyz")
        let other = try Client(port)
        other.send(AdmissionTests.head(3, "/echo", "Expect: tea\r\n"))
        #expect(try other.answer().status == 417)
      }
      client.drop()
    }
  }

  @Test("may let the body arrive in parts, larger than all memory for bodies, and requests follow it in order")
  func parts() async throws {
    let released = Tally()
    var limits = ServerLimits()
    limits.bodyMemory = 100_000
    let sizes = Locked<[Int]>([])
    let admit = { @Sendable (head: RequestHead, _: Peer) -> Admission in
      guard head.target.path == "/stream" else { return .body(upTo: 100) }
      let sink = Sink(released)
      let intake = BodyIntake(
        receive: { bytes in
          sizes.withLock { $0.append(bytes.count) }
          return await sink.intake.receive(bytes)
        }, finish: { await sink.intake.finish() })
      return .stream(upTo: 4_000_000, into: intake)
    }
    try await serving(limits, admit: admit) { server in
      try await server.asked { port in
        let client = try Client(port)
        let body = [UInt8](repeating: 120, count: 3_000_000)
        client.send(
          Array(AdmissionTests.head(3_000_000, "/stream").utf8) + body
            + Array("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(try client.answer().body == "3000000")
        #expect(try client.answer().body == "hello")
        client.send(
          "POST /stream HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(try client.answer().body == "5")
        client.send(AdmissionTests.head(0, "/stream"))
        #expect(try client.answer().body == "0")
        client.send(AdmissionTests.head(4_000_001, "/stream"))
        #expect(try client.answer().status == 413)
      }
      await released.reaches(4)
    }
    let largest = sizes.withLock { $0.max() ?? 0 }
    #expect((1...262_144).contains(largest))
  }

  @Test("whose body is not completed releases its intake: a client that leaves, one that stalls, one that is refused")
  func unfinished() async throws {
    let released = Tally()
    let begun = Tally()
    var limits = ServerLimits()
    limits.bodyTime = .milliseconds(50)
    let admit = { @Sendable (_: RequestHead, _: Peer) -> Admission in
      begun.add()
      return .stream(upTo: 1_000, into: Sink(released).intake)
    }
    try await serving(limits, admit: admit) { server in
      try await server.asked { port in
        let stalled = try Client(port)
        stalled.send(AdmissionTests.head(10) + "abc")
        #expect(try stalled.answer().status == 408)
        let refused = try Client(port)
        refused.send(AdmissionTests.head(10) + "!")
        #expect(try refused.answer().status == 415)
        let ended = try Client(port)
        ended.send(AdmissionTests.head(10) + "abc")
        ended.endSending()
        #expect(try ended.answer().status == 400)
        let leaving = try Client(port)
        leaving.send(AdmissionTests.head(10) + "abc")
        leaving.reset()
      }
      await begun.reaches(3)
      await released.reaches(3)
      await server.waitForConnections(0)
      // The one that left may not have been admitted before.
      await released.reaches(begun.value)
    }
  }
}
