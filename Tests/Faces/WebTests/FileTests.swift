import Interface
import Kernel
import Shell
import Testing
import Transport

@testable import Web

@Suite("A file from the browser", .timeLimit(.minutes(10)))
struct FileTests {
  static let node = "apple-health-export.file"
  static let export = """
    <HealthData locale="en_GB">
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
    startDate="2026-01-02 10:00:00 +0100" endDate="2026-01-02 10:05:00 +0100" value="100"/>
    </HealthData>
    """
  let place: Place
  let tab: BrowserTab

  init() async throws {
    place = try Place()
    tab = try await place.tabs.newTab(of: try await place.person(), for: place.session)
    try await tab.window.perform(.open(Route(["connect"])))
  }

  private func post(
    _ query: String, _ body: String = "", type: String = "application/octet-stream", to profile: String = "anna",
    cookie: String? = nil
  ) async throws -> Answer {
    let request = try request(
      "POST /yhealth/\(profile)/-/file?\(query) HTTP/1.1\nhost: 127.0.0.1:8787\ncookie: \(cookie ?? place.cookie)\n"
        + "origin: http://127.0.0.1:8787\ncontent-type: \(type)", body: body)
    return Answer(await place.router.answer(request))
  }

  private func piece(_ start: String, size: Int = FileTests.export.utf8.count, tab id: String? = nil) -> String {
    "tab=\(id ?? tab.id)&file=one&node=\(Self.node)&name=export.xml&size=\(size)&start=\(start)"
  }

  private func says(_ words: String) async throws -> Bool {
    try await tab.window.perform(.screen).everything.contains {
      $0.label.contains(words) || $0.value?.contains(words) == true
    }
  }

  @Test("arrives in pieces, and is imported once it is complete")
  func pieces() async throws {
    let (first, last) = (Self.export.prefix(50), Self.export.dropFirst(50))
    let begun = try await post(piece("0"), String(first))
    #expect(begun.status == 200 && begun.text == "50")
    #expect(try await post(piece("0"), String(first)).text == "50", "a repeated piece is ignored")
    #expect(try await post(piece("50"), String(last)).text == "\(Self.export.utf8.count)")
    #expect(try await says("1 day from 1 device; the one record was read."))
  }

  @Test("is refused with a message if an offset is wrong or invalid, and keeps the pieces received")
  func rubbish() async throws {
    #expect(try await post(piece("0"), String(Self.export.prefix(50))).status == 200)
    for start in ["51", "-1", "x", "", "1e3", "99999999999999999999", "9223372036854775807"] {
      let answer = try await post(piece(start), "x")
      #expect(answer.status == 409 && answer.text.hasSuffix("Choose the file again."), "\(start)")
    }
    for query in [
      "tab=\(tab.id)", "tab=\(tab.id)&file=&node=a&size=1&start=0", piece("0") + String(repeating: "a", count: 99),
    ] {
      #expect([200, 409].contains(try await post(query, "x").status))
    }
    let long = try await post("tab=\(tab.id)&file=\(String(repeating: "a", count: 65))&node=a&size=1&start=0", "x")
    #expect(long.status == 409)
    #expect(try await post(piece("50"), String(Self.export.dropFirst(50))).status == 200)
    #expect(try await says("1 day from 1 device"))
  }

  @Test("is accepted only for the browser's own tab and of the right type; stopping or reloading ends it")
  func guarded() async throws {
    #expect(try await post(piece("0", tab: "nobody"), "x").status == 410)
    #expect(try await post(piece("0"), "x", to: "bert").status == 410)
    let (_, other) = try place.requestGuard.begin()
    let theirs = String(other.text.prefix { $0 != ";" })
    #expect(try await post(piece("0"), "x", cookie: theirs).status == 410)
    #expect(try await post(piece("0"), "x", type: "text/plain").status == 415)
    #expect(try await place.get("/yhealth/anna/-/file?\(piece("0"))").status == 404)

    #expect(try await post(piece("0"), "<").status == 200)
    #expect(try await post("tab=\(tab.id)&stop=").status == 204)
    #expect(try await post(piece("1"), "H").status == 409)
    #expect(try await post(piece("0"), "<").status == 200)
    _ = try await place.get("/yhealth/anna/connect?tab=\(tab.id)")
    #expect(try await post(piece("1"), "H").status == 409)
  }

  @Test("can be sent with a plain form, which the page shows, and keeps its name")
  func plain() async throws {
    let page = try await place.get("/yhealth/anna/connect?tab=\(tab.id)")
    #expect(page.text.contains("-/file?tab=\(tab.id)&amp;node=\(Self.node)") && page.text.contains("data-hand="))
    func form(_ name: String, _ content: String) -> String {
      "--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
        + "Content-Type: application/zip\r\n\r\n\(content)\r\n--mark--\r\n"
    }
    let query = "tab=\(tab.id)&node=\(Self.node)"
    let nothing = try await post(query, form("", ""), type: "multipart/form-data; boundary=mark")
    #expect(nothing.status == 303)
    let answer = try await post(
      query, form("C:\\my %22export.xml", Self.export), type: "multipart/form-data; boundary=mark")
    #expect(answer.status == 303 && answer.location == "/yhealth/anna/connect?tab=\(tab.id)")
    #expect(try await says("1 day from 1 device"))
    #expect(try await says(", my \"export.xml"))
  }

  @Test("may exceed the usual body limit only with a session")
  func room() throws {
    func room(_ path: String, _ cookie: String) throws -> Admission {
      place.requestGuard.admit(
        try request(
          "POST /yhealth/anna/-/\(path)?tab=1 HTTP/1.1\nhost: 127.0.0.1:8787\norigin: http://127.0.0.1:8787\n\(cookie)"
        ).head)
    }
    guard case .body(let large) = try room("file", "cookie: \(place.cookie)"),
      case .body(let small) = try room("file", "x: y"),
      case .body(let other) = try room("do", "cookie: \(place.cookie)")
    else {
      Issue.record("neither request is refused")
      return
    }
    #expect(large > 2 << 20 && large < 11 << 20 && small == RequestGuard.bodyLimit && other == RequestGuard.bodyLimit)
  }
}
