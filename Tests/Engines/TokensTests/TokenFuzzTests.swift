import Chance
import Foundation
import JSON
import Kernel
import Signing
import Testing

@testable import Tokens

/// Verifies mutated tokens.
@Suite("Fuzzing tokens")
struct TokenFuzzTests {
  /// A provider's key and a token that it signed for `person()`. They are constants because an ES256 signature differs
  /// each time.
  private static let theirKey: JSON = [
    "kty": "EC", "crv": "P-256", "kid": "one", "x": "NRGFPp87Dej8jHZ1sPcqqr6X6AuqrsXSb1W_QTIQgkE",
    "y": "nqM2kjbvstZF42YrVDUOiuFIS7JATlAEqpOi8xBpOBY",
  ]
  private static let theirs = [
    "eyJhbGciOiJFUzI1NiIsImtpZCI6Im9uZSJ9",
    "eyJhdWQiOiJhdXRoZW50aWNhdGVkIiwiZXhwIjoxNzY4NDgyMDAwLCJpYXQiOjE3Njg0Nzg0MDAsInJvbGUiOiJhdXRoZW50aWNhdGVkIiwic2Vzc"
      + "2lvbl9pZCI6IjAxOThmMGYwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMiIsInN1YiI6IjAxOThmMGYwLTAwMDAtNzAwMC04MDAwLTAwMDAw"
      + "MDAwMDAwMSJ9",
    "qjfu_ZilvDIc1L4waTttF6JY3c4cdOR1m-ePskNjNInNqZmcb773n8dleVhi45J_dtyOygmt6uXHwbLUQYmDxA",
  ].joined(separator: ".")

  private static let pieces = [
    ".", "..", "=", "-", "_", "+", "/", "\0", "\n", "A", "é", "\u{301}", "eyJhbGciOiJub25lIn0", "eyJhbGciOiJIUzI1NiJ9",
  ].map { Array($0.utf8) }

  private static func mutated(_ token: String, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = Array(token.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard !bytes.isEmpty else { break }
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<7, using: &random)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 3: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)], at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  @Test("a mutated token is refused without a crash")
  func changed() throws {
    let vouching = try Vouching(try tokenKey())
    let ours = [try vouching.key.token(person()), vouching.keys.anon, vouching.keys.service]
    let set = KeySet(["keys": [TokenFuzzTests.theirKey]])
    let theirs = TokenFuzzTests.theirs
    for honest in ours { #expect(vouching.credential(honest, at: noon).caller != nil) }
    #expect(try set.claims(of: theirs, by: TokenRules(), at: noon) == person())
    try Fuzzer("Token", inputs: 12_000).run { random in
      let honest = Bool.random(using: &random) ? theirs : ours[Int.random(in: 0..<ours.count, using: &random)]
      return TokenFuzzTests.mutated(honest, using: &random)
    } check: { bytes, _ in
      let text = String(decoding: bytes, as: UTF8.self)
      if !ours.contains(text) {
        try hold(vouching.credential(text, at: noon).caller == nil, "it is accepted as our token")
      }
      if text != theirs {
        try hold((try? set.claims(of: text, by: TokenRules(), at: noon)) == nil, "it is accepted as a provider's token")
      }
    }
  }

  @Test("a mutated payload does not crash the reader, and decoded claims survive a round trip")
  func payloads() throws {
    let key = try tokenKey()
    let words = [
      "null", "\"\"", "[", "{", "}", "1e309", "-0", "\\u0000", ",", ":", "\"exp\":", "\"aud\":[\"a\"]", "1.5",
      "\"sub\":",
    ]
    let payload = [UInt8](try JSON.data(person().json))
    var read = 0
    try Fuzzer("TokenPayload", inputs: 8_000).run { random in
      var text = payload
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let at = Int.random(in: 0..<text.count, using: &random)
        let word = Array(words[Int.random(in: 0..<words.count, using: &random)].utf8)
        text.replaceSubrange(at..<min(text.count, at + Int.random(in: 0...9, using: &random)), with: word)
      }
      return text
    } check: { bytes, _ in
      let token = try signed(payload: String(decoding: bytes, as: UTF8.self), by: key)
      guard let claims = try? key.claims(of: token, by: TokenRules(), at: noon) else { return }
      let again = try key.claims(of: try key.token(claims), by: TokenRules(), at: noon)
      try hold(again == claims, "\(claims) is parsed again as \(again)")
      read += 1
    }
    #expect(read > 0)
  }
}
