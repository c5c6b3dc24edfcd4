import Kernel
import Testing
import Transport

@testable import Auth

@Suite("Redirect rules")
struct RedirectTests {
  private let rules: RedirectRules

  init() throws {
    rules = RedirectRules(
      site: try #require(WebAddress("https://app.example.org/start")),
      allowed: ["https://*.preview.example.net/**", "myapp://", "other://done", "https://exact.example/cb?x=1"])
  }

  @Test(
    "the site, loopback addresses and listed addresses are allowed",
    arguments: [
      "https://app.example.org", "https://APP.example.org/a/b?c=d", "https://app.example.org:443/x",
      "http://localhost:3000/cb", "http://127.0.0.1:5173", "http://127.9.9.9/x", "http://[::1]:80/x",
      "https://one.preview.example.net/a/b.c?d", "myapp://anything/at/all", "myapp://", "other://done",
      "https://exact.example/cb?x=1",
    ])
  func allowed(text: String) {
    #expect(rules.address(text).text.lowercased() == text.lowercased())
  }

  @Test(
    "any other address is replaced by the site",
    arguments: [
      "", "app", "//evil.example", "/cb", "https://evil.example", "http://app.example.org",
      "https://app.example.org:8443",
      "https://app.example.org.evil.example", "https://app.example.org@evil.example/",
      "https://evil.example\\@app.example.org",
      "https:app.example.org", "https:/evil.example", "http://127.0.0.1.evil.example", "http://127.1",
      "http://localhost.evil.example",
      "http://127.0.0.256/", "http://2130706433/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
      "https://a.b.preview.example.net/x", "https://preview.example.net/x",
      "https://one.preview.example.net.evil.example/x",
      "https://evil.example/?https://one.preview.example.net/", "https://exact.example/cb?x=12",
      "https://exact.example/cb",
      "other://done/more", "other://elsewhere", "myapp2://x", "http://[::1]evil.example/", "http://[::1", "http:///x",
      "https://app.example.org/\r\nset-cookie: a=b", "https://app.example.org/ä", "\u{0}https://app.example.org",
      "https://app.example.org/\(String(repeating: "a", count: 2048))",
    ])
  func refused(text: String) {
    #expect(rules.address(text).text == "https://app.example.org/start")
  }

  @Test(
    "a pattern is an address, with wildcards after its scheme; other texts stop the server",
    arguments: [
      ("https://app.example.org", true), ("https://*.example.org/**", true), ("myapp://", true), ("myapp:/done", true),
      ("http://localhost:3000/**", true), ("javascript:", false), ("javascript://x/**", false),
      ("data:text/html", false),
      ("*", false), ("**", false), ("*://x", false), ("https://", false), ("example.org", false), ("", false),
      ("https://a b", false), ("https://me@example.org", false),
    ])
  func patternTexts(text: String, isPattern: Bool) {
    #expect(RedirectRules.isPattern(text) == isPattern)
    if isPattern {
      #expect(throws: Never.self) { try World { $0.allowedRedirects = [text] } }
    } else {
      #expect(throws: Problem.self) { try World { $0.allowedRedirects = [text] } }
    }
  }

  @Test("a missing address becomes the site; a fragment is dropped")
  func site() {
    #expect(rules.address(nil).text == "https://app.example.org/start")
    #expect(rules.address("https://app.example.org/x#access_token=y").text == "https://app.example.org/x")
  }

  @Test("added fields are encoded into the query and the fragment")
  func adding() {
    let address = rules.address("https://app.example.org/x?a=b")
    #expect(address.with(query: [.init("code", "1 2")]) == "https://app.example.org/x?a=b&code=1%202")
    #expect(address.with(query: [], fragment: [.init("t", "a&b")]) == "https://app.example.org/x?a=b#t=a%26b")
    #expect(rules.address("myapp://cb").with(query: [.init("code", "c")]) == "myapp://cb?code=c")
  }

  @Test("a pattern matches its wildcards, and many wildcards take no exponential time")
  func patterns() {
    let pattern = RedirectRules.Pattern("https://" + String(repeating: "*a", count: 500) + "**")
    #expect(!pattern.matches("https://" + String(repeating: "a", count: 400) + "."))
    #expect(RedirectRules.Pattern("a**b").matches("a/x.y/b"))
    #expect(RedirectRules.Pattern("a***b").matches("ab"))
    #expect(!RedirectRules.Pattern("a*b").matches("a.b"))
  }
}
