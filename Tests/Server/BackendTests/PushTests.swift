import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Loopback
import ServerFunctions
import TestKeys
import Testing
import Tokens

@testable import Backend

@Suite("Push notifications of a running server", .timeLimit(.minutes(5)))
struct PushTests {
  private static let device = "0190d000-0000-7000-8000-00000000000d"

  /// Writes a file of push services.
  private func file(_ json: JSON) throws -> String {
    let folder = try Running.newFolder()
    try Data(ForeignKey(curve: "P-256").pem.utf8).write(to: URL(filePath: "\(folder)/key.pem"))
    try JSON.data(json).write(to: URL(filePath: "\(folder)/push.json"))
    return "\(folder)/push.json"
  }

  private var web: JSON { ["web": ["contact": "mailto:operator@example.org", "key_file": "key.pem"]] }
  private func apns(_ address: String = "https://api.push.apple.com") -> JSON {
    [
      "apns": [
        "team": "FGHIJ67890", "key_id": "ABCDE12345", "app": "org.example.volvox", "key_file": "key.pem",
        "address": .string(address),
      ]
    ]
  }

  private func body(_ token: String = String(repeating: "ab", count: 32), zone: String = "Europe/Berlin") -> String {
    #"{"product":"volvox","zone":"\#(zone)","service":"apns","token":"\#(token)"}"#
  }

  @Test("devices are registered by whoever is signed in, belong to one person, and can be removed")
  func devices() async throws {
    let path = try file(apns())
    try await running(change: {
      $0.push = path
      $0.notices = ServerNotice.products
    }) { server in
      let anon = server.backend.keys.anon
      let place = "/push/v1/devices/\(PushTests.device)"
      #expect(try await server.ask("PUT", place, body: body()).status == 401)
      #expect(try await server.ask("PUT", place, key: anon, body: body()).status == 401)
      let (anna, ben) = (try await server.signUp(), try await server.signUp("two@example.com"))
      for rubbish in ["", "[]", "{}", body("xyz"), body(zone: "Atlantis/Capital"), String(repeating: "a", count: 9000)]
      {
        let told = try await server.ask("PUT", place, key: anon, bearer: anna, body: rubbish)
        #expect([400, 413].contains(told.status), "\(rubbish.prefix(40))")
      }
      let web = #"{"product":"volvox","zone":"GMT","service":"fcm","token":"a"}"#
      #expect(try await server.ask("PUT", place, key: anon, bearer: anna, body: web).status == 422)
      #expect(try await server.ask("PUT", "/push/v1/devices/x", key: anon, bearer: anna, body: body()).status == 404)
      #expect(try await server.ask("PUT", place, key: anon, bearer: anna, body: body()).status == 204)
      #expect(try await server.ask("PUT", place, key: anon, bearer: anna, body: body()).status == 204)
      #expect(try await server.ask("PUT", place, key: anon, bearer: ben, body: body()).status == 409)
      #expect(try await server.ask("DELETE", place, key: anon, bearer: ben).status == 404)
      #expect(try await server.ask("DELETE", place, key: anon, bearer: anna).status == 204)
      #expect(try await server.ask("GET", "/push/v1/key", key: anon).status == 404)
    }
  }

  @Test("browsers are told the key that they subscribe with; without a file of services there is none")
  func key() async throws {
    let path = try file(web)
    try await running(change: { $0.push = path }) { server in
      let told = try await server.ask("GET", "/push/v1/key", key: server.backend.keys.anon)
      #expect(told.status == 200 && told.json["application_server_key"]?.string?.count == 87)
    }
    try await running { server in
      let told = try await server.ask("GET", "/push/v1/key", key: server.backend.keys.anon)
      #expect(told.status == 404 && told.json["code"] == "push_off")
    }
  }

  @Test(
    "a file of services that cannot be used stops the start",
    arguments: [#"{}"#, #"[]"#, #"{"web":{}}"#, #"{"fcm":{"account_file":"key.pem"}}"#])
  func files(_ text: String) async throws {
    let path = try file(try JSON(text: text))
    await #expect(throws: Problem.self) { try await running(change: { $0.push = path }) { _ in } }
  }

  @Test("a request to another person arrives at their push service, signed and without a name")
  func arrives() async throws {
    let heard = Locked<[String]>([])
    let apple = try Listener { talk in
      guard let (head, body) = talk.request() else { return }
      heard.withLock { $0.append(head.joined(separator: "\n") + String(decoding: body, as: UTF8.self)) }
      talk.answer([])
    }
    let path = try file(apns("http://127.0.0.1:\(apple.port)"))
    let clock = ManualTime(Moment(PushTests.noon))
    try await running(
      time: clock.time,
      change: {
        $0.push = path
        $0.notices = ServerNotice.products
      }
    ) { server in
      let anon = server.backend.keys.anon
      let (anna, ben) = (try await server.signUp(), try await server.signUp("two@example.com"))
      func id(_ token: String) async throws -> String {
        try #require(try await server.ask("GET", "/auth/v1/user", key: anon, bearer: token).json["id"]?.string)
      }
      let (sender, recipient) = (try await id(anna), try await id(ben))
      let place = "/push/v1/devices/\(PushTests.device)"
      #expect(try await server.ask("PUT", place, key: anon, bearer: ben, body: body(zone: "GMT")).status == 204)
      let row = #"{"owner":"\#(sender)","sender":"\#(sender)","recipient":"\#(recipient)","asks_for":"sponsor"}"#
      let service = server.backend.keys.service
      let made = try await server.ask("POST", "/rest/v1/connection_requests", key: service, bearer: service, body: row)
      #expect(made.status == 201)
      while heard.withLock({ $0.isEmpty }) {
        await clock.advance(by: .seconds(1), settling: Settling())
        await server.backend.errandsDone()
      }
      let asked = try #require(heard.withLock { $0.first })
      #expect(asked.hasPrefix("POST /3/device/\(String(repeating: "ab", count: 32)) "))
      #expect(asked.contains("apns-topic: org.example.volvox") && asked.contains("authorization: bearer ey"))
      #expect(asked.contains("There is something new in your connections.") && !asked.contains(sender))
    }
  }

  /// Monday, 5 June 2028, 12:00 UTC.
  private static let noon = Date(timeIntervalSince1970: 1_843_819_200)
}
