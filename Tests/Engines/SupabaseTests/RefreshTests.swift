import Covers
import Fetch
import Foundation
import JSON
import Kernel
import Testing

@testable import Supabase

@Suite("Refreshing tokens", .timeLimit(.minutes(10)))
struct RefreshTests {
  @Test("a token is used until thirty seconds before it expires, then it is refreshed", .covers("cd-NFR-S4"))
  func due() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 600)
    stage.answers { _ throws(Problem) in Stage.tokens(2, for: 600) }
    await stage.advance(569)
    #expect(try await session.access().revealed == "access1")
    #expect(stage.paths.isEmpty)
    await stage.advance(1)
    #expect(try await session.access().revealed == "access2")
    #expect(stage.paths == ["/auth/v1/token?grant_type=refresh_token"])
    let body = try JSON(bytes: try #require(stage.asked.withLock { $0.first?.body }))
    #expect(body["refresh_token"] == "refresh1")
    // After a restart the session has the new one.
    #expect(try await stage.session().access().revealed == "access2")
  }

  @Test("fifty concurrent callers share one refresh and its result")
  func once() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    let (asked, gate) = (Gate(), Gate())
    stage.answers { _ throws(Problem) in
      asked.open()
      await gate.passed()
      return Stage.tokens(2)
    }
    let asking = (0..<50).map { number in
      Task {
        number.isMultiple(of: 10) ? try await session.refresh() : nil; return try await session.access().revealed
      }
    }
    await asked.passed()
    for _ in 0..<1000 { await Task.yield() }
    gate.open()
    for one in asking { #expect(try await one.value == "access2") }
    #expect(stage.paths.count == 1)
  }

  @Test("a cancelled caller does not cancel the refresh for others")
  func givenUp() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    let (asked, gate) = (Gate(), Gate())
    stage.answers { _ throws(Problem) in
      asked.open()
      await gate.passed()
      return Stage.tokens(2)
    }
    let first = Task { try await session.access() }
    await asked.passed()
    let second = Task { try await session.access().revealed }
    first.cancel()
    gate.open()
    #expect(try await second.value == "access2")
    #expect(stage.paths.count == 1)
  }

  @Test("a new token is stored before it is used; when it cannot be stored, the old one remains")
  func kept() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    let before = stage.kept.withLock { $0 }
    stage.answers { _ throws(Problem) in Stage.tokens(2) }
    stage.isFull.withLock { $0 = true }
    await stage.advance(20)
    let said = await problem { () throws(Problem) in _ = try await session.access() }
    #expect(said == Stage.full)
    #expect(stage.kept.withLock { $0 } == before)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    stage.isFull.withLock { $0 = false }
    #expect(try await session.access().revealed == "access2")
    // With the old one again: the new one was never used.
    for asked in stage.asked.withLock({ $0 }) {
      #expect(try JSON(bytes: asked.body ?? [])["refresh_token"] == "refresh1")
    }
  }

  @Test(
    "a session that the server has ended expires: its tokens are not used any more, and the user remains known",
    arguments: ["session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used"])
  func lost(_ code: String) async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    stage.answers { _ throws(Problem) in Stage.refused(400, code) }
    #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == "session-expired")
    #expect(session.states.value == .expired(user: Stage.user, email: "a@b.example"))
    let kept = String(decoding: stage.kept.withLock { $0 } ?? [], as: UTF8.self)
    #expect(kept.contains("a@b.example") && !kept.contains("refresh1"))
    #expect(try await stage.session().states.value == .expired(user: Stage.user, email: "a@b.example"))
    // An expired session makes no further request.
    #expect(await problem { () throws(Problem) in try await session.refresh() }?.code == "session-expired")
    #expect(stage.paths.count == 1)
    // Its last access token is good for the certificate of an erased account, and for nothing else.
    stage.answers { _ throws(Problem) in Stage.refused(404, "certificate_not_found") }
    #expect(try await session.erasure(receipt: nil) == .none)
    #expect(stage.paths.last == "/auth/v1/deletion/certificate")
    let last = try #require(stage.asked.withLock { $0.last })
    #expect(try JSON(bytes: last.body ?? [])["token"] == "access1")
    #expect(!last.headers.contains { $0.name.lowercased() == "authorization" && $0.value.contains("access1") })
    // Signing in again restores the session.
    stage.answers { _ throws(Problem) in Stage.tokens(3) }
    try await session.signIn("a@b.example", Redacted("x"))
    #expect(try await session.access().revealed == "access3")
  }

  @Test(
    "a server error does not end the session",
    arguments: [
      (500, "session_not_found", "server-later"), (503, "", "server-later"),
      (429, "over_request_rate_limit", "auth-too-many"), (409, "conflict", "auth-refused"), (404, "", "auth-refused"),
    ])
  func trouble(_ status: Int, _ code: String, _ said: String) async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 100)
    stage.answers { _ throws(Problem) in Stage.refused(status, code) }
    await stage.advance(80)
    // A token that is still valid is used meanwhile.
    #expect(try await session.access().revealed == "access1")
    await stage.advance(30)
    let refusal = await problem { () throws(Problem) in _ = try await session.access() }
    #expect(refusal?.code == said)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    stage.answers { _ throws(Problem) in throw Stage.away }
    #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == "server-unreachable")
    stage.answers { _ throws(Problem) in Stage.tokens(2) }
    #expect(try await session.access().revealed == "access2")
  }

  @Test("tokens of another user are refused")
  func somebodyElse() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    stage.answers { _ throws(Problem) in Stage.tokens(2, of: UUID()) }
    #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == nil)
    await stage.advance(20)
    #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == "server-unreadable")
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
  }

  @Test("a device with a wrong clock uses the server's time")
  func clock() async throws {
    let stage = Stage()
    // The server is a day ahead, as the date of its answer shows.
    let ahead = [Outgoing.Field("date", "Fri, 16 Jan 2026 12:00:00 GMT")]
    stage.answers { _ throws(Problem) in Stage.tokens(1, for: 600, ahead) }
    let session = try await stage.session()
    try await session.signIn("a@b.example", Redacted("x"))
    #expect(try await session.access().revealed == "access1")
    // The clock is corrected: one refresh, and the new token is used from then on.
    await stage.manual.set(Moment(Date(timeIntervalSince1970: 1_768_564_800)), settling: Settling())
    stage.answers { _ throws(Problem) in Stage.tokens(2, for: 600, ahead) }
    #expect(try await session.access().revealed == "access2")
    #expect(try await session.access().revealed == "access2")
    #expect(stage.paths.count == 2)
  }

  @Test("a refresh that fails during a sign-in does not sign the user out")
  func overtaken() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 10)
    let (asked, gate) = (Gate(), Gate())
    stage.answers { request throws(Problem) in
      guard request.address.hasSuffix("refresh_token") else { return Stage.tokens(9) }
      asked.open()
      await gate.passed()
      return Stage.refused(400, "session_not_found")
    }
    let refresh = Task { await problem { () throws(Problem) in try await session.refresh() } }
    await asked.passed()
    let signIn = Task { try await session.signIn("a@b.example", Redacted("x")) }
    gate.open()
    #expect(await refresh.value?.code == "session-expired")
    try await signIn.value
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(try await session.access().revealed == "access9")
  }
}
