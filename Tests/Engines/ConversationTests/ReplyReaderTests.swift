import Chance
import Foundation
import JSON
import Kernel
import Testing

@testable import Conversation

@Suite("The reader of replies") struct ReplyReaderTests {
  static func chunk(_ delta: String, finish: String? = nil) -> String {
    let reason = finish.map { "\"\($0)\"" } ?? "null"
    return "data: {\"choices\":[{\"index\":0,\"delta\":\(delta),\"finish_reason\":\(reason)}]}\n\n"
  }

  static func call(_ index: Int, _ arguments: String, id: String = "", name: String = "") -> String {
    let text = (try? JSON.text(JSON.string(arguments))) ?? "\"\""
    return chunk(
      "{\"tool_calls\":[{\"index\":\(index),\"id\":\"\(id)\",\"function\":{\"name\":\"\(name)\",\"arguments\":\(text)}}]}"
    )
  }

  static func read(_ text: String, step: Int = 7) throws(Problem) -> [ReplyPiece] {
    var reader = ReplyReader()
    var pieces: [ReplyPiece] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: step) {
      pieces += try reader.take(Array(bytes[start..<min(bytes.count, start + step)]))
    }
    return pieces + (try reader.finish())
  }

  @Test("text and thoughts are handed out as they come")
  func text() throws {
    let stream =
      Self.chunk("{\"role\":\"assistant\",\"content\":\"\"}") + Self.chunk("{\"reasoning_content\":\"Hm\"}")
      + Self.chunk("{\"content\":\"Grü\"}") + Self.chunk("{\"content\":\"ezi\"}") + Self.chunk("{}", finish: "stop")
      + "data: {\"choices\":[],\"usage\":{}}\n\ndata: [DONE]\n\n"
    for step in [1, 2, 3, 64, 10_000] {
      #expect(try Self.read(stream, step: step) == [.thinking("Hm"), .text("Grü"), .text("ezi")])
    }
  }

  @Test("two calls whose parts arrive interleaved are whole and in the order of their numbers")
  func parallel() throws {
    let stream =
      Self.call(1, "{\"b\":", id: "two", name: "second") + Self.call(0, "{\"a", id: "one", name: "first")
      + Self.call(1, "2}") + Self.call(0, "\":1}") + Self.chunk("{}", finish: "tool_calls") + "data: [DONE]\n\n"
    #expect(
      try Self.read(stream) == [
        .call(ToolCall(id: "one", name: "first", arguments: ["a": 1])),
        .call(ToolCall(id: "two", name: "second", arguments: ["b": 2])),
      ])
  }

  @Test("a call whose arguments are no object is refused, and the reply goes on")
  func broken() throws {
    let stream = Self.call(0, "{\"a\":", id: "one", name: "first") + Self.chunk("{}", finish: "stop")
    #expect(
      try Self.read(stream) == [.refusedCall(name: "first", why: "Its arguments are no JSON object.")])
  }

  /// The bytes after a first piece of text, and the problem that they make.
  struct Half: Sendable {
    let then: String
    let code: String
  }

  @Test(
    "a reply that stops half-way is a problem with a code, and what came before was handed out",
    arguments: [
      Half(then: "", code: "stream-cut"), Half(then: "data: {\"choi", code: "stream-cut"),
      Half(then: chunk("{}", finish: "length"), code: "stream-cut"),
      Half(then: "data: {\"error\":{\"message\":\"overloaded\"}}\n\n", code: "model-failed"),
      Half(then: "event: error\ndata: {}\n\n", code: "model-failed"),
      Half(then: "data: {rubbish\n\n", code: "stream-unreadable"),
      Half(then: chunk("{}", finish: "content_filter"), code: "model-refused"),
    ])
  func half(_ half: Half) {
    let stream = Self.chunk("{\"content\":\"Hel\"}") + half.then
    var reader = ReplyReader()
    var pieces: [ReplyPiece] = []
    do throws(Problem) {
      for byte in stream.utf8 { pieces += try reader.take([byte]) }
      pieces += try reader.finish()
      Issue.record("It did not fail.")
    } catch { #expect(error.code == half.code) }
    #expect(pieces == [.text("Hel")])
  }

  @Test("more text, longer arguments and more calls than are allowed are refused")
  func bounds() {
    let long = String(repeating: "x", count: 40_000)
    for stream in [
      Self.chunk("{\"content\":\"\(long)\"}") + Self.chunk("{\"content\":\"\(long)\"}"),
      Self.call(0, long) + Self.call(0, long), Self.call(16, "{}"), Self.call(-1, "{}"),
    ] { #expect(throws: Problem.self) { try Self.read(stream, step: 4096) } }
  }

  @Test("mutated replies are read alike in one part and byte by byte, or refused")
  func rubbish() throws {
    let stream = Array(
      (Self.call(1, "{\"b\":2}", id: "two", name: "second") + Self.chunk("{\"content\":\"Hello\"}", finish: "stop")
        + "data: [DONE]\n\n").utf8)
    try Fuzzer("ReplyReader", inputs: 1_500).run { random in
      var bytes = stream
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return bytes
    } check: { bytes, _ in
      let text = { (step: Int) -> [ReplyPiece]? in
        var reader = ReplyReader()
        var pieces: [ReplyPiece] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
          guard let more = try? reader.take(Array(bytes[start..<min(bytes.count, start + step)])) else { return nil }
          pieces += more
        }
        return (try? reader.finish()).map { pieces + $0 }
      }
      guard text(1) == text(bytes.count) else { throw ServerSentEventsTests.Unlike() }
    }
  }
}
