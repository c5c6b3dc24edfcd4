import JSON
import Kernel
import Testing

@testable import Tokens

@Suite("The caller that a token stands for")
struct VouchingTests {
  private let vouching: Vouching

  init() throws { vouching = try Vouching(try tokenKey()) }

  @Test("a project's keys are the same for the same secret, and differ for another")
  func keys() throws {
    let keys = try ProjectKeys(try tokenKey())
    let again = try ProjectKeys(try tokenKey())
    let others = try ProjectKeys(try tokenKey(secret + "2"))
    #expect(keys.anon == again.anon && keys.service == again.service)
    #expect(keys.anon != keys.service && keys.anon != others.anon)
    #expect(vouching.credential(keys.anon, at: noon) == .caller(.anonymous, expires: nil))
    #expect(vouching.credential(keys.service, at: noon) == .caller(.service, expires: nil))
    #expect(vouching.credential(others.service, at: noon) == .refused(.wrongSignature))
    #expect(try vouching.key.claims(of: keys.service, by: TokenRules(), at: noon).role == "service_role")
  }

  @Test("a user's token gives the user's id in lower case, with its claims unchanged")
  func persons() throws {
    var claims = person()
    claims.subject = claims.subject?.uppercased()
    let credential = vouching.credential(try vouching.key.token(claims), at: noon)
    let caller = try #require(credential.caller)
    #expect(caller.role == .authenticated && caller.user == "0198f0f0-0000-7000-8000-000000000001")
    #expect(caller.session == claims.session)
    #expect(try JSON(text: caller.claims) == claims.json)
    #expect(credential == .caller(caller, expires: noon + 3600))
  }

  @Test("a signed token with an unknown role, an invalid subject, no expiry or another audience is refused")
  func nobody() throws {
    for (name, value): (String, JSON) in [
      ("role", "postgres"), ("role", "system"), ("role", nil), ("sub", "me"), ("sub", nil), ("exp", nil),
      ("role", ["anon"]),
    ] {
      var members = try #require(person().json.object)
      members[name] = value
      let text = try signed(payload: try JSON.text(members), by: vouching.key)
      #expect(vouching.credential(text, at: noon) == .refused(.malformed), "\(name)")
    }
    var members = try #require(person().json.object)
    members["aud"] = "others"
    let text = try signed(payload: try JSON.text(members), by: vouching.key)
    #expect(vouching.credential(text, at: noon) == .refused(.wrongAudience))
  }

  @Test("a cached token still expires, and is refused before its time")
  func expiry() throws {
    var claims = person(expires: noon + 10)
    claims.notBefore = noon - 100
    let token = try vouching.key.token(claims)
    #expect(vouching.credential(token, at: noon).caller != nil)
    #expect(vouching.credential(token, at: noon + 39).caller != nil)
    #expect(vouching.credential(token, at: noon + 40) == .refused(.expired))
    // The clock was set back.
    #expect(vouching.credential(token, at: noon - 131) == .refused(.notYet))
    #expect(vouching.credential(token, at: noon).caller != nil)
  }

  @Test("a required issuer applies to tokens of users, and not to keys")
  func issuer() throws {
    let strict = try Vouching(try tokenKey(), issuer: "us")
    #expect(strict.credential(try strict.key.token(person()), at: noon) == .refused(.wrongIssuer))
    var claims = person()
    claims.issuer = "us"
    #expect(strict.credential(try strict.key.token(claims), at: noon).caller != nil)
    var key = Claims()
    key.role = "anon"
    #expect(strict.credential(try strict.key.token(key), at: noon).caller?.role == .anonymous)
  }

  @Test("the token cache is bounded, keeps tokens that are in use, and stores none that is too long")
  func bounded() throws {
    let cache = TokenCache(10)
    let known = TokenCache.Known(caller: .anonymous, expires: nil, notBefore: nil)
    for number in 0..<1000 {
      cache.remember("token \(number)", known)
      #expect(cache["token 0"] != nil)
    }
    #expect(cache.count <= 10)
    #expect(cache["token 1"] == nil && cache["token 999"] != nil)
    cache.remember(String(repeating: "x", count: 4097), known)
    #expect(cache[String(repeating: "x", count: 4097)] == nil)
  }

  @Test("concurrent requests get the same answer")
  func together() async throws {
    let token = try vouching.key.token(person())
    let vouching = vouching
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { vouching.credential(token, at: noon).caller?.user != nil } }
      for await isGood in group { #expect(isGood) }
    }
  }
}
