import Auth
import Fetch
import JSON
import Kernel
import Signing
import Testing
import Tokens
import Transport

@testable import Backend

@Suite("The public address of a server")
struct PublicAddressTests {
  @Test(
    "is an address of the web, without a slash at the end",
    arguments: [
      ("https://api.example.org", "https://api.example.org"), ("http://localhost:8000/", "http://localhost:8000"),
      ("https://example.org/backend//", "https://example.org/backend"), ("HTTPS://Example.org", "HTTPS://Example.org"),
    ])
  func read(text: String, kept: String) throws {
    #expect(try PublicAddress(text).text == kept)
  }

  @Test(
    "that makes no sense is refused with a sentence",
    arguments: [
      "", "api.example.org", "ftp://example.org", "https://", "https://:80", "https://me@example.org",
      "https://example.org/?a=b", "https://example.org/#a", "https://exa mple.org", "https://example.org/\"><b>",
      "https://" + String(repeating: "a", count: 500),
    ])
  func refused(text: String) {
    #expect(throws: Problem.self) { try PublicAddress(text) }
  }

  @Test("stands in tokens, mails and the addresses of sign-in providers, and the server answers at its own as before")
  func used() async throws {
    let known = "https://api.example.org/backend"
    let address = try PublicAddress("\(known)/")
    try await running(change: { $0.publicAddress = address }) { server in
      #expect(server.backend.publicAddress == known)
      let token = try await server.signUp()
      let payload = try #require(token.split(separator: ".").dropFirst().first)
      let claims = try JSON(bytes: try #require(Base64URL.bytes(String(payload))))
      #expect(claims["iss"]?.string == "\(known)/auth/v1")
      #expect(try await server.ask("GET", "/auth/v1/user", key: server.backend.keys.anon, bearer: token).status == 200)

      _ = try await server.ask(
        "POST", "/auth/v1/recover", key: server.backend.keys.anon, body: #"{"email":"one@example.com"}"#)
      let mails = try #require(server.backend.mailAddress)
      let path = String(mails.dropFirst(server.backend.address.count))
      var page = try await server.ask("GET", path)
      while !page.text.contains("one@example.com") { page = try await server.ask("GET", path) }
      #expect(page.text.contains("<a href=\"\(known)/auth/v1/verify?"))
      #expect(!page.text.contains("127.0.0.1"))
    }
  }

  @Test("and the clients of a trusted proxy each have rates of their own")
  func rates() async throws {
    let proxies = try TrustedProxies("127.0.0.1")
    try await running(change: { $0.proxies = proxies }) { server in
      func recover(_ number: Int, from client: String) async throws -> Int {
        try await server.ask(
          "POST", "/auth/v1/recover", key: server.backend.keys.anon, fields: ["x-forwarded-for": client],
          body: #"{"email":"nobody\#(number)@example.com"}"#
        ).status
      }
      var answers: Set<Int> = []
      for number in 0..<Rates().mail.most { answers.insert(try await recover(number, from: "203.0.113.9")) }
      #expect(answers == [200])
      #expect(try await recover(1_000, from: "203.0.113.9") == 429)
      #expect(try await recover(1_001, from: "203.0.113.10") == 200)
    }
  }
}
