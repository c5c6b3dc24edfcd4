import Catalog
import Foundation
import HTML
import Interface
import JSON
import Kernel
import Previews
import Shell
import Signing
import Testing
import Transport

@testable import Web

let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))

/// A request parsed from the text that a browser sends.
func request(_ text: String, body: String = "", from peer: Peer = Peer(address: "127.0.0.1", port: 1, isSecure: false))
  throws -> Request
{
  let lines = text.split(separator: "\n")
  var head = lines.map { "\($0)\r\n" }.joined()
  if !body.isEmpty { head += "content-length: \(body.utf8.count)\r\n" }
  var parser = RequestParser()
  parser.append(Array((head + "\r\n" + body).utf8))
  var read: RequestHead?
  while let event = try parser.next() {
    switch event {
    case .head(let head):
      read = head
      try parser.allow(upTo: 1 << 20)
    case .part: break
    case .body(let body): return Request(head: try #require(read), body: body, peer: peer)
    }
  }
  throw Problem("half-request", "The request of the test is not whole.", remedy: "Write it whole.")
}

/// A site router with a profile registry in memory and a manual clock.
struct Place {
  let clock = ManualTime(noon)
  let registry: ProfileRegistry
  let tabs: Tabs
  let requestGuard: RequestGuard
  let router: SiteRouter
  let session: BrowserSession
  let cookie: String

  init(most: Int = 100) throws {
    registry = ProfileRegistry(home: .memory, clock: clock, seed: 1)
    tabs = Tabs(time: clock.time, most: most)
    requestGuard = RequestGuard(key: try SigningKey([UInt8](repeating: 7, count: 32)))
    requestGuard.opens(at: 8787)
    var options = WebOptions(Product.all)
    options.unlisted = [.previewCharts]
    router = SiteRouter(registry, options, requestGuard, tabs)
    let (session, cookie) = try requestGuard.begin()
    self.session = session
    self.cookie = String(cookie.text.prefix { $0 != ";" })
  }

  func person(_ profile: String = "anna") async throws -> Person {
    try await registry.person(try #require(Product.named("yhealth")), profile)
  }

  /// The answer to a request of the browser with the session.
  func get(_ path: String, cookie: String? = nil) async throws -> Answer {
    let request = try request("GET \(path) HTTP/1.1\nhost: 127.0.0.1:8787\ncookie: \(cookie ?? self.cookie)")
    return Answer(await router.answer(request))
  }

  func post(_ path: String, _ fields: [(String, String)], headers: String = "") async throws -> Answer {
    let body = FormFields(fields.map { .init($0.0, $0.1) }).text
    let request = try request(
      "POST \(path) HTTP/1.1\nhost: 127.0.0.1:8787\ncookie: \(cookie)\norigin: http://127.0.0.1:8787\n"
        + "content-type: application/x-www-form-urlencoded\(headers)", body: body)
    return Answer(await router.answer(request))
  }
}

/// A response, with accessors for tests.
struct Answer {
  let response: Response

  init(_ response: Response) { self.response = response }

  var status: Int { response.status.code }
  var location: String? { response.headers["location"] }
  var text: String {
    if case .bytes(let bytes) = response.content { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  /// The value of a `data-` attribute of the body.
  func mark(_ name: String) -> String? {
    text.firstMatch(of: try! Regex("data-\(name)=\"([^\"]*)\"")).flatMap { $0.output[1].substring.map(String.init) }
  }
}

/// A parsed message to a page.
struct Told {
  let json: JSON

  init(_ text: String?) throws { json = try text.map { try JSON(text: $0) } ?? .null }

  var done: Double? { json["done"]?.number }
  var revision: Int { Int(json["revision"]?.number ?? -1) }
  var changes: [JSON] { json["changes"]?.array ?? [] }
  var areas: [String: JSON]? { json["areas"]?.object }
  var path: String? { json["path"]?.string }
  var spoken: [JSON] { json["spoken"]?.array ?? [] }
}
