import Chance
import Foundation
import Kernel
import Testing

@testable import Conversation

@Suite("Server-sent events") struct ServerSentEventsTests {
  static let stream = Array(
    "\u{FEFF}data: one\r\n\r\n: comment\nevent: news\nid: 7\ndata:two\ndata: \r\ndata: grün 🏃\n\n\ndata\n\nretry: 9\rdata: last\r\r"
      .utf8)
  static let events = [
    ServerSentEvent("one"), ServerSentEvent("two\n\ngrün 🏃", name: "news", id: "7"), ServerSentEvent("", id: "7"),
    ServerSentEvent("last", id: "7"),
  ]

  static func read(_ parts: [[UInt8]]) throws(Problem) -> [ServerSentEvent] {
    var parser = ServerSentEvents()
    var events: [ServerSentEvent] = []
    for part in parts { events += try parser.take(part) }
    return events
  }

  @Test("a stream cut in two at any byte, also within a character or a line end, has the same events")
  func cuts() throws {
    for index in 0...Self.stream.count {
      let parts = [Array(Self.stream[..<index]), Array(Self.stream[index...])]
      #expect(try Self.read(parts) == Self.events, "cut at \(index)")
    }
    #expect(try Self.read(Self.stream.map { [$0] }) == Self.events)
  }

  @Test("an event that is not ended by an empty line is not handed out")
  func missingEnd() throws {
    var parser = ServerSentEvents()
    #expect(try parser.take(Array("data: half\n".utf8)) == [])
    #expect(parser.isWithinEvent)
  }

  @Test("bytes that are not UTF-8 are refused, and so is what follows")
  func invalid() {
    var parser = ServerSentEvents()
    #expect(throws: Problem.self) { try parser.take(Array("data: ".utf8) + [0xC3, 0x28, 0x0A, 0x0A]) }
    #expect(throws: Problem.self) { try parser.take(Array("data: fine\n\n".utf8)) }
  }

  @Test("lines, events and streams beyond their limits are refused")
  func limits() throws {
    var limits = ServerSentEvents.Limits()
    (limits.line, limits.event, limits.stream) = (20, 30, 100)
    for text in [
      String(repeating: "x", count: 21), String(repeating: "data: 0123456789\n", count: 4),
      String(repeating: ":\n\n", count: 40),
    ] {
      var parser = ServerSentEvents(limits)
      #expect(throws: Problem.self) { try parser.take(Array(text.utf8)) }
    }
  }

  @Test("random bytes are read alike in one part and in many, or refused")
  func rubbish() throws {
    try Fuzzer("ServerSentEvents", inputs: 3_000).run { random in
      let words = ["data:", " x", "\n", "\r", "\r\n", "event: e", "id: 1", ":", "\u{FEFF}", "ä", "\0"].map {
        Array($0.utf8)
      }
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        bytes +=
          Int.random(in: 0..<8, using: &random) == 0
          ? [UInt8.random(in: 0...255, using: &random)] : words.randomElement(using: &random) ?? []
      }
      return bytes
    } check: { bytes, random in
      let whole = try? Self.read([bytes])
      let split = try? Self.read(bytes.map { [$0] })
      guard whole == split else { throw Unlike() }
    }
  }

  struct Unlike: Error {}
}
