import Fetch
import FoundationEssentials
import JSON
import Kernel
import Testing
import Tokens

@testable import Backend

@Suite("A server on a manual clock")
struct TimeTests {
  @Test("sets the time of accounts, rows, tokens and their expiry")
  func hands() async throws {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
    let settling = Settling()
    try await running(time: clock.time) { server in
      let anon = server.backend.keys.anon
      let told = try await server.ask(
        "POST", "/auth/v1/signup", key: anon, body: #"{"email":"one@example.com","password":"a-long-secret"}"#)
      let token = try #require(told.json["access_token"]?.string)
      #expect(told.json["user"]?["created_at"]?.string?.hasPrefix("2030-03-17T17:46:40") == true)
      #expect(told.json["expires_at"] == 1_900_003_600)
      func insert(_ title: String) async throws -> Running.Told {
        try await server.ask(
          "POST", "/rest/v1/todos", key: anon, bearer: token, fields: ["prefer": "return=representation"],
          body: #"{"title":"\#(title)"}"#)
      }
      #expect(try await insert("a").json.array?.first?["edited_at"]?.string?.hasPrefix("2030-03-17T17:46:40") == true)
      await clock.advance(by: .seconds(3_000), settling: settling)
      #expect(try await insert("b").json.array?.first?["edited_at"]?.string?.hasPrefix("2030-03-17T18:36:40") == true)
      await clock.advance(by: .seconds(1_000), settling: settling)
      #expect(try await insert("c").status == 401)
      let refresh = try #require(told.json["refresh_token"]?.string)
      let renewed = try await server.ask(
        "POST", "/auth/v1/token?grant_type=refresh_token", key: anon, body: #"{"refresh_token":"\#(refresh)"}"#)
      #expect(renewed.status == 200 && renewed.json["expires_at"] == 1_900_007_600)
    }
  }

  @Test("has a single alarm, and still answers after 60 days", .timeLimit(.minutes(10)))
  func weeks() async throws {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
    try await running(time: clock.time) { server in
      #expect(clock.alarms == 1)
      await clock.advance(by: .seconds(60 * 86_400), settling: Settling())
      let health = try await server.ask("GET", "/health")
      #expect(health.status == 200)
    }
  }
}

@Suite("The address file of a server")
struct AddressFileTests {
  @Test("exists while the server runs, with access for its owner only")
  func file() async throws {
    try await running { server in
      let kept = try #require(AddressFile(in: server.folder))
      #expect(kept.address == server.backend.address)
      #expect(kept.process == Int(ProcessInfo.processInfo.processIdentifier))
      let rights = try FileManager.default.attributesOfItem(atPath: "\(server.folder)/address")[.posixPermissions]
      #expect(rights as? Int == 0o600)
      await server.backend.stop()
      #expect(AddressFile(in: server.folder) == nil)
    }
  }

  @Test("is not removed by a server that another has replaced")
  func others() async throws {
    try await running { server in
      try AddressFile(address: "http://127.0.0.1:1", process: 7).write(in: server.folder)
      await server.backend.stop()
      #expect(AddressFile(in: server.folder) == AddressFile(address: "http://127.0.0.1:1", process: 7))
    }
  }

  @Test(
    "is ignored when it is malformed, too large or missing",
    arguments: [
      "", "{", "7", "{}", #"{"address":7,"pid":7}"#, #"{"address":"http://127.0.0.1:1"}"#,
      #"{"address":"http://127.0.0.1:1","pid":1.5}"#,
      #"{"address":"\#(String(repeating: "a", count: 5_000))","pid":1}"#,
    ])
  func rubbish(text: String) throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/address"))
    #expect(AddressFile(in: folder) == nil)
    #expect(AddressFile(in: "\(folder)/none") == nil)
  }
}
