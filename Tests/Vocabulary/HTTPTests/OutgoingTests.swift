import Kernel
import Testing

@testable import HTTP

@Suite("Requests as values") struct OutgoingTests {
  private func code(_ request: Outgoing) -> String? {
    do throws(Problem) {
      _ = try request.checked()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("only requests that can be read in one way, and go encrypted or to this machine, may be sent")
  func checked() {
    for address in ["https://example.org", "https://example.org:8443/a?b=c", "http://localhost:9/", "http://[::1]:9"] {
      #expect(code(Outgoing("GET", address)) == nil, "\(address)")
      #expect(Outgoing.isEncrypted(address))
    }
    for address in [
      "example.org", "ftp://example.org", "https://", "https://me@example.org", "https://a\\b", "https://a b",
      "https://example.org:0", "https://[::1", "https://\(String(repeating: "a", count: 8_200))",
    ] {
      #expect(code(Outgoing("GET", address)) == "fetch-malformed", "\(address)")
      #expect(!Outgoing.isEncrypted(address))
    }
    for address in ["http://example.org", "http://127.1/", "http://10.0.0.1"] {
      #expect(code(Outgoing("GET", address)) == "fetch-plain", "\(address)")
      #expect(!Outgoing.isEncrypted(address))
    }
  }

  @Test("neither method nor header fields can end the request or frame it anew")
  func head() {
    let address = "https://example.org"
    #expect(code(Outgoing("GET /", address)) == "fetch-malformed" && code(Outgoing("", address)) == "fetch-malformed")
    for (name, value) in [("a\r\nb", "c"), ("a", "b\r\nc: d"), ("Content-Length", "1"), ("host", "b"), ("", "b")] {
      #expect(code(Outgoing("GET", address, headers: [.init(name, value)])) == "fetch-malformed", "\(name)")
    }
    let many = [Outgoing.Field](repeating: .init("a", "b"), count: 101)
    #expect(code(Outgoing("GET", address, headers: many)) == "fetch-malformed")
    #expect(code(Outgoing("GET", address, headers: Array(many.dropLast()))) == nil)
    var redirected = Outgoing("GET", address)
    (redirected.redirects, redirected.reach) = (1, .publicOnly)
    #expect(code(redirected) == "fetch-malformed")
  }

  @Test("values of a form are escaped byte by byte, and a method that implies a body has one")
  func bodies() {
    let form = Outgoing.form("https://example.org", [.init("a&b", "c=d ü"), .init("e", "~-._")])
    #expect(form.body == Array("a%26b=c%3Dd%20%C3%BC&e=~-._".utf8) && form.method == "POST")
    #expect(form.headers == [.init("content-type", "application/x-www-form-urlencoded")])
    #expect(Outgoing("POST", "https://a").sentBody == [] && Outgoing("GET", "https://a").sentBody == nil)
    #expect(Incoming(status: 200, headers: [.init("etag", "1"), .init("etag", "2")])["ETag"] == "1")
  }
}
