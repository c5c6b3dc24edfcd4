import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import SyncWire
import Testing

@testable import Supabase

@Suite("Requests to the server", .timeLimit(.minutes(10)))
struct ServerTests {
  static let pull = Pull(device: Stage.user, epoch: nil, cursors: ["moods": nil])
  static let entry = Push.Entry(
    op: Stage.user, collection: "moods", id: Stage.user, kind: .insert, base: nil, fields: ["a": "ä"], editedAt: Date())
  static let push = Push(device: Stage.user, epoch: nil, entries: [entry])

  /// A server asked over real HTTP, by a signed-in session.
  static func asking(
    _ serve: @escaping @Sendable (Talk, _ head: [String], _ body: [UInt8]) -> Void,
    _ test: (Server, Stage, Listener) async throws -> Void
  ) async throws {
    let listener = try Listener { talk in
      while let (head, body) = talk.request() { serve(talk, head, body) }
    }
    try await fetching { fetch in
      let stage = Stage()
      stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
      let project = Project(address: listener.address, key: "public")
      let session = try await Session.open(
        stage.needs(project) { request throws(Problem) in try await fetch.send(request) })
      try await test(Server(session), stage, listener)
    }
  }

  static let login = Login(
    user: Stage.user, email: Redacted("a@b.example"),
    tokens: .init(
      access: Redacted("access1"), refresh: Redacted("refresh1"), expires: Date(timeIntervalSince1970: 4_000_000_000)))

  @Test("a push and a pull arrive complete, with key and token, and so do their answers")
  func whole() async throws {
    let heads = Locked<[[String]]>([])
    let pushed = PushAnswer(epoch: "e", results: [.init(op: Stage.user, outcome: .applied(rev: "1"))])
    let pulled = PullAnswer(
      epoch: "e", changes: [.init(collection: "moods", id: Stage.user, rev: "1", row: ["a": "🙂"])],
      cursors: ["moods": "1"], more: false, resync: [])
    try await ServerTests.asking { talk, head, body in
      heads.withLock { $0.append(head) }
      let isPush = head.first?.contains("sync_push") == true
      let isRight =
        isPush
        ? (try? Push(body).entries.first?.fields) == ServerTests.entry.fields : (try? Pull(body)) == ServerTests.pull
      talk.answer(
        isPush ? pushed.bytes : pulled.bytes, status: isRight ? "200 OK" : "400 Bad",
        headers: ["date: Sun, 06 Nov 1994 08:49:37 GMT"])
    } _: { server, _, _ in
      let push = try await server.push(ServerTests.push).get()
      #expect(push.value == pushed && push.serverTime == Date(timeIntervalSince1970: 784_111_777))
      #expect(try await server.pull(ServerTests.pull).get().value == pulled)
    }
    let first = heads.withLock { $0.first ?? [] }
    #expect(first.first == "POST /rest/v1/rpc/sync_push HTTP/1.1")
    for line in ["apikey: public", "authorization: Bearer access1", "content-type: application/json"] {
      #expect(first.contains(line), "\(first)")
    }
    #expect(first.contains { $0.lowercased().hasPrefix("accept-encoding:") && $0.contains("gzip") })
  }

