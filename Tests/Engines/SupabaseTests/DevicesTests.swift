import Fetch
import Foundation
import JSON
import Kernel
import Testing

@testable import Supabase

@Suite("Devices and exports of an account", .timeLimit(.minutes(10)))
struct DevicesTests {
  private static let id = "0198f0f0-0000-7000-8000-000000000001"

  private static func session(_ id: String = id, _ device: JSON = "Firefox on Linux", _ isCurrent: JSON = .bool(true))
    -> JSON
  {
    [
      "id": .string(id), "device": device, "method": "password", "created_at": "2026-01-15T12:00:00.000Z",
      "last_used_at": "2026-01-15T12:02:00.000Z", "is_current": isCurrent,
    ]
  }

  @Test("the devices are read as the server lists them")
  func list() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in
      Stage.json(
        200, ["sessions": [DevicesTests.session(), DevicesTests.session(DevicesTests.id, .null, .bool(false))]])
    }
    let devices = try await session.devices()
    #expect(stage.paths == ["/auth/v1/sessions"] && stage.bearer == "Bearer access1")
    #expect(stage.asked.withLock { $0.map(\.method) } == ["GET"])
    #expect(devices.map(\.name) == ["Firefox on Linux", nil] && devices.map(\.isCurrent) == [true, false])
    #expect(devices[0].lastUsed.timeIntervalSince(devices[0].created) == 120)
  }

  @Test(
    "an answer that is no list of devices is refused",
    arguments: [
      #"{}"#, #"{"sessions":{}}"#, #"rubbish"#, #"{"sessions":[{}]}"#, #"{"sessions":[{"id":"x"}]}"#, "",
    ])
  func rubbish(body: String) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 200, headers: [], body: Array(body.utf8)) }
    #expect(await problem { () throws(Problem) in _ = try await session.devices() }?.code == "server-unreadable")
  }

  @Test("signing out of another device names it, and one that is gone counts as done", arguments: [204, 404])
  func signOut(status: Int) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Stage.json(status, .null) }
    try await session.signOut(device: try #require(UUID(uuidString: DevicesTests.id)))
    #expect(stage.paths == ["/auth/v1/sessions/\(DevicesTests.id)"])
    #expect(stage.asked.withLock { $0.map(\.method) } == ["DELETE"])
  }

  @Test("a device whose session was ended elsewhere learns it at its next contact, and knows it after a restart")
  func ended() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    #expect(!session.endedElsewhere.value)
    stage.answers { request throws(Problem) in
      request.address.contains("token?grant_type")
        ? Stage.refused(400, "refresh_token_not_found")
        : Stage.refused(
          403, "session_not_found")
    }
    #expect(await problem { () throws(Problem) in _ = try await session.devices() }?.code == "session-expired")
    #expect(session.states.value == .expired(user: Stage.user, email: "a@b.example") && session.endedElsewhere.value)
    #expect(try await stage.session().endedElsewhere.value)
    // Signing in again ends it.
    stage.answers { _ throws(Problem) in Stage.tokens(2) }
    try await session.signIn("a@b.example", Redacted("x"))
    #expect(!session.endedElsewhere.value)
    #expect(try await !stage.session().endedElsewhere.value)
  }

  @Test("a session that is too old or stolen was not ended by another device")
  func notElsewhere() async throws {
    for code in ["session_expired", "refresh_token_already_used"] {
      let stage = Stage()
      let session = try await stage.signedIn(1, for: 10)
      stage.answers { _ throws(Problem) in Stage.refused(400, code) }
      #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == "session-expired")
      #expect(!session.endedElsewhere.value)
    }
  }

  @Test("checking a session changes nothing while the server does not answer, or says that it is there")
  func verify() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    for answer in [Stage.json(200, [:]), Stage.json(503, [:])] {
      stage.answers { _ throws(Problem) in answer }
      await session.verify()
    }
    stage.answers { _ throws(Problem) in throw Stage.away }
    await session.verify()
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(stage.paths == ["/auth/v1/user", "/auth/v1/user", "/auth/v1/user"])
  }

  @Test("the server is told the device's name, and none when there is none")
  func name() async throws {
    let stage = Stage()
    var needs = stage.needs()
    needs.device = "yHealth on Linux"
    stage.answers { _ throws(Problem) in Stage.tokens(1) }
    try await Session.open(needs).signIn("a@b.example", Redacted("x"))
    try await stage.session().signIn("a@b.example", Redacted("x"))
    let agents = stage.asked.withLock { asked in
      asked.map { request in request.headers.first { $0.name == "user-agent" }?.value }
    }
    #expect(agents == ["yHealth on Linux", nil])
  }

  @Test("an export is asked for, watched and deleted; its link is in the first answer alone")
  func export() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    let making: JSON = ["id": .string(DevicesTests.id), "state": "waiting", "created_at": "2026-01-15T12:00:00.000Z"]
    stage.answers { request throws(Problem) in
      switch request.method {
      case "POST": Stage.json(202, ["export": making, "link": "https://a.example/exports/v1/file?token=a.b"])
      case "DELETE": Stage.json(204, .null)
      default: Stage.json(200, ["export": .null])
      }
    }
    let (begun, link) = try await session.beginExport()
    #expect(begun.state == .waiting && link?.revealed == "https://a.example/exports/v1/file?token=a.b")
    #expect(try await session.export() == nil)
    try await session.removeExport()
    stage.answers { _ throws(Problem) in Stage.json(200, ["export": making]) }
    #expect(try await session.beginExport().link == nil)
    #expect(stage.asked.withLock { $0.map(\.method) } == ["POST", "GET", "DELETE", "POST"])
    #expect(!stage.lines.withLock { $0.joined() }.contains("token="))
    stage.answers { _ throws(Problem) in Stage.refused(429, "too_soon") }
    #expect(await problem { () throws(Problem) in _ = try await session.beginExport() }?.code == "auth-too-many")
  }

  @Test(
    "an answer that is no export, or a link that is none, is not taken",
    arguments: [
      #"{}"#, #"{"export":{}}"#, #"{"export":{"id":"a","state":"lost"}}"#, #"{"export":{"id":"a","state":"ready"}}"#,
    ])
  func noExport(body: String) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 200, headers: [], body: Array(body.utf8)) }
    #expect(await problem { () throws(Problem) in _ = try await session.export() }?.code == "server-unreadable")
    stage.answers { _ throws(Problem) in
      Stage.json(202, ["export": ["id": "a", "state": "waiting"], "link": "javascript:alert(1)"])
    }
    #expect(try await session.beginExport().link == nil)
  }
}
