import Chance
import Foundation
import JSON
import Kernel
import Testing
import Tokens
import Transport

@testable import Auth

/// Mutated valid requests to every endpoint.
@Suite("Fuzzing auth requests")
struct AuthFuzzTests {
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

  private static func mutated(_ text: String, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 0...9, using: &random))
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      bytes.replaceSubrange(at..<end, with: Bool.random(using: &random) ? word : [])
    }
    return bytes
  }

  @Test("a mutated request is never answered with a server error or a password hash")
  func questions() async throws {
    let world = try World { settings in
      let free = Rate(1_000_000, per: 1)
      settings.rates = Rates()
      (settings.rates.signIn, settings.rates.guess, settings.rates.signUp) = (free, free, free)
      (settings.rates.refresh, settings.rates.verify, settings.rates.verifyOfAccount) = (free, free, free)
      (settings.rates.mail, settings.rates.mailOfAccount, settings.rates.authorize) = (free, free, free)
    }
    let ada = try await world.signUp()
    // The tokens differ between runs, so an input names one by its index.
    let bearers = [nil, ada.access, world.keys.anon, "rubbish"]
    var statuses: Set<Int> = []
    try await Fuzzer("AuthRequest", inputs: 4_000).run { random in
      let (method, path, body) = AuthFuzzTests.questions[
        Int.random(in: 0..<AuthFuzzTests.questions.count, using: &random)]
      let isSpared = Int.random(in: 0..<3, using: &random) > 0
      let address = isSpared ? Array(path.utf8) : AuthFuzzTests.mutated(path, using: &random)
      let bearer = Int.random(in: 0..<bearers.count, using: &random)
      let line = Array("\(bearer) \(method) ".utf8) + address + Array("\n\n".utf8)
      return line + AuthFuzzTests.mutated(body, using: &random)
    } check: { bytes, _ in
      // The index of a token, a method and a path up to an empty line, then the body.
      let end = bytes.firstRange(of: Array("\n\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
      let line = bytes[..<end.lowerBound].split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
      guard line.count == 3, let bearer = Int(line[0]), bearers.indices.contains(bearer) else {
        throw FuzzError("an input begins with the number of a token, a method and a path")
      }
      let answer: World.Answer
      do {
        answer = try await world.ask(line[1], line[2], bytes: Array(bytes[end.upperBound...]), bearer: bearers[bearer])
      } catch is RequestRefusal {
        // Transport refuses the request before it reaches a service.
        return
      }
      statuses.insert(answer.status)
      try hold(answer.status < 500, "the status is \(answer.status)")
      try hold(!"\(answer.json)".contains("argon2"), "the response contains a password hash")
    }
    #expect(statuses.contains(400))
  }
}
