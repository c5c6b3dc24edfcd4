import FoundationEssentials
import Glibc
import JSON
import Kernel
import Signing
import Testing

@testable import Tokens

@Suite("Tokens of a project")
struct TokenKeyTests {
  let rules = TokenRules(audiences: ["authenticated"])

  @Test("all claims survive a round trip, and equal claims make equal tokens")
  func roundTrip() throws {
    let key = try tokenKey()
    var claims = person()
    claims.issuer = "http://127.0.0.1/auth/v1"
    claims.notBefore = noon - 5
    (claims.email, claims.phone, claims.assurance) = ("a@b.c", "4912", "aal1")
    claims.methods = [.init("password", at: noon)]
    claims.appMetadata = ["provider": "email", "providers": ["email"]]
    claims.userMetadata = ["name": "Ada", "deep": [1, 2.5, nil, true]]
    claims.isAnonymous = false
    claims.others = ["custom": 7]
    let token = try key.token(claims)
    #expect(try key.claims(of: token, by: rules, at: noon) == claims)
    #expect(try key.token(claims) == token)
    let payload = try #require(Base64URL.bytes(String(token.split(separator: ".")[1])))
    #expect(String(decoding: payload, as: UTF8.self).hasPrefix(#"{"aal":"aal1","amr":[{"method":"password""#))
  }

  @Test("a token made by another library is accepted")
  func known() throws {
    // Made with Python's hmac and base64.
    let text =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODk"
      + "wIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ"
      + ".l5R_LGI0U0AUZYlfzUidod1M4vlgu0JtPP8XpJB9Jx0"
    let claims = try tokenKey("your-256-bit-secret-your-256-bit").claims(of: text, by: TokenRules(), at: noon)
    #expect(claims.subject == "1234567890" && claims.others["name"] == "John Doe" && claims.issued == 1_516_239_022)
  }

  @Test("derived keys differ by purpose, and every byte of a long secret counts")
  func derived() throws {
    let key = try tokenKey(String(repeating: "k", count: 131))
    // Computed with Python's hmac.
    #expect(key.code(of: [1, 2]).prefix(4) == [90, 86, 6, 55])
    #expect(key.code(of: [1, 2]) != (try tokenKey(String(repeating: "k", count: 130))).code(of: [1, 2]))
    #expect(key.derived(for: "one") != key.derived(for: "two"))
  }

