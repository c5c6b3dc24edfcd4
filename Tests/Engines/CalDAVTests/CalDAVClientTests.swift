import Chance
import Foundation
import HTTP
import Kernel
import Testing

@testable import CalDAV

@Suite("The CalDAV client") struct CalDAVClientTests {
  /// Answers requests from a table, and remembers them.
  private final class Server: Sendable {
    let asked = Locked<[String]>([])
    let answers: [String: Incoming]

    init(_ answers: [String: Incoming]) { self.answers = answers }

    var client: CalDAVClient {
      let (asked, answers) = (asked, answers)
      return CalDAVClient { request throws(Problem) in
        let line = "\(request.method) \(request.address)"
        asked.withLock {
          $0.append(
            line + (request.headers.first { $0.name.hasPrefix("if-") }.map { " \($0.name): \($0.value)" } ?? ""))
        }
        return answers[line] ?? Incoming(status: 404)
      }
    }
  }

  private static func list(_ inner: String) -> Incoming {
    let text = "<m:multistatus xmlns:m=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(inner)</m:multistatus>"
    return Incoming(status: 207, body: Array(text.utf8))
  }

  private static func response(_ href: String, _ prop: String) -> String {
    "<m:response><m:href>\(href)</m:href><m:propstat><m:prop>\(prop)</m:prop><m:status>HTTP/1.1 200 OK</m:status></m:propstat></m:response>"
  }

  private static let calendar = "<m:resourcetype><m:collection/><c:calendar/></m:resourcetype>"

  @Test("calendars are found by the well-known address, the principal and its home, also on another host of the domain")
  func discovery() async throws {
    let server = Server([
      "PROPFIND https://example.org/.well-known/caldav": Incoming(status: 301, headers: [.init("location", "/dav/")]),
      "PROPFIND https://example.org/dav/": Self.list(
        Self.response("/dav/", "<m:current-user-principal><m:href>/dav/noor/</m:href></m:current-user-principal>")),
      "PROPFIND https://example.org/dav/noor/": Self.list(
        Self.response(
          "/dav/noor/", "<c:calendar-home-set><m:href>https://p01.example.org/cal/noor/</m:href></c:calendar-home-set>")
      ),
      "PROPFIND https://p01.example.org/cal/noor/": Self.list(
        Self.response("/cal/noor/", "<m:resourcetype><m:collection/></m:resourcetype>")
          + Self.response("/cal/noor/office/", "<m:displayname>Work &amp; more</m:displayname>" + Self.calendar)
          + Self.response(
            "/cal/noor/feed/",
            "<m:current-user-privilege-set><m:privilege><m:read/></m:privilege></m:current-user-privilege-set>"
              + Self.calendar)),
    ])
    let found = try await server.client.calendars(at: "example.org")
    #expect(
      found == [
        .init(address: "https://p01.example.org/cal/noor/office/", name: "Work & more", isWritable: true),
        .init(address: "https://p01.example.org/cal/noor/feed/", name: "feed", isWritable: false),
      ])
  }

  @Test("a password goes to no other domain, and over no connection without TLS but to this machine")
  func trust() async throws {
    let server = Server([
      "PROPFIND https://example.org/": Incoming(status: 302, headers: [.init("location", "https://evil.example/")])
    ])
    await #expect { try await server.client.calendars(at: "https://example.org/") } throws: {
      ($0 as? Problem)?.code == "caldav-elsewhere"
    }
    #expect(server.asked.withLock { $0.allSatisfy { $0.contains("https://example.org/") } })
    for text in [
      "http://example.org", "ftp://example.org", "", "https://a@b", "https://", "http://127.0.0.1.example.org/",
    ] {
      #expect(DAVAddress(text) == nil, "\(text)")
    }
    let own = try #require(DAVAddress("https://a.example.co.uk/x/"))
    #expect(own.resolving("https://b.other.co.uk/") == nil && own.resolving("https://b.example.co.uk/") != nil)
    #expect(own.resolving("http://a.example.co.uk/") == nil && own.resolving("//evil.example/") == nil)
    #expect(DAVAddress("http://127.0.0.1:5232/a")?.text == "http://127.0.0.1:5232/a")
    #expect(own.resolving("/a%40b%2fc d")?.path == "/a@b%2Fc%20d")
  }

  @Test("a refused access says so, a busy server says when, and an address without calendars says that")
  func problems() async throws {
    for (status, code) in [(401, "caldav-access"), (503, "caldav-later"), (404, "caldav-nothing")] {
      let client = CalDAVClient { _ throws(Problem) in Incoming(status: status) }
      await #expect { try await client.calendars(at: "example.org") } throws: { ($0 as? Problem)?.code == code }
    }
  }

  @Test("changes come by token, in parts, and an expired token brings everything")
  func changes() async throws {
    let home = "https://c.example.org/w/"
    let token = Locked(0)
    let client = CalDAVClient { request throws(Problem) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      if request.method == "PROPFIND" {
        return Self.list(
          Self.response("/w/", Self.calendar) + Self.response("/w/a.ics", "<m:getetag>\"1\"</m:getetag>"))
      }
      if body.contains("old") {
        return Incoming(status: 403, body: Array("<d:error xmlns:d='DAV:'><d:valid-sync-token/></d:error>".utf8))
      }
      if body.contains("<d:sync-token></d:sync-token>") { return Incoming(status: 501) }
      token.withLock { $0 += 1 }
      let number = token.withLock { $0 }
      return Self.list(
        Self.response("/w/\(number).ics", "<m:getetag>\"\(number)\"</m:getetag>")
          + "<m:response><m:href>/w/gone\(number).ics</m:href><m:status>HTTP/1.1 404 Not Found</m:status></m:response>"
          + (number == 1
            ? "<m:response><m:href>/w/</m:href><m:status>HTTP/1.1 507 Insufficient Storage</m:status></m:response>"
            : "")
          + "<m:sync-token>t\(number)</m:sync-token>")
    }
    let calendar = try client.calendar(at: home)
    let parts = try await calendar.changes("t0")
    #expect(
      parts.changed == ["/w/1.ics": "\"1\"", "/w/2.ics": "\"2\""] && parts.removed == ["/w/gone1.ics", "/w/gone2.ics"])
    #expect(parts.token == "t2" && !parts.isWhole)
    let anew = try await calendar.changes("old")
    #expect(anew.isWhole && anew.changed == ["/w/a.ics": "\"1\""] && anew.token == nil)
  }

  @Test("a write names what it expects, and a conflict or a refusal of one event ends nothing else")
  func writes() async throws {
    let server = Server([
      "PUT https://c.example.org/w/a.ics": Incoming(status: 412),
      "PUT https://c.example.org/w/b.ics": Incoming(status: 201, headers: [.init("etag", "\"7\"")]),
      "PUT https://c.example.org/w/c.ics": Incoming(
        status: 409,
        body: Array(
          "<d:error xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><c:no-uid-conflict/></d:error>".utf8)),
      "PUT https://c.example.org/w/d.ics": Incoming(status: 204, headers: [.init("etag", "W/\"7\"")]),
      "PUT https://c.example.org/w/e.ics": Incoming(status: 500),
    ])
    let calendar = try server.client.calendar(at: "https://c.example.org/w")
    #expect(try await calendar.put("/w/a.ics", "x", "\"1\"") == .conflict)
    #expect(try await calendar.put("/w/b.ics", "x", nil) == .done("\"7\""))
    #expect(
      try await calendar.put("/w/c.ics", "x", nil) == .refused("The calendar has this event in another place already."))
    #expect(try await calendar.put("/w/d.ics", "x", "") == .done(nil))
    #expect(try await calendar.delete("/w/z.ics", "\"2\"") == .done(nil))
    await #expect(throws: Problem.self) { try await calendar.put("/w/e.ics", "x", nil) }
    #expect(
      server.asked.withLock { $0.prefix(2) } == [
        "PUT https://c.example.org/w/a.ics if-match: \"1\"", "PUT https://c.example.org/w/b.ics if-none-match: *",
      ])
  }

  @Test("a name and a password are written as RFC 7617 says")
  func basic() {
    #expect(CalDAVClient.basic("Aladdin", Redacted("open sesame")).value == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    for count in 0..<10 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }
}

