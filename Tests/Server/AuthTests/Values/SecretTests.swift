import JSON
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Auth

@Suite("Secrets, challenges and token rotation")
struct SecretTests {
  private let secrets: Secrets

  init() throws { secrets = Secrets(try TokenKey("a secret of at least thirty-two characters")) }

  @Test("a challenge is met only by its verifier")
  func challenges() throws {
    // RFC 7636, appendix B.
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let text = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    let challenge = try #require(try Challenge(text, method: "S256"))
    #expect(challenge.isMet(by: verifier))
    #expect(!challenge.isMet(by: String(verifier.dropLast()) + "l") && !challenge.isMet(by: text))
    #expect(!challenge.isMet(by: "") && !challenge.isMet(by: String(repeating: "a", count: 500)))
    let plain = try #require(try Challenge(verifier, method: "plain"))
    #expect(plain.isMet(by: verifier) && !plain.isMet(by: text))
    #expect(try Challenge(nil, method: nil) == nil && Challenge("", method: "") == nil)
  }

  @Test(
    "an incomplete or malformed challenge or an unknown method is refused",
    arguments: [
      ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", nil), (nil, "s256"), ("short", "s256"),
      (String(repeating: "a", count: 129), "s256"), (String(repeating: "é", count: 43), "s256"),
      ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM", "s256"), (String(repeating: "a", count: 43), "md5"),
    ] as [(String?, String?)])
  func odd(text: String?, method: String?) {
    #expect(throws: AuthError.self) { try Challenge(text, method: method) }
  }

  @Test("the state and age of a refresh token decide between swap, repetition, fork and theft")
  func rotation() {
    #expect(Rotation(revoked: nil, child: nil, now: 50_000, reuse: 10_000) == .swap)
    // The child is current: the client never received it, however long ago.
    #expect(Rotation(revoked: 1, child: "n", now: 9_999_999, reuse: 10_000) == .again(nonce: "n"))
    #expect(Rotation(revoked: 40_000, child: nil, now: 50_000, reuse: 10_000) == .fork)
    #expect(Rotation(revoked: 39_999, child: nil, now: 50_000, reuse: 10_000) == .stolen)
    #expect(Rotation(revoked: 50_000, child: nil, now: 50_001, reuse: 0) == .stolen)
  }

  @Test("a child token depends on parent, nonce and key only")
  func children() throws {
    let parent = Secrets.token()
    #expect(parent.utf8.count == 24 && parent != Secrets.token())
    #expect(secrets.child(of: parent, nonce: "1") == secrets.child(of: parent, nonce: "1"))
    #expect(secrets.child(of: parent, nonce: "1") != secrets.child(of: parent, nonce: "2"))
    #expect(secrets.child(of: parent, nonce: "1").utf8.count == 24)
    let others = Secrets(try TokenKey("another secret of thirty-two characters!"))
    #expect(others.child(of: parent, nonce: "1") != secrets.child(of: parent, nonce: "1"))
  }

  @Test("codes have six digits, and their hashes are bound to the recipient")
  func codes() {
    for _ in 0..<200 {
      let code = Secrets.code()
      #expect(code.utf8.count == 6 && Int(code) != nil)
    }
    #expect(secrets.hash(ofCode: "123456", to: "a@b.c") == secrets.hash(ofCode: "123456", to: "a@b.c"))
    #expect(secrets.hash(ofCode: "123456", to: "a@b.c") != secrets.hash(ofCode: "123456", to: "a@b.d"))
    #expect(Secrets.isSame("abc", "abc") && !Secrets.isSame("abc", "abd") && !Secrets.isSame("abc", "ab"))
  }

  @Test("a weak password is refused with all reasons")
  func passwords() throws {
    let rules = PasswordRules(least: 8, required: ["abc", "0123456789"])
    try rules.check("axxxxxx1")
    let refusal = #expect(throws: AuthError.self) { try rules.check("xyz") }
    #expect(refusal?.reasons == ["length", "characters"] && refusal?.status == .unprocessable)
    // Characters count, not bytes.
    #expect(throws: AuthError.self) { try PasswordRules(least: 6, required: []).check("ééé") }
    #expect(throws: AuthError.self) {
      try PasswordRules(least: 6, required: []).check(String(repeating: "x", count: 1025))
    }
  }

  @Test("metadata is merged and bounded, and values that no database can store are refused")
  func metadata() throws {
    #expect(try Metadata.merged(["a": 1, "b": 2], ["b": nil, "c": [3]]) == ["a": 1, "c": [3]])
    #expect(throws: AuthError.self) { try Metadata.checked(["a": .string(String(repeating: "x", count: 7000))]) }
    #expect(throws: AuthError.self) { try Metadata.checked(["a": "\0"]) }
    #expect(throws: AuthError.self) { try Metadata.checked(["a": .number(.infinity)]) }
  }

  @Test("a refusal has the JSON shape and the headers that clients expect")
  func shapes() throws {
    var weak = AuthError.unprocessable("weak_password", "Too short.")
    weak.reasons = ["length"]
    #expect(weak.text == #"{"code":"weak_password","message":"Too short.","weak_password":{"reasons":["length"]}}"#)
    #expect(AuthError.tooManyMails(7).response.headers["retry-after"] == "7")
    #expect(AuthError.conflict.response.headers["x-sb-error-code"] == "conflict")
    #expect(AuthError(.init("57014", "canceling statement")).code == "request_timeout")
    #expect(AuthError(.init("53300", "busy")).status == .unavailable)
    #expect(AuthError(.init("XX000", "select secret")).message.contains("secret") == false)
  }
}

extension AuthError {
  fileprivate var text: String {
    guard case .bytes(let bytes) = response.content else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
