import Interface
import JSON
import Kernel
import Shell
import Testing
import Transport

@testable import Web

@Suite("A photo from the browser", .timeLimit(.minutes(10)))
struct PhotoTests {
  static let jpeg = "\u{7F}not a picture"
  let place: Place

  init() throws { place = try Place() }

  /// A tab that waits for a photo.
  private func asking() async throws -> BrowserTab {
    let tab = try await place.tabs.newTab(of: try await place.person(), for: place.session)
    let online = try #require(try Command(method: "network", params: ["state": "online"]))
    try await tab.window.perform(online)
    try await tab.window.perform(.open(Route(["log", "meal"])))
    try await tab.window.perform(.tap(.label("Take or choose a photo")))
    try await tab.window.perform(.wait(.label("Photo of your meal"), seconds: 5))
    return tab
  }

  private func post(_ tab: String, type: String, _ body: String) async throws -> Answer {
    let request = try request(
      "POST /yhealth/anna/-/photo?tab=\(tab) HTTP/1.1\nhost: 127.0.0.1:8787\ncookie: \(place.cookie)\n"
        + "origin: http://127.0.0.1:8787\ncontent-type: \(type)", body: body)
    return Answer(await place.router.answer(request))
  }

  private func form(_ content: String) -> String {
    "--mark\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
      + "\(content)\r\n--mark--\r\n"
  }

  /// Whether the person is told that the file is not a photo.
  private func isRefused(_ tab: BrowserTab) async throws -> Bool {
    try await tab.window.perform(.wait(.id("form.photo.told"), seconds: 5)).everything.contains {
      $0.label.hasPrefix("This file is not a photo.")
    }
  }

  @Test("is sent by the script to the window that asked, once")
  func script() async throws {
    let tab = try await asking()
    #expect(try await post(tab.id, type: "application/octet-stream", Self.jpeg).status == 204)
    #expect(try await isRefused(tab))
    let again = try await post(tab.id, type: "application/octet-stream", Self.jpeg)
    #expect(again.status == 409 && again.text.hasPrefix("No photo is waited for here"))
  }

  @Test("can be sent with a plain form, which the page shows while a photo is requested")
  func plain() async throws {
    let tab = try await asking()
    let page = try await place.get("/yhealth/anna/log/meal?tab=\(tab.id)")
    #expect(page.text.contains("enctype=\"multipart/form-data\"") && page.text.contains("-/photo?tab=\(tab.id)"))
    #expect(try await post(tab.id, type: "multipart/form-data; boundary=mark", form("")).status == 303)
    let frame = try await tab.window.perform(.screen)
    #expect(
      frame.everything.contains { $0.label == "Photo of your meal" }, "without a file, the photo is still requested")
    let answer = try await post(tab.id, type: "multipart/form-data; boundary=mark", form(Self.jpeg))
    #expect(answer.status == 303 && answer.location == "/yhealth/anna/log/meal?tab=\(tab.id)")
    #expect(try await isRefused(tab))
  }

  @Test("for an unknown tab or of an unknown type is refused")
  func strange() async throws {
    let tab = try await asking()
    #expect(try await post("nobody", type: "application/octet-stream", Self.jpeg).status == 410)
    #expect(try await post(tab.id, type: "text/plain", Self.jpeg).status == 415)
    #expect(try await place.get("/yhealth/anna/-/photo?tab=\(tab.id)").status == 404)
  }

  @Test(
    "is read from a valid form only",
    arguments: [
      "", "--mark", "--mark\r\n", "--mark\r\n\r\n\r\n", "--other\r\n\r\n\r\nx\r\n--other--", "--mark\r\na: b\r\n\r\nx",
      "--mark--\r\n",
    ])
  func rubbish(body: String) {
    #expect(SentFile(Array(body.utf8), type: "multipart/form-data; boundary=mark") == nil)
    #expect(SentFile(Array(form("x\r\n--mar").utf8), type: "multipart/form-data; boundary=\"mark\"")?.bytes.count == 8)
    #expect(SentFile(Array(form("x").utf8), type: "multipart/form-data") == nil)
    #expect(SentFile(Array(form("x").utf8), type: "multipart/form-data; boundary=") == nil)
  }

  @Test("is requested from the page with a message of its own")
  func spoken() throws {
    #expect(Spoken.all(of: .photoAsked(id: 3), under: Feedback()).map(\.json) == [["photo": true]])
  }

  @Test("may exceed the usual body limit only with a session")
  func room() throws {
    func room(_ cookie: String) throws -> Admission {
      place.requestGuard.admit(
        try request(
          "POST /yhealth/anna/-/photo?tab=1 HTTP/1.1\nhost: 127.0.0.1:8787\norigin: http://127.0.0.1:8787\n\(cookie)"
        ).head)
    }
    guard case .body(let large) = try room("cookie: \(place.cookie)"), case .body(let small) = try room("x: y") else {
      Issue.record("neither request is refused")
      return
    }
    #expect(large > 10 << 20 && large < 11 << 20 && small == RequestGuard.bodyLimit)
  }
}
