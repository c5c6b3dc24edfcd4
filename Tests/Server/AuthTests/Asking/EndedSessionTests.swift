import FoundationEssentials
import JSON
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Auth
@testable import Gate

/// A bus in memory, for instances in one process.
private final class LocalBus: Bus {
  private let source = Broadcast<[UInt8]>.Source()
  private let settling = Settling()
  let published = Locked(0)
  var messages: Broadcast<[UInt8]> { source.broadcast }
  func publish(_ message: [UInt8]) async throws(Problem) {
    published.withLock { $0 += 1 }
    source.say(message, settling: settling)
  }
  func close() async {}
}

@Suite("Ended sessions")
struct EndedSessionTests {
  /// Runs with one world and the feed of an instance whose clock does not run by itself.
  private func world(
    on store: World.Store, _ change: (inout AuthSettings) -> Void = { _ in },
    _ body: (World, RevocationFeed) async throws -> Void
  ) async throws {
    try await World.on(store, change) { world in
      let feed = await RevocationFeed.start(world.store, settings: world.auth.settings, time: world.time.time)
      try await body(world, feed)
      await feed.close()
    }
  }

  private func caller(_ world: World, _ token: String) throws -> Caller {
    try #require(world.gatekeeper.credential(of: token).caller)
  }

  @Test("every way to end a session is known after one reading, and other sessions go on", arguments: World.Store.here)
  func everyWay(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      let first = try await world.signUp().access
      var others: [String] = []
      for _ in 0..<4 { others.append(try await world.signIn().access) }
      func ended() async throws -> [Bool] {
        await feed.read()
        return try ([first] + others).map { feed.revocations.standing(of: try caller(world, $0)) == .ended }
      }
      #expect(try await ended() == [false, false, false, false, false])
      #expect(try await world.ask("POST", "logout?scope=local", bearer: others[0]).status == 204)
      #expect(try await ended() == [false, true, false, false, false])
      let id = try #require(try caller(world, others[1]).session)
      #expect(try await world.ask("DELETE", "sessions/\(id)", bearer: first).status == 204)
      #expect(try await ended() == [false, true, true, false, false])
      #expect(
        try await world.ask("PUT", "user", ["password": "another horse"], bearer: others[2]).status == 200)
      #expect(try await ended() == [true, true, true, false, true])
      #expect(try await world.ask("POST", "logout?scope=global", bearer: others[2]).status == 204)
      #expect(try await ended() == [true, true, true, true, true])
    }
  }

  @Test("signing out elsewhere keeps this session", arguments: World.Store.here)
  func elsewhere(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      let first = try await world.signUp().access
      let second = try await world.signIn().access
      #expect(try await world.ask("POST", "logout?scope=others", bearer: second).status == 204)
      await feed.read()
      #expect(feed.revocations.standing(of: try caller(world, first)) == .ended)
      #expect(feed.revocations.standing(of: try caller(world, second)) == .current)
    }
  }

  @Test(
    "an operator's deletion, soft or not, and the theft of a refresh token end sessions", arguments: World.Store.here)
  func byOthers(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      let key = world.keys.service
      for soft in [false, true] {
        let signedUp = try await world.signUp("\(soft)@example.com")
        let id = try #require(signedUp.user["id"]?.string)
        let body: JSON = ["should_soft_delete": .bool(soft)]
        #expect(try await world.ask("DELETE", "admin/users/\(id)", body, bearer: key, key: key).status == 200)
        await feed.read()
        #expect(feed.revocations.standing(of: try caller(world, signedUp.access)) == .ended)
      }
      let stolen = try await world.signUp()
      let next = try await world.refresh(stolen.refresh)
      _ = try await world.refresh(next.refresh)
      await world.pass(60)
      #expect(try await world.refresh(stolen.refresh).code == "refresh_token_already_used")
      await feed.read()
      #expect(feed.revocations.standing(of: try caller(world, next.access)) == .ended)
    }
  }

  @Test("an operator ends every session of an account, and nobody else can", arguments: World.Store.here)
  func byOperator(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      let signedUp = try await world.signUp()
      let id = try #require(signedUp.user["id"]?.string)
      let key = world.keys.service
      #expect(try await world.ask("DELETE", "admin/users/\(id)/sessions", bearer: signedUp.access).code == "not_admin")
      #expect(try await world.ask("DELETE", "admin/users/\(id)/sessions", bearer: key, key: key).status == 204)
      await feed.read()
      #expect(feed.revocations.standing(of: try caller(world, signedUp.access)) == .ended)
      #expect(try await world.ask("DELETE", "admin/users/rubbish/sessions", bearer: key, key: key).status == 404)
    }
  }

  @Test(
    "a row is kept as long as a token may be valid, then purged, and numbers are never used again",
    arguments: World.Store.here)
  func purged(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      func rows() async throws -> [Int] {
        try await world.store.look { session throws(Failure) in
          try session.rows("select seq from auth_ended_sessions order by seq", []).compactMap { $0[0].int }
        }
      }
      for _ in 0..<3 {
        let token = try await world.signUpOrIn()
        #expect(try await world.ask("POST", "logout?scope=local", bearer: token).status == 204)
      }
      await feed.read()
      await world.pass(3600)
      await feed.purge()
      #expect(try await rows() == [1, 2, 3] && feed.revocations.size.exact == 3)
      await world.pass(120)
      await feed.purge()
      #expect(try await rows() == [3] && feed.revocations.size.exact == 0)
      let token = try await world.signUpOrIn()
      #expect(try await world.ask("POST", "logout", bearer: token).status == 204)
      #expect(try await rows() == [3, 4])
      await feed.read()
      #expect(feed.revocations.standing(of: try caller(world, token)) == .ended)
    }
  }

  @Test("an instance reads at its start what ended before, more than one page of it", arguments: World.Store.here)
  func atStart(store: World.Store) async throws {
    try await world(on: store) { world, _ in
      let token = try await world.signUp().access
      let time = Int(world.time.now.date.timeIntervalSince1970) * 1000
      try await world.store.transact { session throws(Failure) in
        for number in 1...6000 {
          let digits = String(number, radix: 16)
          try session.run(
            "insert into auth_ended_sessions (seq, session_id, issued_at) values ($1, $2, $3)",
            [
              .int(number),
              .text("0198f0f0-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits),
              .int(time),
            ])
        }
      }
      #expect(try await world.ask("POST", "logout", bearer: token).status == 204)
      let other = await RevocationFeed.start(world.store, settings: world.auth.settings, time: world.time.time)
      #expect(other.revocations.size.exact == 6001)
      #expect(other.revocations.standing(of: try caller(world, token)) == .ended)
      await other.close()
    }
  }

  @Test(
    "another instance knows at once, and each ended session is told once", .timeLimit(.minutes(1)),
    arguments: World.Store.here)
  func twoInstances(store: World.Store) async throws {
    try await world(on: store) { world, _ in
      let bus = LocalBus()
      let mine = await RevocationFeed.start(
        world.store, bus: bus, settings: world.auth.settings, time: world.time.time)
      let theirs = await RevocationFeed.start(
        world.store, bus: bus, settings: world.auth.settings, time: world.time.time)
      let heard = theirs.revocations.changes.listen()
      let token = try await world.signUp().access
      await mine.committed()
      #expect(bus.published.withLock { $0 } == 0)
      #expect(try await world.ask("POST", "logout", bearer: token).status == 204)
      await mine.committed()
      await mine.committed()
      for await news in heard {
        await news.use { #expect($0 == .said(1)) }
        break
      }
      #expect(theirs.revocations.standing(of: try caller(world, token)) == .ended)
      #expect(bus.published.withLock { $0 } == 1)
      // Without the bus, the clock of the readings brings it.
      let next = try await world.signIn().access
      #expect(try await world.ask("POST", "logout", bearer: next).status == 204)
      await world.pass(1)
      for await news in heard {
        await news.use { #expect($0 == .said(1)) }
        break
      }
      #expect(theirs.revocations.standing(of: try caller(world, next)) == .ended)
      await mine.close()
      await theirs.close()
    }
  }

  @Test("a database that was restored to an earlier state is read from its beginning", arguments: World.Store.here)
  func restored(store: World.Store) async throws {
    try await world(on: store) { world, feed in
      for _ in 0..<3 {
        #expect(try await world.ask("POST", "logout", bearer: try await world.signUpOrIn()).status == 204)
      }
      await feed.read()
      try await world.store.transact { session throws(Failure) in
        try session.run("delete from auth_ended_sessions", [])
      }
      let token = try await world.signIn().access
      #expect(try await world.ask("POST", "logout", bearer: token).status == 204)
      await feed.read()
      #expect(feed.revocations.standing(of: try caller(world, token)) == .ended)
    }
  }
}

extension World {
  /// Signs in, and makes the account at the first call.
  func signUpOrIn() async throws -> String {
    let answer = try await signIn()
    return answer.status == 200 ? answer.access : try await signUp().access
  }
}

@Suite("The list of sessions")
struct SessionListTests {
  private func agents(_ world: World, _ token: String) async throws -> [JSON] {
    try #require(try await world.ask("GET", "sessions", bearer: token)["sessions"]?.array)
  }

  @Test("shows each device, this one marked, and only the caller's own")
  func list() async throws {
    let world = try World()
    let first = try await world.signUp().access
    _ = try await world.signUp("ben@example.com")
    await world.pass(60)
    let second = try await world.signIn()
    let listed = try await agents(world, second.access)
    #expect(listed.count == 2)
    #expect(listed[0]["is_current"] == .bool(true) && listed[1]["is_current"] == .bool(false))
    #expect(listed[1]["method"] == "password" && listed[1]["device"] == .null)
    #expect(listed[1]["created_at"] == "2026-01-15T12:00:00.000Z")
    await world.pass(60)
    _ = try await world.refresh(second.refresh)
    #expect(try await agents(world, first)[0]["last_used_at"] == "2026-01-15T12:02:00.000Z")
  }

  @Test("ends a session once; another person's and an unknown one do not exist")
  func end() async throws {
    let world = try World()
    let mine = try await world.signUp().access
    let other = try await world.signUp("ben@example.com")
    let id = try #require(try await agents(world, other.access)[0]["id"]?.string)
    for path in ["sessions/\(id)", "sessions/rubbish", "sessions/0198f0f0-0000-7000-8000-000000000001"] {
      let refused = try await world.ask("DELETE", path, bearer: mine)
      #expect(refused.status == 404 && refused.code == "session_not_found")
    }
    #expect(try await agents(world, other.access).count == 1)
    #expect(try await world.ask("DELETE", "sessions/\(id)", bearer: other.access).status == 204)
    #expect(try await world.ask("GET", "sessions", bearer: other.access).code == "session_not_found")
    #expect(try await world.refresh(other.refresh).code == "refresh_token_not_found")
    #expect(try await world.ask("GET", "sessions").code == "no_authorization")
  }

  @Test(
    "a device's name is short, printable, and that of browser and system",
    arguments: [
      ("yHealth on Linux", "yHealth on Linux"), ("  a\u{7}\u{202E}b  ", "a b"), ("", nil), ("\u{202E}", nil),
      ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126",
        "Edge on Windows"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604",
        "Safari on iPhone"
      ),
      ("Mozilla/5.0 rubbish", "A browser"), (String(repeating: "x", count: 5000), String(repeating: "x", count: 60)),
    ] as [(String, String?)])
  func names(agent: String, name: String?) {
    #expect(DeviceName.name(agent) == name)
  }
}

extension World.Answer {
  fileprivate subscript(name: String) -> JSON? { json[name] }
}
