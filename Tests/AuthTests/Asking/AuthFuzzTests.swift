import Foundation
import JSON
import Kernel
import Testing
import Tokens
import Transport

@testable import Auth

/// Honest questions made wrong, at every endpoint. `TROUPE_FUZZ_SECONDS` says for how long, and `TROUPE_FUZZ_SEED` with
/// which chance.
@Suite("Fuzzing questions")
struct AuthFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

  private static let questions: [(String, String, String)] = [
    ("POST", "signup", #"{"email":"x@example.com","password":"correct horse","data":{"a":1}}"#),
    ("POST", "token?grant_type=password", #"{"email":"ada@example.com","password":"correct horse"}"#),
    ("POST", "token?grant_type=refresh_token", #"{"refresh_token":"abc"}"#),
    ("POST", "token?grant_type=pkce", #"{"auth_code":"a","code_verifier":"b"}"#),
    ("POST", "token?grant_type=id_token", #"{"provider":"google","id_token":"a.b.c","nonce":null}"#),
    ("PUT", "user", #"{"data":{"a":[1,null]},"email":"y@example.com","password":"battery staple","nonce":"1"}"#),
    ("POST", "recover", #"{"email":"ada@example.com","code_challenge":"a","code_challenge_method":"s256"}"#),
    ("POST", "otp", #"{"email":"ada@example.com","create_user":true,"data":null}"#),
    ("POST", "resend", #"{"type":"signup","email":"ada@example.com"}"#),
    ("POST", "verify", #"{"email":"ada@example.com","token":"123456","type":"recovery"}"#),
    ("POST", "verify", #"{"token_hash":"abc","type":"email_change"}"#),
    ("GET", "verify?token=a&type=signup&redirect_to=http%3A%2F%2Flocalhost", ""),
    ("GET", "authorize?provider=google&scopes=a", ""), ("GET", "callback?code=a&state=b", ""),
    ("POST", "callback", "code=a&state=b&user=%7B%7D"), ("POST", "logout?scope=others", ""), ("GET", "user", ""),
    ("DELETE", "admin/users/0198f0f0-0000-7000-8000-000000000001", #"{"should_soft_delete":true}"#),
  ]
  private static let words = [
    "\"", "{", "}", "[", ",", ":", "null", "7", "1e309", "\\u0000", "\\ud800", "\0", "%00", "%ff", "&", "'",
    " or 1=1--",
    "é", "\u{FFFD}", "true", "{\"a\":", "\"email\":", "\"phone\":\"+49123\",", String(repeating: "x", count: 3000),
  ].map { Array($0.utf8) }

  private static func mutated(_ text: String, using chance: inout Seeded) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &chance) {
      let at = Int.random(in: 0...bytes.count, using: &chance)
      let end = min(bytes.count, at + Int.random(in: 0...9, using: &chance))
      let word = words[Int.random(in: 0..<words.count, using: &chance)]
      bytes.replaceSubrange(at..<end, with: Bool.random(using: &chance) ? word : [])
    }
    return bytes
  }

  @Test("no question is answered by a failure of ours, and none says more than it should")
  func questions() async throws {
    let world = try World { settings in
      let free = Rate(1_000_000, per: 1)
      settings.rates = Rates()
      (settings.rates.signIn, settings.rates.signInOfAccount, settings.rates.signUp) = (free, free, free)
      (settings.rates.refresh, settings.rates.verify, settings.rates.verifyOfAccount) = (free, free, free)
      (settings.rates.mail, settings.rates.mailOfAccount, settings.rates.authorize) = (free, free, free)
    }
    let ada = try await world.signUp()
    let bearers = [nil, ada.access, world.keys.anon, "rubbish"]
    var chance = Seeded(AuthFuzzTests.seed)
    var statuses: Set<Int> = []
    let end = ContinuousClock.now + .seconds(AuthFuzzTests.seconds)
    while ContinuousClock.now < end {
      let (method, path, body) = AuthFuzzTests.questions[
        Int.random(in: 0..<AuthFuzzTests.questions.count, using: &chance)]
      let bytes = AuthFuzzTests.mutated(body, using: &chance)
      var address = path
      if Int.random(in: 0..<3, using: &chance) == 0 {
        address = String(decoding: AuthFuzzTests.mutated(path, using: &chance), as: UTF8.self)
      }
      let bearer = bearers[Int.random(in: 0..<bearers.count, using: &chance)]
      let answer: World.Answer
      do {
        answer = try await world.ask(method, address, bytes: bytes, bearer: bearer)
      } catch is Refusal {
        // Transport refuses it, and asks nobody.
        continue
      }
      statuses.insert(answer.status)
      try #require(
        answer.status < 500,
        "\(method) \(address) \(String(decoding: bytes, as: UTF8.self)), seed \(AuthFuzzTests.seed)")
      try #require(!"\(answer.json)".contains("argon2"))
    }
    #expect(statuses.contains(400))
  }
}
