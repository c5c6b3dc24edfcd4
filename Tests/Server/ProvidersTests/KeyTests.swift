import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Providers
import Testing

@Suite("Provider keys and discovery", .timeLimit(.minutes(10)))
struct KeyTests {
  @Test("a token that names an unknown key causes a fetch of the keys, at most once a minute")
  func rotation() async throws {
    try await meeting { meeting in
      let issuer = meeting.issuer
      _ = try await meeting.identity()
      try issuer.addKey("new", .ec)
      let claims = issuer.claims(["nonce": .null], at: meeting.now)
      let token = try issuer.token(claims, by: "new", .ec)
      isFirst(try await meeting.client.identity(idToken: token, nonce: nil))
      #expect(issuer.asked("/keys") == 2)
      let stranger = try issuer.token(claims, by: "new", .ec, kid: "stranger")
      for _ in 0..<5 {
        #expect(
          await code { _ = try await meeting.client.identity(idToken: stranger, nonce: nil) } == "id-token-signature")
      }
      #expect(issuer.asked("/keys") == 2)
      await meeting.pass(61)
      #expect(
        await code { _ = try await meeting.client.identity(idToken: stranger, nonce: nil) } == "id-token-signature")
      #expect(issuer.asked("/keys") == 3)
    }
  }

  @Test("a withdrawn key is refused when the cached keys expire after an hour")
  func withdrawn() async throws {
    try await meeting { meeting in
      _ = try await meeting.identity()
      meeting.issuer.said.withLock { $0.keys = [] }
      _ = try await meeting.identity()
      await meeting.pass(3_601)
      #expect(await code { _ = try await meeting.identity() } == "id-token-signature")
    }
  }

  @Test("concurrent sign-ins fetch the keys once")
  func together() async throws {
    try await meeting { meeting in
      let token = try meeting.token(["nonce": .null])
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 { group.addTask { try await meeting.client.identity(idToken: token, nonce: nil).subject } }
        for try await subject in group { #expect(subject == "person-1") }
      }
      #expect(meeting.issuer.asked("/keys") == 1)
    }
  }

  @Test("a malformed discovery document is refused once the cached one has expired")
  func away() async throws {
    try await meeting { meeting in
      _ = try await meeting.identity()
      meeting.issuer.said.withLock { $0.raw = Array("no".utf8) }
      // A malformed answer does not count as an outage.
      await meeting.pass(3_601)
      #expect(await code { _ = try await meeting.identity() } == "provider-discovery")
    }
  }

  @Test(
    "a discovery document with a wrong issuer or a missing or unsafe endpoint is refused",
    arguments: [
      ["issuer": "https://evil.example"], ["issuer": .null], ["jwks_uri": "http://example.org/keys"],
      ["token_endpoint": "ftp://127.0.0.1/"], ["authorization_endpoint": "javascript:alert(1)"], ["jwks_uri": .null],
      ["token_endpoint": 5], ["userinfo_endpoint": "file:///etc/passwd"], ["jwks_uri": "http://localhost.evil/keys"],
    ] as [[String: JSON]])
  func lies(_ discovery: [String: JSON]) async throws {
    try await meeting { meeting in
      meeting.issuer.said.withLock { $0.discovery = discovery }
      #expect(await code { _ = try await meeting.identity() } == "provider-discovery")
      let departing = await code { _ = try await meeting.client.departure(redirect: "https://a/b", state: "s") }
      #expect(departing == "provider-discovery")
    }
  }

  @Test("oversized and malformed answers and keys are refused, and the wait for a silent provider can be cancelled")
  func rubbish() async throws {
    for (raw, expected) in [
      ([UInt8](repeating: UInt8(ascii: " "), count: 300_000), "provider-unreachable"),
      (Array("<html>".utf8), "provider-discovery"),
      (Array(String(repeating: "[", count: 10_000).utf8), "provider-discovery"), ([], "provider-discovery"),
    ] {
      try await meeting { meeting in
        meeting.issuer.said.withLock { $0.raw = raw }
        #expect(await code { _ = try await meeting.identity() } == expected)
      }
    }
    for keys: JSON in ["none", [5], [["kty": "RSA"]], [["kty": "oct", "k": "AAAA", "kid": "one"]], []] {
      try await meeting { meeting in
        meeting.issuer.said.withLock { $0.keys = keys.array ?? [keys] }
        #expect(await code { _ = try await meeting.identity() } == "id-token-signature")
      }
    }
    try await meeting { meeting in
      meeting.issuer.said.withLock { $0.isSilent = true }
      let waiting = Task { await code { _ = try await meeting.identity() } }
      while meeting.issuer.asked("/.well-known/openid-configuration") == 0 { await Task.yield() }
      waiting.cancel()
      #expect(await waiting.value == "fetch-cancelled")
    }
  }

  @Test("without permission, neither a private address nor an address without TLS is contacted")
  func reach() async throws {
    try await meeting(change: { $0.mayBePrivate = false }) { meeting in
      #expect(await code { _ = try await meeting.identity() } == "provider-discovery")
      #expect(meeting.issuer.asked("/.well-known/openid-configuration") == 0)
    }
    let fetch = try Fetch()
    let near = try Provider("near", issuer: "https://127.0.0.1:1", clients: ["c"])
    let providers = try Providers([near], fetch)
    let given = await code { _ = try await providers["near"]?.departure(redirect: "https://a/b", state: "s") }
    #expect(given == "provider-unreachable")
    await fetch.close()
  }

  @Test("a provider needs a valid name, issuer and client, and is registered once")
  func settings() throws {
    for (name, issuer, clients) in [
      ("", "https://a", ["c"]), ("A", "https://a", ["c"]), ("a b", "https://a", ["c"]), ("a", "https://a", []),
      ("a", "https://a", [""]), ("a", "https://a?b", ["c"]), ("a", "ftp://a", ["c"]), ("a", "", ["c"]),
    ] {
      #expect(throws: Problem.self, "\(name) \(issuer)") { try Provider(name, issuer: issuer, clients: clients) }
    }
    let fetch = try Fetch()
    let one = try Provider.google(clients: ["c"], secret: "s")
    #expect(throws: Problem.self) { try Providers([one, one], fetch) }
    let both = try Providers([one, try Provider.apple(clients: ["c"], secret: nil)], fetch)
    #expect(both.names == ["apple", "google"] && both["keycloak"] == nil && Providers.none.names.isEmpty)
  }
}
