import Covers
import JSON
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Auth

@Suite("Sessions and refresh tokens")
struct SessionTests {
  @Test("a refresh token yields new tokens of the same session, also with an expired bearer token")
  func refresh() async throws {
    let world = try World()
    let first = try await world.signUp()
    await world.pass(4000)
    let second = try await world.refresh(first.refresh, bearer: first.access)
    #expect(second.status == 200 && second.refresh != first.refresh && second.access != first.access)
    #expect(second.user["id"] == first.user["id"])
    let now = 1_768_478_400 + 4000
    let before = try world.key.claims(of: first.access, by: TokenRules(skew: 100_000), at: now)
    let after = try world.key.claims(of: second.access, by: TokenRules(), at: now)
    #expect(after.session == before.session && after.methods == before.methods && after.expires == now + 3600)
    #expect(try await world.refresh(second.refresh).status == 200)
  }

  @Test("a client that did not receive its new refresh token gets the same one again, however late")
  func again() async throws {
    let world = try World()
    let first = try await world.signUp()
    let second = try await world.refresh(first.refresh)
    await world.pass(100_000)
    let again = try await world.refresh(first.refresh)
    #expect(again.status == 200 && again.refresh == second.refresh)
    #expect(try await world.refresh(second.refresh).status == 200)
  }

  @Test("an older token is accepted within the reuse interval, and its session continues")
  func interval() async throws {
    let world = try World()
    let first = try await world.signUp()
    let second = try await world.refresh(first.refresh)
    let third = try await world.refresh(second.refresh)
    await world.pass(10)
    let fork = try await world.refresh(first.refresh)
    #expect(fork.status == 200 && fork.refresh != second.refresh && fork.refresh != third.refresh)
    #expect(try await world.refresh(third.refresh).status == 200)
    #expect(try await world.refresh(fork.refresh).status == 200)
  }

  @Test("reuse of an older token after the interval ends its session, and no other")
  func stolen() async throws {
    let world = try World()
    let first = try await world.signUp()
    let other = try await world.signIn()
    let second = try await world.refresh(first.refresh)
    let third = try await world.refresh(second.refresh)
    await world.pass(11)
    let stolen = try await world.refresh(first.refresh)
    #expect(stolen.status == 400 && stolen.code == "refresh_token_already_used")
    #expect(stolen.message == "Invalid Refresh Token: Already Used")
    let honest = try await world.refresh(third.refresh)
    #expect(honest.status == 400 && honest.code == "session_not_found")
    #expect(try await world.ask("GET", "user", bearer: third.access).code == "session_not_found")
    // The session of another device is not affected.
    #expect(try await world.refresh(other.refresh).status == 200)
  }

