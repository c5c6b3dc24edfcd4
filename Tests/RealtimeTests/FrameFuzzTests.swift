import Foundation
import JSON
import Kernel
import Testing

@testable import Realtime

/// Thousands of honest frames made wrong. `TROUPE_FUZZ_SECONDS` says for how long, and `TROUPE_FUZZ_SEED` with which
/// chance.
@Suite("Fuzzing what channels hear")
struct FrameFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1.0
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

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

  private static func mutated(using chance: inout Seeded) -> [UInt8] {
    func any<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: elements.indices, using: &chance)] }
    var bytes = any(honest)
    for _ in 0..<Int.random(in: 0...5, using: &chance) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &chance)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &chance))
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      case 1: bytes[at] = UInt8.random(in: .min ... .max, using: &chance)
      case 2: bytes.removeSubrange(at..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 4: bytes.insert(contentsOf: any(words), at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  @Test("what is taken is JSON to others too, and nothing crashes what reads it")
  func frames() async throws {
    try await onThread {
      var chance = Seeded(FrameFuzzTests.seed)
      let end = ContinuousClock.now + .seconds(FrameFuzzTests.seconds)
      var taken = 0
      while ContinuousClock.now < end {
        for _ in 0..<50 {
          let bytes = FrameFuzzTests.mutated(using: &chance)
          taken += try FrameFuzzTests.check(bytes)
        }
      }
      #expect(taken > 0)
    }
  }

  private static func check(_ bytes: [UInt8]) throws -> Int {
    var taken = 0
    let said = "\(bytes), seed \(seed)"
    for wire in [Wire.objects, .arrays] {
      if let frame = try? wire.read(bytes) { try passOn(frame, said) }
      guard let text = String(validating: bytes, as: UTF8.self), let frame = try? wire.read(text) else { continue }
      taken += 1
      try passOn(frame, said)
      if let config = try? JoinConfig(frame.payload, limits: RealtimeLimits()) {
        for binding in config.bindings {
          _ = try? binding.listening(in: FakeDatabase().schema)
          try #require(isJSON(binding.answer) && binding.id > 0, "\(said)")
        }
      }
    }
    if let (_, message) = BusMessage.read(bytes) { try #require(isJSON(message.bytes(from: "me")), "\(said)") }
    if String(validating: bytes, as: UTF8.self) != nil {
      // Whatever we take, another reader takes; what another refuses, we do too.
      if JSONText.isWhole(bytes[...]) { try #require(isJSON(bytes), "\(said)") }
    }
    return taken
  }

  private static func passOn(_ frame: ClientFrame, _ said: String) throws {
    for wire in [Wire.objects, .arrays] {
      let out = wire.frame(
        joinRef: frame.joinRef, ref: frame.ref, topic: JSONText.quoted(frame.topic), event: "broadcast",
        payload: frame.payload)
      try #require(isJSON(out), "\(said)")
      let again = try wire.read(String(decoding: out, as: UTF8.self))
      try #require(again.topic == frame.topic && again.payload == frame.payload, "\(said)")
    }
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    // Foundation refuses `0e9`, which is a zero.
    zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "0") && $1 | 0x20 == UInt8(ascii: "e") }
      || (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }
}