  @Test(
    "an invalid token is refused with the reason",
    arguments: [
      (#"{"alg":"none"}"#, #"{"sub":"a"}"#, TokenRefusal.wrongAlgorithm),
      (#"{"alg":"None"}"#, #"{"sub":"a"}"#, .wrongAlgorithm),
      (#"{"alg":"hs256"}"#, #"{"sub":"a"}"#, .wrongAlgorithm),
      (#"{"alg":"HS384"}"#, #"{"sub":"a"}"#, .wrongAlgorithm),
      (#"{"alg":"RS256"}"#, #"{"sub":"a"}"#, .wrongAlgorithm),
      (#"{"alg":["HS256"]}"#, #"{"sub":"a"}"#, .malformed),
      (#"{"typ":"JWT"}"#, #"{"sub":"a"}"#, .malformed),
      (#"{"alg":"HS256","crit":["exp"]}"#, #"{"sub":"a"}"#, .malformed),
      (#"{"alg":"HS256","kid":7}"#, #"{"sub":"a"}"#, .malformed),
      (#"["HS256"]"#, #"{"sub":"a"}"#, .malformed),
      (#"{"alg":"HS256"}"#, #"[]"#, .malformed), (#"{"alg":"HS256"}"#, "", .malformed),
      (#"{"alg":"HS256"}"#, #"{"sub":7}"#, .malformed), (#"{"alg":"HS256"}"#, #"{"exp":"9999999999"}"#, .malformed),
      (#"{"alg":"HS256"}"#, #"{"exp":1e300}"#, .malformed), (#"{"alg":"HS256"}"#, #"{"aud":[]}"#, .malformed),
      (#"{"alg":"HS256"}"#, #"{"aud":[7]}"#, .malformed), (#"{"alg":"HS256"}"#, #"{"aud":"others"}"#, .wrongAudience),
      (#"{"alg":"HS256"}"#, #"{"aud":["a","b"]}"#, .wrongAudience),
      (#"{"alg":"HS256"}"#, #"{"exp":1768478370}"#, .expired), (#"{"alg":"HS256"}"#, #"{"nbf":1768478431}"#, .notYet),
    ])
  func refused(header: String, payload: String, refusal: TokenRefusal) throws {
    let key = try tokenKey()
    let text = try signed(header: header, payload: payload, by: key)
    #expect(throws: refusal) { try key.claims(of: text, by: rules, at: noon) }
  }

  @Test("clocks may differ by half a minute")
  func skew() throws {
    let key = try tokenKey()
    _ = try key.claims(of: try key.token(person(expires: noon - 29)), by: rules, at: noon)
    #expect(throws: TokenRefusal.expired) {
      try key.claims(of: try key.token(person(expires: noon - 30)), by: rules, at: noon)
    }
    var early = person()
    early.notBefore = noon + 30
    _ = try key.claims(of: try key.token(early), by: rules, at: noon)
  }

  @Test("a token without the required issuer is refused")
  func issuer() throws {
    let key = try tokenKey()
    let rules = TokenRules(issuers: ["us"])
    var claims = person()
    #expect(throws: TokenRefusal.wrongIssuer) { try key.claims(of: try key.token(claims), by: rules, at: noon) }
    claims.issuer = "them"
    #expect(throws: TokenRefusal.wrongIssuer) { try key.claims(of: try key.token(claims), by: rules, at: noon) }
    claims.issuer = "us"
    #expect(try key.claims(of: try key.token(claims), by: rules, at: noon) == claims)
  }

  @Test("a signature of another key, a truncated, extended or empty one, and any other spelling are refused")
  func signature() throws {
    let key = try tokenKey()
    let token = try key.token(person())
    let other = try tokenKey(secret + "!").token(person())
    #expect(throws: TokenRefusal.wrongSignature) { try key.claims(of: other, by: rules, at: noon) }
    for text in [
      String(token.dropLast(3)), token + "AAAA", "\(token.split(separator: ".")[0...1].joined(separator: ".")).",
    ] {
      #expect(throws: TokenRefusal.wrongSignature) { try key.claims(of: text, by: rules, at: noon) }
    }
    let spelt = [
      token + "=", token + ".", token + " ", " " + token, "Bearer " + token, token.replacing(".", with: ".."),
      String(token.dropLast()) + "\u{301}", "", ".", "..", "...", String(repeating: "A", count: 17_000),
      "\(token.split(separator: ".")[0...1].joined(separator: "."))",
    ]
    for text in spelt {
      #expect(throws: TokenRefusal.malformed, "\(text.prefix(20))") { try key.claims(of: text, by: rules, at: noon) }
    }
    // Two bits of the last character of 32 bytes are unused.
    let last = try #require(token.last)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for letter in alphabet where letter != last {
      #expect(throws: TokenRefusal.self) { try key.claims(of: token.dropLast() + String(letter), by: rules, at: noon) }
    }
  }

  @Test("a secret that is too short or too long is refused, and descriptions are redacted")
  func secrets() throws {
    #expect(throws: Problem.self) { try TokenKey("too short, really, by one char.") }
    #expect(throws: Problem.self) { try TokenKey(String(repeating: "x", count: 1025)) }
    let key = try tokenKey()
    #expect("\(key) \(String(reflecting: key))" == "redacted redacted")
    #expect(key.revealed == secret)
  }

  @Test("without a given secret one is created once, readable only by its owner")
  func kept() throws {
    let folder = Temporary.folder()
    defer { Temporary.remove(folder) }
    let first = try TokenKey.kept(in: folder, given: nil)
    #expect(first.revealed.utf8.count == 64)
    #expect(try TokenKey.kept(in: folder, given: nil).revealed == first.revealed)
    #expect(try TokenKey.kept(in: folder, given: secret).revealed == secret)
    let path = "\(folder)/jwt.secret"
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["jwt.secret"])
    // A second process uses what the first one created.
    try SecretFile(path: path).create("another")
    #expect(try TokenKey.kept(in: folder, given: nil).revealed == first.revealed)
    chmod(path, 0o644)
    #expect(throws: Problem.self) { try TokenKey.kept(in: folder, given: nil) }
    #expect(throws: Problem.self) { try TokenKey.kept(in: "\(folder)/nowhere", given: nil) }
  }
}

/// A temporary folder for one test.
enum Temporary {
  static func folder() -> String {
    var name = Array("/tmp/tokens.XXXXXX".utf8CString)
    return mkdtemp(&name).map { String(cString: $0) } ?? "/nowhere"
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