  @Test("concurrent refreshes with one token all return the same next token")
  func together() async throws {
    let world = try World { $0.refreshesAtOnce = 100 }
    let first = try await world.signUp()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await world.refresh(first.refresh).refresh } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens.count == 1 && tokens.first?.isEmpty == false)
  }

  @Test("too many concurrent refreshes with one token are answered with 409")
  func conflict() async throws {
    let world = try World { $0.refreshesAtOnce = 0 }
    let answer = try await world.refresh(try await world.signUp().refresh)
    #expect(answer.status == 409 && answer.code == "conflict")
  }

  @Test("an unknown refresh token is answered with refresh_token_not_found")
  func unknown() async throws {
    let world = try World()
    for token in ["rubbish", String(repeating: "x", count: 1000), "' or 1=1 --"] {
      let answer = try await world.refresh(token)
      #expect(answer.status == 400 && answer.code == "refresh_token_not_found")
      #expect(answer.message == "Invalid Refresh Token: Refresh Token Not Found")
    }
    #expect(try await world.ask("POST", "token?grant_type=refresh_token", [:]).code == "validation_failed")
  }

  @Test("a session expires at its maximum lifetime")
  func expiry() async throws {
    let world = try World { $0.sessionLife = 86_400 }
    let first = try await world.signUp()
    await world.pass(80_000)
    let second = try await world.refresh(first.refresh)
    #expect(second.status == 200)
    await world.pass(6_400)
    let late = try await world.refresh(second.refresh)
    #expect(late.status == 400 && late.code == "session_expired")
    #expect(try await world.refresh(second.refresh).code == "refresh_token_not_found")
  }

  @Test("used refresh tokens are deleted after a month")
  func sweeping() async throws {
    let world = try World()
    var last = try await world.signUp().refresh
    for _ in 0..<5 {
      last = try await world.refresh(last).refresh
      await world.pass(20 * 86_400)
    }
    let kept = try await world.store.look { session throws(Failure) in
      try session.rows("select hash from auth_refresh_tokens", []).count
    }
    #expect(kept == 3)
    #expect(try await world.refresh(last).status == 200)
  }

  @Test("signing out ends this session, the other sessions or all, depending on the scope")
  func scopes() async throws {
    let world = try World()
    let one = try await world.signUp()
    let two = try await world.signIn()
    let three = try await world.signIn()
    #expect(try await world.ask("POST", "logout?scope=local", bearer: one.access).status == 204)
    #expect(try await world.refresh(one.refresh).code == "refresh_token_not_found")
    let gone = try await world.ask("GET", "user", bearer: one.access)
    #expect(gone.status == 403 && gone.code == "session_not_found")
    #expect(try await world.ask("POST", "logout", bearer: one.access).status == 403)
    #expect(try await world.ask("GET", "user", bearer: two.access).status == 200)

    #expect(try await world.ask("POST", "logout?scope=others", bearer: two.access).status == 204)
    #expect(try await world.ask("GET", "user", bearer: three.access).status == 403)
    let four = try await world.signIn()
    #expect(try await world.ask("POST", "logout?scope=global", bearer: two.access).status == 204)
    #expect(try await world.ask("GET", "user", bearer: two.access).status == 403)
    #expect(try await world.refresh(four.refresh).status == 400)
    let bad = try await world.ask("POST", "logout?scope=some", bearer: try await world.signIn().access)
    #expect(bad.status == 400 && bad.code == "validation_failed")
  }

  @Test(
    "the user endpoint refuses a missing, anonymous, malformed, unknown or expired token with its code",
    .covers("cd-NFR-S4"))
  func persons() async throws {
    let world = try World()
    let access = try await world.signUp().access
    let user = try await world.ask("GET", "user", bearer: access)
    #expect(user.status == 200 && user.json["email"] == "ada@example.com" && user.json["user"] == nil)
    let none = try await world.ask("GET", "user")
    #expect(none.status == 401 && none.code == "no_authorization")
    #expect(none.message == "This endpoint requires a valid Bearer token")
    let anon = try await world.ask("GET", "user", bearer: world.keys.anon)
    #expect(anon.status == 403 && anon.code == "bad_jwt")
    let rubbish = try await world.ask("GET", "user", bearer: "rubbish")
    #expect(rubbish.status == 403 && rubbish.code == "bad_jwt")
    var claims = Claims()
    claims.subject = "0198f0f0-0000-7000-8000-00000000dead"
    (claims.role, claims.audience, claims.expires) = ("authenticated", ["authenticated"], 1_768_480_000)
    let nobody = try await world.ask("GET", "user", bearer: try world.key.token(claims))
    #expect(nobody.status == 403 && nobody.code == "user_not_found")
    await world.pass(4000)
    #expect(try await world.ask("GET", "user", bearer: access).code == "bad_jwt")
  }

  @Test("a banned user can neither sign in nor refresh; after the ban, signing in succeeds")
  func banned() async throws {
    let world = try World()
    let first = try await world.signUp()
    try await world.store.transact { session throws(Failure) in
      try session.run("update auth_users set banned_until = $1", [.int(1_768_478_400_000 + 60_000)])
    }
    for answer in [try await world.signIn(), try await world.refresh(first.refresh)] {
      #expect(answer.status == 400 && answer.code == "user_banned")
    }
    #expect(try await world.signIn("ada@example.com", "wrong").code == "invalid_credentials")
    await world.pass(60)
    #expect(try await world.signIn().status == 200)
  }

  @Test("the tables hold no refresh token, link token, code or password in plain text")
  func hashed() async throws {
    let world = try World()
    let first = try await world.signUp()
    let second = try await world.refresh(first.refresh)
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let (link, code) = (try world.link(to: "ada@example.com").token, try world.code(to: "ada@example.com"))
    let tables = ["auth_users", "auth_refresh_tokens", "auth_sessions", "auth_one_time_tokens", "auth_identities"]
    for table in tables {
      let rows = try await world.store.look { session throws(Failure) in try session.rows("select * from \(table)", [])
      }
      #expect(!rows.isEmpty)
      let texts = rows.flatMap { $0.compactMap(\.string) }
      for secret in [first.refresh, second.refresh, link, code, "correct horse"] {
        #expect(!texts.contains { $0.contains(secret) }, "\(table)")
      }
    }
  }
}