  @Test("the round trip is measured with the injected clock")
  func roundTrip() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in
      await stage.advance(3)
      return Incoming(status: 200, body: Array("{}".utf8))
    }
    #expect(try await Server(session).health().get().roundTrip == .seconds(3))
  }

  @Test(
    "temporary failures are distinguished from permanent ones",
    arguments: [
      ("408 X", WireFailure.later(status: 408, retryAfter: nil)), ("425 X", .later(status: 425, retryAfter: nil)),
      ("429 X", .later(status: 429, retryAfter: nil)), ("500 X", .later(status: 500, retryAfter: nil)),
      ("503 X", .later(status: 503, retryAfter: nil)), ("544 X", .later(status: 544, retryAfter: nil)),
      ("400 X", .refused(status: 400, code: "22P02", reason: "why")),
      ("403 X", .refused(status: 403, code: "22P02", reason: "why")),
      ("404 X", .refused(status: 404, code: "22P02", reason: "why")),
      ("409 X", .refused(status: 409, code: "22P02", reason: "why")),
      ("302 X", .broken("The server answered with status 302, which is no answer to this question.")),
    ])
  func failures(_ status: String, _ expected: WireFailure) async throws {
    try await ServerTests.asking { talk, _, _ in
      talk.answer(Array(#"{"code":"22P02","message":"why"}"#.utf8), status: status)
    } _: { server, _, _ in
      guard case .failure(let failure) = await server.push(ServerTests.push) else {
        Issue.record("taken")
        return
      }
      #expect(failure == expected)
    }
  }

  @Test("retry-after is read as seconds or as a date of the server's clock, and capped at an hour")
  func retryAfter() async throws {
    let waits = Locked(["17", "Sun, 06 Nov 1994 08:50:37 GMT", "86400", "soon"])
    try await ServerTests.asking { talk, _, _ in
      let wait = waits.withLock { $0.removeFirst() }
      talk.answer(
        [], status: "503 Later", headers: ["retry-after: \(wait)", "date: Sun, 06 Nov 1994 08:49:37 GMT"])
    } _: { server, _, _ in
      for expected: Duration? in [.seconds(17), .seconds(60), .seconds(3600), nil] {
        #expect(ServerTests.failure(await server.pull(ServerTests.pull)) == .later(status: 503, retryAfter: expected))
      }
    }
  }

  static func failure<Value>(_ result: Result<Value, WireFailure>) -> WireFailure? {
    if case .failure(let failure) = result { failure } else { nil }
  }

  @Test(
    "a truncated, wrong or malformed answer is reported as broken",
    arguments: [
      "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"epoch\":\"e\",", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nnull", "HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n<html></html>",
      "rubbish\r\n\r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{\"epoch\":\"e\",\"results\":[]}",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nabcd",
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n\"\u{FFFD}", "",
    ])
  func rubbish(_ answer: String) async throws {
    let listener = try Listener { talk in
      guard talk.request() != nil else { return }
      talk.send(answer)
    }
    try await fetching { fetch in
      let stage = Stage()
      stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
      let session = try await Session.open(
        stage.needs(Project(address: listener.address, key: "public")) { request throws(Problem) in
          try await fetch.send(request)
        })
      let failure = ServerTests.failure(await Server(session).push(ServerTests.push))
      guard case .broken = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test("an answer for other entries, or with collections not asked for, is reported as broken")
  func others() async throws {
    let answers = Locked<[[UInt8]]>([
      PushAnswer(epoch: "e", results: [.init(op: UUID(), outcome: .applied(rev: "1"))]).bytes,
      PushAnswer(epoch: "e", results: []).bytes,
      PullAnswer(
        epoch: "e", changes: [.init(collection: "others", id: UUID(), rev: "1", row: nil)], cursors: [:], more: false,
        resync: []
      ).bytes,
      PushAnswer(epoch: "other", results: []).bytes,
    ])
    try await ServerTests.asking { talk, _, _ in
      talk.answer(answers.withLock { $0.removeFirst() })
    } _: { server, _, _ in
      for _ in 0..<2 {
        guard case .broken = ServerTests.failure(await server.push(ServerTests.push)) else {
          Issue.record("taken")
          return
        }
      }
      guard case .broken = ServerTests.failure(await server.pull(ServerTests.pull)) else {
        Issue.record("taken")
        return
      }
      // A server in another epoch has applied nothing, so its answer has no results.
      let restored = Push(device: Stage.user, epoch: "one", entries: [ServerTests.entry])
      let answer = try await server.push(restored).get().value
      #expect(answer.epoch == "other")
    }
  }

  @Test("a silent or stalled server times out; an absent one is reported as unreachable")
  func slow() async throws {
    let silent = try Listener { talk in talk.untilGone() }
    let dripping = try Listener { talk in
      _ = talk.request()
      talk.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"ep")
      talk.untilGone()
    }
    let gone = try Listener { _ in }.port
    try await fetching { fetch in
      for (port, expected) in [
        (silent.port, WireFailure.timedOut), (dripping.port, .timedOut), (gone, .unreachable),
      ] {
        let stage = Stage()
        stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
        let project = Project(address: "http://127.0.0.1:\(port)", key: "public")
        let session = try await Session.open(
          stage.needs(project) { request throws(Problem) in
            #expect(request.limits.total <= .seconds(60))
            var request = request
            request.limits.total = .milliseconds(200)
            return try await fetch.send(request)
          })
        #expect(ServerTests.failure(await Server(session).pull(ServerTests.pull)) == expected)
      }
    }
  }

  @Test("an answer past the size limit is reported as broken")
  func endless() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { request throws(Problem) in
      #expect(request.limits.answer == WireBounds.answer)
      throw Problem("fetch-too-large", "It is too large.", remedy: "Ask for less.")
    }
    #expect(
      ServerTests.failure(await Server(session).pull(ServerTests.pull)) == .broken("It is too large. Ask for less."))
  }

  @Test("a token that the server refuses is refreshed once, and once only")
  func unauthorized() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    let taken = Locked("Bearer access2")
    stage.answers { request throws(Problem) in
      if request.address.hasSuffix("refresh_token") { return Stage.tokens(2) }
      let isTaken = request.headers.contains(.init("authorization", taken.withLock { $0 }))
      return isTaken
        ? Incoming(status: 200, body: PullAnswer(epoch: "e", changes: [], cursors: [:], more: false, resync: []).bytes)
        : Stage.refused(401, "PGRST303")
    }
    let server = Server(session)
    #expect(try await server.pull(ServerTests.pull).get().value.epoch == "e")
    #expect(
      stage.paths.map { $0.split(separator: "/").last } == ["sync_pull", "token?grant_type=refresh_token", "sync_pull"])
    taken.withLock { $0 = "nobody" }
    stage.asked.withLock { $0 = [] }
    #expect(ServerTests.failure(await server.pull(ServerTests.pull)) == .unauthorized)
    #expect(stage.paths.count == 3)
    // A fresh token that the server refuses does not end the session.
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
  }

  @Test("concurrent requests that get 401 share one refresh")
  func manyUnauthorized() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    let refreshes = Locked(0)
    stage.answers { request throws(Problem) in
      if request.address.hasSuffix("refresh_token") {
        refreshes.withLock { $0 += 1 }
        return Stage.tokens(2)
      }
      guard request.headers.contains(.init("authorization", "Bearer access2")) else { return Stage.refused(401, "x") }
      return Incoming(status: 200, body: Array("{}".utf8))
    }
    let server = Server(session)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { ServerTests.failure(await server.function("f", [:])) == nil } }
      for await isAnswered in group { #expect(isAnswered) }
    }
    #expect(refreshes.withLock { $0 } == 1)
  }

  @Test("a refresh that fails after 401 is reported as unauthorized or unreachable")
  func refreshFails() async throws {
    for (status, code, expected) in [
      (400, "session_expired", WireFailure.unauthorized), (nil, "", .unreachable), (503, "", .unreachable),
      (200, "", .unreachable),
    ] {
      let stage = Stage()
      let session = try await stage.signedIn()
      stage.answers { request throws(Problem) in
        guard request.address.hasSuffix("refresh_token") else { return Stage.refused(401, "x") }
        guard let status else { throw Stage.away }
        return Stage.refused(status, code)
      }
      #expect(ServerTests.failure(await Server(session).pull(ServerTests.pull)) == expected)
    }
  }

  @Test("without a session nothing is sent except a health check")
  func nobody() async throws {
    let stage = Stage { _ throws(Problem) in Incoming(status: 200, body: Array("{}".utf8)) }
    let server = Server(try await stage.session())
    #expect(ServerTests.failure(await server.push(ServerTests.push)) == .unauthorized)
    #expect(ServerTests.failure(await server.pull(ServerTests.pull)) == .unauthorized)
    #expect(stage.paths.isEmpty)
    #expect(ServerTests.failure(await server.health()) == nil)
    #expect(stage.paths == ["/auth/v1/health"])
  }

  @Test("an upload replaces the file at its path; a path that leads elsewhere is refused")
  func upload() async throws {
    let stage = Stage()
    let server = Server(try await stage.signedIn())
    stage.answers { _ throws(Problem) in Stage.json(200, ["Id": "x", "Key": "meals/a/b c.jpg"]) }
    let key = try await server.upload([1, 2, 3], as: "image/jpeg", to: "a/b c?.jpg", in: "meals").get().value
    #expect(key == "meals/a/b c.jpg")
    let asked = try #require(stage.asked.withLock { $0.first })
    #expect(asked.address.hasSuffix("/storage/v1/object/meals/a/b%20c%3F.jpg") && asked.body == [1, 2, 3])
    #expect(
      asked.headers.contains(.init("x-upsert", "true")) && asked.headers.contains(.init("content-type", "image/jpeg")))
    for path in ["", "/a", "a//b", "../a", "a/..", "."] {
      #expect(ServerTests.failure(await server.upload([], as: "a/b", to: path, in: "meals")) != nil, "\(path)")
    }
    #expect(stage.paths.count == 1)
    // The storage service states the real status in the body.
    stage.answers { _ throws(Problem) in
      Stage.json(400, ["statusCode": "413", "error": "Payload too large", "message": "m"])
    }
    #expect(
      ServerTests.failure(await server.upload([], as: "a/b", to: "a", in: "b"))
        == .refused(status: 413, code: "Payload too large", reason: "m"))
  }

  @Test("a function is called by name; its answer is any JSON or empty, and anything else is broken")
  func function() async throws {
    let stage = Stage()
    let server = Server(try await stage.signedIn())
    stage.answers { _ throws(Problem) in Stage.json(200, ["total": 12.5]) }
    #expect(try await server.function("receipt/x", ["a": 1]).get().value["total"] == 12.5)
    #expect(stage.paths == ["/functions/v1/receipt%2Fx"])
    stage.answers { _ throws(Problem) in Incoming(status: 204) }
    #expect(try await server.function("receipt", [:]).get().value == .null)
    stage.answers { _ throws(Problem) in Incoming(status: 200, body: [0xFF]) }
    guard case .broken = ServerTests.failure(await server.function("receipt", [:])) else {
      Issue.record("taken")
      return
    }
  }
}
