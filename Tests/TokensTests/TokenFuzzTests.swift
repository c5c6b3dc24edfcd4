import Foundation
import JSON
import Kernel
import Signing
import Testing

@testable import Tokens

/// Honest tokens made wrong. `TROUPE_FUZZ_SECONDS` says for how long, and `TROUPE_FUZZ_SEED` with which chance.
@Suite("Fuzzing tokens")
struct TokenFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

  private static let pieces = [
    ".", "..", "=", "-", "_", "+", "/", "\0", "\n", "A", "é", "\u{301}", "eyJhbGciOiJub25lIn0", "eyJhbGciOiJIUzI1NiJ9",
  ].map { Array($0.utf8) }

  private static func mutated(_ token: String, using chance: inout Seeded) -> String {
    var bytes = Array(token.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      guard !bytes.isEmpty else { break }
      let at = Int.random(in: 0..<bytes.count, using: &chance)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &chance))
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<7, using: &chance)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 3: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &chance)], at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("no token that was changed holds, and none crashes its reader")
  func changed() throws {
    let vouching = try Vouching(try tokenKey())
    let honest = [try vouching.key.token(person()), vouching.keys.anon, vouching.keys.service]
    let foreign = try ForeignKey(curve: "P-256")
    let set = KeySet(["keys": [try foreign.jwk()]])
    let theirs = try foreign.token(person(), algorithm: "ES256")
    var chance = Seeded(TokenFuzzTests.seed)
    let end = ContinuousClock.now + .seconds(TokenFuzzTests.seconds)
    var rounds = 0
    while ContinuousClock.now < end {
      let from = honest[Int.random(in: 0..<honest.count, using: &chance)]
      let text = TokenFuzzTests.mutated(from, using: &chance)
      if !honest.contains(text) {
        let credential = vouching.credential(text, at: noon)
        try #require(credential.caller == nil, "\(text), seed \(TokenFuzzTests.seed)")
      }
      let other = TokenFuzzTests.mutated(theirs, using: &chance)
      if other != theirs {
        try #require(
          (try? set.claims(of: other, by: TokenRules(), at: noon)) == nil, "\(other), seed \(TokenFuzzTests.seed)")
      }
      rounds += 1
    }
    #expect(rounds > 0)
  }

  @Test("no payload crashes whoever reads its claims, and what is read is written and read again")
  func payloads() throws {
    let key = try tokenKey()
    let words = [
      "null", "\"\"", "[", "{", "}", "1e309", "-0", "\\u0000", ",", ":", "\"exp\":", "\"aud\":[\"a\"]", "1.5",
      "\"sub\":",
    ]
    let payload = String(decoding: try JSON.data(person().json), as: UTF8.self)
    var chance = Seeded(TokenFuzzTests.seed)
    let end = ContinuousClock.now + .seconds(TokenFuzzTests.seconds)
    var read = 0
    while ContinuousClock.now < end {
      var text = Array(payload.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &chance) {
        let at = Int.random(in: 0..<text.count, using: &chance)
        let word = Array(words[Int.random(in: 0..<words.count, using: &chance)].utf8)
        text.replaceSubrange(at..<min(text.count, at + Int.random(in: 0...9, using: &chance)), with: word)
      }
      let token = try signed(payload: String(decoding: text, as: UTF8.self), by: key)
      guard let claims = try? key.claims(of: token, by: TokenRules(), at: noon) else { continue }
      let again = try key.claims(of: try key.token(claims), by: TokenRules(), at: noon)
      try #require(again == claims, "\(text), seed \(TokenFuzzTests.seed)")
      read += 1
    }
    #expect(read > 0)
  }
}
