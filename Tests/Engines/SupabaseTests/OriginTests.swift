import Kernel
import Testing

@testable import Supabase

@Suite("Server addresses")
struct OriginTests {
  static func origin(_ address: String, _ key: String = "k") throws(Problem) -> ProjectOrigin {
    try ProjectOrigin(Project(address: address, key: key))
  }

  @Test("any host is accepted with TLS, and the names of this machine without")
  func good() throws {
    for address in [
      "https://project.example.org", "HTTPS://example.org:8443/", "https://10.0.0.1", "https://[2001:db8::1]:8443",
      "http://127.0.0.1:54321", "http://localhost", "http://LOCALHOST:1/", "http://[::1]:80", "http://127.9.9.9",
    ] {
      #expect(throws: Never.self, "\(address)") { try OriginTests.origin(address) }
    }
    let origin = try OriginTests.origin("https://example.org:8443/a/b/")
    #expect(origin.isSecure && origin.authority == "example.org:8443" && origin.prefix == "/a/b")
  }

  @Test("any other host without TLS is refused, however it is written")
  func insecure() async {
    for address in [
      "http://example.org", "http://10.0.0.1", "http://localhost.example.org", "http://127.0.0.1.example.org",
      "http://127.1", "http://2130706433", "http://0x7f.0.0.1", "http://128.0.0.1", "http://127.0.0.256",
      "http://[::2]", "http://0.0.0.0", "hTTp://example.org:443",
    ] {
      let refused = await problem { () throws(Problem) in _ = try OriginTests.origin(address) }
      #expect(refused?.code == "server-insecure", "\(address)")
    }
  }

  @Test("an invalid or ambiguous address or key is refused")
  func rubbish() async {
    for address in [
      "", "example.org", "ftp://example.org", "http://", "https://", "http://127.0.0.1@evil.example",
      "http://127.0.0.1:0", "http://127.0.0.1:x", "http://127.0.0.1:70000", "http://127.0.0.1:1:2",
      "http://127.0.0.1?x", "http://127.0.0.1#x", "http://127.0.0.1\\@evil.example", "http://127.0.0.1 x",
      "http://[::1", "http://[::1]x", "https://exämple.org", "https://a\r\nb", String(repeating: "a", count: 3000),
    ] {
      let refused = await problem { () throws(Problem) in _ = try OriginTests.origin(address) }
      #expect(refused?.code == "server-address", "\(address)")
    }
    for key in ["", "a b", "a\r\nb", "ä", String(repeating: "a", count: 5000)] {
      let refused = await problem { () throws(Problem) in _ = try OriginTests.origin("https://example.org", key) }
      #expect(refused?.code == "server-address", "\(key)")
    }
  }
}