@Suite("Answers about several resources") struct MultistatusTests {
  @Test("entities, document types, depth and rubbish are refused with a sentence")
  func refused() {
    let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
    for text in [
      "", "hello", "<a/>", "<multistatus/>", deep, "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "<d:multistatus xmlns:d='DAV:'>", "<d:multistatus xmlns:d='DAV:'><d:response></d:multistatus>",
    ] {
      #expect { try Multistatus(Array(text.utf8)) } throws: { ($0 as? Problem)?.code == "caldav-unreadable" }
    }
  }

  @Test("whatever the bytes, an answer is read or refused with a sentence")
  func fuzz() throws {
    let words = [
      "<d:multistatus xmlns:d='DAV:'>", "</d:multistatus>", "<d:response>", "</d:response>", "<d:href>/a</d:href>",
      "<d:propstat><d:prop><d:getetag>1</d:getetag></d:prop>", "<d:status>HTTP/1.1 200 OK</d:status></d:propstat>",
      "<d:status>", "</d:status>", "<!DOCTYPE a>", "&lt;", "&x;", "<![CDATA[x]]>", "<?x?>", "\u{0}", "ü",
      "<d:sync-token>t</d:sync-token>",
    ].map { Array($0.utf8) }
    var read = 0
    try Fuzzer("Multistatus", inputs: 6_000).run { random in
      var bytes = words[0]
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        bytes += words[Int.random(in: 0..<words.count, using: &random)]
      }
      bytes += words[1]
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      return bytes
    } check: { bytes, _ in
      do {
        let answer = try Multistatus(bytes)
        read += 1
        try hold(answer.responses.allSatisfy { !$0.href.isEmpty }, "a resource has no name")
      } catch let problem as Problem {
        try hold(problem.code == "caldav-unreadable", "\(problem.code)")
      }
    }
    #expect(read > 100)
  }
}
