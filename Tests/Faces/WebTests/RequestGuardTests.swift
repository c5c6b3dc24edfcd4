import Kernel
import Signing
import Testing
import Transport

@testable import Web

@Suite("The request guard")
struct RequestGuardTests {
  let requestGuard: RequestGuard

  init() throws {
    requestGuard = RequestGuard(key: try SigningKey([UInt8](repeating: 7, count: 32)), names: ["Home.example.org"])
    requestGuard.opens(at: 8787)
  }

  /// The status of the refusal; nil if the request is admitted.
  private func refusal(_ text: String) throws -> Int? {
    if case .refuse(let response) = requestGuard.admit(try request(text).head) { response.status.code } else { nil }
  }

  @Test(
    "admits hosts that are addresses, localhost or configured names",
    arguments: ["127.0.0.1:8787", "127.0.0.1", "LOCALHOST:8787", "[::1]:8787", "192.168.1.5:8787", "home.example.org"])
  func names(host: String) throws {
    #expect(try refusal("GET / HTTP/1.1\nhost: \(host)") == nil)
  }

  @Test(
    "refuses every other host name, against DNS rebinding",
    arguments: [
      "evil.example:8787", "127.0.0.1.evil.example", "localhost.evil.example:8787", "127.0.0.256", "1.2.3",
      "home.example.org.evil.example", "xn--localhost", "0x7f.0.0.1",
    ])
  func rebinding(host: String) throws {
    #expect(try refusal("GET / HTTP/1.1\nhost: \(host)") == 421)
    #expect(
      try refusal("GET /yhealth/me/-/live HTTP/1.1\nhost: \(host)\norigin: http://\(host)\nupgrade: websocket") == 421)
  }

  @Test(
    "refuses requests and sockets from pages of other origins",
    arguments: [
      "http://evil.example", "http://127.0.0.1:9999", "https://127.0.0.1:8787", "http://localhost:8787", "null", "",
    ])
  func origins(origin: String) throws {
    let head = "HTTP/1.1\nhost: 127.0.0.1:8787\norigin: \(origin)"
    #expect(try refusal("POST /yhealth/me/-/do \(head)") == 403)
    #expect(try refusal("GET /yhealth/me/-/live \(head)\nupgrade: websocket\nconnection: upgrade") == 403)
    #expect(try refusal("GET /yhealth/me/ \(head)") == 403, "no page that is ours says so when it only reads")
  }

  @Test("admits actions and sockets from its own pages")
  func ours() throws {
    let head = "HTTP/1.1\nhost: 127.0.0.1:8787\norigin: http://127.0.0.1:8787"
    #expect(try refusal("POST /yhealth/me/-/do \(head)") == nil)
    #expect(try refusal("GET /yhealth/me/-/live \(head)\nupgrade: websocket\nconnection: upgrade") == nil)
  }

  @Test("refuses a request with two origins")
  func twoOrigins() throws {
    #expect(
      try refusal(
        "POST / HTTP/1.1\nhost: 127.0.0.1:8787\norigin: http://127.0.0.1:8787\norigin: http://evil.example") == 403)
  }

  @Test("requires a request that changes something or opens a socket to state its origin")
  func noOrigin() throws {
    #expect(try refusal("POST /open HTTP/1.1\nhost: localhost") == 403)
    #expect(try refusal("POST /open HTTP/1.1\nhost: localhost\nsec-fetch-site: cross-site") == 403)
    #expect(try refusal("POST /open HTTP/1.1\nhost: localhost\nsec-fetch-site: same-origin") == nil)
    #expect(try refusal("GET /a/b/-/live HTTP/1.1\nhost: localhost\nupgrade: websocket") == 403)
  }

  @Test("admits a link from another page, and nothing that another page embeds or fetches")
  func fetched() throws {
    let head = "GET /yhealth/me/ HTTP/1.1\nhost: localhost:8787\nsec-fetch-site:"
    #expect(try refusal("\(head) cross-site\nsec-fetch-mode: navigate\nsec-fetch-dest: document") == nil)
    #expect(try refusal("\(head) cross-site\nsec-fetch-mode: navigate\nsec-fetch-dest: iframe") == 403)
    #expect(try refusal("\(head) cross-site\nsec-fetch-mode: no-cors\nsec-fetch-dest: image") == 403)
    #expect(try refusal("\(head) same-site\nsec-fetch-mode: cors\nsec-fetch-dest: empty") == 403)
    #expect(try refusal("\(head) none\nsec-fetch-mode: navigate\nsec-fetch-dest: document") == nil)
  }

  @Test("refuses methods other than GET, HEAD and POST", arguments: ["PUT", "DELETE", "OPTIONS", "PATCH", "BREW"])
  func methods(method: String) throws {
    let head = "\(method) / HTTP/1.1\nhost: localhost\norigin: http://localhost"
    #expect(try refusal(head) == 405)
  }

  @Test("accepts only sessions that it began")
  func sessions() throws {
    let (session, cookie) = try requestGuard.begin()
    let value = cookie.text.prefix { $0 != ";" }
    func known(_ cookie: String) throws -> BrowserSession? {
      requestGuard.session(of: try request("GET / HTTP/1.1\nhost: localhost\ncookie: \(cookie)").head)
    }
    #expect(try known(String(value)) == session)
    #expect(cookie.text.contains("HttpOnly") && cookie.text.contains("SameSite=Lax"))
    let other = try requestGuard.begin().1.text.prefix { $0 != ";" }
    let id = value.split(separator: "=", maxSplits: 1)[1].prefix { $0 != "." }
    let foreign = try RequestGuard(key: .random()).begin().1.text.prefix { $0 != ";" }.split(
      separator: "=", maxSplits: 1)[1]
    for forged in [
      "", "troupe-8787=", "troupe-8787=\(id)", "troupe-8787=\(id).", "troupe-8787=\(id).AAAA", "\(value)x",
      "troupe-8787=x\(value.split(separator: "=", maxSplits: 1)[1])", "troupe-8787=\(foreign)",
      "troupe-8788=\(value.split(separator: "=", maxSplits: 1)[1])", "\(value); \(other)",
      "troupe-8787=\(id).\(try requestGuard.pass)",
    ] { #expect(try known(forged) == nil, "\(forged)") }
  }

  @Test("accepts only its own pass")
  func pass() throws {
    #expect(requestGuard.isPass(try requestGuard.pass))
    for wrong in ["", "pass", String(try requestGuard.pass.dropLast()), try RequestGuard(key: .random()).pass] {
      #expect(!requestGuard.isPass(wrong))
    }
  }
}

