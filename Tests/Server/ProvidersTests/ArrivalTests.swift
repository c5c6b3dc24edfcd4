import Foundation
import JSON
import Kernel
import Loopback
import Testing
import Tokens

@testable import Providers

@Suite("Browser sign-in at a provider", .timeLimit(.minutes(10)))
struct ArrivalTests {
  /// The fields of an address's query, or of a form.
  static func fields(_ text: String) -> [String: String] {
    let query = text.split(separator: "?").last ?? ""
    let pairs = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.last?.removingPercentEncoding ?? "")
    }
    return Dictionary(pairs) { $1 }
  }

  static let redirect = "https://example.org/auth/v1/callback"

  @Test("the authorization address holds all required fields, and a nonce and a verifier that differ each time")
  func departure() async throws {
    try await meeting { meeting in
      let departure = try await meeting.client.departure(
        redirect: ArrivalTests.redirect, state: "st&te", scopes: ["calendar", "email", "bad scope", "\""])
      let fields = ArrivalTests.fields(departure.address)
      #expect(departure.address.hasPrefix("\(meeting.issuer.address)/authorize?"))
      #expect(fields["response_type"] == "code" && fields["client_id"] == "client" && fields["state"] == "st&te")
      #expect(fields["redirect_uri"] == ArrivalTests.redirect && fields["nonce"] == departure.nonce)
      #expect(fields["scope"] == "openid email profile calendar")
      #expect(fields["code_challenge_method"] == "S256" && fields["code_challenge"]?.count == 43)
      #expect(fields["code_challenge"] != departure.verifier && fields["response_mode"] == nil)
      let other = try await meeting.client.departure(redirect: ArrivalTests.redirect, state: "s")
      #expect(other.nonce != departure.nonce && other.verifier != departure.verifier && other.nonce.utf8.count == 43)
    }
    try await meeting { meeting in
      meeting.issuer.said.withLock { $0.discovery = ["code_challenge_methods_supported": ["plain"]] }
      let departure = try await meeting.client.departure(redirect: ArrivalTests.redirect, state: "s")
      #expect(!departure.address.contains("code_challenge"))
    }
  }

  /// Exchanges a code at a provider that returns these claims and fields.
  func arrive(_ meeting: Meeting, _ changed: [String: JSON] = [:], _ more: [String: JSON] = [:]) async throws
    -> Identity
  {
    let token = try meeting.token(changed)
    let body = ["id_token": .string(token), "access_token": "abc", "refresh_token": "r"].merging(more) { $1 }
    meeting.issuer.said.withLock { $0.token.body = .object(body.filter { $0.value != .null }) }
    return try await meeting.client.arrival(code: "c0de", nonce: "n", verifier: "v", redirect: ArrivalTests.redirect)
  }

  @Test("a code is exchanged for an identity; the secret is sent as the provider requires")
  func arrival() async throws {
    try await meeting { meeting in
      let identity = try await arrive(meeting)
      #expect(identity.subject == "person-1" && identity.accessToken?.revealed == "abc")
      #expect(identity.refreshToken?.revealed == "r" && !"\(identity)".contains("abc"))
      let (form, head) = meeting.issuer.said.withLock { ($0.form, $0.head) }
      let fields = ArrivalTests.fields(form)
      #expect(
        fields["grant_type"] == "authorization_code" && fields["code"] == "c0de" && fields["code_verifier"] == "v")
      #expect(fields["redirect_uri"] == ArrivalTests.redirect && fields["client_secret"] == nil)
      let basic = Data("client:s%26cret".utf8).base64EncodedString()
      #expect(head.contains { $0.lowercased() == "authorization: basic \(basic)".lowercased() })
      meeting.issuer.said.withLock { $0.discovery = ["token_endpoint_auth_methods_supported": ["client_secret_post"]] }
      await meeting.pass(3_601)
      _ = try await arrive(meeting)
      let (again, there) = meeting.issuer.said.withLock { ($0.form, $0.head) }
      #expect(ArrivalTests.fields(again)["client_secret"] == "s&cret")
      #expect(!there.contains { $0.lowercased().hasPrefix("authorization") })
    }
  }

  @Test("a token that does not match its request and a refused code are rejected")
  func refused() async throws {
    try await meeting { meeting in
      #expect(await code { _ = try await arrive(meeting, ["nonce": "other"]) } == "id-token-nonce")
      #expect(await code { _ = try await arrive(meeting, ["nonce": .null]) } == "id-token-nonce")
      #expect(await code { _ = try await arrive(meeting, ["aud": "other"]) } == "id-token-audience")
      #expect(await code { _ = try await arrive(meeting, ["at_hash": "AAAA"]) } == "id-token-access")
      #expect(await code { _ = try await arrive(meeting, [:], ["id_token": .null]) } == "provider-refused")
      #expect(await code { _ = try await arrive(meeting, [:], ["id_token": "x"]) } == "id-token-malformed")
      meeting.issuer.said.withLock { $0.token.status = "400 Bad Request" }
      let sentence = await {
        do {
          _ = try await arrive(meeting, [:], ["error": "invalid_grant", "error_description": "<b>secret</b>"])
          return ""
        } catch { return "\(error)" }
      }()
      #expect(sentence.contains("invalid_grant") && !sentence.contains("secret"))
      let empty = await code {
        _ = try await meeting.client.arrival(code: "", nonce: "n", verifier: "v", redirect: ArrivalTests.redirect)
      }
      #expect(empty == "provider-refused")
    }
  }

  @Test("a missing email address is read from the userinfo endpoint, for the same subject only")
  func person() async throws {
    try await meeting { meeting in
      meeting.issuer.said.withLock {
        $0.person = ["sub": "person-1", "email": "b@example.org", "email_verified": true]
      }
      let identity = try await arrive(meeting, ["email": .null, "email_verified": .null])
      #expect(identity.email == "b@example.org" && identity.isEmailVerified)
      meeting.issuer.said.withLock {
        $0.person = ["sub": "person-2", "email": "b@example.org", "email_verified": true]
      }
      #expect(await code { _ = try await arrive(meeting, ["email": .null]) } == "id-token-subject")
    }
  }

  @Test("where the secret is a key, it signs a client secret that is valid for five minutes")
  func signedSecret() async throws {
    let key = Locked<(pem: String, shown: JSON)>(("", .null))
    try await withFolder { folder in
      let issuer = try Issuer(in: folder)
      try issuer.addKey("apple", .ec)
      let pem = try String(contentsOfFile: issuer.openssl.path("apple.pem"), encoding: .utf8)
      key.withLock { $0 = (pem, issuer.said.withLock { $0.keys[0] }) }
    }
    let (pem, shown) = key.withLock { $0 }
    try await meeting(secret: .apple(team: "TEAM", keyID: "apple", key: Redacted(pem))) { meeting in
      isFirst(try await arrive(meeting))
      let form = ArrivalTests.fields(meeting.issuer.said.withLock { $0.form })
      let secret = try #require(form["client_secret"])
      let now = Int(meeting.now.timeIntervalSince1970)
      let claims = try #require(PublicKey(shown)).claims(of: secret, by: TokenRules(needsExpiry: true), at: now)
      #expect(claims.issuer == "TEAM" && claims.subject == "client" && claims.expires == now + 300)
      #expect(claims.audience == ["https://appleid.apple.com"])
      #expect(try TokenText(secret).keyID == "apple")
    }
    try await meeting(secret: .apple(team: "TEAM", keyID: "apple", key: Redacted("no key"))) { meeting in
      #expect(await code { _ = try await arrive(meeting) } == "private-key")
    }
  }

  @Test("the name that Apple adds is read, and malformed input is ignored")
  func apple() {
    #expect(Identity.appleName(#"{"name":{"firstName":"Ada","lastName":"L"},"email":"a@b"}"#) == "Ada L")
    #expect(Identity.appleName(#"{"name":{"firstName":"Ada"}}"#) == "Ada")
    for bad in [nil, "", "{}", "x", #"{"name":"a"}"#, #"{"name":{}}"#, String(repeating: "a", count: 5_000)] {
      #expect(Identity.appleName(bad) == nil)
    }
  }
}
