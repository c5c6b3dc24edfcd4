import Fetch
import Foundation
import Kernel
import Testing

@testable import Supabase

@Suite("Signing out", .timeLimit(.minutes(10)))
struct LeavingTests {
  @Test(
    "a sign-out deletes the session here and sends its scope to the server", arguments: [SignOutScope.local, .global])
  func out(_ scope: SignOutScope) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 204) }
    #expect(try await session.signOut(scope) == .confirmed)
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
    #expect(stage.paths == ["/auth/v1/logout?scope=\(scope.rawValue)"])
    #expect(stage.bearer == "Bearer access1")
    #expect(await problem { () throws(Problem) in _ = try await session.access() }?.code == "session-none")
  }

  @Test("a server that no longer knows the session counts as confirmed", arguments: [401, 403, 404])
  func gone(_ status: Int) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Stage.refused(status, "session_not_found") }
    #expect(try await session.signOut() == .confirmed)
    #expect(session.states.value == .none)
  }

  @Test("without a server the session is deleted all the same, and reported as unconfirmed")
  func away() async throws {
    for status in [nil, 500, 429, 302] {
      let stage = Stage()
      let session = try await stage.signedIn()
      stage.answers { _ throws(Problem) in
        guard let status else { throw Stage.away }
        return Incoming(status: status)
      }
      #expect(try await session.signOut(.global) == .unconfirmed)
      #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
    }
  }

  @Test("other devices are signed out only by the server, and this session stays")
  func others() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 204) }
    #expect(try await session.signOut(.others) == .confirmed)
    stage.answers { _ throws(Problem) in throw Stage.away }
    #expect(
      await problem { () throws(Problem) in _ = try await session.signOut(.others) }?.code == "server-unreachable")
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(stage.kept.withLock { $0 } != nil)
  }

  @Test("an expired token is refreshed first, so that the server can identify the session")
  func renewed() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 60)
    await stage.advance(120)
    stage.answers { request throws(Problem) in
      request.address.hasSuffix("refresh_token") ? Stage.tokens(2) : Incoming(status: 204)
    }
    #expect(try await session.signOut() == .confirmed)
    #expect(stage.bearer == "Bearer access2")
    // When it cannot be refreshed, no further request is made.
    let other = Stage()
    let away = try await other.signedIn(1, for: 60)
    await other.advance(120)
    other.answers { _ throws(Problem) in throw Stage.away }
    #expect(try await away.signOut() == .unconfirmed)
    #expect(other.paths.count == 1 && away.states.value == .none)
  }

  @Test("a sign-out does not wait for a hanging refresh, which does not restore the session")
  func hanging() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 60)
    let (asked, never) = (Gate(), Gate())
    stage.answers { request throws(Problem) in
      guard request.address.hasSuffix("refresh_token") else { return Incoming(status: 204) }
      asked.open()
      // Until it is cancelled.
      await never.passed()
      return Stage.tokens(2)
    }
    let refresh = Task { await problem { () throws(Problem) in try await session.refresh() } }
    await asked.passed()
    #expect(try await session.signOut() == .confirmed)
    _ = await refresh.value
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
  }

  @Test("a session that cannot be deleted is reported and stays signed in")
  func full() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 204) }
    stage.isFull.withLock { $0 = true }
    #expect(await problem { () throws(Problem) in _ = try await session.signOut() } == Stage.full)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
  }

  @Test("without a valid session a sign-out makes no request")
  func expired() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Stage.refused(400, "session_expired") }
    try? await session.refresh()
    stage.asked.withLock { $0 = [] }
    #expect(try await session.signOut() == .confirmed)
    #expect(try await session.signOut() == .confirmed)
    #expect(session.states.value == .none && stage.paths.isEmpty)
  }
}
