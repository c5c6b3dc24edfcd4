import Chance
import Foundation
import JSON
import Kernel
import Testing

@testable import Realtime

/// Mutated valid frames.
@Suite("Fuzzing channel frames")
struct FrameFuzzTests {
  static let honest: [[UInt8]] =
    [
      #"{"topic":"realtime:a","event":"phx_join","ref":"1","join_ref":"1","payload":{"config":{"broadcast":{"ack":true,"self":false},"presence":{"key":"k","enabled":true},"private":false,"postgres_changes":[{"event":"*","schema":"public","table":"moods","filter":"score=gte.7"}]},"access_token":"x"}}"#,
      #"["1","2","realtime:a","broadcast",{"type":"broadcast","event":"e","payload":{"n":-1.5e3,"t":"\u00e4\ud83d\ude00"}}]"#,
      #"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":null}"#,
      #"{"topic":"realtime:a","event":"presence","payload":{"type":"presence","event":"track","payload":{"a":[true,false,null]}},"ref":"3"}"#,
      #"["track","there","a",1,7,"k","r",{"x":1}]"#,
    ].map { Array($0.utf8) } + [[3, 1, 1, 10, 2, 2, 1] + Array(#"14realtime:ahi{}{"a":[]}"#.utf8)]

  static let words = [
    "\"", "\\", "{", "}", "[", "]", ":", ",", "null", "\\u", "\\ud800", "1e999", "-", "\0", "\u{7F}", "ä", "{}",
    "score=in.(1,2)", "\"\"", "[[[[[[[[", "phx_join", "0",
  ].map { Array($0.utf8) }

  private static func mutated(using random: inout some RandomNumberGenerator) -> [UInt8] {
    func any<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: elements.indices, using: &random)] }
    var bytes = any(honest)
    for _ in 0..<Int.random(in: 0...5, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
      case 2: bytes.removeSubrange(at..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 4: bytes.insert(contentsOf: any(words), at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  @Test("accepted frames are JSON to another parser too, and no input crashes a reader")
  func frames() async throws {
    let taken = try await onThread {
      var taken = 0
      try Fuzzer("RealtimeFrame", inputs: 10_000).run { random in
        FrameFuzzTests.mutated(using: &random)
      } check: { bytes, _ in
        taken += try FrameFuzzTests.check(bytes)
      }
      return taken
    }
    #expect(taken > 0)
  }

  /// Reads the bytes as every reader of this module does. Returns the number of accepted texts.
  private static func check(_ bytes: [UInt8]) throws -> Int {
    var taken = 0
    for wire in [FrameSerializer.objects, .arrays] {
      if let frame = try? wire.read(bytes) { try passOn(frame) }
      guard let text = String(validating: bytes, as: UTF8.self), let frame = try? wire.read(text) else { continue }
      taken += 1
      try passOn(frame)
      if let config = try? JoinConfig(frame.payload, limits: RealtimeLimits()) {
        for binding in config.bindings {
          _ = try? binding.listening(in: FakeDatabase().schema)
          try hold(binding.id > 0, "a binding has no id")
          try holdJSON(binding.answer)
        }
      }
    }
    if let (_, message) = BusMessage.read(bytes) { try holdJSON(message.bytes(from: "me")) }
    // What our parser accepts, another one accepts too.
    if String(validating: bytes, as: UTF8.self) != nil, JSONSlices.isWhole(bytes[...]) { try holdJSON(bytes) }
    return taken
  }

  /// Checks that a frame survives a round trip through either wire format.
  private static func passOn(_ frame: ClientFrame) throws {
    for wire in [FrameSerializer.objects, .arrays] {
      let out = wire.frame(
        joinRef: frame.joinRef, ref: frame.ref, topic: JSONSlices.quoted(frame.topic), event: "broadcast",
        payload: frame.payload)
      try holdJSON(out)
      let again = try wire.read(String(decoding: out, as: UTF8.self))
      try hold(again.topic == frame.topic && again.payload == frame.payload, "\(frame) is parsed again as \(again)")
    }
  }

  /// Throws unless Foundation accepts the bytes as JSON. Its `JSONSerialization` accepts `0e9` and numbers that
  /// underflow, as `JSONReader` does.
  private static func holdJSON(_ bytes: [UInt8]) throws {
    if (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil { return }
    throw FuzzError("it is no JSON to Foundation: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }
}