@Suite("The user of a peer's socket")
struct SocketOwnerTests {
  let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:2253 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1532692 1
       1: 0100007F:8ABC 0100007F:2253 01 00000000:00000000 00:00000000 00000000  1000        0 133 1
       2: 0100007F:2253 0100007F:8ABC 01 00000000:00000000 00:00000000 00000000     0        0 134 1
       3: 0500A8C0:8ABD 0100007F:2253 01 00000000:00000000 00:00000000 00000000     0        0 135 1
       4: 0100007F:8ABE
      rubbish
    """

  @Test("is read from the peer's end of the connection")
  func user() {
    #expect(SocketOwner.user(of: 0x8ABC, to: 0x2253, in: table) == 1000)
  }

  @Test("is unknown for an entry that is missing, of another machine or truncated")
  func unknown() {
    #expect(SocketOwner.user(of: 0x8ABB, to: 0x2253, in: table) == nil)
    #expect(SocketOwner.user(of: 0x8ABC, to: 0x2254, in: table) == nil)
    #expect(SocketOwner.user(of: 0x8ABD, to: 0x2253, in: table) == nil)
    #expect(SocketOwner.user(of: 0x8ABE, to: 0x2253, in: table) == nil)
    #expect(SocketOwner.user(of: 1, to: 2, in: "") == nil)
  }

  @Test("is never the current user if the peer is on another machine")
  func elsewhere() {
    #expect(!SocketOwner.isOurs(Peer(address: "192.168.1.5", port: 1, isSecure: false), port: 8787))
  }
}
