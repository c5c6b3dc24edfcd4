import Foundation
import JSON
import Kernel
import Loopback
import Providers
import Testing

@Suite("ID token", .timeLimit(.minutes(10)))
struct IDTokenTests {
  @Test("a valid token yields the identity, with an EC key and an RSA key")
  func honest() async throws {
    try await meeting { meeting in
      try meeting.issuer.addKey("two", .rsa)
      let claims = meeting.issuer.claims(["nonce": .null], at: meeting.now)
      for (key, kind) in [("one", Issuer.Kind.ec), ("two", .rsa)] {
        let token = try meeting.issuer.token(claims, by: key, kind)
        let identity = try await meeting.client.identity(idToken: token, nonce: nil)
        #expect(identity.provider == "keycloak" && identity.subject == "person-1")
        #expect(identity.email == "a@example.org" && identity.isEmailVerified)
        #expect(identity.name == "Ada" && identity.picture == "https://example.org/a.png")
        #expect(identity.claims["iss"] == .string(meeting.issuer.address) && identity.accessToken == nil)
      }
      #expect(meeting.issuer.asked("/keys") == 1 && meeting.issuer.asked("/.well-known/openid-configuration") == 1)
    }
  }

  @Test("a token with an invalid claim is refused with the reason")
  func refused() async throws {
    try await meeting { meeting in
      let now = meeting.now.timeIntervalSince1970
      for (changed, why) in [
        (["iss": "https://evil.example"], "issuer"), (["iss": .null], "issuer"), (["aud": "somebody"], "audience"),
        (["aud": .null], "audience"), (["aud": .array([])], "malformed"), (["aud": ["client", "other"]], "audience"),
        (["azp": "somebody"], "audience"), (["exp": .number(now - 61)], "expired"), (["exp": .null], "malformed"),
        (["exp": "later"], "malformed"), (["iss": 5], "malformed"), (["iat": .null], "malformed"),
        (["iat": .number(now + 120)], "early"),
        (["nbf": .number(now + 120)], "early"), (["iat": .number(now - 90_000)], "expired"),
        (["sub": .null], "subject"),
        (["sub": ""], "subject"), (["sub": 5], "malformed"), (["nonce": "n"], "nonce"),
      ] as [([String: JSON], String)] {
        let given = await code { _ = try await meeting.identity(changed) }
        #expect(given == "id-token-\(why)", "\(changed)")
      }
      isFirst(try await meeting.identity(["aud": ["client", "x"], "azp": "app"]))
      isFirst(try await meeting.identity(["exp": .number(now - 30)]))
    }
  }

  @Test("a token with a missing or wrong signature, another algorithm or a wrong format is refused")
  func forged() async throws {
    try await meeting { meeting in
      try meeting.issuer.addKey("other", .ec, shows: false)
      try meeting.issuer.addKey("rsa", .rsa)
      let claims = meeting.issuer.claims(["nonce": .null], at: meeting.now)
      let honest = try meeting.token(["nonce": .null])
      let parts = honest.split(separator: ".").map(String.init)
      let head = { (alg: String) in base64URL(Array("{\"alg\":\"\(alg)\",\"kid\":\"one\"}".utf8)) }
      let changed = base64URL([UInt8](try JSON.data(meeting.issuer.claims(["sub": "admin"], at: meeting.now))))
      var flipped = Array(parts[2])
      flipped[5] = flipped[5] == "A" ? "B" : "A"
      for (token, what) in [
        ("\(head("none")).\(parts[1]).", "none"), ("\(head("None")).\(parts[1]).", "None"),
        ("\(head("HS256")).\(parts[1]).\(parts[2])", "HS256"), ("\(head("RS256")).\(parts[1]).\(parts[2])", "RS256"),
        ("\(parts[0]).\(changed).\(parts[2])", "another's claims"),
        ("\(parts[0]).\(parts[1]).\(String(flipped))", "flip"),
        ("\(parts[0]).\(parts[1]).", "no signature"), ("\(parts[0]).\(parts[1])", "two parts"), ("", "nothing"),
        ("a.b.c", "rubbish"), ("\(honest).x", "four parts"), ("\(honest)=", "padding"), (honest + "\n", "line"),
        (String(repeating: "a", count: 100_000), "long"),
        (try meeting.issuer.token(claims, by: "other", .ec, kid: "one"), "another's key under a known name"),
        (try meeting.issuer.token(claims, by: "rsa", .rsa, kid: "one"), "a key of another kind"),
        (try meeting.issuer.token(claims, by: "one", .ec, header: ["crit": ["exp"]]), "crit"),
      ] {
        let given = await code { _ = try await meeting.client.identity(idToken: token, nonce: nil) }
        #expect(given?.hasPrefix("id-token-") == true, "\(what): \(String(describing: given))")
      }
      let nameless = try meeting.issuer.token(claims, by: "one", .ec, kid: .null)
      isFirst(try await meeting.client.identity(idToken: nameless, nonce: nil))
    }
  }

  @Test("the nonce of an app must match the hash in the token, or both are absent, unless the check is off")
  func nonces() async throws {
    try await meeting { meeting in
      // SHA-256 of `abc`.
      let hashed = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      let client = meeting.client
      for (inside, beside, why) in [
        (JSON.string(hashed), "abc", nil), (.null, nil, nil), (.null, "", nil),
        (.string(hashed), nil, "id-token-nonce"),
        (.null, "abc", "id-token-nonce"), ("abc", "abc", "id-token-nonce"), (.string(hashed), "abd", "id-token-nonce"),
      ] as [(JSON, String?, String?)] {
        let token = try meeting.token(["nonce": inside])
        #expect(await code { _ = try await client.identity(idToken: token, nonce: beside) } == why, "\(inside)")
      }
    }
    try await meeting(change: { $0.skipsNonce = true }) { meeting in
      let token = try meeting.token(["nonce": "whatever"])
      isFirst(try await meeting.client.identity(idToken: token, nonce: nil))
    }
  }

  @Test("an access token must match the hash in the ID token")
  func accessHash() async throws {
    try await meeting { meeting in
      // The first half of the SHA-256 of `abc`.
      let token = try meeting.token(["nonce": .null, "at_hash": "ungWv48Bz-pBQUDeXa4iIw"])
      let client = meeting.client
      isFirst(try await client.identity(idToken: token, nonce: nil, accessToken: "abc"))
      isFirst(try await client.identity(idToken: token, nonce: nil))
      let given = await code { _ = try await client.identity(idToken: token, nonce: nil, accessToken: "abd") }
      #expect(given == "id-token-access")
    }
  }

  @Test("an email address is verified only when the provider says so")
  func emails() async throws {
    try await meeting { meeting in
      for (email, verified, isVerified) in [
        (JSON.string("a@b"), JSON.bool(true), true), ("a@b", "true", true), ("a@b", "yes", false),
        ("a@b", false, false),
        ("a@b", .null, false), (.null, true, false), ("a@b", 1, false),
      ] as [(JSON, JSON, Bool)] {
        let identity = try await meeting.identity(["email": email, "email_verified": verified])
        #expect(identity.isEmailVerified == isVerified && identity.email == email.string)
      }
      let identity = try await meeting.identity(["picture": "javascript:alert(1)", "name": "a\u{0}b"])
      #expect(identity.picture == nil && identity.name == nil)
    }
  }
}
