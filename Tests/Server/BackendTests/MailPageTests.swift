import Fetch
import Testing
import Tokens

@testable import Backend

@Suite("Mail page")
struct MailPageTests {
  @Test("shows the mails at its secret address only, uncached and with a restrictive policy")
  func page() async throws {
    try await running { server in
      _ = try await server.signUp("lost@example.com")
      let recovery = try await server.ask(
        "POST", "/auth/v1/recover", key: server.backend.keys.anon, body: #"{"email":"lost@example.com"}"#)
      #expect(recovery.status == 200)
      let address = try #require(server.backend.mailAddress)
      let path = String(address.dropFirst(server.backend.address.count))
      #expect(try await server.ask("GET", "/mails").status == 401)
      #expect(try await server.ask("GET", "/mails?pass=guess").status == 401)
      // The letter is delivered concurrently with the answer, so the page is polled until it is there.
      var page = try await server.ask("GET", path)
      while !page.text.contains("lost@example.com") { page = try await server.ask("GET", path) }
      #expect(page.text.contains("<a href=\"\(server.backend.address)/auth/v1/verify?"))
      #expect(page.field("content-security-policy")?.hasPrefix("default-src 'none'") == true)
      #expect(page.field("cache-control") == "no-store")
    }
  }

  @Test("escapes markup and links web addresses only")
  func harmless() {
    #expect(MailPage.escaped(#"<b onclick="x">&"#) == "&lt;b onclick=&quot;x&quot;&gt;&amp;")
    #expect(
      MailPage.linked("see http://x/?a=1&b=2 now")
        == "see <a href=\"http://x/?a=1&amp;b=2\">http://x/?a=1&amp;b=2</a> now")
    #expect(
      MailPage.linked(#"http://x/"><script>"#)
        == #"<a href="http://x/&quot;&gt;&lt;script&gt;">http://x/&quot;&gt;&lt;script&gt;</a>"#)
    #expect(MailPage.linked("javascript:alert(1)") == "javascript:alert(1)")
  }
}
