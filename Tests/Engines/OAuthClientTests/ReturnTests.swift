import Foundation
import HTTP
import Kernel
import Testing

@testable import OAuthClient

@Suite("Returns of a browser") struct ReturnTests {
  let provider = OAuthProvider.sample()
  let callback = "http://127.0.0.1:8080/-/callback"
  var pending: PendingAuthorization { PendingAuthorization(scopes: provider.scopes, redirect: callback, at: noon) }

  private func grant(
    _ pending: PendingAuthorization, _ query: String, at address: String? = nil, of provider: OAuthProvider? = nil,
    after seconds: Double = 0
  ) throws(Problem) -> AuthorizationGrant {
    guard let returned = ReturnAddress("\(address ?? callback)?\(query)") else { throw .foreignReturn }
    return try pending.grant(in: returned, of: provider ?? self.provider, at: noon.addingTimeInterval(seconds))
  }

  @Test("the challenge is that of RFC 7636, appendix B")
  func challenge() {
    #expect(
      ProofKey.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    let texts = (0..<100).map { _ in ProofKey.random() }
    #expect(Set(texts).count == 100 && texts.allSatisfy { 43...128 ~= $0.utf8.count })
  }

  @Test("the page has the state, the challenge, the scopes in the provider's form, and never the verifier")
  func page() throws {
    let pending = pending
    let page = try pending.page(of: .sample { $0.parameters = [Outgoing.Field("access_type", "offline")] })
    let fields = try #require(ReturnAddress(page))
    #expect(fields.address == "https://a.example/authorize" && fields["state"] == pending.state)
    #expect(fields["code_challenge"] == ProofKey.challenge(of: pending.verifier.revealed))
    #expect(fields["code_challenge_method"] == "S256" && fields["redirect_uri"] == callback)
    #expect(fields["scope"] == "read write" && fields["access_type"] == "offline" && fields["response_type"] == "code")
    #expect(!page.contains(pending.verifier.revealed))
    let comma = try #require(ReturnAddress(try pending.page(of: .sample { $0.separator = .comma })))
    #expect(comma["scope"] == "read,write")
    let query = try pending.page(of: .sample { $0.authorization += "?tenant=a" })
    #expect(ReturnAddress(query)?["tenant"] == "a" && ReturnAddress(query)?["client_id"] == "me")
  }

  @Test("a provider without TLS is refused, except on this machine")
  func insecure() async {
    for address in [
      "http://a.example/authorize", "http://localhost.evil.example/", "http://127.0.0.1@evil.example/", "ftp://a",
      "https://me@evil.example/",
    ] {
      let pending = pending
      let thrown = await code { () throws(Problem) in _ = try pending.page(of: .sample { $0.authorization = address }) }
      #expect(thrown == "oauth-insecure", "\(address)")
    }
    for address in ["http://127.0.0.1:81/a", "http://localhost/a", "http://[::1]:1/a"] {
      #expect((try? pending.page(of: .sample { $0.authorization = address })) != nil)
    }
  }

  @Test("a code is taken with the state of its authorization, at its address and in time")
  func taken() async throws {
    let pending = pending
    #expect(try grant(pending, "code=c1&state=\(pending.state)").code.revealed == "c1")
    let cases: [(String, String?, Double, String)] = [
      ("code=c1&state=other", nil, 0, "oauth-foreign"), ("code=c1", nil, 0, "oauth-foreign"),
      ("code=c1&state=", nil, 0, "oauth-foreign"), ("error=access_denied&state=other", nil, 0, "oauth-foreign"),
      ("code=c1&state=\(pending.state)&state=\(pending.state)", nil, 0, "oauth-foreign"),
      ("code=c1&state=\(pending.state)", "http://127.0.0.1:8080/elsewhere", 0, "oauth-foreign"),
      ("code=c1&state=\(pending.state)", nil, 600, "oauth-late"),
      ("state=\(pending.state)", nil, 0, "oauth-incomplete"),
      ("code=&state=\(pending.state)", nil, 0, "oauth-incomplete"),
      ("code=\(String(repeating: "c", count: 5000))&state=\(pending.state)", nil, 0, "oauth-incomplete"),
      ("error=access_denied&state=\(pending.state)", nil, 0, "oauth-denied"),
      ("error=temporarily_unavailable&state=\(pending.state)", nil, 0, "oauth-later"),
      ("error=invalid_scope&state=\(pending.state)", nil, 0, "oauth-refused"),
    ]
    for (query, address, seconds, expected) in cases {
      let thrown = await code { () throws(Problem) in
        _ = try grant(pending, query, at: address, after: seconds)
      }
      #expect(thrown == expected, "\(query)")
    }
  }

  @Test("a return that names another issuer is refused")
  func issuer() async throws {
    let pending = pending
    let strict = OAuthProvider.sample { $0.issuer = "https://a.example" }
    _ = try grant(pending, "code=c&state=\(pending.state)&iss=https%3A%2F%2Fa.example", of: strict)
    _ = try grant(pending, "code=c&state=\(pending.state)", of: strict)
    let thrown = await code { () throws(Problem) in
      _ = try grant(pending, "code=c&state=\(pending.state)&iss=https%3A%2F%2Fb.example", of: strict)
    }
    #expect(thrown == "oauth-foreign")
  }

  @Test("the scopes that a return names are those that were granted")
  func scopes() throws {
    let pending = pending
    #expect(try grant(pending, "code=c&state=\(pending.state)&scope=read,profile").scopes == ["read", "profile"])
    #expect(try grant(pending, "code=c&state=\(pending.state)&scope=read%20write").scopes == ["read", "write"])
    #expect(try grant(pending, "code=c&state=\(pending.state)").scopes == nil)
  }

  @Test("an address that is escaped by halves, too long or not visible is none")
  func addresses() {
    for text in [
      "\(callback)?state=%4", "\(callback)?state=%zz", "\(callback)?a=%ff", "\(callback)?a=ü", "\(callback)?a=\n",
      "\(callback)?\(String(repeating: "a=b&", count: 5000))",
      "\(callback)?" + (0..<21).map { "a\($0)=b" }.joined(separator: "&"),
    ] {
      #expect(ReturnAddress(text) == nil)
    }
    #expect(ReturnAddress("\(callback)?a=b#access_token=c")?["access_token"] == nil)
    #expect(ReturnAddress(callback)?.address == callback)
  }

  @Test("what is awaited survives coding, and is not printed")
  func coding() throws {
    let pending = pending
    let again = try JSONDecoder().decode(PendingAuthorization.self, from: JSONEncoder().encode(pending))
    #expect(again == pending)
    var dumped = ""
    dump(pending, to: &dumped)
    #expect(!dumped.contains(pending.verifier.revealed) && !"\(pending)".contains(pending.verifier.revealed))
  }
}
