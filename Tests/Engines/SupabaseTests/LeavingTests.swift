import Fetch
import Foundation
import Kernel
import Testing

@testable import Supabase

@Suite("Going out", .timeLimit(.minutes(10)))
struct LeavingTests {
  @Test("the device forgets, and the server is told where", arguments: [SignOutScope.local, .global])
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

  @Test("a server that knows nothing of the session any more has confirmed it", arguments: [401, 403, 404])
  func gone(_ status: Int) async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Stage.refused(status, "session_not_found") }
    #expect(try await session.signOut() == .confirmed)
    #expect(session.states.value == .none)
  }

  @Test("without a server the device forgets all the same, and says that it was not confirmed")
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

  @Test("others are signed out only by the server, and we stay")
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

  @Test("a token that has run out is renewed first, so that the server knows whom to let go")
  func renewed() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 60)
    await stage.advance(120)
    stage.answers { request throws(Problem) in
      request.address.hasSuffix("refresh_token") ? Stage.tokens(2) : Incoming(status: 204)
    }
    #expect(try await session.signOut() == .confirmed)
    #expect(stage.bearer == "Bearer access2")
    // And when it cannot be renewed, one failure is enough.
    let other = Stage()
    let away = try await other.signedIn(1, for: 60)
    await other.advance(120)
    other.answers { _ throws(Problem) in throw Stage.away }
    #expect(try await away.signOut() == .unconfirmed)
    #expect(other.paths.count == 1 && away.states.value == .none)
  }

  @Test("who leaves does not wait for a refresh that hangs, and it brings nothing back")
  func hanging() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1, for: 60)
    let (asked, never) = (Gate(), Gate())
    stage.answers { request throws(Problem) in
      guard request.address.hasSuffix("refresh_token") else { return Incoming(status: 204) }
      asked.open()
      // Until it is given up.
      await never.passed()
      return Stage.tokens(2)
    }
    let refresh = Task { await problem { () throws(Problem) in try await session.refresh() } }
    await asked.passed()
    #expect(try await session.signOut() == .confirmed)
    _ = await refresh.value
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
  }

  @Test("a device that cannot forget says so, and is still signed in")
  func full() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in Incoming(status: 204) }
    stage.isFull.withLock { $0 = true }
    #expect(await problem { () throws(Problem) in _ = try await session.signOut() } == Stage.full)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
  }

  @Test("who has lost the session, or has none, goes without asking anybody")
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
